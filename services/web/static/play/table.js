// Who sits at the table: the panel beside the board, and what may be done on the board itself.

import { make, replace } from "../dom.js";
import { calledInText } from "../names.js";
import { time } from "../table/panel.js";
import { listed, say } from "../words.js";
import { Alerts } from "./alerts.js";
import { attemptAt } from "./attempts.js";
import { Away } from "./away.js";
import { Glow } from "./glow.js";
import { HandOver } from "./hand_over.js";
import { STEPS } from "./next_steps.js";
import { Panel } from "./panel.js";
import { preview } from "./preview.js";
import { ruleOf } from "./rule.js";
import { sectionAt } from "./sections.js";
import { sitAt, together, tokensOf } from "./secrets.js";
import { since } from "./since.js";
import { Turn } from "./turn.js";
import "./words.js";

const TICK = 1000; // milliseconds

export class Seated {
  // `viewer` is the page of the game, which looks through the eyes of this seat.
  constructor(viewer, here) {
    Object.assign(this, { viewer, tabs: viewer.tabs, together: together(viewer.game.id), movedAt: viewer.game.updated });
    this.panel = new Panel();
    this.glow = new Glow(viewer.stage.element, {
      onTouch: (name) => this.turn.touch(name), onOther: (names) => this.other(names), onEnd: () => this.panel.goOn(),
    });
    this.alerts = new Alerts((text) => this.panel.tell(text));
    this.away = new Away(viewer, here.seat);
    this.panel.hint.hidden = !viewer.game.hints;
    this.panel.more.append(this.alerts.element, ...this.aroundTheBoard());
    this.frame = make("div", { class: "play-place" }, this.away.element, this.panel.element);
    this.tabs.viewer.classList.add("playing");
    this.tabs.viewer.append(this.frame);
    // In another tab other places are in sight.
    new MutationObserver(() => this.glow.place()).observe(this.tabs.viewer, { attributeFilter: ["data-tab"] });
    this.sit(here);
    if (this.isShared) this.cover(here.seat);
    this.tick();
    setInterval(() => this.tick(), TICK);
  }

  // For how long one waits, and the own time, if the game has a clock.
  tick() {
    this.panel.since.textContent = this.isOver ? "" : since(this.movedAt);
    const { clock } = this.viewer.around?.game ?? {};
    const left = clock?.left_ms[this.seat] ?? null;
    if (left === null) return;
    const passed = clock.running.includes(this.seat) ? Math.max(0, Date.now() - Date.parse(clock.at)) : 0;
    this.panel.clock.textContent = time(left - passed);
  }

  // Claims, requests and resigning are there for who needs them, and take no room from the board.
  aroundTheBoard() {
    const { around } = this.viewer;
    return around ? [around.own] : [];
  }

  sit({ seat, token }) {
    this.seat = seat;
    this.turn = new Turn(this.viewer.game.id, { seat, token }, {
      onChange: () => this.draw(),
      onSay: (text, rule) => this.panel.tell(text, rule),
    });
    this.panel.turn = this.turn;
    this.turn.refresh();
  }

  // The board shows now, through the eyes of who sits here.
  get isShown() {
    const { course, frames } = this.viewer;
    return course.atEnd && frames.eyes.seat === this.seat && frames.version >= this.turn.version;
  }

  // What has happened is still being shown: first one looks, then one chooses.
  get isCatchingUp() {
    const { course, frames, news } = this.viewer;
    return frames.version < this.turn.version || (news.showing && !course.atEnd);
  }

  // Whose mine is drawn large: the own one, when it is needed.
  largeIn(view) {
    return view.awaited.includes(this.seat) ? this.seat : undefined;
  }

  // The page tells: something else is drawn, and the tab where that happened may be open now.
  drawn() {
    this.sketched = this.followed = undefined;
    this.glow.survey();
    this.draw();
    if (this.isShown) this.away.seen();
  }

  // The page tells: it has opened another tab. Whoever is to move is led back to what glows.
  lead() {
    this.followed = undefined;
    this.draw();
  }

  // The page tells: the game went on.
  news({ at }) {
    this.movedAt = at;
    this.tick();
    this.turn.refresh();
  }

  draw() {
    if (!this.turn) return;
    this.panel.draw(this.status(), this.isCatchingUp);
    this.alerts.turn(this.turn.isMine);
    this.drawNext();
    if (!this.glow.byName) return;
    this.sketch();
    this.light();
  }

  // By its rules, or by a ruling.
  get isOver() {
    return !this.viewer.running;
  }

  get view() {
    return this.viewer.course.frame?.view;
  }

  status() {
    const { view } = this;
    if (this.isOver) return say("play.over");
    if (this.turn.isMine) return say("play.your_turn");
    const others = (view?.awaited ?? []).filter((seat) => seat !== this.seat);
    if (!others.length) return say("play.wait");
    return say("play.waits_for", { players: listed(others.map((seat) => calledInText(view.players[seat].name))) });
  }

  // The board as it looks with the draft on it, and without it again.
  sketch() {
    const { action } = (this.isShown && this.turn.draft.last) || {};
    const { foreseen } = this.turn;
    const sketched = action && JSON.stringify([action, Boolean(foreseen)]);
    if (this.sketched === sketched) return;
    this.sketched = sketched;
    const { stage, course: { frame, base } } = this.viewer;
    if (!action) stage.draw(frame, base?.view, true);
    else if (!this.lay(action, foreseen)) this.lay(action, null);
    this.glow.survey();
  }

  // Whether all places that the next part needs are there as well.
  lay(action, foreseen) {
    const { stage, course: { frame } } = this.viewer;
    const reachable = () => this.turn.choices.filter(({ touches = [] }) => touches.some((name) => this.glow.has(name))).length;
    const before = reachable();
    stage.draw({ view: preview(frame.view, { seat: this.seat, catalog: stage.catalog }, action, foreseen) }, frame.view, true);
    this.glow.survey();
    return reachable() >= before;
  }

  // Of every choice the first place that is on the board and was not touched yet. One that all of them have
  // tells nothing apart: then the next one glows.
  light() {
    const { turn } = this;
    const glowing = new Map();
    const shown = this.isShown && !turn.draft.sending ? turn.shown : [];
    const told = (name) => shown.length < 2 || !shown.every(({ touches }) => touches?.includes(name));
    for (const { touches, text } of shown) {
      const free = (touches ?? []).filter((one) => !turn.touched.includes(one) && this.glow.has(one));
      const name = free.find(told) ?? free[0];
      if (name) glowing.set(name, { texts: [...(glowing.get(name)?.texts ?? []), text] });
    }
    for (const name of turn.touched) glowing.set(name, { texts: [say("play.touched")], pressed: true });
    for (const one of glowing.values()) one.label = this.labelOf(one.texts);
    this.glow.show(glowing, this.isShown ? this.chosen() : []);
    this.follow([...glowing.keys()]);
  }

  labelOf(texts) {
    const told = [...new Set(texts)];
    return told.length > 3 ? say("play.several", { first: told[0], n: told.length - 1 }) : told.join(" / ");
  }

  // Where the parts of the draft were put, by their numbers. What is to be seen nowhere any more is marked
  // with the part before it, or after it: a card that goes onto its stack, workers who go to their area.
  chosen() {
    const groups = [];
    this.turn.draft.parts.forEach(({ touches = [] }, at) => {
      if (!touches.length) return;
      const seen = touches.filter((one) => this.glow.hasTrace(one));
      const last = groups.at(-1);
      if (last && !(seen.length && last.seen.length)) {
        last.numbers.push(at + 1);
        last.seen.push(...seen);
      } else groups.push({ seen, numbers: [at + 1] });
    });
    const marks = new Map();
    for (const { seen, numbers } of groups) for (const name of seen) marks.set(name, [...(marks.get(name) ?? []), ...numbers]);
    return [...marks].map(([name, numbers]) => ({ name, mark: numbers.join(", ") }));
  }

  // On a narrow screen the tab opens where something can be touched, or else where the newest part of the
  // draft lies; without anything to touch the sentences open.
  follow(names) {
    const { turn } = this;
    const key = `${turn.version} ${turn.draft.parts.length} ${turn.touched} ${turn.choices.length}`;
    if (this.followed === key || !this.isShown) return;
    this.followed = key;
    const free = names.filter((name) => !turn.touched.includes(name));
    this.panel.unfold(Boolean(turn.choices.length) && !free.length);
    const looked = free.length ? free : this.newestPlace();
    this.tabs.follow([...new Set(looked.map((name) => this.glow.tabOf(name)))]);
  }

  // Where it has gone, of what was put somewhere last.
  newestPlace() {
    const seen = this.turn.draft.parts.flatMap(({ touches = [] }) => touches).filter((name) => this.glow.hasTrace(name));
    return seen.slice(-1);
  }

  // Something that does not glow: a later place of a choice, or what some rule forbids.
  other(names) {
    if (!this.isShown || this.turn.busy) return;
    const touched = names.find((name) => this.turn.shown.some(({ touches }) => touches?.includes(name)));
    if (touched) this.turn.touch(touched);
    else this.explain(names);
  }

  explain(names) {
    const { seat, turn, view, viewer: { stage: { catalog } } } = this;
    const attempt = attemptAt({ view, seat, catalog, draft: turn.draft.last?.action }, names, turn.isMine);
    if (attempt) turn.why(attempt);
    else this.panel.tell(say("play.nothing_there"), ruleOf({ game: view.game, section: sectionAt(view, names) }));
  }

  get isShared() {
    return this.together.length > 1;
  }

  // Who is to move and sits at this screen, too.
  get nextHere() {
    const awaited = this.view?.awaited ?? [];
    return awaited.includes(this.seat) ? undefined : awaited.find((seat) => this.together.includes(seat));
  }

  // `now`, `hand`, `over`, or nothing but the turn.
  get nextStep() {
    const { atEnd } = this.viewer.course;
    if (this.isOver) return "over";
    if (!atEnd) return this.turn.isMine && !this.isCatchingUp ? "now" : "";
    return this.isShared && this.nextHere !== undefined ? "hand" : "";
  }

  drawNext() {
    const { nextStep } = this;
    if (this.offered === nextStep) return;
    this.offered = nextStep;
    replace(this.panel.next, STEPS[nextStep]?.(this) ?? []);
  }

  // Nothing is seen until whoever is named sits here.
  async cover(seat) {
    this.handOver ??= new HandOver();
    await this.handOver.to(this.viewer.game.seats[seat].name);
    this.handOver.open();
  }

  async handTo(seat) {
    const { id } = this.viewer.game;
    const covered = this.cover(seat);
    const here = { seat, token: tokensOf(id)[seat] };
    sitAt(id, seat);
    this.sit(here);
    await this.viewer.look(here);
    this.viewer.eyes.choice.value = seat;
    await covered;
  }
}
