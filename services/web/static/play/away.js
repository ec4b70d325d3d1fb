// What happened while one was away, as a short story, for who comes back.

import { worthTelling } from "../actions.js";
import { make, replace } from "../dom.js";
import { keep, recall } from "../memory.js";
import { say } from "../words.js";

const MOST = 12; // sentences: about a round

export class Away {
  constructor(viewer, seat) {
    this.viewer = viewer;
    this.name = `seen.${viewer.game.id}.${seat}`;
    this.element = make("section", { class: "away", hidden: true, "aria-label": say("play.away") });
    this.before = Number(recall(this.name)) || null;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.leave() : this.tell()));
  }

  // What is on the screen counts as seen; who has just come is told first.
  seen() {
    if (document.hidden) return;
    if (this.before !== null) {
      this.tell();
      return;
    }
    keep(this.name, String(this.viewer.frames.newest));
  }

  leave() {
    this.before = this.viewer.frames.newest;
  }

  async tell() {
    const { before, viewer } = this;
    this.before = null;
    this.seen();
    if (!before || viewer.frames.newest <= before + 1) return;
    await viewer.frames.load(viewer.frames.newest);
    const told = worthTelling(viewer.frames.list.filter(({ version }) => version > before)).slice(-MOST);
    if (told.length) this.show(told);
  }

  show(told) {
    this.element.hidden = false;
    replace(this.element, make("h3", {}, say("play.away")),
      make("ol", {}, told.map(({ text }) => make("li", {}, text))),
      make("div", { class: "row" },
        make("button", { type: "button", onclick: () => this.again(told[0]) }, say("play.see_again")),
        make("button", { type: "button", onclick: () => this.hide() }, say("play.understood"))));
  }

  hide() {
    this.element.hidden = true;
  }

  async again(first) {
    this.hide();
    await this.viewer.course.go(first.at);
    this.viewer.controls.play();
  }
}
