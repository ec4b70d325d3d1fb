// The words of everybody who plays, learned once by whichever part comes first.

import { language, learn } from "../words.js";

learn(await import(`./words/${language}.js`));
