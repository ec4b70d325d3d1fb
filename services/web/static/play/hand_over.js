// One screen for several: before the next one sees anything, the screen is handed over.

import { make, replace } from "../dom.js";
import { calledInText } from "../names.js";
import { say } from "../words.js";

export class HandOver {
  constructor() {
    this.element = make("dialog", { class: "hand-over", "aria-labelledby": "hand-over-title", oncancel: (event) => event.preventDefault() });
    document.body.append(this.element);
  }

  // Covers everything until whoever is named says so.
  async to(name) {
    const who = calledInText(name);
    const taken = new Promise((done) => {
      replace(this.element, make("h2", { id: "hand-over-title" }, say("play.hand_over", { player: who })),
        make("p", {}, say("play.hand_over_why")),
        make("button", { type: "button", class: "main", onclick: done }, say("play.i_am", { player: who })));
    });
    if (!this.element.open) this.element.showModal();
    await taken;
  }

  open() {
    this.element.close();
  }
}
