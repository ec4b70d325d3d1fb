// Keys for helpers: made under a name, shown once, revoked at once.

import { ask, askJson } from "../../api.js";
import { make } from "../../dom.js";
import { called, calledInText } from "../../names.js";
import { language, say } from "../../words.js";
import { pathOf } from "../event.js";
import { Part } from "../redraw.js";
import { labelled } from "./fields.js";

export class Helpers {
  constructor(desk) {
    this.desk = desk;
    this.part = new Part(make("div"), (facts) => this.draw(facts));
    this.element = make("section", { class: "card helpers", "aria-labelledby": "helpers-title" },
      make("h2", { id: "helpers-title" }, say("desk.helpers")), make("p", {}, say("desk.helpers.means")), this.part.element);
    this.look();
  }

  // Keys are no entries of the log: they are asked for when the desk opens and after each change here.
  show() {}

  look(made = null) {
    return this.desk.attempt(async () => {
      const { keys } = await askJson(`${pathOf(this.desk.id)}/keys`, { token: this.desk.key, language });
      this.part.show({ keys, made });
    });
  }

  draw({ keys, made }) {
    return [
      keys.length ? make("ul", { class: "given" }, keys.map(({ id, name }) => make("li", { class: "row" }, called(name),
        make("button", { type: "button", "aria-label": say("desk.helper_revoke_of", { name: calledInText(name) }), onclick: () => this.revoke(id) }, say("desk.helper_revoke")))))
        : make("p", { class: "empty" }, say("desk.no_helpers")),
      made ? make("p", { class: "helper-key", role: "status" }, say("desk.helper_key", { name: calledInText(made.name) }), " ", make("code", {}, made.key)) : null,
      this.form(),
    ];
  }

  form() {
    const name = make("input", { name: "helper", required: true, autocomplete: "off" });
    const send = (event) => {
      event.preventDefault();
      this.desk.attempt(async () => {
        const made = await askJson(`${pathOf(this.desk.id)}/keys`, {
          method: "POST", token: this.desk.key, language, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name: name.value.trim() }),
        });
        await this.look(made);
      });
    };
    return make("form", { onsubmit: send }, labelled("desk.helper_name", name), make("button", {}, say("desk.helper_make")));
  }

  revoke(id) {
    return this.desk.attempt(async () => {
      await ask(`${pathOf(this.desk.id)}/keys/${encodeURIComponent(id)}`, { method: "DELETE", token: this.desk.key, language });
      await this.look();
    });
  }
}
