// Points over time: a line a player, a band a shift, a click jumps there.

import { svg } from "./dom.js";
import { calledInText } from "./names.js";
import { say, number } from "./words.js";

const WIDE = 1000;
const HIGH = 150;
const TOP = 14;
const BOTTOM = 12;

export class Chart {
  constructor(course) {
    this.course = course;
    this.element = svg("svg", {
      class: "chart",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      preserveAspectRatio: "none",
      role: "img",
      onclick: (event) => this.jump(event),
    });
    this.cursor = svg("line", { class: "cursor", y1: 0, y2: HIGH });
  }

  jump(event) {
    const box = this.element.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const { version } = this.course.frames;
    this.course.go(Math.min(version, Math.max(1, Math.round(share * (version - 1)) + 1)));
  }

  x(frame) {
    const { frames } = this.course;
    const events = frames.byVersion.get(frame.version)?.length || 1;
    const at = frame.version - 1 - (events - frame.event) / events;
    return (Math.max(0, at) / Math.max(1, frames.version - 1)) * WIDE;
  }

  draw() {
    const { frames } = this.course;
    const last = [...frames.byVersion.keys()].sort((a, b) => a - b)
      .map((version) => frames.byVersion.get(version).at(-1));
    if (!last.length) return;
    const players = last[0].view.players.length;
    const all = last.flatMap((frame) => frame.view.players.map(({ points }) => points));
    const low = Math.min(0, ...all);
    const high = Math.max(10, ...all);
    const y = (points) => HIGH - BOTTOM - ((points - low) / (high - low)) * (HIGH - TOP - BOTTOM);
    const lines = Array.from({ length: players }, (_, seat) => svg("polyline", {
      class: `line seat-${seat}`,
      points: last.map((frame) =>
        `${this.x(frame).toFixed(1)},${y(frame.view.players[seat].points).toFixed(1)}`).join(" "),
    }));
    const zero = svg("line", { class: "zero", x1: 0, x2: WIDE, y1: y(0), y2: y(0) });
    this.element.setAttribute("aria-label", this.told(last.at(-1).view));
    this.element.replaceChildren(...this.bands(), zero, ...lines, this.cursor);
    this.point();
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

  point() {
    if (!this.course.frame) return;
    const x = this.x(this.course.frame);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
  }

  told(view) {
    const points = view.players.map((player) => `${calledInText(player.name)} ${number(player.points)}`);
    return `${say("chart")}: ${points.join(", ")}`;
  }
}
