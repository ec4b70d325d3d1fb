// Any game, without knowing it: what the view says, as tables that can be read.

import { make } from "../dom.js";
import { called } from "../names.js";
import { number } from "../words.js";

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

const table = (title, facts, before, seat) =>
  make("section", { class: seat === undefined ? "generic" : `generic seat-${seat}` },
    make("h3", {}, title), make("table", {}, make("tbody", {}, rows(facts, before))));

export const draw = (view, { before, say }) => make("div", { class: "generic-board" },
  table(say("board.table"), view, before),
  view.players.map((player, at) => table(called(player.name), player, before.players?.[at], player.seat)));
