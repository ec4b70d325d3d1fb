// The start page: what is here, bots to watch, a file to check.

import { API, askJson } from "../api.js";
import { make, replace } from "../dom.js";
import { called, calledInText } from "../names.js";
import { troubleText } from "../trouble.js";
import { upload } from "../upload.js";
import { listed, moment, number, say, withNames } from "../words.js";

const NAMES = ["Anna", "Bruno", "Clara", "Dávid"];
const REFRESH = 3000; // milliseconds: running games go on while one reads

const card = (game) => {
  const seats = withNames(game.seats);
  const names = seats.map(({ name }) => calledInText(name));
  const winners = game.winners.map((seat) => names[seat]);
  const news = game.status === "finished"
    ? say("start.won", { players: listed(winners) })
    : game.turn === null ? say(`status.${game.status}`) : say("start.turn", { player: names[game.turn] });
  return make("li", { class: `game ${game.status}` }, make("a", { href: `/games/${encodeURIComponent(game.id)}` },
    make("span", { class: "title" }, say(`game.${game.game}`)),
    make("span", { class: "badge" }, say(`status.${game.status}`)),
    make("ul", { class: "players" }, seats.map(({ seat, name, points }) => make("li", {
      class: `seat-${seat}${game.winners.includes(seat) ? " winner" : ""}`,
    }, make("span", { class: "who" }, called(name)), make("b", {}, number(points))))),
    make("span", { class: "news" }, news),
    make("small", {}, `${say("start.entries", { n: game.version })} · ${moment(game.created)}`)));
};

class Games {
  constructor(rules) {
    this.game = make("select", { onchange: () => this.load() },
      make("option", { value: "" }, say("start.all_games")),
      rules.map(({ game }) => make("option", { value: game }, say(`game.${game}`))));
    this.status = make("select", { onchange: () => this.load() },
      make("option", { value: "" }, say("start.any")),
      ["running", "finished"].map((status) => make("option", { value: status }, say(`status.${status}`))));
    this.list = make("ul", { class: "games" });
    this.more = make("button", { type: "button", hidden: true, onclick: () => this.load(this.cursor) }, say("start.more"));
    this.empty = make("div", { class: "empty", hidden: true });
    this.element = make("section", { "aria-labelledby": "games-title" },
      make("h2", { id: "games-title" }, say("start.games")),
      make("div", { class: "filters" },
        make("label", {}, make("span", {}, say("start.which")), this.game),
        make("label", {}, make("span", {}, say("start.status")), this.status)),
      this.list, this.empty, this.more);
  }

  async load(cursor) {
    try {
      await this.fetch(cursor);
    } catch (error) {
      this.empty.hidden = false;
      replace(this.empty, make("p", {}, troubleText(error)),
        make("button", { type: "button", onclick: () => this.load() }, say("try_again")));
    }
  }

  async fetch(cursor) {
    const query = new URLSearchParams();
    if (this.game.value) query.set("game", this.game.value);
    if (this.status.value) query.set("status", this.status.value);
    if (cursor) query.set("cursor", cursor);
    const answer = await askJson(`${API}/games?${query}`);
    const cards = answer.games.map(card);
    if (cursor) this.list.append(...cards);
    else this.list.replaceChildren(...cards);
    this.cursor = answer.cursor;
    this.more.hidden = !answer.cursor;
    this.paged = Boolean(cursor);
    this.running = answer.games.some(({ status }) => status !== "finished");
    this.sayEmpty();
  }

  sayEmpty() {
    const filtered = this.game.value || this.status.value;
    this.empty.hidden = Boolean(this.list.children.length);
    replace(this.empty, make("p", {}, say(filtered ? "start.none_fit" : "start.none")),
      filtered ? make("button", { type: "button", onclick: () => this.clear() }, say("start.clear")) : null);
  }

  clear() {
    this.game.value = this.status.value = "";
    this.load();
  }

  // Only while something happens, and never under the eyes of who has paged on.
  watch() {
    setInterval(() => {
      if (this.running && !this.paged && !document.hidden) this.fetch().catch(() => {});
    }, REFRESH);
  }
}

class Bots {
  constructor(rules) {
    this.rules = rules;
    this.game = make("select", { name: "game", onchange: () => this.offer() },
      rules.map(({ game }) => make("option", { value: game }, say(`game.${game}`))));
    this.players = make("select", { name: "players" });
    this.key = make("input", { type: "password", autocomplete: "off" });
    this.keyField = make("label", { hidden: true }, make("span", {}, say("start.key_needed")), this.key);
    this.note = make("p", { class: "said-here", role: "status" });
    this.button = make("button", { class: "main" }, say("start.begin"));
    this.element = make("section", { class: "card", "aria-labelledby": "bots-title" },
      make("h2", { id: "bots-title" }, say("start.watch")), make("p", {}, say("start.watch_text")),
      make("form", { onsubmit: (event) => this.begin(event) },
        make("label", {}, make("span", {}, say("start.which")), this.game),
        make("label", {}, make("span", {}, say("start.players")), this.players),
        this.keyField, this.button), this.note);
    this.offer();
  }

  offer() {
    const { player_counts: counts } = this.rules.find(({ game }) => game === this.game.value) || { player_counts: [] };
    replace(this.players, counts.map((count) => make("option", { value: count, selected: count === Math.max(...counts) }, count)));
  }

  async begin(event) {
    event.preventDefault();
    this.button.disabled = true;
    this.note.textContent = say("start.beginning");
    const { bots } = this.rules.find(({ game }) => game === this.game.value);
    const bot = bots.includes("greedy") ? "greedy" : bots[0];
    const seats = NAMES.slice(0, Number(this.players.value)).map((name) => ({ name, bot }));
    try {
      const begun = await askJson(`${API}/games`, {
        method: "POST", token: this.key.value.trim() || undefined,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ game: this.game.value, seats }),
      });
      location.assign(`/games/${begun.id}`);
    } catch (error) {
      this.button.disabled = false;
      this.keyField.hidden = !["token_needed", "token_unknown"].includes(error.code) && this.keyField.hidden;
      this.note.textContent = error.code === "token_needed" ? "" : troubleText(error);
    }
  }
}

const dropZone = (most) => {
  const note = make("p", { class: "said-here", role: "status" });
  const take = async (file) => {
    if (!file) return;
    note.textContent = say("start.checking", { file: file.name });
    try {
      location.assign(`/audits/${await upload(file, most)}`);
    } catch (error) {
      note.textContent = troubleText(error);
    }
  };
  const input = make("input", { type: "file", id: "file", class: "hidden", accept: ".schicht", onchange: () => take(input.files[0]) });
  const zone = make("section", {
    class: "card drop", "aria-labelledby": "drop-title",
    ondragover: (event) => { event.preventDefault(); zone.classList.add("over"); },
    ondragleave: () => zone.classList.remove("over"),
    ondrop: (event) => {
      event.preventDefault();
      zone.classList.remove("over");
      take(event.dataTransfer.files[0]);
    },
  },
  make("h2", { id: "drop-title" }, say("start.drop")), make("p", {}, say("start.drop_text")),
  input, make("label", { class: "button", for: "file" }, say("start.choose")), note);
  return zone;
};

export const show = async (main, { most }) => {
  document.title = say("title");
  const { games: rules } = await askJson(`${API}/rules`);
  const games = new Games(rules);
  replace(main,
    make("div", { class: "lead" }, make("h1", {}, "Schichtbuch"), make("p", { class: "big" }, say("start.lead")), make("p", {}, say("start.how"))),
    make("div", { class: "start" }, games.element, make("div", { class: "cards-column" }, new Bots(rules).element, dropZone(most))));
  await games.load();
  games.watch();
};
