// The table around the board: clocks, claims, a request to go back; and what a seat may do there.

import { API, ask, askJson } from "../api.js";
import { make, replace } from "../dom.js";
import { called, calledInText } from "../names.js";
import { randomKey } from "../random_key.js";
import { language, listed, say, withNames } from "../words.js";

const TICK = 1000; // milliseconds

export const time = (ms) => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [days, hours] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24];
  const clock = [hours, Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");
  return days ? `${days} d ${clock}` : clock;
};

export class TablePanel {
  // `eyes()` says through whose eyes one looks now, `moment()` what is shown.
  constructor(game, { eyes, moment, onChange }) {
    Object.assign(this, { game, eyes, moment, onChange });
    this.status = make("p", { class: "table-status", role: "status" });
    this.clocks = make("ul", { class: "clocks" });
    this.request = make("div", { class: "request" });
    this.claims = make("ul", { class: "open-claims", tabindex: 0 }); // long ones are scrolled
    this.own = make("div", { class: "own-actions" });
    this.note = make("p", { class: "said-here", role: "status" });
    this.element = make("section", { class: "table-panel", "aria-label": say("table") },
      this.status, this.clocks, this.claims, this.request, this.own, this.note);
    this.draw();
    setInterval(() => this.tick(), TICK);
  }

  get line() {
    return this.game.table.line;
  }

  async refresh() {
    this.game = await askJson(`${API}/games/${encodeURIComponent(this.game.id)}`);
    this.game.seats = withNames(this.game.seats);
    this.came = performance.now();
    this.draw();
    this.onChange();
  }

  // As it stands after an entry that has just come.
  take({ clock, table }) {
    const seats = withNames(this.game.seats.map((seat, at) => ({ ...seat, name: table.seats[at].name })));
    this.game = { ...this.game, clock, table, seats };
    this.draw();
    this.onChange();
  }

  player(seat) {
    return calledInText(this.game.seats[seat].name);
  }

  draw() {
    const { table, result } = this.game;
    const ruled = result && result.status !== "played";
    const quiet = table.status === "open" || (table.status === "ended" && !ruled);
    this.status.textContent = ruled ? say(`table.${result.status}`) : quiet ? "" : say(`table.${table.status}`);
    this.status.hidden = !this.status.textContent;
    replace(this.claims, table.claims.map(({ seat, about, text }) =>
      make("li", {}, say("table.claim", { player: this.player(seat), about, text }))));
    this.drawRequest();
    this.drawOwn();
    this.tick();
    this.element.hidden = !this.isSpeaking;
  }

  get isSpeaking() {
    const { clock, table } = this.game;
    return Boolean(clock || table.claims.length || table.take_back || this.status.textContent || this.eyes().token);
  }

  tick() {
    const { clock } = this.game;
    if (!clock) return;
    const since = Date.now() - Date.parse(clock.at);
    replace(this.clocks, this.game.seats.map(({ name }, seat) => {
      const left = clock.left_ms[seat];
      if (left === null) return null;
      const runs = clock.running.includes(seat);
      return make("li", { class: runs ? "runs" : "" }, called(name), " ",
        make("time", {}, time(runs ? left - Math.max(0, since) : left)));
    }));
  }

  drawRequest() {
    const { take_back: asked } = this.game.table;
    const { seat, token } = this.eyes();
    if (!asked) {
      replace(this.request);
      return;
    }
    const waiting = listed(asked.waiting.map((one) => this.player(one)));
    const answer = (agree, word) => make("button", { type: "button", onclick: () => this.act({ type: "table_answer_take_back", agree }) }, say(word));
    replace(this.request, make("p", {}, say("table.asked", { player: this.player(asked.seat), to: asked.to, waiting })),
      token && asked.waiting.includes(seat) ? [answer(true, "table.agree"), answer(false, "table.decline")] : null,
      token && asked.seat === seat ? answer(false, "table.withdraw") : null);
  }

  drawOwn() {
    const { token, seat } = this.eyes();
    const ended = this.game.table.status === "ended";
    const bot = this.game.table.seats[seat]?.bot;
    // What somebody is writing stays, whatever others do meanwhile.
    const offered = JSON.stringify([token, seat, bot, ended]);
    if (offered === this.offered) return;
    this.offered = offered;
    if (!token) {
      replace(this.own);
      return;
    }
    const text = make("textarea", { name: "claim", rows: 2, maxlength: 500, required: true });
    const claim = (event) => {
      event.preventDefault();
      this.act({ type: "table_claim", about: this.moment().at, text: text.value });
    };
    replace(this.own,
      make("form", { class: "claim-form", onsubmit: claim },
        make("label", {}, make("span", {}, say("table.claim_text")), text), make("button", {}, say("table.claim_now"))),
      ended || bot ? null : make("button", { type: "button", class: "ask-back", onclick: () => this.act({ type: "table_ask_take_back", to: this.moment().version }) }, say("table.ask_back")),
      ended || bot ? null : make("button", { type: "button", class: "resign", onclick: () => this.resign() }, say("table.resign")));
  }

  resign() {
    if (confirm(say("table.resign_sure"))) this.act({ type: "table_resign" });
  }

  async act(action) {
    this.note.textContent = "";
    try {
      const answer = await ask(`${API}/games/${encodeURIComponent(this.game.id)}/actions`, {
        method: "POST", token: this.eyes().token, language,
        headers: { "Content-Type": "application/json", "Idempotency-Key": randomKey() },
        body: JSON.stringify(action),
      });
      await answer.json();
      await this.refresh();
    } catch (error) {
      this.note.textContent = error.detail || error.message;
    }
  }
}
