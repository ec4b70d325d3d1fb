// The standings: every value with its arithmetic, and the word that separates two neighbours.

import { make } from "../dom.js";
import { called } from "../names.js";
import { number, say } from "../words.js";

const shownValue = ({ shown, value, twelfths }) => {
  if (shown !== undefined) return shown;
  if (Array.isArray(value)) return value.join(" · ");
  return number(value ?? twelfths ?? "–");
};

const cell = (word, value, decides) => make("td", { class: decides ? "decides" : null, "data-word": word },
  make("b", {}, shownValue(value)),
  value.arithmetic ? make("small", {}, value.arithmetic) : null);

const separated = (word) => (word ? say("standings.separated", { word: say(`word.${word}`) }) : null);

const row = (words, name) => ({ place, entrant, values, separated_by: word }) => make("tr", {},
  make("td", { class: "place" }, place),
  make("th", { scope: "row" }, make("span", { class: "number" }, entrant), " ", called(name(entrant)),
    make("small", { class: "separated" }, separated(word))),
  words.map((one) => cell(one, values[one] ?? {}, one === word)));

export const standingsTable = ({ after, rows }, regulation, name) => {
  const words = regulation.ranking.filter((word) => rows.some(({ values }) => word in values));
  return [
    make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": say("event.standings") },
      make("table", { class: "standings" },
        make("caption", {}, say("standings.after", { n: after })),
        make("thead", {}, make("tr", {},
          make("th", { scope: "col" }, say("standings.place")), make("th", { scope: "col" }, say("standings.who")),
          words.map((word) => make("th", { scope: "col", title: say(`word.${word}.means`) }, say(`word.${word}`))))),
        make("tbody", {}, rows.map(row(words, name))))),
    make("details", { "data-key": "words" }, make("summary", {}, say("standings.how")),
      make("p", {}, say("standings.twelfths")),
      make("dl", { class: "meanings" }, words.map((word) => [make("dt", {}, say(`word.${word}`)), make("dd", {}, say(`word.${word}.means`))]))),
  ];
};
