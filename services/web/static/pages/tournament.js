// A tournament as everybody may see it: standings, rounds and tables, what was done by hand, and the proof.

import { make, replace } from "../dom.js";
import { say } from "../words.js";
import { checksOf, integrityOf } from "../tournaments/checks.js";
import { Boards } from "../tournaments/boards.js";
import { follow, glance, namesIn, pageOf, standingsOf } from "../tournaments/event.js";
import { Part } from "../tournaments/redraw.js";
import { roundsOf, roundsPlayed } from "../tournaments/rounds.js";
import { standingsTable } from "../tournaments/standings.js";

const card = (word, content) => make("section", { class: `card part-${word}`, "aria-labelledby": `${word}-title` },
  make("h2", { id: `${word}-title` }, say(`event.${word}`)), content);

const head = ({ id, title, game, phase, state }) => [
  make("h1", {}, title),
  make("p", { class: "big" }, make("b", { class: `phase ${phase}` }, say(`phase.${phase}`)), " · ", say(`game.${game}`), " · ",
    roundsPlayed(state), " · ", say("event.entrants", { n: state.entrants.length })),
  make("p", {}, say("integrity.count", { n: state.integrity.length })),
  make("nav", { class: "row", "aria-label": say("event.pages") },
    make("a", { class: "button", href: pageOf(id, "screen") }, say("event.screen")),
    make("a", { class: "button", href: pageOf(id, "desk") }, say("event.desk")),
    make("a", { class: "button", href: "/tournaments" }, say("event.all"))),
];

const people = (entrants, name) => (entrants.length ? make("ol", { class: "people" }, entrants.map((one) => make("li", {},
  name(one.entrant), one.club ? make("small", {}, ` ${one.club}`) : null,
  one.withdrawn ? make("span", { class: "mark" }, say("person.withdrawn")) : null,
  one.late ? make("span", { class: "mark" }, say("person.late")) : null))) : make("p", { class: "empty" }, say("event.nobody")));

// Each part says what it shows of the event: only when that has changed it is drawn anew.
const PARTS = {
  standings: [({ found, state }) => [found, state.entrants, state.regulation],
    ([found, entrants, regulation]) => (found ? standingsTable(found, regulation, namesIn({ entrants })) : make("p", { class: "empty" }, say("standings.none")))],
  rounds: [({ id, state }) => [id, state.rounds, state.regulation.deals, state.entrants],
    ([id, rounds, deals, entrants]) => roundsOf(id, { rounds, deals }, namesIn({ entrants }))],
  people: [({ state }) => state.entrants, (entrants) => people(entrants, namesIn({ entrants }))],
  integrity: [({ state: { entrants, integrity, integrity_counts: counts } }) => ({ entrants, integrity, integrity_counts: counts }), (state) => integrityOf(state, namesIn(state))],
  check: [({ id, links, commitment, state }) => ({ id, links, commitment, state: { regulation_sha256: state.regulation_sha256 } }), checksOf],
};

class Page {
  constructor(main, id) {
    this.id = id;
    this.head = new Part(make("div", { class: "lead" }), head);
    this.parts = Object.entries(PARTS).map(([word, [pick, draw]]) => ({ word, pick, part: new Part(make("div"), draw) }));
    replace(main, make("div", { class: "event" }, this.head.element, this.parts.map(({ word, part }) => card(word, part.element))));
    this.boards = new Boards(id, main);
  }

  async refresh() {
    const event = await glance(this.id);
    event.found = await standingsOf(this.id, event.state);
    document.title = `${event.title} · Schichtbuch`;
    const { id, title, game, phase, state: { round, rounds_planned, entrants, integrity } } = event;
    this.head.show({ id, title, game, phase, state: { round, rounds_planned, entrants, integrity } });
    for (const { pick, part } of this.parts) part.show(pick(event));
    this.boards.follow(event.state.rounds.at(-1), game);
    return event;
  }
}

export const show = async (main, { subject }) => {
  const page = new Page(main, subject);
  const { version, phase } = await page.refresh();
  if (phase !== "finished") follow(subject, version, () => page.refresh().catch(() => {}));
};
