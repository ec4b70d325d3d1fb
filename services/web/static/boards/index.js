// Which module draws which game. A game without one is still readable.

import { draw, scoring } from "./generic.js";

const BOARDS = {
  "gluck-auf": () => import("./gluck-auf.js"),
  kartenspiel: () => import("./kartenspiel.js"),
  schichtwechsel: () => import("./schichtwechsel.js"),
};

export const boardOf = async (game) => {
  const board = BOARDS[game] ? await BOARDS[game]() : {};
  return { draw: board.draw || draw, scoring: board.scoring || scoring };
};
