// The form of a ruling: which fields each kind has, and the action that they make.

import { API, ask } from "../api.js";
import { make, replace } from "../dom.js";
import { calledInText } from "../names.js";
import { randomKey } from "../random_key.js";
import { language, say } from "../words.js";
import { drawMoment } from "./board.js";

const KINDS = {
  answer_claim: ["which_claim", "upheld", "reason", "sections"],
  take_back: ["to", "claim_if_any", "reason", "left_ms"],
  pause: ["reason"],
  resume: ["reason", "left_ms"],
  warn: ["seat", "reason"],
  note: ["text"],
  stand_in: ["seat", "bot", "reason"],
  hand_over: ["seat", "name", "reason", "left_ms"],
  adjudicate: ["places_needed", "reason"],
  correct_result: ["points", "places", "reason", "sections"],
  void: ["reason"],
};
const ENDED = ["answer_claim", "note", "warn", "correct_result", "void"];

const labelled = (text, field) => make("label", {}, make("span", {}, text), field);
const whole = (text) => (text.trim() === "" ? null : Number(text));

// One small number for each seat.
class PerSeat {
  constructor(label, game) {
    this.inputs = game.seats.map(({ name }, seat) => make("input", {
      type: "number", step: "1", "aria-label": `${label}: ${say("arbiter.seat_of", { n: seat, player: calledInText(name) })}`,
      placeholder: calledInText(name),
    }));
    this.element = make("fieldset", { class: "per-seat" }, make("legend", {}, label), this.inputs);
  }

  get values() {
    return this.inputs.map(({ value }) => whole(value));
  }

  get touched() {
    return this.values.some((value) => value !== null);
  }
}

export class Ruling {
  constructor(desk, game, bots, claim) {
    Object.assign(this, { desk, game, bots, claim });
    const ended = game.table.status === "ended";
    const kinds = Object.keys(KINDS).filter((kind) => (ended ? ENDED.includes(kind) : kind !== "correct_result"));
    this.kind = make("select", { name: "kind", onchange: () => this.offer() },
      kinds.filter((kind) => kind !== "answer_claim" || game.table.claims.length)
        .map((kind) => make("option", { value: kind }, say(`ruling.${kind}`))));
    this.fields = make("div", { class: "ruling-fields" });
    this.preview = make("div", { class: "preview", hidden: true });
    this.note = make("p", { class: "said-here", role: "status" });
    this.button = make("button", { class: "main" }, say("arbiter.submit"));
    this.element = make("section", { class: "card ruling", "aria-labelledby": "ruling-title" },
      make("h2", { id: "ruling-title" }, say("arbiter.rule")),
      make("form", { onsubmit: (event) => this.submit(event) },
        labelled(say("arbiter.kind"), this.kind), this.fields, this.button), this.note, this.preview);
    this.offer();
  }

  offer() {
    this.values = {};
    this.preview.hidden = true;
    replace(this.fields, KINDS[this.kind.value].map((field) => this[field]()));
  }

  field(name, element, read) {
    this.values[name] = read;
    return element;
  }

  textField(name, label, { area = false, type = "text", ...more } = {}) {
    const input = make(area ? "textarea" : "input", { name, required: true, ...(area ? { rows: 3, maxlength: 500 } : { type }), ...more });
    return [input, labelled(label, input)];
  }

  reason() {
    const [input, element] = this.textField("reason", say("arbiter.reason"), { area: true });
    return this.field("reason", element, () => input.value);
  }

  text() {
    const [input, element] = this.textField("text", say("arbiter.text"), { area: true });
    return this.field("text", element, () => input.value);
  }

  name() {
    const [input, element] = this.textField("name", say("arbiter.name"), { maxlength: 40 });
    return this.field("name", element, () => input.value);
  }

  sections() {
    const [input, element] = this.textField("sections", say("arbiter.sections"), { required: false });
    return this.field("sections", element, () => input.value.split(",").map((part) => part.trim()).filter(Boolean));
  }

  upheld() {
    const input = make("input", { type: "checkbox", name: "upheld" });
    return this.field("upheld", make("label", { class: "check" }, input, make("span", {}, say("arbiter.upheld"))), () => input.checked);
  }

  claimSelect(optional) {
    const { claims } = this.game.table;
    const select = make("select", { name: "claim" },
      optional ? make("option", { value: "" }, say("arbiter.no_claim")) : null,
      claims.map(({ claim, seat, about }) => make("option", { value: claim, selected: claim === this.claim },
        `${claim}: ${say("arbiter.claim_of", { player: this.player(seat), about })}`)));
    return this.field("claim", labelled(say("arbiter.claim"), select), () => whole(select.value) ?? undefined);
  }

  seat() {
    const select = make("select", { name: "seat" }, this.game.seats.map((_, seat) =>
      make("option", { value: seat }, say("arbiter.seat_of", { n: seat, player: this.player(seat) }))));
    return this.field("seat", labelled(say("arbiter.seat"), select), () => Number(select.value));
  }

  bot() {
    const select = make("select", { name: "bot" }, this.bots.map((bot) =>
      make("option", { value: bot, selected: bot === "greedy" }, bot)));
    return this.field("bot", labelled(say("arbiter.stand_in"), select), () => select.value);
  }

  to() {
    const most = this.game.version;
    const asked = this.game.table.claims.find(({ claim }) => claim === this.claim);
    const before = asked ? Math.max(1, Number.parseInt(asked.about, 10) - 1) : Math.max(1, most - 1);
    const [input, element] = this.textField("to", say("arbiter.to"), { type: "number", min: 1, max: most, value: before });
    const look = make("button", { type: "button", onclick: () => this.look(input.value) }, say("arbiter.preview"));
    return this.field("to", [element, look], () => Number(input.value));
  }

  left_ms() {
    if (!this.game.clock) return null;
    const fields = new PerSeat(say("arbiter.left_ms"), this.game);
    return this.field("left_ms", fields.element, () =>
      (fields.touched ? fields.values.map((seconds) => (seconds === null ? null : Math.round(seconds * 1000))) : undefined));
  }

  numbers(name, label, optional) {
    const fields = new PerSeat(label, this.game);
    return this.field(name, fields.element, () => (optional && !fields.touched ? undefined : fields.values.map((value) => value ?? 0)));
  }

  points() { return this.numbers("points", say("arbiter.points"), false); }

  places() { return this.numbers("places", say("arbiter.places"), true); }

  places_needed() { return this.numbers("places", say("arbiter.places_needed"), false); }

  claim_if_any() { return this.claimSelect(true); }

  which_claim() { return this.claimSelect(false); }

  player(seat) {
    return calledInText(this.game.seats[seat].name);
  }

  async look(to) {
    this.preview.hidden = false;
    replace(this.preview, make("p", {}, say("arbiter.preview_of", { at: to })));
    const board = make("div", {});
    this.preview.append(board);
    try {
      await drawMoment(board, this.game, to, this.desk.key);
    } catch (error) {
      replace(this.preview, make("p", {}, error.detail || error.message));
    }
  }

  action() {
    const filled = Object.entries(this.values).map(([name, read]) => [name, read()]);
    return { type: `table_${this.kind.value}`, ...Object.fromEntries(filled.filter(([, value]) => value !== undefined)) };
  }

  async submit(event) {
    event.preventDefault();
    this.button.disabled = true;
    try {
      const answer = await ask(`${API}/games/${encodeURIComponent(this.game.id)}/actions`, {
        method: "POST", token: this.desk.key, language,
        headers: { "Content-Type": "application/json", "Idempotency-Key": randomKey() },
        body: JSON.stringify(this.action()),
      });
      const entry = await answer.json();
      await this.desk.ruled(this.game.id, entry);
    } catch (error) {
      this.note.textContent = say("arbiter.refused", { why: error.detail || error.message });
    } finally {
      this.button.disabled = false;
    }
  }
}
