// The pieces: coal, spoil and coke, houses, headframes, discs and stones.

import { svg } from "../kit/tree.js";

export const cube = (kind, x, y, size = 13, place = undefined) => svg("g", { class: `cube ${kind}`, transform: `translate(${x} ${y})` },
  svg("g", { "data-place": place, "data-holds": place ? kind : null },
    svg("rect", { class: "face", width: size, height: size, rx: 2 }),
    svg("path", { class: "shine", d: `M${size * 0.15} ${size * 0.4}V${size * 0.15}H${size * 0.8}` })));

export const coke = (seat, x, y, size = 13, place = undefined) => svg("g", { class: `coke seat-${seat}`, transform: `translate(${x} ${y})` },
  svg("rect", { width: size, height: size, rx: size / 3, "data-place": place, "data-holds": place ? `coke ${seat}` : null }));

export const house = (seat, x, y, scale = 1, standing = true) => svg("path", {
  class: `house seat-${seat}${standing ? "" : " gone"}`, transform: `translate(${x} ${y}) scale(${scale})`, d: "M0 9 9 0l9 9v11H0z",
});

export const tower = (seat, x, y, scale = 1) => svg("g", { class: `headframe seat-${seat}`, transform: `translate(${x} ${y}) scale(${scale})` },
  svg("path", { d: "M10 4 3 26M10 4l7 22M6 16h8M10 4l12 22" }), svg("circle", { cx: 10, cy: 4, r: 4 }));

export const disc = (seat, cx, cy, place) => svg("circle", {
  class: `disc seat-${seat}`, cx, cy, r: 8, "data-place": place, "data-holds": `${place}`,
});

const STONES = {
  white: () => svg("circle", { class: "stone white", cx: 11, cy: 11, r: 8 }),
  player: (seat) => svg("circle", { class: `stone seat-${seat}`, cx: 11, cy: 11, r: 8 }),
  coin: () => svg("circle", { class: "stone coin-stone", cx: 11, cy: 11, r: 8 }),
};

export const stone = (kind, seat) => (STONES[kind] || STONES.white)(seat);

// A tub on rails with room for one or two cubes.
export const tub = (load, count, capacity, x, y, place) => {
  const wide = capacity * 17 + 8;
  return svg("g", { class: "tub-on-rails", transform: `translate(${x} ${y})` },
    Array.from({ length: count }, (_, at) => cube(load, 5 + at * 17, -4, 14, `${place} ${at}`)),
    svg("path", { class: "tub", d: `M0 6h${wide}l-4 14H4z` }),
    svg("circle", { class: "wheel", cx: 8, cy: 22, r: 3.5 }), svg("circle", { class: "wheel", cx: wide - 8, cy: 22, r: 3.5 }));
};
