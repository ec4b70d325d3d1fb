// Two who never sit at one table: agreed before round 1, and listed from then on.

import { make } from "../../dom.js";
import { called } from "../../names.js";
import { say } from "../../words.js";
import { namesIn } from "../event.js";
import { Part } from "../redraw.js";
import { labelled, reasonField, whoField } from "./fields.js";

export class Forbidden {
  constructor(desk) {
    this.desk = desk;
    this.part = new Part(make("div"), (facts) => this.draw(facts));
    this.element = make("section", { class: "card forbidden", "aria-labelledby": "forbidden-title" },
      make("h2", { id: "forbidden-title" }, say("desk.forbidden")), this.part.element);
  }

  show({ entrants, round }, facts) {
    const pairs = facts.filter(({ type }) => type === "pair_forbidden");
    this.part.show({ entrants, pairs, early: round === 0 });
  }

  draw({ entrants, pairs, early }) {
    const name = namesIn({ entrants });
    return [
      pairs.length ? make("ul", { class: "given" }, pairs.map(({ entrants: [one, other], reason }) => make("li", {},
        called(name(one)), " + ", called(name(other)), " ", make("q", {}, reason))))
        : make("p", {}, say("desk.no_forbidden")),
      early && entrants.length > 1 ? this.form(entrants, name) : null,
    ];
  }

  form(entrants, name) {
    const [one, other, reason] = [whoField(entrants, name, "one"), whoField(entrants, name, "other"), reasonField()];
    other.selectedIndex = 1;
    const send = (event) => {
      event.preventDefault();
      this.desk.act({ type: "forbid_pair", entrants: [Number(one.value), Number(other.value)], reason: reason.value.trim() });
    };
    return make("details", { "data-key": "forbid" }, make("summary", {}, say("desk.forbid")), make("p", {}, say("desk.forbidden.means")),
      make("form", { onsubmit: send }, labelled("desk.who", one), labelled("desk.and_whom", other), labelled("desk.reason", reason),
        make("button", {}, say("desk.forbid"))));
  }
}
