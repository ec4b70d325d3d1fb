// The whole game in one line: a slider over its entries, with marks for shifts and scorings.

import { make } from "./dom.js";
import { say } from "./words.js";

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
    this.element = make("div", { class: "timeline" }, this.slider, this.marks);
    this.scorings = [];
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
    ];
    this.marks.replaceChildren(...marks.map((mark) => this.mark(mark)));
  }

  mark({ at, version, kind, text, label }) {
    const button = make("button", {
      type: "button",
      class: `mark ${kind}`,
      title: label,
      "aria-label": label,
      onclick: () => this.course.go(at),
    }, text);
    const share = (version - 1) / Math.max(1, this.course.frames.version - 1);
    // The policy forbids style attributes, not the style of an element.
    button.style.setProperty("--share", `${(share * 100).toFixed(2)}%`);
    return button;
  }

  point() {
    const { frame } = this.course;
    if (!frame) return;
    this.slider.max = this.course.frames.version;
    this.slider.value = frame.version;
    this.slider.setAttribute("aria-valuetext", say("moment", { at: frame.at, version: this.course.frames.version }));
  }
}
