// The components of a game, as it is played with.

import { ask } from "./api.js";
import { source } from "./source.js";

export const catalogOf = async () => (await ask(`${source.api}/catalog`)).json();
