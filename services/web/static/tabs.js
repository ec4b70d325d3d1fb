// A narrow screen shows one thing at a time; the one where something changed opens by itself.

import { make } from "./dom.js";
import { say } from "./words.js";

const NAMES = ["board", "mines", "story", "chart", "scoring"];

export class Tabs {
  // `viewer` is the element whose `data-tab` the styles look at.
  constructor(viewer) {
    this.viewer = viewer;
    this.buttons = NAMES.map((name) => make("button", {
      type: "button", "data-tab-name": name, onclick: () => this.open(name),
    }, say(`tab.${name}`)));
    this.element = make("div", { class: "tabs", role: "group", "aria-label": say("tabs") }, this.buttons);
    this.open("board");
  }

  // A tab that is there only sometimes; who was in it is led back.
  offer(name, there) {
    this.buttons[NAMES.indexOf(name)].hidden = !there;
    if (!there && this.now === name) this.open("board");
  }

  open(name) {
    this.now = name;
    this.viewer.dataset.tab = name;
    for (const button of this.buttons) button.setAttribute("aria-pressed", String(button.dataset.tabName === name));
  }

  // There is something to see in it just now.
  glow(name, there) {
    this.buttons[NAMES.indexOf(name)].classList.toggle("news", there);
  }

  // Who is where something changed stays there.
  follow(changes) {
    if (changes.length && !changes.includes(this.now)) this.open(changes[0]);
  }
}
