// Schichtwechsel: the ways, the works and the cards between the mines, and everybody's mine.

import { number } from "../numbers.js";
import { COMMON, sheet } from "./kit/arrange.js";
import { Pen } from "./kit/pen.js";
import { result } from "./kit/result.js";
import { cards, tilesOnDisplay } from "./schichtwechsel/cards.js";
import { mineOf } from "./schichtwechsel/mine.js";
import { shift, ways } from "./schichtwechsel/ways.js";
import { headframes, plant, sites, stock } from "./schichtwechsel/works.js";

const common = (pen) => sheet(COMMON, pen.plain("game.schichtwechsel"), "common",
  ways(pen),
  shift(pen, 147),
  plant(pen, { x: 0, y: 325 }),
  headframes(pen, { x: 256, y: 325 }),
  stock(pen, { x: 489, y: 327 }),
  sites(pen, { y: 475 }),
  cards(pen, { y: 556 }),
  tilesOnDisplay(pen, { y: 778 }),
  result(pen, pen.say("result"), { x: 464, y: 45, wide: 176 }, { points: number, tight: true }));

export const board = {
  pen: (view, context) => new Pen("schichtwechsel", view, context),
  common,
  mine: (pen, seat, size) => mineOf(pen, pen.view.players[seat], size),
};
