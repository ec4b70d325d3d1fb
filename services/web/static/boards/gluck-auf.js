// Glück Auf: the game board above, every player's pit below.

import { make } from "../dom.js";
import { learn } from "../words.js";
import { bank, canteen, clock, draft, lookArea, ranking, supply } from "./gluck_auf/common.js";
import { GluckAufPen } from "./gluck_auf/pen.js";
import { pitOf } from "./gluck_auf/pit.js";
import { area } from "./gluck_auf/spaces.js";
import * as words from "./gluck_auf/words.js";

learn(words);

export const draw = (view, context) => {
  const pen = new GluckAufPen(view, context);
  return make("div", { class: "mine-board gluck-auf" },
    ranking(pen), draft(pen), lookArea(pen),
    make("div", { class: "ga-board" },
      area(pen, "factory", view.tile_stack),
      area(pen, "mining"),
      area(pen, "delivery"),
      area(pen, "money"),
      area(pen, "new_order", view.order_stack),
      clock(pen),
      make("div", { class: "ga-stores" }, canteen(pen), bank(pen), supply(pen))),
    make("div", { class: `ga-pits of-${view.players.length}` }, view.players.map((player) => pitOf(pen, player))));
};
