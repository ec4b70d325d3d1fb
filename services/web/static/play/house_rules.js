// By which rules: the edition, and every option with its meaning in words.

import { API, askJson } from "../api.js";
import { make, replace } from "../dom.js";
import { say } from "../words.js";

// Who begins and who has which color is nothing to ask before one knows who comes.
const UNASKED = ["start_player", "starting_player", "starting_player_method", "colors"];

const valuesOf = ({ type, values }) => (type === "boolean" ? ["true", "false"] : values.map(String));

export class HouseRules {
  constructor() {
    this.edition = make("select", { name: "edition" });
    this.editionField = make("label", {}, make("span", {}, say("play.edition")), this.edition);
    this.options = make("div", { class: "house-options" });
    this.element = make("div", { class: "house-rules" }, this.editionField, this.options);
  }

  // Another game has other rules.
  forget() {
    this.game = undefined;
    replace(this.edition);
    replace(this.options);
    this.editionField.hidden = true;
  }

  // Asked for only when somebody wants to see them.
  async of(game) {
    if (this.game === game) return;
    this.game = game;
    const rules = await askJson(`${API}/rules/${encodeURIComponent(game)}`);
    if (this.game === game) this.offer(rules);
  }

  offer({ game, editions, default_edition: usual, options }) {
    this.given = options;
    replace(this.edition, editions.map((edition) => make("option", { value: edition, selected: edition === usual }, say(`play.edition.${edition}`))));
    this.editionField.hidden = editions.length < 2;
    this.usual = usual;
    replace(this.options, Object.entries(options).filter(([name]) => !UNASKED.includes(name)).map(([name, option]) => this.field(game, name, option)));
  }

  field(game, name, option) {
    const label = make("span", {}, say(`option.${name}`));
    if (option.type === "integer") return make("label", {}, label, make("input", { type: "number", name, min: option.minimum ?? 0, max: 99, placeholder: option.default }));
    return make("label", {}, label, make("select", { name },
      make("option", { value: "" }, this.usually(name, option)),
      valuesOf(option).filter((value) => this.edition.length > 1 || value !== String(option.default)).map((value) => make("option", { value }, this.named(name, option, value)))));
  }

  // What holds if nothing is said may be another thing in another edition.
  usually(name, option) {
    if (this.edition.length > 1) return say("play.as_edition");
    return say("play.as_usual", { value: this.named(name, option, String(option.default)) });
  }

  named(name, { type }, value) {
    return type === "boolean" ? say(`play.${value}`) : say(`option.${name}.${value}`);
  }

  // Only what is to differ is said.
  get wish() {
    const fields = [...this.options.querySelectorAll("select, input")].filter(({ value }) => value !== "");
    const options = Object.fromEntries(fields.map(({ name, value }) => [name, this.typed(name, value)]));
    const edition = this.edition.value;
    return { ...(edition && edition !== this.usual && { edition }), ...(fields.length && { options }) };
  }

  typed(name, value) {
    const { type } = this.given[name];
    if (type === "boolean") return value === "true";
    return type === "integer" ? Number(value) : value;
  }
}
