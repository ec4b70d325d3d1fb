// A game in any page, played and stepped through: the board and the mines, what is told, the points.

import { worthTelling } from "../actions.js";
import { Chart } from "../chart.js";
import { Controls } from "../controls.js";
import { Course } from "../course.js";
import { make, replace } from "../dom.js";
import { IfScored } from "../if_scored.js";
import { called } from "../names.js";
import { News } from "../news.js";
import { Playback } from "../playback.js";
import { Stage } from "../stage.js";
import { troubleText } from "../trouble.js";
import { number, say } from "../words.js";

export class Player {
  // `onMove(frame)` is told of every step; `link` is where there is more of this game, if anywhere, and
  // `rules` where its rules are; `scoredNow` foresees what would be scored.
  constructor({ game, board, catalog, frames, scoredNow, link, rules, onMove = () => {} }) {
    Object.assign(this, { game, frames, scoredNow, onMove });
    this.course = new Course(frames, { onMove: (frame, earlier) => this.moved(frame, earlier), onTrouble: (error) => this.warn(error) });
    this.playback = new Playback(this.course);
    this.news = new News(this.course, this.playback, { onNews: (known, told) => this.grown(told) });
    this.stage = new Stage(game, board, catalog);
    this.chart = new Chart(this.course, (version) => this.scoredNow.at(version));
    this.ifScored = new IfScored(rules);
    this.build(link);
  }

  build(link) {
    this.element = make("section", { class: "player", "aria-label": say(`game.${this.game}`) });
    this.controls = new Controls(this.course, this.playback, { keys: this.element });
    this.scores = make("ul", { class: "scores", "aria-label": say("points") });
    this.moment = make("span", { class: "moment" });
    this.sentence = make("p", { class: "sentence", tabindex: "0", "aria-live": "polite", "aria-atomic": "true" });
    this.note = make("p", { class: "note", role: "status", hidden: true, onclick: () => { this.note.hidden = true; } });
    this.slider = make("input", {
      type: "range", min: 1, value: 1, "aria-label": say("timeline"),
      oninput: () => { this.controls.pause(); this.course.go(this.slider.value); },
    });
    replace(this.element,
      make("header", { class: "game-head" },
        link ? make("a", { class: "title", href: link, target: "_blank", rel: "noopener" }, say(`game.${this.game}`)) : make("span", { class: "title" }, say(`game.${this.game}`)),
        this.scores),
      this.note,
      make("div", { class: "stage" }, this.stage.element),
      make("div", { class: "said" }, this.moment, this.sentence),
      make("div", { class: "cockpit" }, this.controls.element, this.controls.pace, this.slider),
      this.survey());
  }

  // Chart and panel are for who opens them: all moments are asked for only then.
  survey() {
    this.more = make("details", { class: "more-of-it", ontoggle: () => this.foresee() },
      make("summary", {}, `${say("chart")} · ${say("if_scored")}`),
      make("div", { class: "columns" }, make("figure", { class: "course" }, this.chart.choice, this.chart.element), this.ifScored.element));
    return this.more;
  }

  async foresee() {
    if (!this.more.open || !this.course.frame) return;
    try {
      // The panel need not wait for the moments of the whole game.
      const foreseen = this.scoredNow.load().then(() => this.pointMore());
      await Promise.all([foreseen, this.frames.loadRest(() => this.chart.draw())]);
    } catch (error) {
      this.warn(error);
    }
    this.chart.draw();
    this.pointMore();
  }

  pointMore() {
    if (!this.more.open) return;
    this.chart.point();
    this.ifScored.follow(this.course, this.scoredNow, this.playback.wanted, (told) => (told === this.course.frame ? this.pointMore() : null));
  }

  // A running game tells with its frames what would be scored.
  grown(told) {
    Object.assign(this.slider, { max: this.frames.version });
    if (!this.more.open) return;
    if (told.every(({ scored }) => this.scoredNow.keep(scored))) this.chart.draw();
    else this.foresee();
  }

  go(at) {
    this.playback.finish();
    return this.course.go(at);
  }

  // The same moment through other eyes.
  async look(frames) {
    const { at } = this.course.frame;
    this.frames = this.course.frames = frames;
    this.course.frame = null;
    await this.go(at);
    await this.foresee();
  }

  moved(frame, earlier) {
    const { base } = this.course;
    const from = earlier ? this.frames.place(earlier.at) : -1;
    const forward = from >= 0 && from < this.course.place && from >= this.frames.place(base?.at);
    this.paint(frame.view);
    this.stage.draw(frame, base?.view, forward);
    this.tell(frame);
    this.controls.update();
    this.pointMore();
    this.onMove(frame);
  }

  tell(frame) {
    const { version } = this.frames;
    Object.assign(this.slider, { max: version, value: frame.version });
    this.moment.textContent = say("moment", { at: frame.at, version });
    this.sentence.textContent = worthTelling(this.course.told).map(({ text }) => text).join(" ");
    replace(this.scores, frame.view.players.map(({ seat, name, points }) => make("li", {
      class: `seat-${seat}${frame.view.awaited.includes(seat) ? " active" : ""}`,
    }, make("span", { class: "who" }, called(name)), make("strong", {}, number(points)))));
  }

  // Where the rules give players colors, theirs are shown, as far as we have the paint.
  paint({ players }) {
    for (const { seat, color } of players) {
      if (color) this.element.style.setProperty(`--seat-${seat}`, `var(--paint-${color})`);
    }
  }

  warn(error) {
    this.controls.pause();
    this.note.hidden = false;
    this.note.textContent = troubleText(error);
  }
}
