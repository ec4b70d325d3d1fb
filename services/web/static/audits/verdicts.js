// What a report says in one word and one sign.

import { say } from "../words.js";

export const SIGNS = { holds: "✓", broken: "✗", "cannot tell": "?" };
export const CLASSES = { holds: "holds", broken: "broken", "cannot tell": "unknown" };

export const isBroken = (report) => Object.values(report.verdicts).some(({ verdict }) => verdict === "broken");

// That no log vouches for a game says nothing against it: older games and those that go on have no proof.
const counted = (report) => Object.entries(report.verdicts)
  .filter(([guarantee, { verdict }]) => !(guarantee === "log" && verdict === "cannot tell"))
  .map(([, { verdict }]) => verdict);

export const overall = (report) => {
  const verdicts = counted(report);
  if (verdicts.includes("broken")) return "broken";
  return verdicts.includes("cannot tell") ? "cannot tell" : "holds";
};

const cutOff = ({ version }) => (version ? say("audit.cut_off", { n: version }) : say("audit.cut_off_first"));

// The first line of an audit: a class and a sentence.
export const summary = (report) => {
  const verdicts = counted(report);
  const broken = verdicts.filter((verdict) => verdict === "broken").length;
  if (report.cut_off) return ["broken", cutOff(report)];
  if (!report.game) return ["broken", say("audit.no_replay")];
  if (broken) return ["broken", say("audit.not_sound", { n: broken, of: verdicts.length })];
  if (!verdicts.includes("cannot tell")) return ["holds", say("audit.all_hold")];
  return ["unknown", say(report.winners.length ? "audit.some_unknown" : "audit.so_far")];
};
