// The verdicts of a report, one row per guarantee.

import { make } from "../dom.js";
import { say } from "../words.js";
import { CLASSES, isBroken, SIGNS } from "./verdicts.js";

// What a running game does not tell yet, a finished or a damaged one never will.
const verdictText = (report, verdict) => {
  const never = verdict === "cannot tell" && (report.winners.length || isBroken(report));
  return say(never ? "verdict.never" : `verdict.${verdict}`);
};

const row = (report, where, [guarantee, { verdict, version, reason }]) =>
  make("tr", { class: CLASSES[verdict], "data-guarantee": guarantee },
    make("th", { scope: "row" }, say(`guarantee.${guarantee}`),
      make("span", { class: "means" }, say(`means.${guarantee}`))),
    make("td", {},
      make("span", { class: "verdict" }, make("span", { "aria-hidden": "true" }, `${SIGNS[verdict]} `), verdictText(report, verdict)),
      reason ? make("span", { class: "reason" }, reason) : null,
      verdict === "broken" ? where(version) : null));

// `where(version)` leads to the entry where something breaks, if anything does.
export const verdictTable = (report, where) => make("table", { class: "verdicts" },
  make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("audit.guarantee")), make("th", { scope: "col" }, say("audit.verdict")))),
  make("tbody", {}, Object.entries(report.verdicts).map((one) => row(report, where, one))));
