// Fields that several forms of the desk have.

import { make } from "../../dom.js";
import { say } from "../../words.js";

export const labelled = (word, field) => make("label", {}, make("span", {}, say(word)), field);

export const reasonField = () => make("input", { name: "reason", required: true, maxlength: 500, autocomplete: "off" });

export const whoField = (entrants, name, label) => make("select", { name: label, required: true },
  entrants.map(({ entrant }) => make("option", { value: entrant }, `${entrant} ${name(entrant)}`)));

// `3 7 1 12`: numbers of entrants in turn order, whatever stands between them; one table per line.
export const tablesIn = (text) => text.split("\n").map((line) => (line.match(/\d+/g) ?? []).map(Number)).filter(({ length }) => length);

export const tablesField = (rows) => make("textarea", { name: "tables", rows, required: true, spellcheck: "false" });
