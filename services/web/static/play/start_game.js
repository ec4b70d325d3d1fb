// Start a game and sit down: which one, who plays, by which rules, with how much time.

import { API, askJson } from "../api.js";
import { make, replace } from "../dom.js";
import { keep, recall } from "../memory.js";
import { randomKey } from "../random_key.js";
import { troubleText } from "../trouble.js";
import { say } from "../words.js";
import { HouseRules } from "./house_rules.js";
import { rememberInvites } from "./invites.js";
import { freshSalt } from "./salt.js";
import { remember, sitAt, sitTogether } from "./secrets.js";
import "./words.js";

const NAMES = ["Anna", "Bruno", "Clara", "Dávid"];

const CLOCKS = {
  none: null,
  quick: { kind: "game", seconds: 900, increment: 15, on_flag: "stand_in" },
  long: { kind: "game", seconds: 2700, increment: 30, on_flag: "stand_in" },
  letters: { kind: "move", seconds: 259_200, on_flag: "stand_in" },
};

const seatName = (at) => `seat-${at + 1}`;

const labelled = (word, field) => make("label", {}, make("span", {}, say(word)), field);

const options = (values, word, chosen) => values.map((value) => make("option", { value, selected: value === chosen }, say(`${word}.${value}`)));

const radio = (name, value, checked, text, onchange) => make("label", {}, make("input", { type: "radio", name, value, checked, onchange }), " ", text);

export class StartGame {
  constructor(rules) {
    this.rules = rules;
    this.games = make("fieldset", { class: "picked" }, make("legend", {}, say("start.which")),
      rules.map(({ game }, at) => radio("play-game", game, at === 0, say(`game.${game}`), () => this.offer())));
    this.name = make("input", { maxlength: 40, autocomplete: "nickname", value: recall("name") || "", placeholder: say("player.number", { n: 1 }) });
    this.others = make("div", { class: "other-seats" });
    this.guests = []; // the names of who sits at this screen, too, by place
    this.salts = []; // by seat
    this.clock = make("select", {}, options(Object.keys(CLOCKS), "play.clock", "none"));
    this.hints = make("input", { type: "checkbox" });
    this.house = new HouseRules();
    this.key = make("input", { type: "password", autocomplete: "off" });
    this.keyField = make("label", { hidden: true }, make("span", {}, say("start.key_needed")), this.key);
    this.note = make("p", { class: "said-here", role: "status" });
    this.button = make("button", { class: "main" }, say("play.begin"));
    this.element = make("section", { class: "card start-game", "aria-labelledby": "play-title" },
      make("h2", { id: "play-title" }, say("play.start")),
      this.form = make("form", { onsubmit: (event) => this.begin(event) },
        this.games, this.others, labelled("play.name", this.name),
        this.closer = make("details", { class: "house", ontoggle: () => this.showRules() }, make("summary", {}, say("play.rules_and_clock")),
          labelled("play.clock", this.clock), make("label", { class: "tick" }, this.hints, " ", say("play.hints_wanted")), this.house.element),
        this.keyField, this.button), this.note);
    this.offer();
  }

  get rule() {
    const chosen = this.games.querySelector(":checked").value;
    return this.rules.find(({ game }) => game === chosen);
  }

  // Who is wished opposite, place by place, as far as that was offered.
  get kinds() {
    const said = new FormData(this.form);
    return [...this.others.children].map((_, at) => said.get(seatName(at)));
  }

  // Who may sit opposite: as many as the game allows, the first one always there.
  offer() {
    const { bots, player_counts: counts } = this.rule;
    const kinds = [...bots.toReversed().map((bot) => `bot-${bot}`), "friend", "here"];
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    const before = this.kinds;
    replace(this.others, Array.from({ length: most - 1 }, (_, at) => {
      const needed = at + 2 <= least;
      const chosen = before[at] || (needed ? kinds[0] : "nobody");
      return this.opposite(at, needed ? this.picked(at, kinds, chosen) : this.invited(at, ["nobody", ...kinds], chosen), chosen);
    }));
    this.house.forget();
    this.showRules();
  }

  // Who must be there is picked with one click; who may be there takes less room.
  picked(at, kinds, chosen) {
    return make("fieldset", { class: "picked" }, make("legend", {}, say("play.opposite")),
      kinds.map((kind) => radio(seatName(at), kind, kind === chosen, say(`play.who.${kind}`))));
  }

  invited(at, kinds, chosen) {
    return labelled("play.opposite_too", make("select", { name: seatName(at) }, options(kinds, "play.who", chosen)));
  }

  // Whoever sits at this screen, too, is called as they like; everybody else names themselves.
  opposite(at, who, chosen) {
    const kept = this.guests[at] ??= make("input", { maxlength: 40, autocomplete: "off", placeholder: NAMES[at + 1] });
    const name = make("label", { class: "guest", hidden: chosen !== "here" }, make("span", {}, say("play.guest_name")), kept);
    return make("div", { class: "other-seat", onchange: () => { name.hidden = this.kinds[at] !== "here"; } }, who, name);
  }

  async showRules() {
    if (!this.closer?.open) return;
    try {
      await this.house.of(this.rule.game);
    } catch (error) {
      this.note.textContent = troubleText(error);
    }
  }

  // Who is opposite, and how somebody at this screen wants to be called.
  get opponents() {
    return this.kinds.map((kind, at) => ({
      kind, usual: NAMES[at + 1], name: kind === "here" ? this.guests[at].value.trim() : "",
    })).filter(({ kind }) => kind !== "nobody");
  }

  // [{name, bot}, {open: true}, …] as the service takes them, the own seat first; no name comes twice.
  seats() {
    const own = this.name.value.trim() || say("player.number", { n: 1 });
    const { opponents } = this;
    const taken = new Set([own, ...opponents.map(({ name }) => name)]);
    return [{ name: own, salt: this.salt(0) }, ...opponents.map(({ kind, usual, name }, at) => {
      if (kind === "friend") return { open: true };
      const called = name || [usual, ...NAMES].find((one) => !taken.has(one));
      taken.add(called);
      return kind === "here" ? { name: called, salt: this.salt(at + 1) } : { name: called, bot: kind.slice(4) };
    })];
  }

  salt(seat) {
    return this.salts[seat] ??= freshSalt();
  }

  // The same wish sent again, because the answer was lost, is the same game.
  get question() {
    const body = JSON.stringify(this.wish);
    if (this.asked?.body !== body) this.asked = { body, key: randomKey() };
    return this.asked;
  }

  get wish() {
    const clock = CLOCKS[this.clock.value];
    return {
      game: this.rule.game, seats: this.seats(), ...this.house.wish,
      ...(clock && { clock }), ...(this.hints.checked && { hints: true }),
    };
  }

  async begin(event) {
    event.preventDefault();
    keep("name", this.name.value.trim());
    this.button.disabled = true;
    this.note.textContent = say("start.beginning");
    const { body, key } = this.question;
    try {
      const begun = await askJson(`${API}/games`, {
        method: "POST", token: this.key.value.trim() || undefined,
        headers: { "Content-Type": "application/json", "Idempotency-Key": key }, body,
      });
      this.sit(begun);
    } catch (error) {
      this.button.disabled = false;
      this.keyField.hidden = !["token_needed", "token_unknown"].includes(error.code) && this.keyField.hidden;
      this.note.textContent = error.code === "token_needed" ? "" : troubleText(error);
    }
  }

  sit({ id, key, seats }) {
    const mine = seats.filter(({ token }) => token);
    for (const { seat, token } of mine) remember(id, seat, token);
    sitAt(id, 0);
    if (mine.length > 1) sitTogether(id, mine.map(({ seat }) => seat));
    rememberInvites(id, key, Object.fromEntries(seats.filter(({ invite }) => invite).map(({ seat, invite }) => [seat, invite])));
    location.assign(`/games/${id}`);
  }
}
