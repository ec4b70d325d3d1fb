// The arbiter's page: what waits for a ruling over all games, the board of the moment, and the forms.

import { API, askJson } from "../api.js";
import { drawMoment, momentPath } from "../arbiter/board.js";
import { Ruling } from "../arbiter/rulings.js";
import { make, replace } from "../dom.js";
import { keepHere, recallHere } from "../memory.js";
import { called, calledInText } from "../names.js";
import { time } from "../table/panel.js";
import { troubleText } from "../trouble.js";
import { language, learn, listed, say, withNames } from "../words.js";

learn(await import(`../arbiter/words/${language}.js`));

const KEY = "arbiter_key";
const REFRESH = 3000; // milliseconds
const NOT_OURS = ["token_unknown", "token_needed", "arbiter_needed", "seat_forbidden"];

const idIn = (text) => {
  const found = text.trim().match(/games\/([A-Za-z0-9_-]{1,64})/);
  return found ? found[1] : text.trim();
};

class ArbiterPage {
  constructor(main, key) {
    Object.assign(this, { main, key });
    this.claims = make("ul", { class: "waiting claims" });
    this.paused = make("ul", { class: "waiting paused" });
    this.clocks = make("ul", { class: "waiting clocks" });
    this.note = make("p", { class: "said-here in-sight", role: "status" });
    this.panel = make("div", { class: "ruling-panel" }, make("p", {}, say("arbiter.pick")));
    const id = make("input", { name: "game", required: true, autocomplete: "off" });
    const open = (event) => {
      event.preventDefault();
      this.open(idIn(id.value));
    };
    replace(main,
      make("div", { class: "lead" }, make("h1", {}, say("arbiter.title")), make("p", {}, say("arbiter.lead")),
        make("button", { type: "button", onclick: () => this.leave() }, say("arbiter.leave"))),
      this.note,
      make("div", { class: "arbiter" },
        make("div", { class: "desk" },
          make("section", { "aria-labelledby": "claims-title" }, make("h2", { id: "claims-title" }, say("arbiter.claims")), this.claims),
          make("section", { "aria-labelledby": "paused-title" }, make("h2", { id: "paused-title" }, say("arbiter.paused")), this.paused),
          make("section", { "aria-labelledby": "clocks-title" }, make("h2", { id: "clocks-title" }, say("arbiter.clocks")), this.clocks),
          make("form", { onsubmit: open },
            make("h2", {}, say("arbiter.open_game")),
            make("label", {}, make("span", {}, say("arbiter.game_id")), id), make("button", {}, say("arbiter.open")))),
        this.panel));
  }

  leave() {
    keepHere(KEY, null);
    location.reload();
  }

  async refresh() {
    const found = await askJson(`${API}/attention`, { token: this.key });
    const written = JSON.stringify(found);
    if (written === this.drawn) return;
    this.drawn = written;
    const { claims, paused, clocks } = found;
    this.list(this.claims, claims, "arbiter.no_claims", (claim) => [
      make("b", {}, say("arbiter.claim_of", { player: this.named(claim), about: claim.about })),
      make("q", {}, claim.text)], (claim) => this.open(claim.game_id, claim.about, claim.claim));
    this.list(this.paused, paused, "arbiter.no_paused", (game) => [
      make("b", {}, listed(game.names.map((name, seat) => this.named({ name, seat }))))], (game) => this.open(game.game_id));
    this.list(this.clocks, clocks, "arbiter.no_clocks", (clock) => [
      make("b", {}, say("arbiter.due", { player: this.named(clock), time: time(clock.left_ms) }))], (clock) => this.open(clock.game_id));
  }

  named({ name, seat }) {
    return calledInText(name || say("player.number", { n: seat + 1 }));
  }

  list(place, items, empty, content, open) {
    replace(place, items.length ? items.map((item) => make("li", {},
      make("button", { type: "button", "data-game": item.game_id, onclick: () => open(item) },
        content(item), make("small", {}, `${say(`game.${item.game}`)} · ${item.game_id}`))))
      : make("li", { class: "empty" }, say(empty)));
  }

  watch() {
    setInterval(() => {
      if (!document.hidden) this.refresh().catch((error) => { this.note.textContent = troubleText(error); });
    }, REFRESH);
  }

  async open(id, at, claim) {
    this.note.textContent = "";
    try {
      const [game, { games }] = await Promise.all([
        askJson(`${API}/games/${encodeURIComponent(id)}`, { token: this.key }), askJson(`${API}/rules`)]);
      game.seats = withNames(game.seats);
      const { bots } = games.find((one) => one.game === game.game);
      await this.show(game, bots, at || String(game.version), claim);
    } catch (error) {
      this.note.textContent = troubleText(error);
    }
  }

  async show(game, bots, at, claim) {
    const board = make("div", { class: "moment-board" });
    const ruling = new Ruling(this, game, bots, claim);
    const title = make("h2", { tabindex: -1 }, `${say(`game.${game.game}`)} · ${listed(game.seats.map(({ name }) => calledInText(name)))}`);
    replace(this.panel, title,
      make("p", { class: "table-status" }, say(`arbiter.status.${game.table.status}`)),
      this.claimed(game, claim), this.request(game),
      make("div", { class: "beside" }, ruling.element, this.seats(game)),
      this.moment(game, at, board), board);
    title.focus(); // what was opened may lie far below a long list, or far above
    await drawMoment(board, game, at, this.key);
  }

  claimed(game, number) {
    const found = game.table.claims.find(({ claim }) => claim === number);
    if (!found) return null;
    const player = calledInText(game.seats[found.seat].name);
    return make("p", { class: "claim-text" }, make("b", {}, say("arbiter.claim_of", { player, about: found.about })), " ", make("q", {}, found.text));
  }

  request(game) {
    const { take_back: asked } = game.table;
    if (!asked) return null;
    const player = (seat) => calledInText(game.seats[seat].name);
    return make("p", {}, say("arbiter.asked", { player: player(asked.seat), to: asked.to, waiting: listed(asked.waiting.map(player)) }));
  }

  seats(game) {
    const { clock, table } = game;
    return make("table", { class: "seats-table" }, make("caption", {}, say("arbiter.seats")),
      make("thead", {}, make("tr", {}, ["seat", "held_by", "left"].map((word) => make("th", { scope: "col" }, say(`arbiter.${word}`))))),
      make("tbody", {}, game.seats.map(({ name }, seat) => make("tr", {},
        make("th", { scope: "row" }, `${seat}: `, called(name)),
        make("td", {}, table.seats[seat].bot ? say("arbiter.bot", { bot: table.seats[seat].bot }) : say("arbiter.person"),
          table.seats[seat].out ? ` · ${say("arbiter.out", { version: table.seats[seat].out })}` : null),
        make("td", {}, clock && clock.left_ms[seat] !== null ? time(clock.left_ms[seat]) : say("arbiter.none"))))));
  }

  moment(game, at, board) {
    const input = make("input", { name: "at", value: at, size: 8, pattern: "\\d+(\\.\\d+)?" });
    const link = make("a", { href: momentPath(game.id, at), target: "_blank" }, say("arbiter.watch"));
    const go = async (event) => {
      event.preventDefault();
      link.href = momentPath(game.id, input.value);
      try {
        await drawMoment(board, game, input.value, this.key);
      } catch (error) {
        this.note.textContent = troubleText(error);
      }
    };
    return make("form", { class: "row", onsubmit: go },
      make("label", {}, make("span", {}, say("arbiter.show_at")), input), make("button", {}, say("arbiter.show")), link);
  }

  async ruled(id, entry) {
    await this.refresh().catch(() => {});
    await this.open(id);
    this.note.textContent = say("arbiter.done", { version: entry.v });
    if (entry.token) {
      this.panel.prepend(make("p", { class: "token" }, say("arbiter.token"), " ", make("code", {}, entry.token)));
    }
  }
}

const begin = async (main, key) => {
  const page = new ArbiterPage(main, key);
  await page.refresh();
  page.watch();
  const wanted = new URLSearchParams(location.search).get("game");
  if (wanted) await page.open(wanted, new URLSearchParams(location.search).get("at"));
};

const askForKey = (main, said = "") => {
  const key = make("input", { type: "password", name: "key", required: true, autocomplete: "off" });
  const enter = async (event) => {
    event.preventDefault();
    keepHere(KEY, key.value.trim());
    await show(main);
  };
  replace(main, make("div", { class: "lead" }, make("h1", {}, say("arbiter.title")), make("p", {}, say("arbiter.lead"))),
    make("section", { class: "card" }, make("form", { onsubmit: enter },
      make("label", {}, make("span", {}, say("arbiter.key")), key), make("p", {}, say("arbiter.key_why")),
      make("button", { class: "main" }, say("arbiter.enter"))),
    make("p", { class: "said-here", role: "status" }, said)));
};

export const show = async (main) => {
  document.title = `${say("arbiter.title")} · Schichtbuch`;
  const key = recallHere(KEY);
  if (!key) {
    askForKey(main);
    return;
  }
  try {
    await begin(main, key);
  } catch (error) {
    if (!NOT_OURS.includes(error.code)) throw error;
    keepHere(KEY, null);
    askForKey(main, say("arbiter.wrong_key"));
  }
};
