// All tournaments, newest first, and the form that announces another one.

import { API, askJson } from "../api.js";
import { make, replace } from "../dom.js";
import { pageOf } from "../tournaments/event.js";
import { StartEvent } from "../tournaments/start_event.js";
import { troubleText } from "../trouble.js";
import { moment, say } from "../words.js";

const item = (event) => make("li", { class: `card event-card ${event.phase}` },
  make("h3", {}, make("a", { href: pageOf(event.id) }, event.title)),
  make("p", {}, make("b", { class: `phase ${event.phase}` }, say(`phase.${event.phase}`)), " · ", say(`game.${event.game}`)),
  make("p", {}, event.rounds ? say("event.round_of", { n: event.round, all: event.rounds }) : say("event.round_now", { n: event.round }),
    " · ", say("event.entrants", { n: event.entrants })),
  make("p", { class: "small" }, make("time", { datetime: event.created }, moment(event.created))));

class Events {
  constructor() {
    this.list = make("ul", { class: "events" });
    this.empty = make("p", { class: "empty", hidden: true }, say("events.none"));
    this.note = make("p", { class: "said-here", role: "status" });
    this.more = make("button", { type: "button", hidden: true, onclick: () => this.load().catch((error) => { this.note.textContent = troubleText(error); }) }, say("events.more"));
    this.element = make("section", { "aria-labelledby": "events-title" },
      make("h2", { id: "events-title" }, say("events.list")), this.list, this.empty, this.more, this.note);
  }

  async load() {
    const { tournaments, cursor } = await askJson(`${API}/tournaments${this.cursor ? `?cursor=${this.cursor}` : ""}`);
    this.cursor = cursor;
    this.more.hidden = !cursor;
    this.list.append(...tournaments.map(item));
    this.empty.hidden = this.list.children.length > 0;
  }
}

export const show = async (main) => {
  document.title = `${say("events.title")} · Schichtbuch`;
  const events = new Events();
  const [{ games: rules }] = await Promise.all([askJson(`${API}/rules`), events.load()]);
  replace(main,
    make("div", { class: "lead" }, make("h1", {}, say("events.title")), make("p", { class: "big" }, say("events.lead"))),
    make("div", { class: "start" }, events.element, make("div", { class: "cards-column" }, new StartEvent(rules).element)));
};
