// The organizer's desk: everything an event needs on its day, in the order in which it is needed.

import { make, replace } from "../dom.js";
import { ByHand } from "../tournaments/desk/by_hand.js";
import { Facts } from "../tournaments/desk/facts.js";
import { Forbidden } from "../tournaments/desk/forbidden.js";
import { Helpers } from "../tournaments/desk/helpers.js";
import { Links } from "../tournaments/desk/links.js";
import { NextStep } from "../tournaments/desk/next_step.js";
import { Penalties } from "../tournaments/desk/penalties.js";
import { People } from "../tournaments/desk/people.js";
import { Registering } from "../tournaments/desk/registering.js";
import { RegulationForm } from "../tournaments/desk/regulation.js";
import { Tables } from "../tournaments/desk/tables.js";
import { act, follow, glance, pageOf } from "../tournaments/event.js";
import { forgetAll, keyOf, rememberKey } from "../tournaments/keys.js";
import { troubleText } from "../trouble.js";
import { say } from "../words.js";

const NOT_OURS = ["token_unknown", "token_needed"];

class DeskPage {
  constructor(main, id, key) {
    Object.assign(this, { id, key, facts: new Facts(id) });
    this.note = make("p", { class: "said-here", role: "status" });
    this.title = make("h1");
    this.parts = [new NextStep(this), new Tables(this), new ByHand(this), new Registering(this), new People(this), new Links(this),
      new Penalties(this), new Forbidden(this), new RegulationForm(this), new Helpers(this)];
    replace(main, make("div", { class: "event desk" },
      make("div", { class: "lead" }, this.title,
        make("nav", { class: "row", "aria-label": say("event.pages") },
          make("a", { class: "button", href: pageOf(id) }, say("event.page")),
          make("a", { class: "button", href: pageOf(id, "screen"), target: "_blank" }, say("event.screen")),
          make("button", { type: "button", onclick: () => this.leave() }, say("desk.leave"))),
        make("details", { class: "event-key" }, make("summary", {}, say("desk.key_show")),
          make("p", {}, say("desk.key_once")), make("code", {}, key))),
      this.note, this.parts.map(({ element }) => element)));
  }

  leave() {
    forgetAll(this.id);
    location.reload();
  }

  // What is wished; the answer is the new entry, or nothing if it was refused, which is told.
  act(action) {
    return this.attempt(async () => {
      const written = await act(this.id, this.key, action);
      await this.refresh();
      return written;
    });
  }

  async attempt(doing) {
    this.tell("");
    try {
      return await doing();
    } catch (error) {
      this.tell(troubleText(error));
      return null;
    }
  }

  // It stays in sight, however far down the form is.
  tell(text) {
    this.note.textContent = text;
  }

  async refresh() {
    const event = await glance(this.id, this.key);
    const facts = await this.facts.read(event.version);
    document.title = `${say("event.desk")} · ${event.title}`;
    this.title.textContent = event.title;
    for (const part of this.parts) part.show(event.state, facts);
    return event;
  }
}

const askForKey = (main, id, said = "") => {
  const key = make("input", { type: "password", name: "key", required: true, autocomplete: "off" });
  const enter = async (event) => {
    event.preventDefault();
    rememberKey(id, key.value.trim());
    await show(main, { subject: id });
  };
  replace(main, make("div", { class: "lead" }, make("h1", {}, say("event.desk")), make("p", {}, say("desk.lead"))),
    make("section", { class: "card" }, make("form", { onsubmit: enter },
      make("label", {}, make("span", {}, say("desk.key")), key), make("p", {}, say("desk.key_why")),
      make("button", { class: "main" }, say("desk.enter"))),
    make("p", { class: "said-here", role: "status" }, said)));
};

export const show = async (main, { subject }) => {
  document.title = `${say("event.desk")} · Schichtbuch`;
  const key = keyOf(subject);
  if (!key) {
    askForKey(main, subject);
    return;
  }
  try {
    const desk = new DeskPage(main, subject, key);
    const { version } = await desk.refresh();
    follow(subject, version, () => desk.refresh().catch((error) => desk.tell(troubleText(error))));
  } catch (error) {
    if (!NOT_OURS.includes(error.code)) throw error;
    rememberKey(subject, null);
    askForKey(main, subject, say("desk.wrong_key"));
  }
};
