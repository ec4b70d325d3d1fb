// One screen for several: before the next one sees anything, the screen is handed over.

import { make, replace } from "../dom.js";
import { calledInText } from "../names.js";
import { say } from "../words.js";

export class HandOver {
  constructor() {
    this.covers = false;
    this.element = make("dialog", { class: "hand-over", "aria-labelledby": "hand-over-title", onclose: () => this.insist() });
    document.body.append(this.element);
  }

  // Whoever asks twice, with Escape or the button that goes back, closes any dialog: browsers see to that.
  // Behind it nothing is drawn meanwhile, and it is there again at once.
  insist() {
    if (this.covers) this.element.showModal();
  }

  cover(covers) {
    this.covers = covers;
    document.body.classList.toggle("covered", covers);
  }

  // Covers everything until whoever is named says so.
  async to(name) {
    const who = calledInText(name);
    const taken = new Promise((done) => {
      replace(this.element, make("h2", { id: "hand-over-title" }, say("play.hand_over", { player: who })),
        make("p", {}, say("play.hand_over_why", { player: who })),
        make("button", { type: "button", class: "main", onclick: done }, say("play.i_am", { player: who })));
    });
    this.cover(true);
    if (!this.element.open) this.element.showModal();
    await taken;
  }

  open() {
    this.cover(false);
    this.element.close();
  }
}
