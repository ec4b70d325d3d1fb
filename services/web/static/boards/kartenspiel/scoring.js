// Interim and final scoring alike: five categories; at the end also what each card gives.

import { make } from "../../dom.js";
import { number, signed } from "../../words.js";
import { heads, scrolled, told } from "../told.js";
import { Pen } from "./pen.js";

const CATEGORIES = ["lorries", "orders", "shares", "markers", "objectives"];
const NAMES = { markers: "category.markers" };

const cardName = (pen, id) => (id.startsWith("marker.") ? pen.say("token", { n: id.slice("marker.".length) }) : pen.text(id));

// An objective says what it counts; any other card is worth what is printed on it.
const lines = (pen, score, category) => {
  const reasons = category === "objectives"
    ? (score.lines || []).map(({ objective, count, vp }) => [`${pen.text(objective)}: ${count}`, vp])
    : (score.cards || []).filter((one) => one.category === category).map(({ card, vp }) => [cardName(pen, card), vp]);
  if (!reasons.length) return null;
  return make("ul", { class: "lines" }, reasons.map(([why, vp]) => make("li", {}, `${why} → `, make("span", {}, signed(vp)))));
};

const table = (pen, players, scores, at) => {
  const of = (seat) => scores.find(({ event }) => event.seat === seat) || { event: {} };
  const cell = (category) => ({ seat }) => {
    const { event, at: when } = of(seat);
    return make("td", { "aria-current": when && when === at ? "step" : null }, make("b", {}, signed(event[category] ?? 0)), lines(pen, event, category));
  };
  const long = scores.some(({ event }) => event.lines);
  return scrolled(pen.plain, make("table", { class: long ? "long" : "" },
    heads(players, pen.plain("scoring.element")),
    make("tbody", {}, CATEGORIES.map((category) => make("tr", { "data-element": category },
      make("th", { scope: "row" }, pen.say(NAMES[category] || category)), players.map(cell(category))))),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, pen.plain("scoring.total")),
      players.map(({ seat }) => make("td", {}, make("b", {}, number(of(seat).event.total ?? 0))))))));
};

const IN_TABLE = new Set(["player_scored", "shift_scoring_computed", "workers_returned", "turn_started"]);

export const scoring = (events, context) => {
  const pen = new Pen({ players: context.players }, { ...context, before: {} });
  const final = events.filter(({ event }) => event.type === "player_scored");
  const interim = events.find(({ event }) => event.type === "shift_scoring_computed");
  const scores = final.length ? final : (interim?.event.scores || []).map((score) => ({ event: score, at: interim.at }));
  return make("div", { class: "tables" },
    scores.length ? table(pen, context.players, scores, context.at) : null, told(events, context.at, IN_TABLE));
};
