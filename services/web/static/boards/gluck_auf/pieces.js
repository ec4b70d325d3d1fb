// The pieces: coal, lorries, workers, vehicles, cards and tiles, each drawn around its own corner.

import { svg } from "../../dom.js";

export const cube = (color, x, y, size = 14, { holds, place } = {}) => svg("g", {
  class: `cube coal-${color}`, transform: `translate(${x} ${y})`,
},
svg("g", { "data-holds": holds, "data-place": place },
  svg("rect", { width: size, height: size, rx: size / 7, class: "face" }),
  svg("path", {
    class: "shine",
    d: `M${size * 0.15} ${size * 0.35}V${size * 0.15}H${size * 0.8}`,
  })));

// A mining lorry: a tub on two wheels, in the color of its tunnel, with room for one cube.
export const lorry = (color, load, x, y, { place } = {}) => svg("g", { class: "lorry", transform: `translate(${x} ${y})` },
  load ? cube(load, 8.5, -3, 13, { holds: `cube ${load}`, place }) : svg("g", { "data-place": place }),
  svg("path", { class: `tub coal-${color}`, d: "M1 6.5h28l-4 12.5H5z" }),
  svg("path", { class: "rim", d: "M0 6.5h30" }),
  svg("circle", { class: "wheel", cx: 9, cy: 21, r: 3 }),
  svg("circle", { class: "wheel", cx: 21, cy: 21, r: 3 }));

export const PAWN = "M0-17a5 5 0 0 1 3.2 8.9C7-6.5 8-2 8 5q0 1.5-1.5 1.5h-13Q-8 6.5-8 5c0-7 1-11.5 4.8-13.1A5 5 0 0 1 0-17z";

export const pawn = (seat, x, y, attributes = {}) => svg("g", { class: `pawn seat-${seat}`, transform: `translate(${x} ${y})` },
  svg("path", { d: PAWN, "data-place": attributes.place, "data-holds": attributes.holds }));

// Four stand side by side; of more the number tells.
export const workers = ({ seat, count }, x, y, place) => {
  const shown = Math.min(count, 4);
  return svg("g", { class: "workers", transform: `translate(${x} ${y})` },
    Array.from({ length: shown }, (_, at) => pawn(seat, at * 10, 0, { place: `${place} ${at}`, holds: `worker ${seat}` })),
    svg("text", { class: `count seat-${seat}`, x: shown * 10 + 2, y: 5 }, String(count)));
};

export const slot = (x, y) => svg("path", { class: "slot", d: PAWN, transform: `translate(${x} ${y})` });

const wheel = (cx, cy, r) => [
  svg("circle", { class: "tyre", cx, cy, r }),
  svg("path", { class: "spokes", d: `M${cx - r} ${cy}h${2 * r}M${cx} ${cy - r}v${2 * r}` }),
];

const VEHICLES = {
  barrow: () => [
    svg("path", { class: "body", d: "M8 6h22l-5 10H13z" }),
    svg("path", { class: "bar", d: "M25 14l11-3M14 16l-1 6" }),
    ...wheel(9, 20, 4.5),
  ],
  carriage: () => [
    svg("path", { class: "hood", d: "M8 10Q8 1 19 1t11 9z" }),
    svg("path", { class: "body", d: "M6 10h26l-2 7H8z" }),
    svg("path", { class: "bar", d: "M32 13l7 3" }),
    ...wheel(11, 20, 4.5), ...wheel(27, 20, 4.5),
  ],
  motorcar: () => [
    svg("path", { class: "body", d: "M2 5h21v13H2z" }),
    svg("path", { class: "hood", d: "M23 8h7l5 5h3v5H23z" }),
    svg("path", { class: "window", d: "M25 10h4l2.5 3H25z" }),
    ...wheel(9, 20, 4), ...wheel(30, 20, 4),
  ],
  engine: () => [
    svg("path", { class: "hood", d: "M2 3h11v14H2z" }),
    svg("path", { class: "window", d: "M4 5h6v5H4z" }),
    svg("path", { class: "body", d: "M13 8h21q3 0 3 4v5H13z" }),
    svg("path", { class: "bar", d: "M31 8V2h-3M20 8V5M36 17l4 4" }),
    svg("path", { class: "steam", d: "M31-1q3-4 6-1t-3 3z" }),
    ...wheel(8, 20, 4), ...wheel(19, 20, 4), ...wheel(29, 20, 4),
  ],
};

export const vehicle = (id, x, y, scale = 1) => svg("g", {
  class: "vehicle", transform: `translate(${x} ${y}) scale(${scale})`,
}, (VEHICLES[id] || VEHICLES.barrow)());

export const shield = (text, x, y) => svg("g", { class: "shield", transform: `translate(${x} ${y})` },
  svg("path", { d: "M-11-10h22v11q0 8-11 11Q-11 9-11 1z" }),
  svg("text", { y: 4 }, String(text)));

export const coin = (text, x, y, r = 9) => svg("g", { class: "coin", transform: `translate(${x} ${y})` },
  svg("circle", { r }), svg("text", { y: 4 }, String(text)));

const SPOT = 17;

// Empty: an outline in its color. Half: one cube of two. Filled: its cube, or two others for it.
const spot = (pen, printed, cubes, x, y, { place } = {}) => {
  const filled = pen.isFilled(printed, cubes);
  const own = cubes.includes(printed);
  const load = own
    ? cube(printed, 1.5, 1.5, SPOT - 3, { holds: `cube ${printed}`, place: `${place} 0` })
    : cubes.map((color, at) => cube(color, 0.5 + at * 8, 4.5, 8, { holds: `cube ${color}`, place: `${place} ${at}` }));
  return svg("g", { class: filled ? "spot filled" : cubes.length ? "spot half" : "spot", transform: `translate(${x} ${y})` },
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
    viewBox: "0 0 92 64", width: 92, height: 64, role: "img", "data-order": id,
    "aria-label": spoken(pen, order, cubes, done),
  },
  svg("title", {}, spoken(pen, order, cubes, done)),
  svg("rect", { class: "card", x: 0.5, y: 0.5, width: 91, height: 63, rx: 5 }),
  vehicle(order.vehicle, 6, 9, 0.95),
  shield(order.vp, 77, 16),
  order.spots.map((printed, at) => (cubes
    ? spot(pen, printed, cubes[at] || [], 5 + at * gap, 41, { place: `${place} ${id} ${at}` })
    : svg("rect", { class: `printed plain coal-${printed}`, x: 5 + at * gap, y: 41, width: SPOT, height: SPOT, rx: 2.5 }))),
  done ? svg("path", { class: "tick", d: "M77 50l4 4 7-9" }) : null);
};

const spoken = (pen, order, cubes, done) => {
  if (!cubes) return pen.orderText(order.id);
  const spots = order.spots.map((printed, at) => {
    const state = pen.isFilled(printed, cubes[at] || []) ? "filled" : (cubes[at] || []).length ? "half" : "open";
    return `${pen.color(printed)} ${pen.say(`gluck-auf.spot.${state}`)}`;
  });
  const end = done ? `; ${pen.say("gluck-auf.done")}` : "";
  return `${pen.vehicle(order.vehicle)}: ${spots.join(", ")}; ${pen.points(order.vp)}${end}`;
};

// Without a label it is part of a picture that has one.
export const cardBack = (kind, label, count) => svg("svg", {
  class: `back ${kind}`, viewBox: "0 0 92 64", width: 92, height: 64,
  ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }),
},
label ? svg("title", {}, label) : null,
svg("rect", { class: "card", x: 0.5, y: 0.5, width: 91, height: 63, rx: 5 }),
svg("path", { class: "hammers", d: "M34 46l24-26M58 46L34 20M30 24q6-9 15-8M62 24q-6-9-15-8" }),
count === undefined ? null : svg("text", { class: "stack", x: 46, y: 60 }, String(count)));

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
