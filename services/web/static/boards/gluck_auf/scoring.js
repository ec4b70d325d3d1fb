// A scoring, element by element: what each player has, who is first and second, and for how much.

import { make } from "../../dom.js";
import { byIds } from "../../catalog.js";
import { number, signed } from "../../words.js";

// After the counts, a sentence says why: a tie, nobody, too few players.
const why = (text) => text.split("; ").slice(1).join("; ");

const place = (event, seat) => {
  if (event.first.includes(seat)) return { rank: 1, tie: event.first.length > 1, vp: event.first_vp };
  if (event.second.includes(seat)) return { rank: 2, tie: event.second.length > 1, vp: event.second_vp };
  return null;
};

const cell = (event, seat, say) => {
  const won = place(event, seat);
  return make("td", { class: won ? `place-${won.rank}` : "" },
    make("span", { class: "counted" }, event.counts[seat]),
    won ? make("span", { class: "won" },
      ` ${say(won.tie ? "scoring.tied" : "scoring.place", { rank: won.rank })} `,
      make("b", {}, signed(won.vp))) : null);
};

const heads = (players, first, last) => make("thead", {}, make("tr", {},
  make("th", { scope: "col" }, first),
  players.map((player) => make("th", { scope: "col", class: `seat-${player.seat}` }, player.name)),
  last ? make("th", { scope: "col", class: "why" }, last) : null));

const shiftTable = (events, { say, catalog, language, players, at }) => {
  const elements = byIds(catalog, "shift_clock");
  const scored = events.filter(({ event }) => event.type === "element_scored");
  const total = events.find(({ event }) => event.type === "shift_scored");
  const name = (id) => elements.get(id)?.names?.[language] || id;
  return make("div", { class: "scroll" }, make("table", {},
    heads(players, say("scoring.element"), say("scoring.why")),
    make("tbody", {}, scored.map((one) => make("tr", { "aria-current": one.at === at ? "step" : null },
      make("th", { scope: "row" }, name(one.event.element_id)),
      players.map(({ seat }) => cell(one.event, seat, say)),
      make("td", { class: "why" }, why(one.text))))),
    total ? make("tfoot", {}, make("tr", { "aria-current": total.at === at ? "step" : null },
      make("th", { scope: "row" }, say("scoring.sum")),
      players.map(({ seat }) => make("td", {},
        make("b", {}, signed(total.event.vp_gained[seat])), ` → ${number(total.event.vp_totals[seat])}`)),
      make("td", { class: "why" }))) : null));
};

const FINAL = [
  ["money_vp", ({ marks }) => ["scoring.marks", { n: marks }]],
  ["cube_vp", ({ cubes }) => ["scoring.cubes", { n: cubes }]],
  ["outstanding_vp", ({ outstanding }) => ["scoring.outstanding", { n: outstanding }]],
  ["balance_vp", ({ light, dark }) => ["scoring.tiles", { light, dark }]],
];

const finalTable = ({ event, at: when }, { say, players, at }) => make("div", { class: "scroll" },
  make("h3", {}, say("scoring.final")),
  make("table", { "aria-current": when === at ? "step" : null },
    heads(players, ""),
    make("tbody", {}, FINAL.map(([field, counted]) => make("tr", {},
      make("th", { scope: "row" }, say(`scoring.${field}`)),
      event.players.map((score) => make("td", {},
        make("span", { class: "counted" }, say(...counted(score))), " ", make("b", {}, signed(score[field]))))))),
    make("tfoot", {}, make("tr", {},
      make("th", { scope: "row" }, say("scoring.total")),
      event.players.map((score) => make("td", {}, make("b", {}, number(score.total))))))));

export const scoring = (events, context) => {
  const final = events.find(({ event }) => event.type === "final_score_computed");
  return make("div", { class: "tables" }, shiftTable(events, context), final ? finalTable(final, context) : null);
};
