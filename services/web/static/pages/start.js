// The start page: what is here, bots to watch, a file to check.

import { API, askJson } from "../api.js";
import { isZip } from "../audits/zip.js";
import { make, replace } from "../dom.js";
import { StartGame } from "../play/start_game.js";
import { firstPage, Games } from "../start/games.js";
import { troubleText } from "../trouble.js";
import { upload } from "../upload.js";
import { say } from "../words.js";

const NAMES = ["Anna", "Bruno", "Clara", "Dávid"];

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

const dropZone = (most, onMany) => {
  const note = make("p", { class: "said-here", role: "status" });
  const take = async ([...files]) => {
    const [file] = files;
    if (!file) return;
    if (files.length > 1 || isZip(file)) {
      onMany(files);
      return;
    }
    note.textContent = say("start.checking", { file: file.name });
    try {
      location.assign(`/audits/${await upload(file, most)}`);
    } catch (error) {
      note.textContent = troubleText(error);
    }
  };
  const input = make("input", { type: "file", id: "file", class: "hidden", multiple: true, accept: ".schicht,.zip", onchange: () => take(input.files) });
  const zone = make("section", {
    class: "card drop", "aria-labelledby": "drop-title",
    ondragover: (event) => { event.preventDefault(); zone.classList.add("over"); },
    ondragleave: () => zone.classList.remove("over"),
    ondrop: (event) => {
      event.preventDefault();
      zone.classList.remove("over");
      take(event.dataTransfer.files);
    },
  },
  make("h2", { id: "drop-title" }, say("start.drop")), make("p", {}, say("start.drop_text")),
  input, make("label", { class: "button", for: "file" }, say("start.choose")), note);
  return zone;
};

// They cannot travel to another page; so that page comes here.
const checkMany = async (main, most, files) => {
  history.pushState(null, "", "/audits");
  addEventListener("popstate", () => location.reload());
  const { show: showMany } = await import("./audits.js");
  await showMany(main, { most, files });
};

export const show = async (main, { most }) => {
  document.title = say("title");
  const [{ games: rules }, first] = await Promise.all([askJson(`${API}/rules`), firstPage()]);
  const games = new Games(rules);
  // Before anything is seen, so that nothing moves when it comes.
  if (first) games.take(first);
  else await games.load();
  replace(main,
    make("div", { class: "lead" }, make("h1", {}, "Schichtbuch"), make("p", { class: "big" }, say("start.lead")), make("p", {}, say("start.how")),
      make("p", {}, make("a", { class: "button", href: "/tournaments" }, say("footer.tournaments"))),
      // On a narrow screen they stand below each other.
      make("nav", { class: "jumps", "aria-label": say("start.also") },
        make("a", { href: "#games-title" }, say("start.games")), make("a", { href: "#bots-title" }, say("start.watch")), make("a", { href: "#drop-title" }, say("start.drop")))),
    make("div", { class: "start" }, new StartGame(rules).element, games.element, make("div", { class: "cards-column" }, new Bots(rules).element, dropZone(most, (files) => checkMany(main, most, files)))));
  games.watch();
};
