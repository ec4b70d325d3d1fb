// The words of all pages of tournaments, learned once by whichever part comes first.

import { language, learn } from "../words.js";

learn(await import(`./words/${language}.js`));
