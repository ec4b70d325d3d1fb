// One table of a deal: its moments, what was done in each entry, and its board.

import { API, ask, askJson } from "../api.js";
import { make, replace } from "../dom.js";
import { Frames } from "../frames.js";
import { called } from "../names.js";
import { language, number, say } from "../words.js";

class GameFrames extends Frames {
  get where() {
    return `${API}/games/${encodeURIComponent(this.gameId)}`;
  }

  // All tables are over, so everybody may see everything.
  path(from, to) {
    return `${super.path(from, to)}&all=true`;
  }
}

export class DealTable {
  constructor(table, draw) {
    Object.assign(this, { number: table.table, draw, done: [] });
    this.frames = new GameFrames(table.game, language);
    this.sentences = make("ol", { class: "told" });
    this.scores = make("ul", { class: "scores", "aria-label": say("points") });
    this.over = make("p", { class: "small" });
    this.picture = make("div", { class: "picture", tabindex: "0", role: "group", "aria-label": say("table.number", { n: table.table }) });
    this.element = make("section", { class: "side-of", "data-table": table.table },
      make("h2", {}, say("table.number", { n: table.table })), this.scores, this.sentences, this.over, this.picture);
  }

  get last() {
    return this.done.length;
  }

  // What was done in each entry and by whom; how the table was set up is no difference.
  async begin() {
    const [log, catalog] = await Promise.all([ask(`${this.frames.where}/log`), askJson(`${this.frames.where}/catalog`)]);
    const lines = (await log.text()).trim().split("\n").map((line) => JSON.parse(line));
    this.done = lines.map(({ v, by, action }) => (v === 1 ? "" : JSON.stringify([by, action])));
    this.catalog = catalog;
  }

  async at(version) {
    const shown = Math.min(version, this.last);
    await this.frames.load(shown);
    return this.frames.find(String(shown));
  }

  show(frame, against, version) {
    const { view } = frame;
    replace(this.scores, view.players.map(({ seat, name, points }) => make("li", { class: `seat-${seat}` },
      make("span", { class: "who" }, called(name)), make("strong", {}, number(points)))));
    const told = this.frames.byVersion.get(frame.version) ?? [];
    replace(this.sentences, told.filter(({ text }) => text).map(({ text }) => make("li", {}, text)));
    this.over.textContent = version > this.last ? say("deal.over", { n: this.last }) : "";
    replace(this.picture, this.draw(view, { language, say, catalog: this.catalog, before: against.view, frame }));
  }
}
