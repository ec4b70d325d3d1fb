// Which module draws which game. A game without one is still readable.
//
// A board is {pen(view, context), common(pen), mine(pen, seat, size)}: what lies in the middle, and what
// belongs to one player, `large` or `small`. Both are trees (`kit/tree.js`) and know nothing of the page.

import { mounted } from "../mount.js";
import { language, learn } from "../words.js";
import { board as generic } from "./generic.js";
import { whole } from "./kit/whole.js";

const BOARDS = {
  "gluck-auf": () => import("./gluck-auf.js"),
  kartenspiel: () => import("./kartenspiel.js"),
  schichtwechsel: () => import("./schichtwechsel.js"),
};

const wordsOf = (game) => import(`./${game.replaceAll("-", "_")}/words/${language}.js`);

export const boardOf = async (game) => {
  if (!BOARDS[game]) return generic;
  const [{ board }, words] = await Promise.all([BOARDS[game](), wordsOf(game)]);
  learn(words);
  return board;
};

// Everything of a view as one element, for pages that show a single moment; changes are seen against `before`.
export const drawingOf = async (game) => {
  const board = await boardOf(game);
  return (view, context) => mounted(whole(board, game, view, context));
};
