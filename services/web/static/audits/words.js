// The words of the pages around audits, learned once by whichever of them comes first.

import { language, learn } from "../words.js";

learn(await import(`./words/${language}.js`));
