// What touched an event from outside its rules, and how to check all of it without us.

import { make } from "../dom.js";
import { say } from "../words.js";
import { inText } from "./event.js";

const about = ({ entrant, round, table }, text) => [
  entrant ? text(entrant) : null, round ? say("round.number", { n: round }) : null, table ? say("table.number", { n: table }) : null,
].filter(Boolean).join(", ");

export const integrityOf = ({ integrity, integrity_counts: counts }, name) => (integrity.length ? [
  make("p", {}, Object.entries(counts).map(([kind, n]) => `${say(`integrity.${kind}`)}: ${n}`).join(" · ")),
  make("ol", { class: "integrity" }, integrity.map((one) => make("li", {},
    make("b", {}, say(`integrity.${one.kind}`)), " ", about(one, inText(name)), " ",
    one.reason ? make("q", {}, one.reason) : null, " ", make("small", {}, say("integrity.entry", { n: one.version }))))),
] : make("p", {}, say("integrity.none")));

const file = (href, word) => make("li", {}, make("a", { href }, say(word)), " ", make("span", {}, say(`${word}.means`)));

export const checksOf = ({ id, links, commitment, state }) => [
  make("p", {}, say("check.lead")),
  make("ul", {}, file(links.log, "check.log"), file(links.replay, "check.replay"), file(links.bundle, "check.bundle")),
  make("dl", { class: "facts" },
    make("dt", {}, say("check.commitment")), make("dd", {}, make("code", {}, commitment), make("p", {}, say("check.commitment.means"))),
    make("dt", {}, say("check.regulation")), make("dd", {}, make("code", {}, state.regulation_sha256), make("p", {}, say("check.regulation.means")))),
  make("pre", {}, `schichtbuch verify ${id}.schichtbuch`),
];
