// Who is there: large rows for check-in, and what else can happen to somebody.

import { make } from "../../dom.js";
import { ask } from "../../api.js";
import { called, calledInText } from "../../names.js";
import { language, say } from "../../words.js";
import { namesIn, pathOf } from "../event.js";
import { rememberToken } from "../keys.js";
import { Part } from "../redraw.js";
import { labelled, reasonField } from "./fields.js";

const MOST = 100; // actions that are sent at once
const NOT_BEGUN = ["asked", "failed", "paired", "published"];

// The round that check-in and absence are about: the open one if it has not begun, else the next.
const soonOf = ({ phase, round, next_round: next }) => (NOT_BEGUN.includes(phase) ? round : next);

export class People {
  constructor(desk) {
    this.desk = desk;
    this.part = new Part(make("div"), (facts) => this.draw(facts));
    this.element = make("section", { class: "card", "aria-labelledby": "people-title" },
      make("h2", { id: "people-title" }, say("desk.check_in")), this.part.element);
  }

  show(state) {
    const { entrants, checked_in, phase } = state;
    this.part.show({ entrants, checked_in, soon: soonOf(state), over: phase === "finished" });
  }

  draw({ entrants, checked_in: here, soon, over }) {
    if (!entrants.length) return make("p", { class: "empty" }, say("event.nobody"));
    const name = namesIn({ entrants });
    return [
      soon ? make("p", {}, say("desk.check_in_round", { n: soon, here: here.length, all: entrants.filter((one) => !one.withdrawn).length })) : null,
      soon && !over ? this.everybody(entrants.filter((one) => !one.withdrawn && !one.absent.includes(soon) && !here.includes(one.entrant))) : null,
      make("ul", { class: "check-in" }, entrants.map((one) => this.row(one, name(one.entrant), { is: here.includes(one.entrant), soon, over }))),
    ];
  }

  everybody(waiting) {
    const wish = waiting.slice(0, MOST).map(({ entrant }) => ({ type: "check_in", entrant }));
    return wish.length ? make("p", {}, make("button", { type: "button", onclick: () => this.desk.act(wish) }, say("desk.all_here"))) : null;
  }

  row(one, name, { is, soon, over }) {
    const { entrant } = one;
    const isAbsent = one.absent.includes(soon);
    const wish = (type, more = {}) => () => this.desk.act({ type, entrant, ...more });
    const button = (word, onclick, more = {}) => make("button", { type: "button", onclick, ...more }, say(word));
    const state = one.withdrawn ? "withdrawn" : isAbsent ? "absent" : is ? "here" : "open";
    return make("li", { class: `person ${state}`, "data-entrant": entrant },
      make("span", { class: "number" }, entrant), make("span", { class: "called" }, called(name), one.club ? make("small", {}, ` ${one.club}`) : null),
      soon || state === "withdrawn" ? make("span", { class: "mark" }, say(`person.${state}`)) : null,
      make("span", { class: "row" }, over ? null : [
        state === "open" && soon ? button("desk.here", wish("check_in"), { class: "main" }) : null,
        !one.withdrawn && !isAbsent && soon ? button("desk.absent", wish("mark_absent")) : null,
        one.withdrawn ? button("desk.return", wish("return")) : button("desk.withdraw", wish("withdraw")),
        this.replacing(entrant)], one.name === null ? null : this.erasing(entrant, name)));
  }

  // For ever, so it is asked once more.
  erasing(entrant, name) {
    const erase = () => this.desk.attempt(async () => {
      await ask(`${pathOf(this.desk.id)}/entrants/${entrant}/name`, { method: "DELETE", token: this.desk.key, language });
      await this.desk.refresh();
    });
    return make("details", { "data-key": `erase-${entrant}` }, make("summary", {}, say("desk.erase")), make("p", {}, say("desk.erase.means")),
      make("button", { type: "button", onclick: erase }, say("desk.erase_now", { name: calledInText(name) })));
  }

  replacing(entrant) {
    const [name, reason] = [make("input", { required: true, autocomplete: "off" }), reasonField()];
    const send = async (event) => {
      event.preventDefault();
      const written = await this.desk.act({ type: "replace", entrant, name: name.value.trim(), reason: reason.value.trim() });
      if (!written) return;
      if (written.token) rememberToken(this.desk.id, entrant, written.token);
      await this.desk.refresh();
    };
    return make("details", { "data-key": `replace-${entrant}` }, make("summary", {}, say("desk.replace")),
      make("form", { onsubmit: send }, labelled("desk.replace_name", name), labelled("desk.reason", reason),
        make("button", {}, say("desk.replace"))));
  }
}
