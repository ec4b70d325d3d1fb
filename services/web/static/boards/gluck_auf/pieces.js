// The pieces of this game: workers, coins, cards and tiles, each drawn around its own corner.

import { cube, lorry, PAWN, pawn, shield, vehicle } from "../kit/pieces.js";
import { svg } from "../kit/tree.js";

// Four stand side by side; of more the number tells.
export const workers = ({ seat, count }, x, y, place) => {
  const shown = Math.min(count, 4);
  return svg("g", { class: "workers", transform: `translate(${x} ${y})` },
    Array.from({ length: shown }, (_, at) => pawn(seat, at * 10, 0, { place: `${place} ${at}`, holds: `worker ${seat}` })),
    svg("text", { class: `count seat-${seat}`, x: shown * 10 + 2, y: 5 }, String(count)));
};

export const slot = (x, y) => svg("path", { class: "slot", d: PAWN, transform: `translate(${x} ${y})` });

export const coin = (text, x, y, r = 9) => svg("g", { class: "coin", transform: `translate(${x} ${y})` },
  svg("circle", { r }), svg("text", { y: 4 }, String(text)));

export const CARD = { wide: 92, high: 64 };
const SPOT = 17;

// Empty: an outline in its color. Half: one cube of two. Filled: its cube, or two others for it.
const spot = (pen, printed, cubes, x, y, { place, touch } = {}) => {
  const filled = pen.isFilled(printed, cubes);
  const own = cubes.includes(printed);
  const load = own
    ? cube(printed, 1.5, 1.5, SPOT - 3, { holds: `cube ${printed}`, place: `${place} 0` })
    : cubes.map((color, at) => cube(color, 0.5 + at * 8, 4.5, 8, { holds: `cube ${color}`, place: `${place} ${at}` }));
  return svg("g", { class: filled ? "spot filled" : cubes.length ? "spot half" : "spot", transform: `translate(${x} ${y})`, "data-touch": touch },
    svg("rect", { class: `printed coal-${printed}`, width: SPOT, height: SPOT, rx: 2.5 }), load);
};

// `cubes` are those on its spots while it is outstanding; without them it is only a card.
export const orderCard = (pen, id, { cubes, changed, place } = {}) => {
  const order = pen.orders.get(id);
  if (!order) return cardBack("order", id);
  const done = cubes && order.spots.every((printed, at) => pen.isFilled(printed, cubes[at] || []));
  const gap = Math.min(20, 84 / order.spots.length);
  return svg("svg", {
    class: `order${done ? " done" : ""}${changed ? " changed" : ""}`,
    viewBox: "0 0 92 64", width: 92, height: 64, role: "img", "data-order": id, "data-touch": `order.${id}`,
    "aria-label": spoken(pen, order, cubes, done),
  },
  svg("title", {}, spoken(pen, order, cubes, done)),
  svg("rect", { class: "card", x: 0.5, y: 0.5, width: 91, height: 63, rx: 5 }),
  vehicle(order.vehicle, 6, 9, 0.95),
  shield(order.vp, 77, 16),
  order.spots.map((printed, at) => (cubes
    ? spot(pen, printed, cubes[at] || [], 5 + at * gap, 41, { place: `${place} ${id} ${at}`, touch: `order.${id}.spot.${at}` })
    : svg("rect", { class: `printed plain coal-${printed}`, x: 5 + at * gap, y: 41, width: SPOT, height: SPOT, rx: 2.5 }))),
  done ? svg("path", { class: "tick", d: "M50 19l5 5 8-11" }) : null);
};

const spoken = (pen, order, cubes, done) => {
  if (!cubes) return pen.orderText(order.id);
  const spots = order.spots.map((printed, at) => {
    const state = pen.isFilled(printed, cubes[at] || []) ? "filled" : (cubes[at] || []).length ? "half" : "open";
    return `${pen.color(printed)} ${pen.say(`spot.${state}`)}`;
  });
  const end = done ? `; ${pen.say("done")}` : "";
  return `${pen.vehicle(order.vehicle)}: ${spots.join(", ")}; ${pen.points(order.vp)}${end}`;
};

// Without a label it is part of a picture that has one.
export const cardBack = (kind, label, count) => svg("svg", {
  class: `back ${kind}${count === undefined ? "" : " uppermost"}`, viewBox: "0 0 92 64", width: 92, height: 64,
  ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }),
},
label ? svg("title", {}, label) : null,
svg("rect", { class: "card", x: 0.5, y: 0.5, width: 91, height: 63, rx: 5 }),
svg("path", { class: "hammers", d: "M34 46l24-26M58 46L34 20M30 24q6-9 15-8M62 24q-6-9-15-8" }),
count === undefined ? null : svg("text", { class: "stack", x: 46, y: 60 }, String(count)));

// Where cards go back to a stack: the upper half of its picture is its top, the lower one its bottom.
export const ends = (kind, x, y, { wide, high }) => ["top", "bottom"].map((end, at) => svg("rect", {
  fill: "none", "data-touch": `stack.${kind}.${end}`, x, y: y + at * high / 2, width: wide, height: high / 2,
}));

// A tunnel tile: one or two lorries on rails, on light or dark ground.
export const tile = (pen, id, x = 0, y = 0) => {
  const it = pen.tiles.get(id);
  if (!it) return svg("text", { class: "small", x: x + 46, y: y + 34 }, id);
  const wide = it.lorries === 1 ? 28 : 11;
  return svg("g", { class: `tile ${it.side}`, "data-tile": id, transform: `translate(${x} ${y})` },
    svg("rect", { class: "ground", x: 0.5, y: 0.5, width: 91, height: 57, rx: 5 }),
    svg("path", { class: "tunnel", d: "M1 50V24Q1 14 11 14h70q10 0 10 10v26z" }),
    svg("path", { class: `seam coal-${it.color}`, d: "M5 5.5h82" }),
    svg("path", { class: "rails", d: "M2 49h88" }),
    Array.from({ length: it.lorries }, (_, at) =>
      lorry(it.color, null, wide + at * 38, 24)),
    coin(it.price, 80, 14, 8));
};
