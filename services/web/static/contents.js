// The table of contents of a game: its turning points, to find, to click, and to jump between.

import { make, replace } from "./dom.js";
import { say } from "./words.js";

export const SIGNS = {
  scoring: "★",
  lead: "▲",
  majority: "◆",
  delivery: "➤",
  look: "◉",
  shortage: "∅",
  goal: "⚑",
  ruling: "§",
};

export class Contents {
  constructor(course) {
    Object.assign(this, { course, points: [] });
    this.kind = make("select", { "aria-label": say("contents.kind"), onchange: () => this.fill() });
    this.wanted = make("input", { type: "search", placeholder: say("contents.find"), "aria-label": say("contents.find"), oninput: () => this.fill() });
    this.list = make("ol", { class: "contents", onclick: (event) => this.click(event) });
    this.element = make("div", { class: "contents-panel" }, make("div", { class: "row" }, this.kind, this.wanted), this.list);
  }

  click(event) {
    const item = event.target.closest("[data-at]");
    if (item) this.course.go(item.dataset.at);
  }

  // Of a game that goes on there is mostly nothing new.
  draw(points) {
    if (points === this.points && points.length === this.drawn) return;
    Object.assign(this, { points, drawn: points.length });
    const chosen = this.kind.value;
    const kinds = Object.keys(SIGNS).filter((kind) => points.some((point) => point.kind === kind));
    replace(this.kind, make("option", { value: "" }, say("contents.all")),
      kinds.map((kind) => make("option", { value: kind }, `${SIGNS[kind]} ${say(`contents.${kind}`)}`)));
    this.kind.value = kinds.includes(chosen) ? chosen : "";
    this.fill();
  }

  // Every word that was typed must be there.
  get found() {
    const words = this.wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
    return this.points.filter(({ kind, text }) => (!this.kind.value || kind === this.kind.value)
      && words.every((word) => text.toLowerCase().includes(word)));
  }

  fill() {
    const { found } = this;
    replace(this.list, found.length ? found.map((point) => this.item(point))
      : make("li", { class: "none" }, say(this.points.length ? "contents.none_fit" : "contents.none")));
    this.point();
  }

  item({ at, version, kind, text }) {
    return make("li", { "data-kind": kind }, make("button", { type: "button", "data-at": at, "data-version": version, title: say(`contents.${kind}`) },
      make("span", { class: "number", "aria-hidden": "true" }, version),
      make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[kind]), text));
  }

  // Where we are: the last one that has happened.
  point() {
    const { frame } = this.course;
    if (!frame || this.element.hidden) return;
    const buttons = [...this.list.querySelectorAll("button")];
    const here = buttons.findLast((button) => Number(button.dataset.version) <= frame.version);
    for (const button of buttons) button.toggleAttribute("aria-current", button === here);
    here?.setAttribute("aria-current", Number(here.dataset.version) === frame.version ? "step" : "true");
    this.reveal(here);
  }

  // Scrolls the list only: the page itself must not jump at every step.
  reveal(item) {
    if (!item?.checkVisibility()) return;
    const list = this.list.getBoundingClientRect();
    const box = item.getBoundingClientRect();
    const above = Math.max(0, Math.min(list.height / 3, list.height - box.height));
    if (box.top < list.top || box.bottom > list.bottom) this.list.scrollTop += box.top - list.top - above;
  }

  // On to the next one, or back; those that are looked for, if anything is.
  jump(direction) {
    const { frame } = this.course;
    const versions = this.found.map(({ version }) => version);
    const next = direction > 0 ? versions.find((version) => version > frame.version) : versions.findLast((version) => version < frame.version);
    return next ? this.course.go(String(next)) : null;
  }
}
