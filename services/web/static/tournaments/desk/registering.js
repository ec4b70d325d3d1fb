// Registration: one person, a pasted list, or bots with which everything can be tried.

import { API, askJson } from "../../api.js";
import { make } from "../../dom.js";
import { say } from "../../words.js";
import { rememberToken } from "../keys.js";
import { labelled } from "./fields.js";

const MOST = 100; // actions that are sent at once

const inParts = (list) => Array.from({ length: Math.ceil(list.length / MOST) }, (_, at) => list.slice(at * MOST, (at + 1) * MOST));

export class Registering {
  constructor(desk) {
    this.desk = desk;
    this.names = make("textarea", { name: "names", rows: 3, required: true, spellcheck: "false" });
    this.reason = make("input", { name: "reason", maxlength: 500, autocomplete: "off" });
    this.reasonField = labelled("desk.late_reason", this.reason);
    this.count = make("input", { name: "bots", type: "number", min: 1, max: MOST, value: 8, required: true });
    this.element = make("section", { class: "card registering", "aria-labelledby": "register-title" },
      make("h2", { id: "register-title" }, say("desk.register")),
      this.reasonField,
      make("form", { onsubmit: (event) => this.people(event) },
        labelled("desk.names", this.names), make("button", { class: "main" }, say("desk.register"))),
      make("form", { onsubmit: (event) => this.bots(event) },
        labelled("desk.bots", this.count), make("button", {}, say("desk.fill"))));
  }

  show({ phase, regulation, entrants }) {
    Object.assign(this, { game: regulation.game, next: entrants.length + 1 });
    this.element.hidden = phase === "finished";
    this.reasonField.hidden = phase === "registration";
    this.reason.required = phase !== "registration";
  }

  async people(event) {
    event.preventDefault();
    const names = this.names.value.split("\n").map((name) => name.trim()).filter(Boolean);
    if (await this.register(names.map((name) => ({ name })))) this.names.value = "";
  }

  async bots(event) {
    event.preventDefault();
    const { games } = await askJson(`${API}/rules`);
    const { bots } = games.find(({ game }) => game === this.game);
    const bot = bots.includes("greedy") ? "greedy" : bots[0];
    await this.register(Array.from({ length: Number(this.count.value) }, (_, at) => ({ name: say("desk.bot_name", { n: this.next + at }), bot })));
  }

  // Whoever is a person gets a link; it is told once, so it is kept until the tab is closed.
  async register(people) {
    const reason = this.reasonField.hidden ? {} : { reason: this.reason.value.trim() };
    for (const some of inParts(people.map((one) => ({ type: "register", ...one, ...reason })))) {
      const written = await this.desk.act(some);
      if (!written) return false;
      written.forEach(({ token, events }, at) => {
        if (token && !some[at].bot) rememberToken(this.desk.id, events[0].entrant, token);
      });
    }
    await this.desk.refresh();
    return true;
  }
}
