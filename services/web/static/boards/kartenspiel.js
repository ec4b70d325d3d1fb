// Das große Kartenspiel: stacks and action cards, and every player's tracks and cards.

import { COMMON, sheet } from "./kit/arrange.js";
import { KartenspielPen } from "./kartenspiel/pen.js";
import { table } from "./kartenspiel/table.js";
import { tableauOf } from "./kartenspiel/tableau.js";

export const board = {
  pen: (view, context) => new KartenspielPen(view, context),
  common: (pen) => sheet(COMMON, pen.plain("game.kartenspiel"), "common", table(pen)),
  mine: (pen, seat, size) => tableauOf(pen, pen.view.players[seat], size),
};
