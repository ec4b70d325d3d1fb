// What everybody had over time: a line per player, a band per shift, a line per scoring; a click jumps there.
//
// Points, points if it were scored then, or money. Only what is known is drawn: lines have gaps.

import { make, svg } from "./dom.js";
import { keep, recall } from "./memory.js";
import { calledInText } from "./names.js";
import { number, say } from "./words.js";

const WIDE = 1000;
const HIGH = 400;
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000];
const LINES = 5; // at most so many numbers on the axis

const stepOf = (range) => STEPS.find((step) => range / step <= LINES) || Math.ceil(range / LINES);

const moneyOf = (player) => player.marks ?? player.coins ?? null;

export class Chart {
  // `scoredAt(version)` is what would be scored after that entry.
  constructor(course, scoredAt) {
    Object.assign(this, { course, scoredAt });
    this.series = {
      points: (frame, seat) => frame.view.players[seat].points,
      scored: (frame, seat) => scoredAt(frame.version)?.totals[seat] ?? null,
      money: (frame, seat) => moneyOf(frame.view.players[seat]),
    };
    this.what = recall("chart") in this.series ? recall("chart") : "points";
    this.buttons = Object.keys(this.series).map((what) => make("button", {
      type: "button", "data-series": what, onclick: () => this.choose(what),
    }, say(`chart.${what}`)));
    this.choice = make("div", { class: "series", role: "group", "aria-label": say("chart.series") }, this.buttons);
    this.plot = svg("svg", { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.cursor = svg("line", { class: "cursor", y1: 0, y2: HIGH });
    this.finger = svg("line", { class: "finger", y1: 0, y2: HIGH, visibility: "hidden" });
    this.axis = make("div", { class: "axis", "aria-hidden": "true" });
    this.names = make("div", { class: "names", "aria-hidden": "true" });
    this.value = make("output", { class: "value" });
    this.field = make("div", {
      class: "field", role: "slider", tabindex: "0", "aria-label": say("chart"), "aria-valuemin": 1,
      onclick: (event) => this.course.go(this.versionAt(event)),
      onmousemove: (event) => this.show(this.versionAt(event)),
      onmouseleave: () => this.show(null),
      onfocus: () => this.show(this.course.frame?.version),
      onblur: () => this.show(null),
      onkeydown: (event) => this.key(event),
    }, this.plot, this.names);
    this.element = make("div", { class: "points-chart" }, this.axis, this.field, this.value);
  }

  versionAt(event) {
    const box = this.field.getBoundingClientRect();
    const { version } = this.course.frames;
    return Math.min(version, Math.max(1, Math.round(((event.clientX - box.left) / box.width) * (version - 1)) + 1));
  }

  // Up and down look along the lines; Enter goes there.
  key(event) {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Enter" && this.shown) this.course.go(this.shown);
    if (!way || !this.shown) return;
    event.preventDefault();
    this.show(Math.min(this.course.frames.version, Math.max(1, this.shown + way)));
  }

  choose(what) {
    this.what = what;
    keep("chart", what);
    this.draw();
  }

  // A game without money has no line for it.
  offer() {
    const poor = moneyOf(this.last[0].view.players[0]) === null;
    if (poor && this.what === "money") this.what = "points";
    for (const button of this.buttons) {
      const { series } = button.dataset;
      button.hidden = poor && series === "money";
      button.setAttribute("aria-pressed", String(series === this.what));
    }
  }

  valueOf(frame, seat) {
    return this.series[this.what](frame, seat);
  }

  x(frame) {
    const { frames } = this.course;
    const events = frames.byVersion.get(frame.version)?.length || 1;
    const at = frame.version - 1 - (events - frame.event) / events;
    return (Math.max(0, at) / Math.max(1, frames.version - 1)) * WIDE;
  }

  draw() {
    const { frames } = this.course;
    const last = [...frames.byVersion.keys()].sort((a, b) => a - b).map((version) => frames.byVersion.get(version).at(-1));
    if (!last.length) return;
    this.last = last;
    this.seats = last[0].view.players.map(({ seat }) => seat);
    this.offer();
    const all = last.flatMap((frame) => this.seats.map((seat) => this.valueOf(frame, seat))).filter((value) => value !== null);
    const step = stepOf(Math.max(10, ...all) - Math.min(0, ...all));
    this.low = Math.floor(Math.min(0, ...all) / step) * step;
    this.high = Math.ceil(Math.max(10, ...all) / step) * step;
    const ticks = Array.from({ length: (this.high - this.low) / step + 1 }, (_, at) => this.low + at * step);
    this.plot.replaceChildren(...this.bands(), ...this.scorings(), ...ticks.map((value) => this.tick(value)), ...this.lines(), this.finger, this.cursor);
    this.axis.replaceChildren(...ticks.map((value) => this.placed(make("span", {}, number(value)), value)));
    this.nameLines();
    this.point();
  }

  y(value) {
    return HIGH - ((value - this.low) / (this.high - this.low)) * HIGH;
  }

  // The policy forbids style attributes, not the style of an element.
  placed(element, value) {
    element.style.setProperty("top", `${((this.y(value) / HIGH) * 100).toFixed(2)}%`);
    return element;
  }

  tick(value) {
    return svg("line", { class: value ? "tick" : "zero", x1: 0, x2: WIDE, y1: this.y(value), y2: this.y(value) });
  }

  lines() {
    return this.seats.map((seat) => svg("path", { class: `line seat-${seat}`, d: this.line(seat) }));
  }

  line(seat) {
    let before = null;
    return this.last.map((frame) => {
      const value = this.valueOf(frame, seat);
      if (value === null) return "";
      const begins = !before || frame.version - before.version > 1;
      before = frame;
      return `${begins ? "M" : "L"}${this.x(frame).toFixed(1)} ${this.y(value).toFixed(1)}`;
    }).join("");
  }

  // Every other shift is shaded.
  bands() {
    const begins = this.course.shiftBegins();
    return begins.map((frame, at) => {
      const x = this.x(frame);
      const end = begins[at + 1] ? this.x(begins[at + 1]) : WIDE;
      return svg("rect", { class: `band ${at % 2 ? "odd" : "even"}`, x, y: 0, width: end - x, height: HIGH });
    });
  }

  scorings() {
    const { frames } = this.course;
    return (this.scored || []).map(({ version }) => frames.byVersion.get(version)?.at(-1)).filter(Boolean)
      .map((frame) => svg("line", { class: "scored", x1: this.x(frame), x2: this.x(frame), y1: 0, y2: HIGH }));
  }

  // Names at the ends of the lines, kept apart.
  nameLines() {
    const players = this.last.at(-1).view.players.map(({ seat, name }) => ({ seat, name, value: this.lastOf(seat) }))
      .filter(({ value }) => value !== null).map((player) => ({ ...player, y: this.y(player.value) / HIGH }))
      .sort((one, other) => one.y - other.y);
    const apart = 0.13;
    players.forEach((player, at) => {
      if (at) player.y = Math.max(player.y, players[at - 1].y + apart);
    });
    const over = Math.max(0, (players.at(-1)?.y ?? 0) - 1);
    this.names.replaceChildren(...players.map(({ seat, name, y }) => {
      const element = make("span", { class: `seat-${seat}` }, calledInText(name));
      element.style.setProperty("top", `${((y - over) * 100).toFixed(1)}%`);
      return element;
    }));
  }

  lastOf(seat) {
    const frame = this.last.findLast((one) => this.valueOf(one, seat) !== null);
    return frame ? this.valueOf(frame, seat) : null;
  }

  point() {
    const { frame, frames } = this.course;
    if (!frame || !this.last) return;
    const x = this.x(frame);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    this.field.setAttribute("aria-valuemax", frames.version);
    this.field.setAttribute("aria-valuenow", frame.version);
    this.field.setAttribute("aria-valuetext", this.told(frame));
    if (!this.shown) this.value.textContent = `${frame.version}: ${this.told(frame)}`;
  }

  // What everybody had after an entry; of what is shown now, unless somebody points elsewhere.
  show(version) {
    const frame = version && this.course.frames.byVersion.get(version)?.at(-1);
    this.shown = frame ? version : null;
    this.finger.setAttribute("visibility", frame ? "visible" : "hidden");
    if (!frame) {
      this.point();
      return;
    }
    this.value.textContent = `${version}: ${this.told(frame)}`;
    this.finger.setAttribute("x1", this.x(frame));
    this.finger.setAttribute("x2", this.x(frame));
  }

  told(frame) {
    return frame.view.players.map(({ seat, name }) => {
      const value = this.valueOf(frame, seat);
      return `${calledInText(name)} ${value === null ? "?" : number(value)}`;
    }).join(" · ");
  }
}
