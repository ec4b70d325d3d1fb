// Schichtwechsel: tracks, shift, plant, sites and cards above, every player's mine below.

import { make } from "../dom.js";
import { learn, number, signed } from "../words.js";
import { cards, headframes, plant, ranking, shift, sites, stock, tracks } from "./schichtwechsel/common.js";
import { mineOf } from "./schichtwechsel/mine.js";
import { Pen } from "./schichtwechsel/pen.js";
import * as words from "./schichtwechsel/words.js";

learn(words);

export const draw = (view, context) => {
  const pen = new Pen(view, context);
  return make("div", { class: "mine-board schichtwechsel" },
    ranking(pen),
    make("div", { class: "sw-board" },
      tracks(pen), shift(pen), make("div", { class: "sw-pair" }, plant(pen), headframes(pen)), sites(pen), stock(pen), cards(pen)),
    make("div", { class: `ga-pits of-${view.players.length}` }, view.players.map((player) => mineOf(pen, player))));
};

const SCORED = new Set(["round_scored", "final_step_scored"]);

// What each step counts, and the points it gives: its name is how the sentence begins.
export const scoring = (events, { say, players, at }) => {
  const steps = events.filter(({ event }) => SCORED.has(event.type));
  const sums = players.map(({ seat }) => steps.reduce((sum, { event }) => sum + event.points[seat], 0));
  return make("div", { class: "scroll" }, make("table", {},
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("scoring.element")),
      players.map((player) => make("th", { scope: "col", class: `seat-${player.seat}` }, player.name)))),
    make("tbody", {}, steps.map((one) => make("tr", { "aria-current": one.at === at ? "step" : null },
      make("th", { scope: "row" }, one.text.split(":")[0]),
      players.map(({ seat }) => make("td", {}, make("span", { class: "counted" }, number(one.event.counts[seat])), " ",
        make("b", {}, signed(one.event.points[seat]))))))),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, say("scoring.total")),
      sums.map((sum) => make("td", {}, make("b", {}, signed(sum))))))));
};
