// For the projector: who sits where, in large type, and how long the round still takes.

import { ask } from "../api.js";
import { make, replace } from "../dom.js";
import { called } from "../names.js";
import { Boards, livePlace, liveSeat } from "../tournaments/boards.js";
import { clock, SECOND } from "../tournaments/clock.js";
import { follow, glance, namesIn, pathOf } from "../tournaments/event.js";
import { Part } from "../tournaments/redraw.js";
import { isPublished } from "../tournaments/rounds.js";
import { ordinal, say } from "../words.js";

// When the round began stands in the log.
const begunAt = async (id, round) => {
  const lines = (await (await ask(`${pathOf(id)}/log`)).text()).split("\n").filter((line) => line.includes('"round_started"'));
  const found = lines.map((line) => JSON.parse(line)).find(({ events }) => events.some((event) => event.type === "round_started" && event.round === round));
  return found ? Date.parse(found.at) : null;
};

const table = (name) => (one) => make("li", { class: `screen-table${one.result ? " done" : ""}` },
  make("h2", {}, one.table),
  make("div", {}, livePlace(one), make("ol", {}, one.seats.map((entrant, seat) => make("li", { class: `seat-${seat}` },
    called(name(entrant)), liveSeat(one, seat), one.result ? make("b", {}, ` ${ordinal(one.result.places[seat])}`) : null)))));

class Screen {
  constructor(main, id) {
    this.id = id;
    this.title = make("h1");
    this.timer = make("p", { class: "timer", role: "timer", hidden: true });
    this.part = new Part(make("div"), (facts) => this.draw(facts));
    replace(main, make("div", { class: "screen" }, make("div", { class: "screen-head" }, this.title, this.timer), this.part.element));
    this.boards = new Boards(id, main);
  }

  // Before there are tables: what is waited for.
  waiting({ phase, entrants, now }) {
    if (phase === "registration") return say("screen.registration", { n: entrants.length });
    return phase === "asked" ? say("screen.being_paired", { n: now }) : say("screen.none");
  }

  draw({ title, phase, round, entrants, now }) {
    const name = namesIn({ entrants });
    replace(this.title, title, " ", make("small", {}, round ? say("round.number", { n: round.round }) : say(`phase.${phase}`)));
    return [
      round ? make("ul", { class: "screen-tables" }, round.tables.map(table(name))) : make("p", { class: "empty big" }, this.waiting({ phase, entrants, now })),
      round?.byes.length ? make("p", { class: "big" }, say("round.byes"), " ", round.byes.map(name).join(", ")) : null,
    ];
  }

  async refresh() {
    const { title, phase, version, state } = await glance(this.id);
    const round = state.rounds.findLast(isPublished);
    document.title = `${title} · Schichtbuch`;
    this.part.show({ title, phase, entrants: state.entrants, now: state.round, round: round && { round: round.round, tables: round.tables, byes: round.byes } });
    this.boards.follow(round, state.regulation.game);
    await this.time(round, state.regulation.round_minutes);
    return version;
  }

  async time(round, minutes) {
    this.ends = null;
    if (round?.status === "started" && minutes) {
      if (this.timed !== round.round) this.begun = await begunAt(this.id, round.round);
      this.timed = round.round;
      this.ends = this.begun && this.begun + minutes * 60 * SECOND;
    }
    this.tick();
  }

  tick() {
    this.timer.hidden = !this.ends;
    if (!this.ends) return;
    const left = this.ends - Date.now();
    this.timer.textContent = clock(left);
    this.timer.classList.toggle("over", left < 0);
  }
}

export const show = async (main, { subject }) => {
  const screen = new Screen(main, subject);
  const version = await screen.refresh();
  setInterval(() => screen.tick(), SECOND);
  follow(subject, version, () => screen.refresh().catch(() => {}));
};
