// What happened around the board: claims, rulings, clocks; and what was taken back.

import { language, learn } from "../words.js";

learn(await import(`./words/${language}.js`));

const SIGNS = {
  table_claimed: "!",
  table_claim_answered: "§",
  table_taken_back: "↶",
  table_resigned: "✕",
  table_noted: "✎",
  table_warned: "⚠",
  table_paused: "‖",
  table_resumed: "▸",
  table_stood_in: "⚙",
  table_handed_over: "⇄",
  table_result_corrected: "§",
  table_adjudicated: "§",
  table_voided: "∅",
  table_flagged: "⚑",
};

export const isOfTable = ({ type }) => type.startsWith("table_");

// For the timeline; requests that only lead to a take-back have no mark of their own.
export const tableMarks = (frames) => frames.filter(({ type }) => type in SIGNS)
  .map(({ at, version, type, text }) => ({ at, version, kind: "ruling", text: SIGNS[type], label: text }));

// The line of play is what led to the state of now: spans of versions, both ends included.
export const isAbandoned = (line, version) =>
  Boolean(line) && line.every(([first, last]) => version < first || last < version);
