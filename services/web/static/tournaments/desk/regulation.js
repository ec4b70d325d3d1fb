// The regulation: changed before round 1, with a reason; afterwards it only stands here.

import { make } from "../../dom.js";
import { say } from "../../words.js";
import { Part } from "../redraw.js";
import { labelled, reasonField } from "./fields.js";

const INDENT = 1;

const written = (regulation) => JSON.stringify(regulation, null, INDENT);

export class RegulationForm {
  constructor(desk) {
    this.desk = desk;
    this.part = new Part(make("div"), (facts) => this.draw(facts));
    this.element = make("section", { class: "card regulation", "aria-labelledby": "regulation-title" },
      make("h2", { id: "regulation-title" }, say("desk.regulation")), this.part.element);
  }

  show({ regulation, round }) {
    this.part.show({ regulation, early: round === 0 });
  }

  draw({ regulation, early }) {
    if (!early) {
      return [make("p", {}, say("desk.regulation_fixed")),
        make("details", { "data-key": "regulation" }, make("summary", {}, say("desk.regulation_text")), make("pre", {}, written(regulation)))];
    }
    return make("details", { "data-key": "regulation" }, make("summary", {}, say("desk.regulation_change")),
      make("p", {}, say("desk.regulation.means")), this.form(regulation));
  }

  // What is changed most often has a field of its own; each writes into the text, which is what is sent.
  form(regulation) {
    const text = make("textarea", { name: "regulation", rows: 12, required: true, spellcheck: "false", class: "code" });
    text.value = written(regulation);
    const reason = reasonField();
    const field = (value, change, more) => make("input", { ...more, value: value ?? "", onchange: ({ target }) => this.rewrite(text, (now) => change(now, target)) });
    const optional = (name) => (now, { value }) => ({ ...now, [name]: value ? Number(value) : undefined });
    const first = (now, { value }) => ({ ...now, stages: now.stages.map((stage, at) => (at ? stage : { ...stage, rounds: Number(value) })) });
    const send = (event) => {
      event.preventDefault();
      if (this.rewrite(text, (now) => now)) this.desk.act({ type: "change_regulation", regulation: text.value, reason: reason.value.trim() });
    };
    return make("form", { onsubmit: send },
      labelled("form.name", field(regulation.title, (now, { value }) => ({ ...now, title: value }), { name: "title", maxlength: 120 })),
      labelled("form.rounds", field(regulation.stages[0].rounds, first, { name: "rounds", type: "number", min: 1, max: 20 })),
      labelled("form.minutes", field(regulation.round_minutes, optional("round_minutes"), { name: "minutes", type: "number", min: 1, max: 1440 })),
      labelled("desk.capacity", field(regulation.capacity, optional("capacity"), { name: "capacity", type: "number", min: 1 })),
      labelled("desk.regulation_text", text), labelled("desk.reason", reason), make("button", {}, say("desk.regulation_change")));
  }

  // False if the text is no JSON, which is told.
  rewrite(text, change) {
    try {
      text.value = written(change(JSON.parse(text.value)));
      return true;
    } catch (error) {
      this.desk.tell(say("desk.regulation_no_json", { because: error.message }));
      return false;
    }
  }
}
