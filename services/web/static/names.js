// What players call themselves. Old logs hold names that nobody checked: as in the sentences of the
// server, what cannot be seen is written out, marks do not pile up, and no name turns its neighbours.

import { make } from "./dom.js";

// Controls, formats but for the joiners, private use, ends of lines, letters that are blank.
const UNSEEN = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu;
const PILED_UP = /(\p{M}{4})\p{M}+/gu;
const MARK_FIRST = /^(?=\p{M})/u;
const ONLY_BLANKS = /^\s+$/u;
const FROM_LEFT_TO_RIGHT = /^[\u0020-\u024f]*$/u;

const writtenOut = (one) => {
  const code = one.codePointAt(0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
};

export const shown = (name) => name.replace(UNSEEN, writtenOut).replace(PILED_UP, "$1")
  .replace(ONLY_BLANKS, (blanks) => "␣".repeat(blanks.length)).replace(MARK_FIRST, "◌");

// Names can be erased; then players have numbers.
export const named = (players, say) =>
  players.map((player) => ({ ...player, name: player.name || say("player.number", { n: player.seat + 1 }) }));

// An element of its own, which nothing spills out of.
export const called = (name) => make("bdi", { class: "player-name" }, shown(name));

// For labels and the gaps of sentences, which are text and no elements.
export const calledInText = (name) =>
  (FROM_LEFT_TO_RIGHT.test(name) ? shown(name) : `\u2068${shown(name)}\u2069`);
