// Every event as a sentence; the current one stands out, a click jumps.

import { make } from "./dom.js";
import { isAbandoned, isOfTable } from "./table/marks.js";
import { say } from "./words.js";

const WINDOW = 400; // sentences that are on the page at once: a long game has thousands

export class Story {
  constructor(course) {
    this.course = course;
    this.list = make("ol", { class: "sentences", onclick: (event) => this.click(event) });
    this.items = new Map();
  }

  click(event) {
    const item = event.target.closest("[data-at]");
    if (item) this.course.go(item.dataset.at);
  }

  draw() {
    const { list } = this.course.frames;
    const middle = Math.max(0, this.course.place);
    const from = Math.max(0, Math.min(middle - WINDOW / 2, list.length - WINDOW));
    this.from = from;
    this.shown = list.slice(from, from + WINDOW);
    this.items = new Map();
    this.list.replaceChildren(...this.shown.map((frame, at) => this.item(frame, this.shown[at - 1])));
    this.point();
  }

  item(frame, before) {
    const first = !before || before.version !== frame.version;
    const button = make("button", { type: "button", "data-at": frame.at, tabindex: "-1" },
      make("span", { class: "number", "aria-hidden": "true" }, first ? frame.version : ""), frame.text);
    const abandoned = !isOfTable(frame) && isAbandoned(this.course.line, frame.version);
    const kinds = [first && "first", isOfTable(frame) && "of-table", abandoned && "abandoned"];
    const item = make("li", { class: kinds.filter(Boolean).join(" "), title: abandoned ? say("table.abandoned") : null }, button);
    this.items.set(frame.at, button);
    return item;
  }

  point() {
    const { frame } = this.course;
    if (!frame) return;
    const near = this.items.get(frame.at);
    if (!near || this.nearEdge(frame)) {
      if (!this.drawing) {
        this.drawing = true;
        this.draw();
        this.drawing = false;
      }
      return;
    }
    this.current?.removeAttribute("aria-current");
    this.current?.setAttribute("tabindex", "-1");
    near.setAttribute("aria-current", "step");
    near.setAttribute("tabindex", "0");
    this.current = near;
    this.reveal(near);
  }

  nearEdge(frame) {
    const place = this.course.frames.place(frame.at);
    const { length } = this.course.frames.list;
    const before = this.from > 0 && place - this.from < 20;
    const after = this.from + WINDOW < length && this.from + WINDOW - place < 20;
    return (before || after) && !this.drawing;
  }

  // Scrolls the list only: the page itself must not jump at every step.
  reveal(item) {
    const list = this.list.getBoundingClientRect();
    const box = item.getBoundingClientRect();
    if (box.top < list.top || box.bottom > list.bottom) {
      this.list.scrollTop += box.top - list.top - list.height / 3;
    }
  }
}
