// How good a pairing is: the value of each term, what no pairing can beat, and what is proven.

import { make } from "../dom.js";
import { say, signed } from "../words.js";

export const TERMS = ["rematches", "shorts", "spread", "seats", "lot"];

export const quality = ({ pairing, within }) => {
  if (pairing === "within") return within === null ? say("pairing.within_unknown") : say("pairing.within", { n: within });
  return pairing ? say(`pairing.${pairing}`) : "";
};

const meaning = ({ pairing }) => say(`pairing.${pairing}.means`);

export const termsOf = (round) => [
  make("p", {}, make("b", { class: `quality ${round.pairing}` }, quality(round)), " ", meaning(round)),
  round.reason ? make("p", {}, say("event.reason", { reason: round.reason })) : null,
  make("table", { class: "terms" }, make("caption", {}, say("terms.caption")),
    make("thead", {}, make("tr", {}, ["terms.term", "terms.value", "terms.bound", "terms.meaning"].map((word) => make("th", { scope: "col" }, say(word))))),
    make("tbody", {}, TERMS.map((term) => make("tr", {},
      make("th", { scope: "row" }, say(`term.${term}`)), make("td", {}, round.terms[term]),
      make("td", {}, round.bound[term] ?? "–"), make("td", {}, say(`term.${term}.means`)))))),
];

// Two pairings side by side; what is worse stands out.
export const difference = ({ recorded, by_hand: byHand, difference: apart }) => make("table", { class: "terms" },
  make("caption", {}, say("terms.side_by_side")),
  make("thead", {}, make("tr", {}, ["terms.term", "terms.now", "terms.by_hand", "terms.difference"].map((word) => make("th", { scope: "col" }, say(word))))),
  make("tbody", {}, Object.keys(recorded).map((term) => make("tr", { class: apart[term] > 0 ? "worse" : apart[term] < 0 ? "better" : null },
    make("th", { scope: "row" }, say(`term.${term}`)), make("td", {}, recorded[term]), make("td", {}, byHand[term]),
    make("td", {}, signed(apart[term]))))));
