// The game board: every worker space, with what lies on it, who stands there, and what it takes.

import { heading, put } from "../kit/arrange.js";
import { PAWN, vehicle } from "../kit/pieces.js";
import { svg } from "../kit/tree.js";
import { CARD, cardBack, coin, ends, orderCard, slot, tile, workers } from "./pieces.js";

export const WIDE = 104;
export const HIGH = 112;
export const GAP = 3;
export const TITLE = 20;

const nothing = (pen) => svg("text", { class: "small", x: WIDE / 2, y: 40 }, pen.say("empty"));

const cardOn = (card) => svg("g", { transform: "translate(6 4)" }, card);

const eyeOver = (pen, kind, count, stack) => [
  svg("g", { transform: "translate(6 4)" }, cardBack("stack", "", undefined)),
  svg("path", { class: "eye", d: "M36 33q16-17 32 0-16 17-32 0z" }),
  svg("circle", { class: "pupil", cx: 52, cy: 33, r: 6 }),
  svg("text", { class: "on-back", x: 90, y: 63 }, `${count}/${stack}`),
  ends(kind, 6, 4, CARD),
];

const pick = (steps) => [
  svg("path", { class: "pick", d: "M14 56l26-26M23 17q18 2 23 22" }),
  svg("text", { class: "big", x: 74, y: 46 }, String(steps)),
];

const CONTENT = {
  factory: (pen, space) => (space.tile ? cardOn(tile(pen, space.tile)) : nothing(pen)),
  factory_draw: (pen, space, parameter) => eyeOver(pen, "tile", parameter, pen.view.tile_stack),
  mining: (pen, space, parameter) => pick(parameter),
  delivery: (pen, space, parameter) => [
    svg("rect", { class: "sign", x: 6, y: 5, width: WIDE - 12, height: 66, rx: 6 }),
    vehicle(parameter, 12, 17, 1.95),
  ],
  money: (pen, space, parameter) => [coin(parameter, WIDE / 2, 35, 22)],
  new_order: (pen, space) => (space.order ? cardOn(orderCard(pen, space.order)) : nothing(pen)),
  new_order_draw: (pen, space, parameter) => eyeOver(pen, "order", parameter, pen.view.order_stack),
};

const meaning = (pen, space, parameter) => {
  if (space.tile) return pen.tileText(space.tile);
  if (space.order) return pen.orderText(space.order);
  if (space.kind === "delivery") return pen.vehicle(parameter);
  if (space.kind === "mining") return pen.say("steps", { n: parameter });
  if (space.kind === "money") return pen.say("marks", { n: parameter });
  if (space.kind.endsWith("_draw")) return pen.say("look", { n: parameter });
  return pen.say("empty");
};

const spoken = (pen, space, parameter) => {
  const parts = [meaning(pen, space, parameter)];
  if (space.locked) return `${parts[0]}: ${pen.say("locked")}`;
  if (space.workers) {
    const { seat, count } = space.workers;
    parts.push(`${pen.player(seat)}: ${pen.say("workers", { n: count })}`);
  }
  parts.push(pen.say("needs", { n: space.cost }));
  return parts.join("; ");
};

// Whoever comes next needs one worker more than stands there.
const strip = (pen, space) => {
  if (space.locked) {
    return [
      svg("path", { class: "lock", d: "M45 90v-5a7 7 0 0 1 14 0v5M42 90h20v13H42z" }),
    ];
  }
  return [
    space.workers ? workers(space.workers, 16, 99, `space ${space.id}`) : slot(16, 99),
    svg("text", { class: "cost", x: WIDE - 8, y: 104 }, `${space.cost}`),
    svg("path", { class: "cost-pawn", d: PAWN, transform: `translate(${WIDE - 26} 101) scale(.6)` }),
  ];
};

const space = (pen, it) => {
  const at = pen.view.spaces.indexOf(it);
  const { parameter } = pen.spaces.get(it.id) || {};
  const label = spoken(pen, it, parameter);
  return svg("svg", {
    class: `${pen.changed("space", "spaces", at)} ${it.kind}${it.locked ? " locked" : ""}${it.workers ? " taken" : ""}`,
    viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label, "data-space": it.id, "data-touch": `space.${it.id}`,
  },
  svg("title", {}, label),
  svg("rect", { class: "plot", x: 1, y: 1, width: WIDE - 2, height: HIGH - 2, rx: 8 }),
  svg("path", { class: "foot", d: `M1 76h${WIDE - 2}v27a8 8 0 0 1-8 8H9a8 8 0 0 1-8-8z` }),
  svg("g", { class: "content" }, (CONTENT[it.kind] || (() => []))(pen, it, parameter)),
  strip(pen, it));
};

// A title and below it the spaces of one kind, so many in a row.
export const area = (pen, kind, { x, y, columns }, stack) => {
  const spaces = pen.view.spaces.filter((it) => it.kind === kind || it.kind === `${kind}_draw`);
  const aside = stack === undefined ? "" : pen.say("stack", { n: stack });
  return svg("g", { class: kind }, heading(pen.kind(kind), x, y + 14, aside),
    spaces.map((it, at) => put(space(pen, it), x + (at % columns) * (WIDE + GAP),
      y + TITLE + Math.floor(at / columns) * (HIGH + GAP), WIDE, HIGH)));
};
