// Buttons and keys to move through a game, and to let it play by itself.

import { make, svg } from "./dom.js";
import { say } from "./words.js";

const SPEEDS = [0.5, 1, 2, 4, 8];
const PACE = 1200; // milliseconds an event at speed 1: about what it takes to read a sentence

const BUTTONS = [
  ["first", "Home"],
  ["shift-back", "Ctrl+←"],
  ["turn-back", "Shift+←"],
  ["event-back", "←"],
  ["play", "Space"],
  ["event-on", "→"],
  ["turn-on", "Shift+→"],
  ["shift-on", "Ctrl+→"],
  ["last", "End"],
];

// Glyphs that fonts draw as pictures would differ from each other: these are drawn alike.
const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  "shift-back": "M2 3h1.6v10H2zM9 3v10L4 8zM14.5 3v10l-5-5z",
  "turn-back": "M8 3v10L2 8zM14 3v10L8 8z",
  "event-back": "M11 3v10L5 8z",
  play: "M4 2.5v11L14 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  "event-on": "M5 3v10l6-5z",
  "turn-on": "M2 3v10l6-5zM8 3v10l6-5z",
  "shift-on": "M1.5 3v10l5-5zM7 3v10l5-5zM12.4 3H14v10h-1.6z",
  last: "M3 3v10l7-5zM11 3h2v10h-2z",
};

const icon = (name) => svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

export class Controls {
  constructor(course) {
    this.course = course;
    this.playing = false;
    this.speed = 1;
    this.buttons = Object.fromEntries(BUTTONS.map(([name, key]) => [name, make("button", {
      type: "button",
      class: "step",
      "data-step": name,
      title: `${say(`step.${name}`)} (${say(`key.${key}`)})`,
      "aria-label": say(`step.${name}`),
      onclick: () => this.press(name),
    }, icon(name))]));
    this.pace = make("select", {
      "aria-label": say("speed"),
      onchange: () => { this.speed = Number(this.pace.value); },
    }, SPEEDS.map((speed) => make("option", { value: speed, selected: speed === 1 }, `${speed}×`)));
    this.element = make("div", { class: "controls", role: "toolbar", "aria-label": say("controls") },
      Object.values(this.buttons));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  async press(name) {
    if (name === "play") return this.toggle();
    this.pause();
    if (name === "first") return this.course.go("1.1");
    if (name === "last") return this.course.toEnd();
    const [unit, way] = name.split("-");
    return this.course.step(unit, way === "on" ? 1 : -1);
  }

  key(event) {
    if (event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    const name = this.named(event);
    if (!name) return;
    // A focused button or link keeps the space bar for itself.
    if (name === "play" && event.target.closest("button, a, summary")) return;
    event.preventDefault();
    this.press(name);
  }

  named(event) {
    if (event.key === " ") return "play";
    if (event.key === "Home") return "first";
    if (event.key === "End") return "last";
    const way = { ArrowRight: "on", ArrowLeft: "back" }[event.key];
    if (!way) return null;
    const unit = event.ctrlKey ? "shift" : event.shiftKey ? "turn" : "event";
    return `${unit}-${way}`;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  async play() {
    if (this.course.atEnd && !this.live) await this.course.go("1.1");
    this.playing = true;
    this.dress();
    this.tick();
  }

  pause() {
    this.playing = false;
    clearTimeout(this.timer);
    this.dress();
  }

  tick() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      if (!this.playing) return;
      await this.course.step("event", 1);
      if (this.course.atEnd && !this.live) this.pause();
      else this.tick();
    }, PACE / this.speed);
  }

  dress() {
    const name = this.playing ? "pause" : "play";
    this.buttons.play.replaceChildren(icon(name));
    this.buttons.play.setAttribute("aria-label", say(`step.${name}`));
  }

  update() {
    const { course } = this;
    const atStart = course.frame?.at === "1.1";
    for (const name of ["first", "shift-back", "turn-back", "event-back"]) this.able(name, !atStart);
    for (const name of ["last", "shift-on", "turn-on", "event-on"]) this.able(name, !course.atEnd);
  }

  // A button that is disabled outright would lose the focus of whoever steps with it.
  able(name, able) {
    this.buttons[name].setAttribute("aria-disabled", String(!able));
  }
}
