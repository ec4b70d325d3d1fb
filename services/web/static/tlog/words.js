// The words of the page that watches the log.

import { language, learn } from "../words.js";

learn(await import(`./words/${language}.js`));
