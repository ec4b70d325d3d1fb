// The player's own part in every shuffle: chance of this browser, which nobody else can foresee.

import { randomKey } from "../random_key.js";

const BYTES = 24;

export const freshSalt = () => randomKey(BYTES);
