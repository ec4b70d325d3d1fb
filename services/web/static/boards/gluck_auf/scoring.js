// A scoring, element by element: what each player has, who is first and second, and for how much.

import { make } from "../../dom.js";
import { byIds } from "../../catalog.js";
import { number, signed } from "../../words.js";
import { because, heads, scrolled, told } from "../told.js";

// After the counts, a sentence says why: a tie, nobody, too few players.
const why = (text) => text.split("; ").slice(1).join("; ");

const place = (event, seat) => {
  if (event.first.includes(seat)) return { rank: 1, tie: event.first.length > 1, vp: event.first_vp };
  if (event.second.includes(seat)) return { rank: 2, tie: event.second.length > 1, vp: event.second_vp };
  return null;
};

const cell = (event, seat, say) => {
  const won = place(event, seat);
  return make("td", { class: won ? `place-${won.rank}` : "", "data-place-won": won?.rank, "data-tied": won?.tie || null },
    make("span", { class: "counted" }, event.counts[seat]),
    won ? make("span", { class: "won" },
      ` ${say(won.tie ? "scoring.tied" : "scoring.place", { rank: won.rank })} `,
      make("b", {}, signed(won.vp))) : null);
};

const shiftTable = (events, { say, catalog, language, players, at }) => {
  const elements = byIds(catalog, "shift_clock");
  const scored = events.filter(({ event }) => event.type === "element_scored");
  const total = events.find(({ event }) => event.type === "shift_scored");
  const name = (id) => elements.get(id)?.names?.[language] || id;
  return scrolled(say, make("table", {},
    heads(players, say("scoring.element")),
    make("tbody", {}, scored.map((one) => [
      make("tr", { "data-element": one.event.element_id, "aria-current": one.at === at ? "step" : null },
        make("th", { scope: "row" }, name(one.event.element_id)), players.map(({ seat }) => cell(one.event, seat, say))),
      because(why(one.text), players),
    ])),
    total ? make("tfoot", {}, make("tr", { "aria-current": total.at === at ? "step" : null },
      make("th", { scope: "row" }, say("scoring.sum")),
      players.map(({ seat }) => make("td", {},
        make("b", {}, signed(total.event.vp_gained[seat])), ` → ${number(total.event.vp_totals[seat])}`)))) : null));
};

const FINAL = [
  ["money_vp", ({ marks }) => ["scoring.marks", { n: marks }]],
  ["cube_vp", ({ cubes }) => ["scoring.cubes", { n: cubes }]],
  ["outstanding_vp", ({ outstanding }) => ["scoring.outstanding", { n: outstanding }]],
  ["balance_vp", ({ light, dark }) => ["scoring.tiles", { light, dark }]],
];

const finalTable = ({ event, at: when }, { say, players, at }) => scrolled(say,
  make("h3", {}, say("scoring.final")),
  make("table", { class: "final", "aria-current": when === at ? "step" : null },
    heads(players, say("scoring.element")),
    make("tbody", {}, FINAL.map(([field, counted]) => make("tr", { "data-element": field },
      make("th", { scope: "row" }, say(`scoring.${field}`)),
      event.players.map((score) => make("td", {},
        make("span", { class: "counted" }, say(...counted(score))), " ", make("b", {}, signed(score[field]))))))),
    make("tfoot", {}, make("tr", {},
      make("th", { scope: "row" }, say("scoring.total")),
      event.players.map((score) => make("td", {}, make("b", {}, number(score.total))))))));

const IN_TABLES = new Set(["element_scored", "shift_scored", "final_score_computed", "delivered_orders_concealed"]);

export const scoring = (events, context) => {
  const final = events.find(({ event }) => event.type === "final_score_computed");
  return make("div", { class: "tables" },
    shiftTable(events, context), final ? finalTable(final, context) : null, told(events, context.at, IN_TABLES));
};
