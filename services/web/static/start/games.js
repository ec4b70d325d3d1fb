// The list of games: found by player or title, filtered and sorted as the address says.

import { API, askJson } from "../api.js";
import { make, replace } from "../dom.js";
import { troubleText } from "../trouble.js";
import { language, say } from "../words.js";
import { card } from "./card.js";

const REFRESH = 3000; // milliseconds: running games go on while one reads
const TYPING = 350; // milliseconds without a key before what is typed is looked for
const NEWEST = "newest";
const ASKED = ["search", "game", "status", "sort"];

const questionOf = (asked, cursor) => {
  const query = new URLSearchParams(asked);
  if (cursor) query.set("cursor", cursor);
  return `${API}/games?${query}`;
};

// The first page, before there is anything to show it in; nothing if it cannot be had.
export const firstPage = () => {
  const address = new URLSearchParams(location.search);
  const asked = ASKED.map((name) => [name, address.get(name)?.trim()]).filter(([, value]) => value && value !== NEWEST);
  return askJson(questionOf(asked), { language }).catch(() => null);
};

const select = (options, onchange) => make("select", { onchange },
  Object.entries(options).map(([value, text]) => make("option", { value }, text)));

const labelled = (text, control) => make("label", {}, make("span", {}, text), control);

export class Games {
  constructor(rules) {
    const games = Object.fromEntries(rules.map(({ game }) => [game, say(`game.${game}`)]));
    this.search = make("input", { type: "search", maxlength: 200, autocomplete: "off", oninput: () => this.typed() });
    const choose = () => this.choose();
    this.controls = {
      search: this.search,
      game: select({ "": say("start.all_games"), ...games }, choose),
      status: select({ "": say("start.any"), waiting: say("status.waiting"), running: say("status.running"), finished: say("status.finished") }, choose),
      sort: select({ [NEWEST]: say("start.newest"), oldest: say("start.oldest") }, choose),
    };
    this.cards = new Map();
    this.list = make("ul", { class: "games" });
    this.more = make("button", { type: "button", hidden: true, onclick: () => this.load(this.cursor) }, say("start.more"));
    this.empty = make("div", { class: "empty", role: "status", hidden: true });
    this.element = make("section", { "aria-labelledby": "games-title" },
      make("h2", { id: "games-title" }, say("start.games")),
      make("form", { class: "filters", role: "search", onsubmit: (event) => { event.preventDefault(); this.choose(); } },
        labelled(say("start.search"), this.search), labelled(say("start.which"), this.controls.game),
        labelled(say("start.status"), this.controls.status), labelled(say("start.sort"), this.controls.sort)),
      this.list, this.empty, this.more);
    this.readAddress();
    addEventListener("popstate", () => {
      if (location.pathname !== "/") return;
      this.readAddress();
      this.load();
    });
  }

  // What is asked for stands in the address: to go back, to reload, to share.
  readAddress() {
    const asked = new URLSearchParams(location.search);
    for (const [name, control] of Object.entries(this.controls)) {
      control.value = asked.get(name) ?? "";
      if (control.selectedIndex === -1) control.selectedIndex = 0;
    }
  }

  writeAddress(change) {
    const here = new URL(location.href);
    for (const name of Object.keys(this.controls)) {
      if (this.asked[name]) here.searchParams.set(name, this.asked[name]);
      else here.searchParams.delete(name);
    }
    if (String(here) !== location.href) history[change](null, "", here);
  }

  get asked() {
    const values = Object.entries(this.controls).map(([name, control]) => [name, control.value.trim()]);
    return Object.fromEntries(values.filter(([, value]) => value && value !== NEWEST));
  }

  typed() {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.choose("replaceState"), TYPING);
  }

  choose(change = "pushState") {
    clearTimeout(this.typing);
    this.writeAddress(change);
    return this.load();
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
    const question = this.question = questionOf(this.asked, cursor);
    const answer = await askJson(question, { language });
    // Something else may have been asked for meanwhile.
    if (question === this.question) this.take(answer, cursor);
  }

  take(answer, cursor) {
    const cards = answer.games.map((game) => this.card(game));
    if (cursor) this.list.append(...cards);
    else this.list.replaceChildren(...cards);
    this.cursor = answer.cursor;
    this.more.hidden = !answer.cursor;
    this.paged = Boolean(cursor);
    this.running = answer.games.some(({ status, verdict }) => status !== "finished" || !verdict);
    this.sayEmpty();
  }

  // What has not changed stays as it is, its picture too.
  card(game) {
    const told = JSON.stringify(game);
    const kept = this.cards.get(game.id);
    if (kept?.told === told) return kept.element;
    const element = card(game);
    this.cards.set(game.id, { told, element });
    return element;
  }

  sayEmpty() {
    const { search, ...filters } = this.asked;
    const isFiltered = Object.keys(filters).some((name) => name !== "sort");
    this.empty.hidden = Boolean(this.list.children.length);
    const said = search ? say("start.none_found", { search }) : say(isFiltered ? "start.none_fit" : "start.none");
    replace(this.empty, make("p", {}, said),
      search || isFiltered ? make("button", { type: "button", onclick: () => this.clear() }, say("start.clear")) : null);
  }

  clear() {
    for (const name of ["search", "game", "status"]) this.controls[name].value = "";
    this.choose();
  }

  // Only while something happens, and never under the eyes of who has paged on.
  watch() {
    setInterval(() => {
      if (this.running && !this.paged && !document.hidden) this.fetch().catch(() => {});
    }, REFRESH);
  }
}
