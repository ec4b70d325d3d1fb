// Glück Auf: the game board with its worker spaces, and every player's pit.

import { COMMON, sheet } from "./kit/arrange.js";
import { clock, stores, tray } from "./gluck_auf/common.js";
import { GluckAufPen } from "./gluck_auf/pen.js";
import { pitOf } from "./gluck_auf/pit.js";
import { area, GAP, HIGH, TITLE, WIDE } from "./gluck_auf/spaces.js";

const COLUMN = WIDE + GAP;
const ROW = HIGH + TITLE + 1;
const rowAt = (at) => at * ROW + 2;

const common = (pen) => {
  const { view } = pen;
  return sheet(COMMON, pen.plain("game.gluck-auf"), "common",
    area(pen, "factory", { x: 0, y: rowAt(0), columns: 6 }, view.tile_stack),
    area(pen, "mining", { x: 0, y: rowAt(2) - TITLE + 2, columns: 4 }),
    area(pen, "delivery", { x: 0, y: rowAt(3) - TITLE + 2, columns: 4 }),
    area(pen, "money", { x: 0, y: rowAt(4) - TITLE + 2, columns: 4 }),
    area(pen, "new_order", { x: 0, y: rowAt(5) - TITLE + 2, columns: 5 }, view.order_stack),
    clock(pen, { x: 4 * COLUMN + 2, y: rowAt(2) - 8, wide: 208 }),
    stores(pen, { x: 4 * COLUMN + 2, y: rowAt(4) - 56 }),
    tray(pen, { x: 3 * COLUMN + 4, y: rowAt(1) - 2, wide: 312, high: 118 }));
};

export const board = {
  pen: (view, context) => new GluckAufPen(view, context),
  common,
  mine: (pen, seat, size) => pitOf(pen, pen.view.players[seat], size),
};
