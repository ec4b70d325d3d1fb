// Beside the board one reads: the story event by event, or the table of contents of a game that is over.

import { make } from "./dom.js";
import { keep, recall } from "./memory.js";
import { say } from "./words.js";

const PAGES = ["story", "contents"];

export class Reading {
  constructor(story, contents, over) {
    Object.assign(this, { story, contents });
    this.buttons = PAGES.map((page) => make("button", { type: "button", "data-page": page, onclick: () => this.choose(page) }, say(page)));
    this.element = make("aside", { class: "story", "aria-label": say("reading") },
      make("div", { class: "pages", role: "group", "aria-label": say("reading") }, this.buttons),
      story.list, contents.element);
    this.open(PAGES.find((page) => page === recall("reading")) ?? (over ? "contents" : "story"));
  }

  choose(page) {
    keep("reading", page);
    this.open(page);
  }

  open(page) {
    for (const button of this.buttons) button.setAttribute("aria-pressed", String(button.dataset.page === page));
    this.story.list.hidden = page !== "story";
    this.contents.element.hidden = page !== "contents";
    this.point();
  }

  point() {
    this.story.point();
    this.contents.point();
  }
}
