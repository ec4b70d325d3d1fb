// Any game, without knowing it: what the view says, as tables that can be read.

import { shown } from "../names.js";
import { number } from "../numbers.js";
import { make } from "./kit/tree.js";

const HIDDEN = new Set(["game", "seat", "name", "options"]);

const spaced = (name) => name.replaceAll("_", " ");

const written = (value) => {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "✓" : "–";
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return spaced(value);
  if (Array.isArray(value)) return value.length ? value.map(written).join(", ") : "–";
  const parts = Object.entries(value).filter(([, part]) => part !== null);
  return parts.length ? parts.map(([name, part]) => `${spaced(name)} ${written(part)}`).join(" · ") : "–";
};

const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const rows = (facts, before) => Object.entries(facts)
  .filter(([name]) => !HIDDEN.has(name) && name !== "players")
  .map(([name, value]) => make("tr", { class: same(value, before?.[name]) ? "" : "changed" },
    make("th", { scope: "row" }, spaced(name)), make("td", {}, written(value))));

const table = (title, facts, before, name, seat) =>
  make("section", { class: `generic ${name}`, "data-seat": seat },
    make("h2", {}, title), make("table", {}, make("tbody", {}, rows(facts, before))));

export const board = {
  pen: (view, { before, say }) => ({ view, before, say }),
  common: ({ view, before, say }) => table(say("board.table"), view, before, "common"),
  mine: ({ view, before }, seat, size) =>
    table(make("bdi", { class: "player-name" }, shown(view.players[seat].name)), view.players[seat], before.players?.[seat], `mine ${size} seat-${seat}`, seat),
};
