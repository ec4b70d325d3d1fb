// The action cards with who paid for them, and the selection tiles on display.

import { heading, shortened, words } from "../kit/arrange.js";
import { svg } from "../kit/tree.js";
import { signs } from "./effects.js";
import { stone } from "./pieces.js";

const CARD = { wide: 89, high: 61 };
const ACROSS = 7;

const stones = (kinds, seat, x, y) => kinds.map((kind, at) =>
  svg("g", { transform: `translate(${x + at * 13} ${y}) scale(.7)` }, stone(kind, seat)));

// Who paid, from the right; of many the stones stand close.
const payer = (pen, { seat, payment }, at, many) => svg("g", { class: `payer seat-${seat}`, "data-seat": seat },
  svg("title", {}, pen.player(seat)),
  stones(payment, seat, CARD.wide - 18 - at * Math.min(15, 50 / many), 1));

const actionCard = (pen, id, at) => {
  const { items } = pen.catalog.action_cards;
  const it = items.find((one) => one.id === id);
  const paid = pen.view.card_payments[id] || [];
  const name = pen.name(items, id);
  return svg("g", {
    class: `${pen.changed("sw-card", "card_payments", id)} ${it?.size || ""}${paid.length ? " used" : ""}`, "data-card": id, "data-touch": `card.${id}`, role: "group", "aria-label": name,
    transform: `translate(${(at % ACROSS) * (CARD.wide + 3)} ${Math.floor(at / ACROSS) * (CARD.high + 3)})`,
  },
  svg("title", {}, name),
  svg("rect", { class: "paper", x: 1, y: 1, width: CARD.wide - 2, height: CARD.high - 2, rx: 6 }),
  stones(it?.cost || [], 9, 2, 1),
  it?.uses_per_round === null ? svg("text", { class: "start", x: 5 + it.cost.length * 13, y: 13 }, "∞") : null,
  paid.map((one, place) => payer(pen, one, place, paid.length)),
  words(name, { x: 5, y: 27, wide: CARD.wide - 8, size: 10.5, most: 2, className: "start" }),
  it ? signs(pen, it.effects, { x: CARD.wide / 2, y: 42, wide: CARD.wide - 12, most: 1.05 }) : null);
};

export const cards = (pen, { y }) => svg("g", { class: "cards", role: "group", "aria-label": pen.say("cards"), transform: `translate(0 ${y})` },
  heading(pen.say("cards"), 0, 14),
  svg("g", { transform: "translate(0 19)" }, pen.view.cards.map((id, at) => actionCard(pen, id, at))));

export const tilesOnDisplay = (pen, { y }) => {
  const { items } = pen.catalog.selection_tiles;
  const shown = pen.view.tiles_on_display;
  const wide = Math.min(120, 640 / Math.max(1, shown.length));
  return svg("g", { class: pen.changed("display", "tiles_on_display"), role: "group", "aria-label": pen.say("display"), transform: `translate(0 ${y})` },
    shown.map((id, at) => svg("g", { "data-tile": id, "data-touch": `tile.${id}`, transform: `translate(${at * wide} 0)` },
      svg("title", {}, `${pen.say("display")}: ${pen.name(items, id)}`),
      svg("rect", { class: "paper", x: 1, width: wide - 3, height: 20, rx: 5 }),
      svg("text", { x: wide / 2, y: 14, "font-size": 11 }, shortened(pen.name(items, id), wide - 8, 11)))));
};
