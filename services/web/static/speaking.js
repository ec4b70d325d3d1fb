// Sentences with their gaps filled, as in the texts of the games: `{n}` is a number, `{n:card|cards}` the
// noun that goes with it.

import { number } from "./numbers.js";

const GAP = /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g;

export const speaking = (words) => (key, facts = {}) => (words[key] ?? key).replace(GAP, (gap, name, one, many) => {
  if (!(name in facts)) globalThis.console?.error(`${key} says nothing of ${name}`); // a fault of ours
  if (one === undefined) return number(facts[name] ?? gap);
  return facts[name] === 1 ? one : many;
});
