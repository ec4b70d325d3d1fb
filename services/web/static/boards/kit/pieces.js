// The pieces of several games: coal, lorries, workers, vehicles, shields, each drawn around its own corner.

import { svg } from "./tree.js";

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
