// Schichtwechsel: tracks, shift, plant, sites and cards above, every player's mine below.

import { make } from "../dom.js";
import { learn } from "../words.js";
import { cards, headframes, plant, ranking, shift, sites, stock, tracks } from "./schichtwechsel/common.js";
import { mineOf } from "./schichtwechsel/mine.js";
import { Pen } from "./pen.js";
import * as words from "./schichtwechsel/words.js";

learn(words);

export const draw = (view, context) => {
  const pen = new Pen("schichtwechsel", view, context);
  return make("div", { class: "mine-board schichtwechsel" },
    ranking(pen),
    make("div", { class: "sw-board" },
      tracks(pen), shift(pen), make("div", { class: "sw-pair" }, plant(pen), headframes(pen)), sites(pen), stock(pen), cards(pen)),
    make("div", { class: `ga-pits of-${view.players.length}` }, view.players.map((player) => mineOf(pen, player))));
};
