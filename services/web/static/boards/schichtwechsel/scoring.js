// A round's card or the final scoring: what each step counts, the points it gives, and the rule.

import { make } from "../../dom.js";
import { number, signed } from "../../words.js";
import { because, heads, scrolled, told } from "../told.js";
import { Pen } from "./pen.js";

const ROUND = {
  per_track_fields: (pen, it) => pen.say("why.fields", { ...it, track: pen.name(pen.catalog.tracks.items, it.track) }),
  per_leading_disc: (pen, it) => pen.say("why.leading", it),
  per_spoil: (pen, it) => pen.say("why.spoil", it),
  per_coke: (pen, it) => pen.say("why.coke", it),
};

const SITES = {
  points: (pen, it) => pen.say("why.house", it),
  heap: (pen, it) => pen.say("why.heap", { points: it.points, each: it.points_per_spoil_on_heap }),
  final_loading_and_sale: (pen) => pen.say("why.loading"),
};

const OTHERS = {
  final_miner: (pen) => pen.say("why.exit", pen.catalog.shift.exit_points),
  final_sold_coke: (pen) => pen.say("why.columns", { points: pen.catalog.tableau.sold_coke.columns.map(({ points }) => points).join(", ") }),
};

const trackRule = (pen, { goal_points: goal, milestones }) => pen.say("why.track", {
  ...goal, milestones: milestones.map(({ at_least: field, points }) => pen.say("why.milestone", { field, points })).join(", "),
});

const finalRule = (pen, step) => {
  const scored = step.replace("final_", "");
  const track = pen.catalog.tracks.items.find(({ id }) => id === scored);
  if (track) return trackRule(pen, track);
  const site = pen.catalog.building_sites.items.find(({ id }) => id === scored);
  if (site) return SITES[site.scoring.kind]?.(pen, site.scoring);
  if (OTHERS[step]) return OTHERS[step](pen);
  const each = pen.catalog.final_scoring.order.find(({ id }) => id === step);
  return each && pen.say("why.each", { points: number(each.points_each ?? each.points) });
};

const rule = (pen, event) => {
  if (event.type === "final_step_scored") return finalRule(pen, event.step);
  const { scoring: it } = pen.catalog.round_cards.items.find(({ id }) => id === event.card) || {};
  return it && ROUND[it.kind]?.(pen, it);
};

// Its name is how the sentence begins, before the counts.
const row = (pen, { event, text, at: when }, players, at) => [
  make("tr", { "data-element": event.step || event.card, "aria-current": when === at ? "step" : null },
    make("th", { scope: "row" }, text.split(":")[0]),
    players.map(({ seat }) => make("td", {}, make("span", { class: "counted" }, number(event.counts[seat])), " ",
      make("b", {}, signed(event.points[seat]))))),
  because(rule(pen, event), players),
];

const tied = (events) => {
  const ranking = events.find(({ event }) => event.type === "game_finished")?.event.ranking || [];
  return new Set(ranking.map(({ points }) => points)).size < ranking.length;
};

const STEPS = new Set(["round_scored", "final_step_scored"]);
const SHOWN = new Set([...STEPS, "points_scored", "turn_started", "step_started"]);

export const scoring = (events, context) => {
  const { say, players, at } = context;
  const pen = new Pen({ players }, { ...context, before: {} });
  const steps = events.filter(({ event }) => STEPS.has(event.type));
  const sums = players.map(({ seat }) => steps.reduce((sum, { event }) => sum + event.points[seat], 0));
  return make("div", { class: "tables" },
    steps.length ? scrolled(say, make("table", {},
      heads(players, say("scoring.element")),
      make("tbody", {}, steps.map((one) => row(pen, one, players, at))),
      make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, say("scoring.total")),
        sums.map((sum) => make("td", {}, make("b", {}, signed(sum)))))))) : null,
    told(events, at, SHOWN),
    tied(events) ? make("p", { class: "tie-break" }, pen.say("why.tie")) : null);
};
