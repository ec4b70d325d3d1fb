// <schichtbuch-replay game="…" at="17.3" as="2">: a game of our server in a page of anybody.
//
// It has styles of its own, which no page can change by accident, and changes none of the page's.

import { API, askJson } from "../api.js";
import { boardOf } from "../boards/index.js";
import { Frames } from "../frames.js";
import { Live } from "../live.js";
import { ScoredNow } from "../scored_now.js";
import { troubleText } from "../trouble.js";
import { language, say } from "../words.js";
import { Player } from "./player.js";

const { origin } = globalThis.schichtbuch;
const SHEETS = ["../style.css", "../viewer.css", "../board.css", "./embed.css"];
const MOMENT = /^\d+(\.\d+)?$/;
const sheets = new Map();

// Fetched once for all replays of a page. What a page says of itself is said of the element here.
const sheetAt = async (path) => {
  const answer = await fetch(new URL(path, import.meta.url));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync((await answer.text()).replaceAll(":root", ":host"));
  return sheet;
};

const sheetOf = (path) => {
  if (!sheets.has(path)) sheets.set(path, sheetAt(path));
  return sheets.get(path);
};

class GameFrames extends Frames {
  get where() {
    return `${API}/games/${this.gameId}`;
  }

  path(from, to) {
    return super.path(from, to) + (this.eyes.all ? "&all=true" : "");
  }
}

class Replay extends HTMLElement {
  static observedAttributes = ["game", "at", "as"];

  constructor() {
    super();
    this.attachShadow({ mode: "open" });
  }

  connectedCallback() {
    this.lang ||= language;
    this.begin();
  }

  disconnectedCallback() {
    this.end();
  }

  end() {
    this.player?.controls.pause();
    this.live?.stop();
    this.live = null;
  }

  attributeChangedCallback(name, before, value) {
    if (!this.isConnected || before === value) return;
    if (name === "at" && this.player) this.player.go(this.moment);
    else if (this.begun) this.begin();
  }

  // Without a moment, a game that goes on is shown as it is now.
  get moment() {
    const at = this.getAttribute("at") || "";
    if (MOMENT.test(at)) return at;
    return this.summary?.status === "finished" ? "1.1" : String(this.summary?.version ?? "1.1");
  }

  get game() {
    return encodeURIComponent(this.getAttribute("game") || "");
  }

  get eyes() {
    const as = this.getAttribute("as") || "";
    if (as === "all") return { all: true };
    return /^\d$/.test(as) ? { seat: as } : {};
  }

  // Whoever changes the game while another one comes wants the later one.
  async begin() {
    const begun = this.begun = Symbol(this.getAttribute("game"));
    this.end();
    this.shadowRoot.replaceChildren(this.paragraph(say("embed.loading")));
    try {
      const player = await this.loaded();
      if (begun !== this.begun) return;
      this.player = player;
      this.shadowRoot.replaceChildren(player.element);
      await player.go(this.moment);
      this.dispatchEvent(new CustomEvent("ready"));
      if (this.summary.status !== "finished" && this.isConnected) this.follow();
    } catch (error) {
      if (begun === this.begun) this.shadowRoot.replaceChildren(this.paragraph(troubleText(error)));
    }
  }

  // What comes later comes by itself, and is shown to whoever is at the end.
  follow() {
    const { frames, news } = this.player;
    this.live = new Live(frames, {
      onTold: (told, shown) => news.comes(told, shown), onEnd: () => {}, onLost: () => {}, onBack: () => {}, onRefused: (error) => this.player.warn(error),
    });
    this.live.follow();
  }

  paragraph(text) {
    return Object.assign(document.createElement("p"), { className: "empty", textContent: text });
  }

  async loaded() {
    const id = this.game;
    const summary = this.summary = await askJson(`${API}/games/${id}`);
    const frames = new GameFrames(id, language, this.eyes);
    const own = `../boards/${summary.game.replaceAll("-", "_")}.css`;
    const [board, catalog, styles] = await Promise.all([
      boardOf(summary.game), askJson(`${API}/games/${id}/catalog`), Promise.all([...SHEETS, own].map(sheetOf)),
      frames.loadNear(Math.min(summary.version, Number.parseInt(this.moment, 10))),
    ]);
    this.shadowRoot.adoptedStyleSheets = styles;
    return new Player({
      game: summary.game, board, catalog, frames, link: `${origin}/games/${id}?lang=${language}`, rules: `${origin}/rules/${summary.game}`,
      scoredNow: new ScoredNow(language, this.eyes, summary.status === "finished", frames.where),
      onMove: ({ at, text }) => this.dispatchEvent(new CustomEvent("moment", { detail: { at, text } })),
    });
  }
}

customElements.define("schichtbuch-replay", Replay);
