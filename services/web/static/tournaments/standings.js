// The standings: short values, the word that separates two neighbours, and on demand the exact values with their arithmetic.

import { make } from "../dom.js";
import { called } from "../names.js";
import { language, number, say } from "../words.js";

const SHORT = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });

const exactValue = ({ shown, value, twelfths }) => {
  if (shown !== undefined) return shown;
  if (Array.isArray(value)) return value.join(" · ");
  return number(value ?? twelfths ?? "–");
};

// A fraction of long numbers says less at a glance than its first digits; points stay as they are counted.
const shortValue = (worth) => {
  const [, above, below] = worth.shown === undefined ? /^(-?\d+)\/(\d+)$/.exec(worth.value) ?? [] : [];
  return below ? number(SHORT.format(above / below)) : exactValue(worth);
};

const cell = (word, worth, at, decides) => make("td", { class: `${at ? "later" : "first"}${decides ? " decides" : ""}`, "data-word": word },
  make("b", {}, shortValue(worth)));

const separated = (word) => (word ? say("standings.separated", { word: say(`word.${word}`) }) : null);

const exactly = (words, values) => words.flatMap((word) => {
  const worth = values[word] ?? {};
  return [make("dt", {}, say(`word.${word}`)),
    make("dd", {}, make("b", {}, exactValue(worth)), worth.arithmetic ? make("span", {}, worth.arithmetic) : null)];
});

const rowsOf = (words, name) => ({ place, entrant, values, separated_by: word }) => {
  const exact = make("tr", { class: "exact", hidden: true }, make("td", {}),
    make("td", { colspan: String(words.length + 1) }, make("dl", {}, exactly(words, values))));
  const opened = make("details", { "data-key": `standing-${entrant}` },
    make("summary", {}, make("span", { class: "number" }, entrant), " ", called(name(entrant))));
  opened.addEventListener("toggle", () => { exact.hidden = !opened.open; });
  const row = make("tr", {},
    make("td", { class: "place" }, place),
    make("th", { scope: "row" }, opened, make("small", { class: "separated" }, separated(word))),
    words.map((one, at) => cell(one, values[one] ?? {}, at, one === word)));
  return [row, exact];
};

export const standingsTable = ({ after, rows }, regulation, name) => {
  const words = regulation.ranking.filter((word) => rows.some(({ values }) => word in values));
  return [
    make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": say("event.standings") },
      make("table", { class: "standings" },
        make("caption", {}, say("standings.after", { n: after })),
        make("thead", {}, make("tr", {},
          make("th", { scope: "col" }, say("standings.place")), make("th", { scope: "col" }, say("standings.who")),
          words.map((word, at) => make("th", { scope: "col", class: at ? "later" : "first", title: say(`word.${word}.means`) }, say(`word.${word}`))))),
        make("tbody", {}, rows.flatMap(rowsOf(words, name))))),
    make("details", { "data-key": "words" }, make("summary", {}, say("standings.how")),
      make("p", {}, say("standings.twelfths")),
      make("dl", { class: "meanings" }, words.map((word) => [make("dt", {}, say(`word.${word}`)), make("dd", {}, say(`word.${word}.means`))]))),
  ];
};
