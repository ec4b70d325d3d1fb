// The whole game in one line: a slider over its entries, with marks for shifts, scorings,
// rulings and turning points.

import { make } from "./dom.js";
import { tableMarks } from "./table/marks.js";
import { say } from "./words.js";

const MARKED = ["scoring", "ruling"]; // have buttons of their own
const NEAR = 0.065; // of the whole: marks that are nearer would lie on each other

// What happened around the table often happens in a row: then one mark leads to the first of it.
const together = (marks, last) => marks.reduce((found, mark) => {
  const before = found.at(-1);
  if (!before || (mark.version - before.version) / last > NEAR) return [...found, mark];
  const text = before.text === mark.text ? mark.text : "…";
  return [...found.slice(0, -1), { ...before, text, label: `${before.label}\n${mark.label}` }];
}, []);

export class Timeline {
  constructor(course) {
    this.course = course;
    this.slider = make("input", {
      type: "range",
      min: 1,
      step: 1,
      "aria-label": say("timeline"),
      oninput: () => course.go(this.slider.value),
    });
    this.marks = make("div", { class: "marks" });
    this.ticks = make("div", { class: "ticks", "aria-hidden": "true", onclick: (event) => this.jump(event) });
    this.element = make("div", { class: "timeline" }, this.slider, this.ticks, this.marks);
    this.scorings = [];
    this.turningPoints = [];
  }

  // Until everything is there, marks are missing.
  async awaiting(rest) {
    this.element.setAttribute("aria-busy", "true");
    await rest;
    this.element.setAttribute("aria-busy", "false");
  }

  draw() {
    const { frames } = this.course;
    this.slider.max = frames.version;
    const begins = this.course.shiftBegins().filter(({ view }) => view.period > 0);
    const marks = [
      ...begins.map((frame) => ({
        at: frame.at, version: frame.version, kind: "begin", text: String(frame.view.period),
        label: say("mark.shift", { period: frame.view.period }),
      })),
      ...this.scorings.map(({ version }) => ({
        at: `${version}.1`, version, kind: "star", text: "★", label: say("mark.scoring", { version }),
      })),
      ...together(tableMarks(frames.list), frames.version),
    ];
    this.marks.replaceChildren(...marks.map((mark) => this.mark(mark)));
    this.drawTicks();
  }

  // Too many to be buttons: the table of contents has them for keys and readers.
  drawTicks() {
    const points = this.turningPoints.filter(({ kind }) => !MARKED.includes(kind));
    this.ticks.replaceChildren(...points.map(({ at, version, kind, text }) =>
      this.shared(make("span", { class: "tick", "data-kind": kind, "data-at": at, title: text }), version)));
  }

  jump(event) {
    const { at } = event.target.dataset;
    if (at) this.course.go(at);
  }

  shared(element, version) {
    const share = (version - 1) / Math.max(1, this.course.frames.version - 1);
    // The policy forbids style attributes, not the style of an element.
    element.style.setProperty("--share", `${(share * 100).toFixed(2)}%`);
    return element;
  }

  mark({ at, version, kind, text, label }) {
    return this.shared(make("button", {
      type: "button",
      class: `mark ${kind}`,
      title: label,
      "aria-label": label,
      onclick: () => this.course.go(at),
    }, text), version);
  }

  point() {
    const { frame } = this.course;
    if (!frame) return;
    this.slider.max = this.course.frames.version;
    // Chunks that arrive meanwhile must not pull it back from where it was moved to.
    this.slider.value = this.course.heading ?? frame.version;
    this.slider.setAttribute("aria-valuetext", say("moment", { at: frame.at, version: this.course.frames.version }));
  }
}
