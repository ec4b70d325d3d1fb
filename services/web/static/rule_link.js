// Where the rules document says how a scoring is counted.

import { make } from "./dom.js";
import { say } from "./words.js";

const SECTIONS = {
  "gluck-auf": { shift: "9", end: "11" },
  kartenspiel: { shift: "10", end: "11" },
  schichtwechsel: { shift: "14.2", end: "16" },
};

const OVER = new Set(["game_finished", "game_ended"]);

export const scoringRule = (game, events) => {
  const over = events.some(({ event }) => OVER.has(event.type));
  const section = SECTIONS[game]?.[over ? "end" : "shift"];
  return section && make("p", { class: "rule" },
    make("a", { href: `/rules/${game}#${section}` }, say("rules.section", { section })));
};
