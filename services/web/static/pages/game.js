// The replay viewer: the frame around every game's board.

import { worthTelling } from "../actions.js";
import { AllEyes } from "../all_eyes.js";
import { API, ask, askJson } from "../api.js";
import { boardOf } from "../boards/index.js";
import { catalogOf } from "../catalog.js";
import { Chart } from "../chart.js";
import { Contents } from "../contents.js";
import { Controls } from "../controls.js";
import { Course } from "../course.js";
import { make, replace } from "../dom.js";
import { Eyes } from "../eyes.js";
import { Frames, versionOf } from "../frames.js";
import { IfScored } from "../if_scored.js";
import { Live } from "../live.js";
import { keepHere, recallHere } from "../memory.js";
import { News } from "../news.js";
import { calledInText } from "../names.js";
import { invitedTo, refused, seatHere, sitWhereItFits, sitWhoIsAwaited, together, wasRefused } from "../play/secrets.js";
import { Playback } from "../playback.js";
import { Reading } from "../reading.js";
import { ScoredNow } from "../scored_now.js";
import { Scores } from "../scores.js";
import { scoringOf } from "../scoring.js";
import { copied } from "../share.js";
import { source } from "../source.js";
import { Stage } from "../stage.js";
import { Story } from "../story.js";
import { isAbandoned, isOfTable } from "../table/marks.js";
import { TablePanel } from "../table/panel.js";
import { Tabs } from "../tabs.js";
import { Timeline } from "../timeline.js";
import { troubleText } from "../trouble.js";
import { language, say, withNames } from "../words.js";

const LINK_DELAY = 250; // browsers refuse an address that changes with every step of a fast replay

const narrow = matchMedia("(max-width: 60rem)");

const framesFor = (gameId, eyes) =>
  (eyes.all ? new AllEyes(gameId, language, eyes) : new Frames(gameId, language, eyes));

class Viewer {
  constructor(main, game, board, catalog, frames) {
    Object.assign(this, { main, game, frames });
    this.course = new Course(this.frames, {
      onMove: (frame, earlier) => this.moved(frame, earlier), onTrouble: (error) => this.warn(error),
    });
    this.playback = new Playback(this.course);
    this.news = new News(this.course, this.playback, {
      onNews: (known, told) => this.grown(known, told),
    });
    this.contents = new Contents(this.course);
    this.controls = new Controls(this.course, this.playback, { onPoint: (direction) => this.contents.jump(direction) });
    this.timeline = new Timeline(this.course);
    this.chart = new Chart(this.course, (version) => this.scoredNow.at(version));
    this.story = new Story(this.course);
    this.reading = new Reading(this.story, this.contents, !this.running);
    this.ifScored = new IfScored(`/rules/${game.game}`);
    this.scoredNow = new ScoredNow(language, {}, !this.running);
    this.scores = new Scores();
    this.stage = new Stage(game.game, board, catalog);
    this.eyes = new Eyes(game, (eyes) => this.look(eyes));
    this.scorings = [];
    this.course.line = game.table?.line;
    this.around = game.table ? new TablePanel(game, {
      eyes: () => this.frames.eyes, moment: () => this.course.frame, onChange: () => this.tableChanged(),
    }) : null;
    this.build();
  }

  build() {
    this.note = make("p", { class: "note", role: "status", hidden: true, onclick: () => { this.note.hidden = true; } });
    this.sentence = make("p", { class: "sentence", tabindex: "0", "aria-live": "polite", "aria-atomic": "true" });
    this.moment = make("span", { class: "moment" });
    this.link = make("a", { class: "link", href: "", onclick: (event) => this.copy(event) }, say("link"));
    this.now = make("button", { type: "button", class: "now", hidden: true, onclick: () => this.toNow() }, say("to_now"));
    this.phase = make("span", { class: "phase" });
    this.badge = make("span", { class: "live-badge", hidden: true }, say("live"));
    this.table = make("section", { class: "scoring", "aria-label": say("scoring"), hidden: true });
    this.text = make("pre", { class: "text-board", tabindex: "0" });
    this.textPanel = make("details", { class: "as-text", ontoggle: () => this.writeText() },
      make("summary", {}, say("text_board")), this.text);
    const viewer = make("div", { class: "viewer" });
    this.tabs = new Tabs(viewer);
    // What was not seen could not be scrolled to where one is.
    this.tabs.element.addEventListener("click", () => this.reading.point());
    replace(viewer, this.tabs.element,
      make("div", { class: "stage" }, this.stage.element),
      make("div", { class: "said" }, this.moment, this.sentence, this.now),
      make("div", { class: "cockpit" }, this.controls.element, make("div", { class: "pace" }, this.controls.pace, this.controls.help), this.timeline.element),
      make("div", { class: "side" }, this.survey(), this.table, this.ifScored.element, this.reading.element, this.textPanel));
    replace(this.main,
      make("div", { class: "game-head" },
        make("h1", {}, say(`game.${this.game.game}`)), this.phase, this.badge, this.scores.element),
      this.note, viewer);
  }

  survey() {
    return make("div", { class: "survey" },
      make("figure", { class: "course" }, make("figcaption", { class: "hidden" }, say("chart")), this.chart.choice, this.chart.element),
      make("div", { class: "row" }, this.eyes.element, this.link),
      make("nav", { class: "links", "aria-label": say("game_links") },
        make("a", { href: `/rules/${this.game.game}` }, say("rules")),
        make("a", { href: source.audit }, say("audit")),
        source.uploaded ? null : make("a", { href: this.game.links.replay, download: "" }, say("download"))),
      this.imported(), this.around?.element);
  }

  // Whoever signed it vouches for what happened; we only tell it.
  imported() {
    const { imported } = this.game;
    if (!imported) return null;
    const key = imported.signed_by;
    return make("p", { class: "imported" }, imported.trusted ? say("imported", { key }) : say("imported_foreign", { key }));
  }

  async begin(at, eyes) {
    const start = at || (this.running ? this.game.version : "1.1");
    const first = Math.min(versionOf(start), this.game.version);
    if (!this.frames.byVersion.has(first)) await this.frames.loadNear(first);
    if (at || !this.running) await this.course.go(start);
    else this.course.move(this.course.last());
    this.redraw();
    if (versionOf(start) > this.game.version) this.say("moment.shorter", { version: this.game.version });
    const rest = Object.keys(eyes).length ? this.eyes.be(eyes) : this.loadRest();
    await this.timeline.awaiting(Promise.all([this.fetchScorings(), this.foresee(), rest]));
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
    const { turningPoints } = this.scoredNow;
    this.timeline.turningPoints = turningPoints;
    this.chart.draw();
    this.timeline.draw();
    this.contents.draw(turningPoints);
    this.story.draw();
    this.point();
    this.score();
  }

  async fetchScorings() {
    try {
      const { scorings } = await askJson(`${source.api}/scorings?lang=${language}`);
      this.scorings = this.timeline.scorings = this.chart.scored = scorings;
    } catch (error) {
      this.warn(error);
    }
    this.timeline.draw();
    this.chart.draw();
    this.score();
    if (this.course.frame) this.tabs.follow(this.placesOfChange(this.course.frame, this.course.base));
    this.seated?.lead();
  }

  // Who looks through other eyes sees other things.
  async foresee() {
    const { eyes } = this.frames;
    if (this.scoredNow.eyes !== eyes || this.scoredNow.over === this.running) this.scoredNow = new ScoredNow(language, eyes, !this.running);
    const { scoredNow } = this;
    try {
      await scoredNow.load();
    } catch (error) {
      this.warn(error);
    }
    if (scoredNow === this.scoredNow) this.redraw();
  }

  moved(frame, earlier) {
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
    const abandoned = !isOfTable(frame) && isAbandoned(this.course.line, frame.version) ? ` · ${say("table.abandoned")}` : "";
    this.moment.textContent = say("moment", { at: frame.at, version: this.frames.version }) + abandoned;
    this.tell();
    this.phase.textContent = this.phaseOf(view);
    this.link.href = this.address();
    this.scores.draw(view, this.course.base?.view);
    this.controls.update();
    this.timeline.point();
    this.chart.point();
    this.story.point();
    this.contents.point();
    this.now.hidden = !(this.running && !this.course.atEnd);
    this.badge.hidden = !this.running;
  }

  // An action is told as one story; the event that is shown stands out.
  tell() {
    const told = worthTelling(this.course.told);
    const shown = told.includes(this.course.frame) ? this.course.frame : told.at(-1);
    const parts = told.map((frame) => make("span", { "data-at": frame.at, "aria-current": frame === shown ? "step" : null }, frame.text));
    const before = this.sentence.textContent;
    const sentence = parts.flatMap((part, at) => (at ? [" ", part] : [part]));
    if (before !== told.map(({ text }) => text).join(" ")) {
      replace(this.sentence, sentence);
      const now = this.sentence.querySelector("[aria-current]");
      this.sentence.scrollTop = now.offsetTop - this.sentence.offsetTop;
    }
  }

  phaseOf(view) {
    if (view.phase === "finished") return say("when.over");
    return view.period ? say(`when.${this.game.game}`, view) : say("when.setup");
  }

  // On a narrow screen an event is shown where it happens; else all that the action changed is seen.
  draw(frame, earlier) {
    const { base } = this.course;
    const from = earlier ? this.frames.place(earlier.at) : -1;
    const forward = from >= 0 && from < this.course.place && from >= this.frames.place(base?.at);
    const before = narrow.matches && forward ? earlier : base;
    this.stage.own = this.seated?.largeIn(frame.view);
    this.stage.draw(frame, before?.view, forward);
    this.tabs.follow(this.placesOfChange(frame, before));
    this.seated?.drawn();
  }

  // Points that fall are seen at the mines, and whoever reads the scoring goes on reading it.
  placesOfChange(frame, before) {
    const { changes } = this.stage;
    const scored = this.scoringAt(frame) && before?.view.players.some(({ seat, points }) => points !== frame.view.players[seat].points);
    return scored ? ["mines", "scoring", ...changes].filter((place) => place === "scoring" || changes.includes(place)) : changes;
  }

  scoringAt(frame) {
    return frame && this.scorings.find(({ version }) => version === frame.version);
  }

  score() {
    const { frame } = this.course;
    const scoring = this.scoringAt(frame);
    this.table.hidden = !scoring;
    this.tabs.glow("scoring", Boolean(scoring));
    this.ifScored.element.hidden = Boolean(scoring);
    if (!frame) return;
    if (!scoring) this.ifScored.follow(this.course, this.scoredNow, this.playback.wanted, (told) => (told === this.course.frame ? this.score() : null));
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
      const text = await (await ask(`${source.page}/board.txt?${query}`, { token })).text();
      if (this.course.frame === frame) this.text.textContent = text;
    } catch (error) {
      this.warn(error);
    }
  }

  // Moment and perspective; what only a token shows is nobody else's to see.
  address() {
    const here = new URL(location.href);
    here.searchParams.set("at", this.course.frame.at);
    const { eyes } = this.stage.element.dataset;
    if (eyes && !this.frames.eyes.token) here.searchParams.set("as", eyes);
    else here.searchParams.delete("as");
    return here;
  }

  async copy(event) {
    event.preventDefault();
    const address = this.address();
    history.replaceState(null, "", address);
    address.searchParams.set("lang", language);
    this.say(await copied(address, this.course.frame, this.frames.eyes));
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
    keepHere(`eyes.${this.game.id}`, eyes.token ? eyes : null);
    const at = this.course.heading ?? this.course.frame?.at ?? "1.1";
    this.live?.stop();
    this.frames = this.course.frames = frames;
    this.course.frame = null;
    await this.course.go(at);
    this.stage.element.dataset.eyes = eyes.all ? "all" : eyes.seat ?? "";
    this.around?.draw();
    this.redraw();
    await this.timeline.awaiting(Promise.all([this.loadRest(), this.foresee()]));
    if (this.live) this.follow();
  }

  // Through the eyes that one has now.
  follow() {
    this.controls.live = true;
    this.live?.stop();
    this.live = new Live(this.frames, {
      onTold: (told, frames) => this.news.comes(told, frames),
      onEnd: () => this.finish(),
      onLost: () => this.say("live.lost"),
      onBack: () => { this.note.hidden = true; },
      onRefused: (error) => {
        this.warn(error);
        this.eyes.reset();
      },
    });
    this.live.follow();
  }

  grown(known, told) {
    this.note.hidden = true;
    // A running game tells it with its frames.
    if (!told.every(({ scored }) => this.scoredNow.keep(scored))) this.foresee();
    this.redraw();
    this.around?.take(told.at(-1));
    if (this.scoredSince(known)) this.fetchScorings();
    this.seated?.news(told.at(-1));
  }

  tableChanged() {
    this.course.line = this.around.line;
    this.story.draw();
    this.point();
  }

  // A shift that had ended, and now something came after it: its scoring.
  scoredSince(known) {
    const { list, newest } = this.frames;
    return list.some(({ version, view }) => version >= known && version < newest && view.phase === "scoring");
  }

  async finish() {
    this.game = this.eyes.game = await askJson(`${API}/games/${this.game.id}`);
    this.live = null;
    this.controls.live = false;
    this.around?.refresh();
    this.eyes.draw();
    await Promise.all([this.fetchScorings(), this.foresee()]);
    this.redraw();
    this.seated?.drawn();
  }

  // An invitation to a game that has begun without: unless the seat is ours after all.
  async tooLate() {
    const { takenBefore } = await import("../play/taking.js");
    if (await takenBefore(this.game.id)) location.reload();
    else this.say("trouble.seat_taken");
  }

  // The browser holds a seat of this game: its player sees what the seat sees, and may play.
  async sit(here) {
    const { Seated } = await import("../play/table.js");
    this.seated = new Seated(this, here);
    this.eyes.choice.value = this.stage.element.dataset.eyes = here.seat;
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

// `?as=2` or `?as=all`, once everybody may see everything; until then this tab remembers whose token it was given.
const eyesOf = (query, over, { id, seats: { length: seats } }) => {
  const as = new URLSearchParams(query).get("as");
  if (!over && !source.uploaded) return recallHere(`eyes.${id}`) || {};
  if (!as) return {};
  if (as === "all") return { all: seats };
  return /^\d$/.test(as) && Number(as) < seats ? { seat: Number(as) } : {};
};

// Everything is asked for at once: what is shown first, and what it takes to draw it.
export const show = async (main, { subject, game: rules, version, over }) => {
  document.body.classList.add("page-viewer");
  const summary = askJson(source.summary);
  if (together(subject).length) sitWhoIsAwaited(subject, (await summary).awaited);
  const here = source.uploaded ? null : seatHere(subject);
  const at = here && !over ? null : momentOf(location.search); // who plays begins with what is now
  const frames = framesFor(encodeURIComponent(subject), here ?? {});
  // How far a file can be followed is not known before.
  const last = source.uploaded ? (await summary).version : version;
  const first = over || source.uploaded ? 1 : last;
  const [game, board, catalog] = await Promise.all([
    summary, boardOf(rules), catalogOf(), frames.loadNear(Math.min(last, versionOf(at || first))).catch((error) => refused(error, subject, here)),
  ]);
  if (here) await sitWhereItFits(subject, here, frames.list.at(-1).view.seat);
  // All of a file is open to whoever has it, and nothing is added to it.
  if (source.uploaded) game.status = "finished";
  game.seats = withNames(game.seats);
  document.title = `${game.seats.map(({ name }) => calledInText(name)).join(", ")} · ${say(`game.${game.game}`)} · Schichtbuch`;
  const viewer = new Viewer(main, game, board, catalog, frames);
  if (source.uploaded) viewer.say("watch.uploaded", { version: game.version });
  if (wasRefused(subject)) viewer.say("trouble.token_unknown");
  if (!here && invitedTo(subject)) await viewer.tooLate();
  if (here) await viewer.sit(here);
  await viewer.begin(at, here && !over ? {} : eyesOf(location.search, over, game));
  // For paper only: whoever is offline by now goes on watching.
  const record = await import("../record.js").catch(() => undefined);
  await record?.keepRecord(main, viewer);
};
