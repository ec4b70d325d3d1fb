// Points that are taken away, each with its reason; they can be given at any time.

import { make } from "../../dom.js";
import { called } from "../../names.js";
import { say } from "../../words.js";
import { namesIn, points } from "../event.js";
import { Part } from "../redraw.js";
import { labelled, reasonField, whoField } from "./fields.js";

const TWELFTHS = 12; // of a point

export class Penalties {
  constructor(desk) {
    this.desk = desk;
    this.part = new Part(make("div"), (facts) => this.draw(facts));
    this.element = make("section", { class: "card penalties", "aria-labelledby": "penalties-title" },
      make("h2", { id: "penalties-title" }, say("desk.penalties")), this.part.element);
  }

  show({ entrants, phase }, facts) {
    const given = facts.filter(({ type }) => type === "penalty_given");
    this.part.show({ entrants, given, over: phase === "finished" });
  }

  draw({ entrants, given, over }) {
    const name = namesIn({ entrants });
    return [
      given.length ? make("ul", { class: "given" }, given.map(({ entrant, twelfths, reason }) => make("li", {},
        called(name(entrant)), make("b", {}, ` ${points(-twelfths)} `), make("q", {}, reason))))
        : make("p", {}, say("desk.no_penalties")),
      over || !entrants.length ? null : this.form(entrants, name),
    ];
  }

  form(entrants, name) {
    const [who, reason] = [whoField(entrants, name, "who"), reasonField()];
    const taken = make("input", { name: "points", type: "number", step: "0.25", value: 1, required: true });
    const send = (event) => {
      event.preventDefault();
      this.desk.act({ type: "penalize", entrant: Number(who.value), twelfths: Math.round(Number(taken.value) * TWELFTHS), reason: reason.value.trim() });
    };
    return make("details", { "data-key": "penalize" }, make("summary", {}, say("desk.penalize")), make("p", {}, say("desk.penalties.means")),
      make("form", { onsubmit: send }, labelled("desk.who", who), labelled("desk.penalty_points", taken), labelled("desk.reason", reason),
        make("button", {}, say("desk.penalize"))));
  }
}
