// Rounds and tables: who sits where, the games, the results, and how the tables were found.

import { make } from "../dom.js";
import { called } from "../names.js";
import { number, ordinal, say } from "../words.js";
import { livePlace, liveSeat } from "./boards.js";
import { pageOf } from "./event.js";
import { quality, termsOf } from "./terms.js";
import { showWhy } from "./why.js";

const SHOWN = ["published", "started", "closed"];
export const isPublished = ({ status }) => SHOWN.includes(status);

const result = ({ result: found }, seat) => found && make("span", { class: "result" },
  make("b", {}, ordinal(found.places[seat])),
  found.points.length ? ` ${say("table.points", { n: found.points[seat] })}` : null);

export const gameLink = (table) => table.game && make("a", { class: "button", href: `/games/${encodeURIComponent(table.game)}` },
  table.result ? say("table.replay") : say("table.watch"));

// `onWho(entrant)` makes every person a button; `more` stands below.
export const tableCard = (table, name, onWho, more = null) => make("li", { class: `event-table${table.result ? " done" : ""}`, "data-table": table.table },
  make("h4", {}, say("table.number", { n: table.table })), livePlace(table),
  make("ol", {}, table.seats.map((entrant, seat) => make("li", { class: `seat-${seat}` },
    onWho ? make("button", { type: "button", class: "who", onclick: () => onWho(entrant) }, called(name(entrant))) : called(name(entrant)),
    liveSeat(table, seat), result(table, seat)))),
  make("p", { class: "row" }, gameLink(table),
    table.result?.typed ? make("span", { class: "mark" }, say("table.typed")) : null,
    table.result && table.result.confirmed.length ? make("small", {}, say("table.confirmed", { n: table.result.confirmed.length })) : null), more);

const progress = ({ tables, status }) => {
  const done = tables.filter(({ result: found }) => found).length;
  return status === "started" ? say("round.progress", { done, all: tables.length }) : say(`round.${status}`);
};

// Once nobody plays the deal any more.
const dealLink = (id, { round, tables }, deals) => (deals === "duplicate" && tables.length && tables.every(({ result: found }) => found)
  ? make("p", {}, make("a", { class: "button", href: pageOf(id, `deals/${round}`) }, say("round.deal"))) : null);

const roundPart = (id, round, name, deals) => {
  const why = make("div", { class: "why", hidden: true });
  const ask = (entrant) => showWhy(why, id, round.round, entrant, name);
  return make("section", { class: "round", "aria-labelledby": `round-${round.round}` },
    make("h3", { id: `round-${round.round}` }, say("round.number", { n: round.round }), " ", make("small", {}, progress(round))),
    isPublished(round) ? [
      make("p", { class: "hint" }, say("why.click")),
      make("ul", { class: "event-tables" }, round.tables.map((table) => tableCard(table, name, ask))),
      round.byes.length ? make("p", { class: "row" }, say("round.byes"), round.byes.map((entrant) =>
        make("button", { type: "button", class: "who", onclick: () => ask(entrant) }, called(name(entrant))))) : null,
      why, dealLink(id, round, deals),
      make("details", { "data-key": `terms-${round.round}` },
        make("summary", {}, say("terms.title"), " ", make("span", { class: `quality ${round.pairing}` }, quality(round))), termsOf(round)),
    ] : make("p", {}, say(`round.${round.status}.means`)));
};

export const roundsOf = (id, { rounds, deals }, name) => (rounds.length
  ? [...rounds].reverse().map((round) => roundPart(id, round, name, deals))
  : make("p", { class: "empty" }, say("event.no_rounds")));

export const roundsPlayed = ({ round, rounds_planned: planned }) =>
  (planned ? say("event.round_of", { n: number(round), all: planned }) : say("event.round_now", { n: number(round) }));
