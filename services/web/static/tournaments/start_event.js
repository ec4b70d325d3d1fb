// Announce a tournament: the regulation from a few choices; whoever wants more sends it to the API.

import { API, askJson } from "../api.js";
import { make, replace } from "../dom.js";
import { randomKey } from "../random_key.js";
import { troubleText } from "../trouble.js";
import { language, say } from "../words.js";
import { pageOf } from "./event.js";
import { rememberKey } from "./keys.js";

// In twelfths: multiples of 12 can be shared by up to four people without a remainder.
const POINTS = { 4: [60, 36, 24, 12], 3: [60, 36, 24], 2: [60, 24] };
const SCORINGS = {
  rank: { kind: "rank", points: POINTS, bye: 48 },
  rank_wins: { kind: "rank", points: { 4: [12, 0, 0, 0], 3: [12, 0, 0], 2: [12, 0] }, bye: 12 },
  share: { kind: "share" },
};
const CLOCKS = {
  none: null,
  quick: { kind: "game", seconds: 900, increment: 15, on_flag: "stand_in" },
  long: { kind: "game", seconds: 2700, increment: 30, on_flag: "arbiter" },
};
const WHOLE = 1200; // twelfths that a table shares out, if it is by share: a bye is worth an even part
const FINALS = [0, 1];
const DEALS = ["fresh", "duplicate"];

const labelled = (word, field) => make("label", {}, make("span", {}, say(word)), field);
const options = (values, text, chosen) => values.map((value) => make("option", { value, selected: value === chosen }, text(value)));

export class StartEvent {
  constructor(rules) {
    this.rules = rules;
    this.title = make("input", { name: "title", required: true, maxlength: 120, autocomplete: "off" });
    this.game = make("select", { name: "game", onchange: () => this.offer() }, options(rules.map(({ game }) => game), (game) => say(`game.${game}`)));
    this.size = make("select", { name: "size" });
    this.rounds = make("input", { name: "rounds", type: "number", min: 1, max: 20, value: 3, required: true });
    this.final = make("select", { name: "final" }, options(FINALS, (n) => say(`form.final.${n}`), 0));
    this.scoring = make("select", { name: "scoring" }, options(Object.keys(SCORINGS), (kind) => say(`form.scoring.${kind}`)));
    this.clock = make("select", { name: "clock" }, options(Object.keys(CLOCKS), (kind) => say(`form.clock.${kind}`)));
    this.deals = make("select", { name: "deals" }, options(DEALS, (kind) => say(`form.deals.${kind}`)));
    this.minutes = make("input", { name: "minutes", type: "number", min: 1, max: 1440, value: 90 });
    this.key = make("input", { type: "password", name: "key", autocomplete: "off" });
    this.keyField = make("label", { hidden: true }, make("span", {}, say("form.key_needed")), this.key);
    this.note = make("p", { class: "said-here", role: "status" });
    this.button = make("button", { class: "main" }, say("form.create"));
    this.element = make("section", { class: "card", "aria-labelledby": "new-event" },
      make("h2", { id: "new-event" }, say("form.title")), make("p", {}, say("form.lead")),
      make("form", { onsubmit: (event) => this.create(event) },
        labelled("form.name", this.title), labelled("start.which", this.game), labelled("form.size", this.size),
        labelled("form.rounds", this.rounds), labelled("form.final", this.final), labelled("form.scoring", this.scoring),
        labelled("form.clock", this.clock), labelled("form.deals", this.deals), labelled("form.minutes", this.minutes), this.keyField, this.button), this.note);
    this.offer();
  }

  offer() {
    const { player_counts: counts } = this.rules.find(({ game }) => game === this.game.value) ?? { player_counts: [] };
    const sizes = [2, 3, 4].filter((size) => counts.includes(size));
    replace(this.size, options(sizes, (size) => String(size), Math.max(...sizes)));
  }

  // Shorter tables are allowed wherever the game can be played by fewer.
  get regulation() {
    const size = Number(this.size.value);
    const { player_counts: counts, editions } = this.rules.find(({ game }) => game === this.game.value);
    const short = size > 2 && counts.includes(size - 1) && counts.includes(2) ? { short: size - 1 } : {};
    const final = Number(this.final.value) ? [{ kind: "final", players: size, rounds: 1 }] : [];
    const clock = CLOCKS[this.clock.value];
    return {
      title: this.title.value.trim(), game: this.game.value,
      ...(editions.includes(language) && { edition: language }), ...(clock && { clock }),
      tables: { size, ...short }, stages: [{ kind: "swiss", rounds: Number(this.rounds.value) }, ...final],
      scoring: { bye: Math.floor(WHOLE / size), ...SCORINGS[this.scoring.value] },
      ranking: ["points", "wins", "places", "share", "opponents", "encounter", "lots"],
      deals: this.deals.value, ...(this.minutes.value && { round_minutes: Number(this.minutes.value) }),
    };
  }

  async create(event) {
    event.preventDefault();
    this.button.disabled = true;
    this.note.textContent = say("form.creating");
    try {
      const { id, key } = await askJson(`${API}/tournaments`, {
        method: "POST", token: this.key.value.trim() || undefined, language,
        headers: { "Content-Type": "application/json", "Idempotency-Key": randomKey() }, body: JSON.stringify(this.regulation),
      });
      rememberKey(id, key);
      location.assign(pageOf(id, "desk"));
    } catch (error) {
      this.button.disabled = false;
      this.keyField.hidden = !["token_needed", "token_unknown"].includes(error.code) && this.keyField.hidden;
      this.note.textContent = error.code === "token_needed" ? "" : troubleText(error);
    }
  }
}
