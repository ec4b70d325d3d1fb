// A settlement as the server tells it: tables element by element, then sentences.

import { make } from "./dom.js";
import { called } from "./names.js";
import { number, ordinal, say, signed } from "./words.js";

const step = (is) => (is ? "step" : null);

const placeOf = ({ places }, seat) => {
  const place = places?.[seat];
  const tied = place && places.filter((other) => other === place).length > 1;
  return { place, tied };
};

const lines = ({ reasons }, seat) => make("ul", { class: "lines", "data-seat": seat },
  reasons.filter((reason) => reason.seat === seat).map(({ card, name, count, points }) => make("li", { "data-card": card },
    count === null ? `${name} → ` : `${name}: ${number(count)} → `, make("span", {}, signed(points)))));

// Card by card, below the row: its cells are too narrow for sentences.
const reasons = (element, players) => {
  const named = players.filter(({ seat }) => element.reasons.some((reason) => reason.seat === seat));
  if (!named.length) return null;
  return make("tr", { class: "reasons", "data-of": element.element }, make("td", { colspan: players.length + 1 },
    named.map(({ seat, name }) => [make("b", { class: `whose seat-${seat}` }, called(name)), lines(element, seat)])));
};

// Where places score, only those who have one get points.
const cell = (element, seat, isNow) => {
  const { place, tied } = placeOf(element, seat);
  const points = make("b", {}, signed(element.points[seat]));
  return make("td", { class: place ? `place-${place}` : "", "data-place-won": place, "data-tied": tied || null, "aria-current": step(isNow) },
    element.counts ? make("span", { class: "counted" }, number(element.counts[seat])) : null,
    place ? make("span", { class: "won" }, ` ${say(tied ? "scoring.tied" : "scoring.place", { place: ordinal(place) })} `, points) : null,
    element.places ? null : [" ", points]);
};

const row = (element, players, at) => [
  make("tr", { "data-element": element.element },
    make("th", { scope: "row" }, element.name),
    players.map(({ seat }) => cell(element, seat, element.events[seat] === at))),
  element.why ? make("tr", { class: "because" }, make("td", { colspan: players.length + 1 }, element.why)) : null,
  reasons(element, players),
];

const sum = ({ points, totals }, seat) => make("td", {},
  make("b", {}, signed(points[seat])), totals ? ` → ${number(totals[seat])}` : null);

// May be wider than a phone: it can be scrolled, by keyboard too.
const tableOf = (table, game, players, at) => [
  make("h3", {}, table.title),
  make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": table.title },
    make("table", {},
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("scoring.element")),
        players.map(({ seat, name }) => make("th", { scope: "col", class: `seat-${seat}` }, called(name))))),
      make("tbody", {}, table.elements.map((element) => row(element, players, at))),
      make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, say("scoring.total")),
        players.map(({ seat }) => sum(table, seat)))))),
  make("p", { class: "rule" },
    make("a", { href: `/rules/${game}#${table.section}` }, say("rules.section", { section: table.section }))),
];

const told = ({ notes, events }, at) => (notes.length
  ? make("ul", { class: "told" }, notes.map((note) =>
    make("li", { "data-at": events[note - 1].at, "aria-current": step(note === at) }, events[note - 1].text)))
  : null);

// `at` is the number of the event that is shown.
export const scoringOf = (settlement, game, players, at) => make("div", { class: "tables" },
  settlement.tables.map((table) => tableOf(table, game, players, at)),
  told(settlement, at),
  settlement.tie_break ? make("p", { class: "tie-break" }, settlement.tie_break) : null);
