// By which rules: the edition, and every option with its meaning in words.

import { API, askJson } from "../api.js";
import { make, replace } from "../dom.js";
import { valueInWords } from "../options.js";
import { language, say } from "../words.js";

// Who begins and who has which color is nothing to ask before one knows who comes.
const UNASKED = ["start_player", "starting_player", "starting_player_method", "colors"];

const valuesOf = ({ type, values }) => (type === "boolean" ? ["true", "false"] : values.map(String));

export class HouseRules {
  constructor() {
    this.edition = make("select", { name: "edition", onchange: () => this.ask() });
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

  offer({ editions, default_edition: first, options, options_of_editions: said }) {
    Object.assign(this, { given: options, said, first });
    replace(this.edition, editions.map((edition) => make("option", { value: edition, selected: edition === first }, say(`play.edition.${edition}`))));
    this.editionField.hidden = editions.length < 2;
    this.ask();
  }

  // What holds if nothing is said is another thing in another edition; what was chosen stays chosen.
  ask() {
    const chosen = new Map(this.fields.map(({ name, value }) => [name, value]));
    replace(this.options, Object.entries(this.given).filter(([name]) => !UNASKED.includes(name)).map(([name, option]) => this.field(name, option)));
    for (const field of this.fields) {
      field.value = chosen.get(field.name) ?? "";
      if (field.selectedIndex === -1) field.value = ""; // it is what this edition says anyway
    }
  }

  get fields() {
    return [...this.options.querySelectorAll("select, input")];
  }

  field(name, option) {
    const label = make("span", {}, option.names[language]);
    if (option.type === "integer") return make("label", {}, label, make("input", { type: "number", name, min: option.minimum ?? 0, max: 99, placeholder: option.default }));
    return make("label", {}, label, make("select", { name },
      make("option", { value: "" }, valueInWords(option, this.usual(name))),
      valuesOf(option).filter((value) => value !== this.usual(name)).map((value) => make("option", { value }, valueInWords(option, value)))));
  }

  usual(name) {
    return String(this.said[this.edition.value][name]);
  }

  // Only what is to differ is said.
  get wish() {
    const fields = this.fields.filter(({ value }) => value !== "");
    const options = Object.fromEntries(fields.map(({ name, value }) => [name, this.typed(name, value)]));
    const edition = this.edition.value;
    return { ...(edition && edition !== this.first && { edition }), ...(fields.length && { options }) };
  }

  typed(name, value) {
    const { type } = this.given[name];
    if (type === "boolean") return value === "true";
    return type === "integer" ? Number(value) : value;
  }
}
