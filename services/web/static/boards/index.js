// Which module draws which game. A game without one is still readable.

import { draw } from "./generic.js";

const BOARDS = {
  "gluck-auf": () => import("./gluck-auf.js"),
  kartenspiel: () => import("./kartenspiel.js"),
  schichtwechsel: () => import("./schichtwechsel.js"),
};

export const boardOf = async (game) => {
  const board = BOARDS[game] ? await BOARDS[game]() : { draw };
  return board.draw;
};
