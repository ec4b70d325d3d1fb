// Buttons and keys to move through a game, and to let it play by itself.

import { make, svg } from "./dom.js";
import { showKeys } from "./key_help.js";
import { say } from "./words.js";

const SPEEDS = [0.5, 1, 2, 4, 8];
const BY_HAND = 3000; // milliseconds at most for the events of an action, for who steps by hand

const BUTTONS = [
  ["first", "Home"],
  ["shift-back", "Ctrl+←"],
  ["action-back", "←"],
  ["event-back", "Shift+←"],
  ["play", "Space"],
  ["event-on", "Shift+→"],
  ["action-on", "→"],
  ["shift-on", "Ctrl+→"],
  ["last", "End"],
];

// Glyphs that fonts draw as pictures would differ from each other: these are drawn alike.
const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  "shift-back": "M2 3h1.6v10H2zM9 3v10L4 8zM14.5 3v10l-5-5z",
  "action-back": "M8 3v10L2 8zM14 3v10L8 8z",
  "event-back": "M11 3v10L5 8z",
  play: "M4 2.5v11L14 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  "event-on": "M5 3v10l6-5z",
  "action-on": "M2 3v10l6-5zM8 3v10l6-5z",
  "shift-on": "M1.5 3v10l5-5zM7 3v10l5-5zM12.4 3H14v10h-1.6z",
  last: "M3 3v10l7-5zM11 3h2v10h-2z",
};

const icon = (name) => svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

const BACK = ["first", "shift-back", "action-back", "event-back"];
const ON = ["last", "shift-on", "action-on", "event-on"];

// Turning points have keys and the table of contents, no buttons.
const LETTERS = { n: "point-on", p: "point-back", "?": "keys" };

export class Controls {
  // `onPoint(direction)` goes to a turning point; `keys` is where keys are heard: all over the page,
  // unless there is more on it than this.
  constructor(course, playback, { onPoint = () => null, keys = document } = {}) {
    Object.assign(this, { course, playback, onPoint });
    this.buttons = Object.fromEntries(BUTTONS.map(([name, key]) => [name, make("button", {
      type: "button",
      class: name.startsWith("action") ? "step main-step" : "step",
      "data-step": name,
      title: `${say(`step.${name}`)} (${say(`key.${key}`)})`,
      "aria-label": say(`step.${name}`),
      onclick: () => this.press(name),
    }, icon(name))]));
    this.pace = make("select", {
      "aria-label": say("speed"),
      onchange: () => { playback.speed = Number(this.pace.value); },
    }, SPEEDS.map((speed) => make("option", { value: speed, selected: speed === 1 }, `${speed}×`)));
    this.help = make("button", {
      type: "button", class: "key-help", title: `${say("keys")} (?)`, "aria-label": say("keys"), onclick: showKeys,
    }, "?");
    this.element = make("div", { class: "controls", role: "toolbar", "aria-label": say("controls") },
      Object.values(this.buttons));
    keys.addEventListener("keydown", (event) => this.key(event));
  }

  async press(name) {
    if (name === "keys") return showKeys();
    if (name === "play") return this.toggle();
    this.pause();
    this.playback.byHand += 1;
    if (name === "action-on") return this.playback.step(BY_HAND);
    this.playback.finish();
    if (name === "first") return this.course.go("1.1");
    if (name === "last") return this.course.toEnd();
    const [unit, way] = name.split("-");
    const direction = way === "on" ? 1 : -1;
    return unit === "point" ? this.onPoint(direction) : this.course.step(unit, direction);
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
    if (event.key.toLowerCase() in LETTERS && !event.ctrlKey) return LETTERS[event.key.toLowerCase()];
    const way = { ArrowRight: "on", ArrowLeft: "back" }[event.key];
    if (!way) return null;
    const unit = event.ctrlKey ? "shift" : event.shiftKey ? "event" : "action";
    return `${unit}-${way}`;
  }

  get playing() {
    return this.playback.playing;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  async play() {
    if (this.course.atEnd && !this.live) await this.course.go("1.1");
    this.playback.playing = true;
    this.dress();
    this.tick(0);
  }

  pause() {
    this.playback.playing = false;
    clearTimeout(this.timer);
    this.dress();
  }

  tick(time) {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      if (!this.playing) return;
      const shown = await this.playback.step();
      if (this.course.atEnd && !this.live) this.pause();
      else if (this.playing) this.tick(shown || this.playback.unit);
    }, time);
  }

  dress() {
    const name = this.playing ? "pause" : "play";
    this.buttons.play.replaceChildren(icon(name));
    this.buttons.play.setAttribute("aria-label", say(`step.${name}`));
  }

  update() {
    const { course } = this;
    for (const name of BACK) this.able(name, course.frame?.at !== "1.1");
    for (const name of ON) this.able(name, !course.atEnd);
  }

  // A button that is disabled outright would lose the focus of whoever steps with it.
  able(name, able) {
    this.buttons[name].setAttribute("aria-disabled", String(!able));
  }
}
