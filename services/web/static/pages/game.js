// The replay viewer: the frame around every game's board.

import { AllEyes } from "../all_eyes.js";
import { API, ask, askJson, pause } from "../api.js";
import { boardOf } from "../boards/index.js";
import { catalogOf } from "../catalog.js";
import { Chart } from "../chart.js";
import { Controls } from "../controls.js";
import { Course } from "../course.js";
import { make, replace } from "../dom.js";
import { Eyes } from "../eyes.js";
import { Frames, versionOf } from "../frames.js";
import { Live } from "../live.js";
import { morph } from "../morph.js";
import { animate, placesOf } from "../motion.js";
import { called, calledInText } from "../names.js";
import { scoringOf } from "../scoring.js";
import { Story } from "../story.js";
import { Timeline } from "../timeline.js";
import { troubleText } from "../trouble.js";
import { language, number, say, withNames } from "../words.js";

const RETRY = 2000; // milliseconds before a server that is gone is asked again
const LINK_DELAY = 250; // browsers refuse an address that changes with every step of a fast replay

const PAINTS = ["red", "blue", "green", "purple"];

const framesFor = (gameId, eyes) =>
  (eyes.all ? new AllEyes(gameId, language, eyes) : new Frames(gameId, language, eyes));

class Viewer {
  constructor(main, game, drawBoard, catalog, frames) {
    Object.assign(this, { main, game, drawBoard, catalog, frames });
    this.course = new Course(this.frames, (frame, earlier) => this.moved(frame, earlier), (error) => this.warn(error));
    this.controls = new Controls(this.course);
    this.timeline = new Timeline(this.course);
    this.chart = new Chart(this.course);
    this.story = new Story(this.course);
    this.eyes = new Eyes(game, (eyes) => this.look(eyes));
    this.scorings = [];
    this.build();
  }

  build() {
    this.note = make("p", { class: "note", role: "status", hidden: true });
    this.sentence = make("p", { class: "sentence", tabindex: "0", "aria-live": "polite", "aria-atomic": "true" });
    this.moment = make("span", { class: "moment" });
    this.link = make("a", { class: "link", href: "", onclick: (event) => this.copy(event) }, say("link"));
    this.now = make("button", { type: "button", class: "now", hidden: true, onclick: () => this.toNow() }, say("to_now"));
    this.scores = make("ul", { class: "scores", "aria-label": say("points") });
    this.phase = make("span", { class: "phase" });
    this.table = make("section", { class: "scoring", "aria-label": say("scoring"), hidden: true });
    this.picture = make("div", { class: "picture", "data-eyes": "" });
    this.text = make("pre", { class: "text-board", tabindex: "0" });
    this.textPanel = make("details", { class: "as-text", ontoggle: () => this.writeText() },
      make("summary", {}, say("text_board")), this.text);
    replace(this.main,
      make("div", { class: "game-head" },
        make("h1", {}, say(`game.${this.game.game}`)), this.phase,
        make("nav", { class: "links", "aria-label": say("game_links") },
          make("a", { href: `/rules/${this.game.game}` }, say("rules")),
          make("a", { href: `/games/${this.game.id}/audit` }, say("audit")),
          make("a", { href: this.game.links.replay, download: "" }, say("download")))),
      this.note,
      make("div", { class: "viewer" },
        make("div", { class: "stage" },
          this.scores,
          make("div", { class: "said" }, this.moment, this.sentence, this.now),
          this.table, this.picture, this.textPanel),
        make("div", { class: "side" },
          make("div", { class: "cockpit" }, this.controls.element, this.timeline.element),
          make("div", { class: "survey" },
            make("figure", { class: "course" }, make("figcaption", { class: "hidden" }, say("chart")), this.chart.element),
            make("div", { class: "row" }, this.controls.pace, this.eyes.element, this.link)),
          this.story.element)));
  }

  async begin(at) {
    const start = at || (this.running ? this.game.version : "1.1");
    const first = Math.min(versionOf(start), this.game.version);
    if (!this.frames.byVersion.has(first)) await this.frames.loadNear(first);
    if (at || !this.running) await this.course.go(start);
    else this.course.move(this.course.last());
    this.redraw();
    await this.timeline.awaiting(Promise.all([this.fetchScorings(), this.loadRest()]));
    if (this.running) this.follow();
  }

  // What is shown already stays, whatever happens to the rest.
  async loadRest() {
    try {
      await this.frames.loadRest(() => this.redraw());
    } catch (error) {
      this.warn(error);
    }
  }

  warn(error) {
    this.controls.pause();
    this.note.hidden = false;
    this.note.textContent = troubleText(error);
  }

  get running() {
    return this.game.status !== "finished";
  }

  redraw() {
    this.chart.draw();
    this.timeline.draw();
    this.story.draw();
    this.point();
  }

  async fetchScorings() {
    try {
      const { scorings } = await askJson(`${API}/games/${this.game.id}/scorings?lang=${language}`);
      this.scorings = this.timeline.scorings = scorings;
    } catch (error) {
      this.warn(error);
    }
    this.timeline.draw();
    this.score();
  }

  moved(frame, earlier) {
    // Who goes to the end of a running game wants to stay there, who goes elsewhere does not.
    this.following = this.course.atEnd;
    this.point();
    this.draw(frame, earlier);
    this.score();
    this.writeText();
    clearTimeout(this.linking);
    this.linking = setTimeout(() => history.replaceState(null, "", this.address()), LINK_DELAY);
  }

  point() {
    const { frame } = this.course;
    if (!frame) return;
    const { view } = frame;
    this.moment.textContent = say("moment", { at: frame.at, version: this.frames.version });
    if (this.sentence.textContent !== frame.text) this.sentence.textContent = frame.text;
    this.phase.textContent = this.phaseOf(view);
    this.link.href = this.address();
    this.scoreboard(view);
    this.controls.update();
    this.timeline.point();
    this.chart.point();
    this.story.point();
    this.now.hidden = !(this.running && !this.course.atEnd);
  }

  phaseOf(view) {
    if (view.phase === "finished") return say("when.over");
    return view.period ? say(`when.${this.game.game}`, view) : say("when.setup");
  }

  // Where the rules give players colors, theirs are shown, as far as we have the paint.
  paint(view) {
    for (const { seat, color } of view.players) {
      const paint = `var(--paint-${color}, var(--paint-${PAINTS[seat]}))`;
      if (color) this.main.style.setProperty(`--seat-${seat}`, paint);
    }
  }

  scoreboard(view) {
    this.paint(view);
    const best = Math.max(...view.players.map(({ points }) => points));
    replace(this.scores, view.players.map((player) => make("li", {
      class: `seat-${player.seat}${view.awaited.includes(player.seat) ? " active" : ""}`,
    },
    make("span", { class: "who" }, called(player.name)),
    make("strong", { class: player.points === best ? "best" : "" }, number(player.points)),
    view.awaited.includes(player.seat) ? make("span", { class: "hidden" }, ` ${say("to_move")}`) : null,
    view.winners.includes(player.seat) ? make("span", { class: "won", title: say("winner") }, "★") : null)));
  }

  draw(frame, earlier) {
    const before = this.course.before?.view || frame.view;
    const neighbours = earlier && Math.abs(this.frames.place(earlier.at) - this.frames.place(frame.at)) === 1;
    const places = neighbours ? placesOf(this.picture) : null;
    const context = { language, say, catalog: this.catalog, before, frame };
    const drawn = this.drawBoard(frame.view, context);
    if (this.picture.firstChild) morph(this.picture.firstChild, drawn);
    else this.picture.append(drawn);
    animate(this.picture, places);
  }

  score() {
    const { frame } = this.course;
    const scoring = frame && this.scorings.find(({ version }) => version === frame.version);
    this.table.hidden = !scoring;
    if (!scoring) return;
    replace(this.table, make("h2", {}, say("scoring")),
      scoringOf(scoring, this.game.game, frame.view.players, frame.event));
  }

  async writeText() {
    const { frame } = this.course;
    if (!this.textPanel.open || !frame) return;
    const query = new URLSearchParams({ at: frame.at, lang: language });
    const { seat, token } = this.frames.eyes;
    if (seat !== undefined && !token) query.set("seat", seat);
    try {
      const text = await (await ask(`/games/${this.game.id}/board.txt?${query}`, { token })).text();
      if (this.course.frame === frame) this.text.textContent = text;
    } catch (error) {
      this.warn(error);
    }
  }

  address() {
    const here = new URL(location.href);
    here.searchParams.set("at", this.course.frame.at);
    return here;
  }

  async copy(event) {
    event.preventDefault();
    const address = this.address();
    history.replaceState(null, "", address);
    try {
      await navigator.clipboard.writeText(String(address));
      this.say("link.copied");
    } catch {
      this.say("link.in_address"); // without permission the address bar still has it
    }
  }

  say(key, facts) {
    this.note.hidden = false;
    this.note.textContent = say(key, facts);
  }

  async look(eyes) {
    const frames = framesFor(this.game.id, eyes);
    try {
      await frames.loadNear(this.course.frame?.version || 1);
    } catch (error) {
      this.warn(error);
      if (Object.keys(eyes).length) this.eyes.reset();
      return;
    }
    this.note.hidden = true;
    const at = this.course.frame?.at || "1.1";
    this.frames = this.course.frames = frames;
    this.course.frame = null;
    await this.course.go(at);
    this.picture.dataset.eyes = eyes.all ? "all" : eyes.seat ?? "";
    this.redraw();
    await this.timeline.awaiting(this.loadRest());
  }

  follow() {
    this.controls.live = true;
    const live = new Live(this.game.id, {
      onEntry: (version) => this.catchUp(version),
      onEnd: () => this.finish(),
      onLost: () => this.say("live.lost"),
      onBack: () => { this.note.hidden = true; },
    });
    live.follow(this.frames.newest);
  }

  // One question at a time: entries may come faster than they can be asked for.
  async catchUp(version) {
    this.told = Math.max(this.told || 0, version);
    this.catching ??= this.takeNew().finally(() => { this.catching = null; });
    return this.catching;
  }

  async takeNew() {
    while (this.told > this.frames.newest) {
      const known = this.frames.newest;
      try {
        await this.frames.catchUp();
        this.note.hidden = true;
      } catch {
        this.say("live.lost");
        await pause(RETRY);
        continue;
      }
      if (this.following && !this.controls.playing) this.course.move(this.course.last());
      this.redraw();
      if (this.scoredSince(known)) await this.fetchScorings();
    }
  }

  // A shift that had ended, and now something came after it: its scoring.
  scoredSince(known) {
    const { list, newest } = this.frames;
    return list.some(({ version, view }) => version >= known && version < newest && view.phase === "scoring");
  }

  async finish() {
    this.game = this.eyes.game = await askJson(`${API}/games/${this.game.id}`);
    await this.catchUp(this.game.version);
    this.controls.live = false;
    this.eyes.draw();
    await this.fetchScorings();
    this.redraw();
  }

  toNow() {
    this.controls.pause();
    return this.course.toEnd();
  }
}

const momentOf = (query) => {
  const at = new URLSearchParams(query).get("at");
  return at && /^\d+(\.\d+)?$/.test(at) ? at : null;
};

// Everything is asked for at once: what is shown first, and what it takes to draw it.
export const show = async (main, { subject, game: rules, version, over }) => {
  const at = momentOf(location.search);
  const id = encodeURIComponent(subject);
  const frames = framesFor(id, {});
  const [game, drawBoard, catalog] = await Promise.all([
    askJson(`${API}/games/${id}`), boardOf(rules), catalogOf(id), frames.loadNear(Math.min(version, versionOf(at || (over ? 1 : version)))),
  ]);
  game.seats = withNames(game.seats);
  document.title = `${game.seats.map(({ name }) => calledInText(name)).join(", ")} · ${say(`game.${game.game}`)} · Schichtbuch`;
  const viewer = new Viewer(main, game, drawBoard, catalog, frames);
  await viewer.begin(at);
};
