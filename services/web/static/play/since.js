// For how long somebody has been to move, in words; nothing as long as it is not worth a word.

import { say } from "../words.js";

const UNITS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000]]; // milliseconds

export const since = (at) => {
  const passed = Date.now() - Date.parse(at);
  const [unit, length] = UNITS.find(([, least]) => passed >= least) ?? [];
  return unit ? say(`play.since.${unit}`, { n: Math.floor(passed / length) }) : "";
};
