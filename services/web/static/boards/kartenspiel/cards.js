// The cards: lorries and wagons with their crests, engines, orders, shares, aims and innovations.

import { words } from "../kit/arrange.js";
import { lorry, pawn, shield, vehicle } from "../kit/pieces.js";
import { svg } from "../kit/tree.js";

const WIDE = 78;
const HIGH = 96;
export const CARD = { wide: WIDE, high: HIGH };
export const ROLLING = { wide: 78, high: 62 };

const CRESTS = {
  wheel: () => [
    svg("circle", { class: "line", r: 8 }), svg("circle", { class: "solid", r: 2.4 }),
    svg("path", { class: "line", d: "M-8 0H8M0-8V8M-5.7-5.7 5.7 5.7M5.7-5.7-5.7 5.7" }),
  ],
  clover: () => [
    ...[[0, -4.5], [-4.5, 1.5], [4.5, 1.5]].map(([cx, cy]) => svg("circle", { class: "solid", cx, cy, r: 4.2 })),
    svg("path", { class: "line", d: "M0 2q0 5 3 7" }),
  ],
  tower: () => [svg("path", { class: "solid", d: "M-6 9V-3h-2v-6h3v2.5h3V-9h4v2.5h3V-9h3v6h-2V9h-3.5V3q-2.5-3-5 0v6z" })],
  fox: () => [svg("path", { class: "solid", d: "M-9-8l5 3h8l5-3-1 9Q5 7 0 9-5 7-8 1z" })],
  joker: () => [svg("path", { class: "solid", d: "M0-9l2.6 6 6.4.6-4.9 4.2 1.5 6.3L0 4.7-5.6 8.1l1.5-6.3L-9-2.4-2.6-3z" })],
};

export const crest = (id, x, y, scale = 1) => svg("g", { class: `crest ${id}`, transform: `translate(${x} ${y}) scale(${scale})` },
  svg("circle", { class: "disc", r: 13 }), (CRESTS[id] || CRESTS.joker)());

const PLACES = {
  barracks: "M-20 14V-8l20-10 20 10v22zM-13-2h6v6h-6zM-3-2h6v6h-6zM7-2h6v6H7zM-4 14V7h8v7",
  furnaces: "M-18 14V-2l6-4v-12h8v12l4 3 4-3v-14h8v14l6 4v16zM-6 14V6h12v8",
  factories: "M-20 14V-4l10-8v8l10-8v8l10-8v-6h7v24zM-13 4h5v5h-5zM-2 4h5v5h-5zM9 4h5v5H9z",
  steamboats: "M-21 4h42l-6 10h-30zM-10 4v-8H8v8M-3-4v-12h6v12M-7-1h3v3h-3zM1-1h3v3H1z",
};

export const destination = (id, x, y, scale = 1) => svg("path", {
  class: `destination ${id}`, transform: `translate(${x} ${y}) scale(${scale})`, d: PLACES[id] || PLACES.factories,
  "fill-rule": "evenodd",
});

const modelDisc = (model, x, y) => [
  svg("circle", { class: "model-disc", cx: x, cy: y, r: 12 }),
  svg("text", { class: "model", x, y: y + 5 }, model.toUpperCase()),
];

// What an objective counts, as a sign; its words are in the title.
const AIMS = {
  engine_model: ({ target }) => [vehicle("engine", 12, 40, 1.2), modelDisc(target, 60, 48)],
  assigned_shares: ({ target }) => [
    svg("rect", { class: "certificate", x: 12, y: 36, width: 54, height: 36, rx: 3 }), destination(target, 39, 55, 0.75),
  ],
  fulfilled_orders: ({ target }) => destination(target, 39, 54),
  order_lorries: ({ target }) => [
    destination(target, 39, 48, 0.8), svg("g", { transform: "translate(6 70) scale(.7)" }, lorry("gray", null, 0, 0)),
  ],
  shift_markers: () => [31, 47].map((x) => svg("circle", { class: "model-disc", cx: x, cy: 54, r: 10 })),
  objectives: () => [svg("circle", { class: "aim", cx: 39, cy: 54, r: 13 }), svg("circle", { class: "aim-dot", cx: 39, cy: 54, r: 4 })],
};

const FACES = {
  lorries: (pen, card) => [
    crest(card.crest, 18, 18),
    Array.from({ length: card.lorries }, (_, at) => lorry("gray", null, card.lorries === 1 ? 24 : 7 + at * 34, 42)),
    card.vp ? shield(card.vp, 61, 80) : null,
  ],
  wagons: (pen, card) => [
    svg("path", { class: "wagon-side", d: "M8 44h62l-4 24H12z" }), svg("path", { class: "wagon-frame", d: "M5 70h68" }),
    svg("circle", { class: "tyre", cx: 22, cy: 77, r: 6 }), svg("circle", { class: "tyre", cx: 56, cy: 77, r: 6 }),
    crest(card.crest, 39, 28, 1.2),
  ],
  engines: (pen, card) => [
    vehicle("engine", 6, 38, 1.65),
    modelDisc(card.model, 18, 18),
  ],
  orders: (pen, card) => [
    destination(card.destination, 39, 30, 1.15), shield(card.vp, 62, 80),
    svg("g", { transform: "translate(8 64) scale(.8)" }, lorry("gray", null, 0, 0)),
    svg("text", { class: "amount", x: 40, y: 84 }, `${card.min_lorries}`),
  ],
  shares: (pen, card) => [
    svg("rect", { class: "certificate", x: 6, y: 6, width: 66, height: 84, rx: 3 }),
    destination(card.destination, 39, 38, 1.05), shield(card.vp, 39, 74),
  ],
  objectives: (pen, card) => [
    svg("circle", { class: "aim", cx: 16, cy: 16, r: 10 }), svg("circle", { class: "aim-dot", cx: 16, cy: 16, r: 3.5 }),
    (AIMS[card.kind] || (() => null))(card),
    shield(card.vp, 60, 20),
    svg("text", { class: "amount", x: 39, y: 86 }, card.threshold ? `≥ ${card.threshold}` : `/ ${card.per}`),
  ],
  innovations: (pen, card) => [
    svg("path", { class: "bulb", d: "M39 8a13 13 0 0 1 8 23v6H31v-6a13 13 0 0 1 8-23zM33 40h12" }),
    words(pen.text(card.id), { x: 39, y: 56, wide: 74, size: 10, most: 4 }),
  ],
  workers: (pen, card) => [
    svg("g", { transform: "translate(39 50) scale(2)" }, pawn(0, 0, 0)),
    svg("text", { class: "model", x: 39, y: 86 }, String(card.value)),
  ],
};

export const card = (pen, id, { changed, place, seat } = {}) => {
  const it = pen.cards.get(id);
  if (!it) return back(id);
  return svg("svg", {
    class: `kg-card ${it.deck}${changed ? " changed" : ""}${seat === undefined ? "" : ` seat-${seat}`}`,
    viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": pen.text(id), "data-card": id, "data-touch": `card.${id}`,
  },
  svg("title", {}, pen.text(id)),
  svg("g", { "data-place": place, "data-holds": place ? id : null },
    svg("rect", { class: "face", x: 0.5, y: 0.5, width: WIDE - 1, height: HIGH - 1, rx: 6 }),
    FACES[it.deck](pen, it)));
};

export const back = (label, text = "", kind = "") => svg("svg", {
  class: `kg-card back ${kind}`, viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label,
},
svg("title", {}, label),
svg("rect", { class: "face", x: 0.5, y: 0.5, width: WIDE - 1, height: HIGH - 1, rx: 6 }),
svg("path", { class: "hammers", d: "M26 66l26-32M52 66L26 34M22 40q7-11 17-10M56 40q-7-11-17-10" }),
svg("text", { class: "on-back", x: WIDE / 2, y: 88 }, text));

// A wagon on its track, with its lorry card if it is loaded.
export const wagonOnTrack = (pen, wagonId, lorryId, { changed, place } = {}) => {
  const wagon = pen.cards.get(wagonId);
  const load = lorryId && pen.cards.get(lorryId);
  const label = load ? `${pen.text(wagonId)}: ${pen.text(lorryId)}` : pen.text(wagonId);
  return svg("svg", {
    class: `rolling wagon${changed ? " changed" : ""}`, viewBox: "0 0 68 62", role: "img", "aria-label": label,
    "data-card": wagonId, "data-load": lorryId, "data-touch": `card.${wagonId}`,
  },
  svg("title", {}, label),
    load ? svg("g", { "data-place": `${place} load`, "data-holds": lorryId },
      Array.from({ length: load.lorries }, (_, at) => lorry("gray", "black", (load.lorries === 1 ? 19 : 4) + at * 30, 4)),
      crest(load.crest, 34, 9, 0.62)) : null,
    svg("g", { "data-place": place, "data-holds": wagonId },
      svg("path", { class: "wagon-side", d: "M3 24h62l-4 22H7z" }), svg("path", { class: "wagon-frame", d: "M0 48h68" }),
      svg("circle", { class: "tyre", cx: 17, cy: 54, r: 5 }), svg("circle", { class: "tyre", cx: 51, cy: 54, r: 5 }),
      crest(wagon?.crest || "joker", 34, 35, 0.75)));
};

export const engineOnTrack = (pen, id, { changed, place } = {}) => svg("svg", {
  class: `rolling engine${changed ? " changed" : ""}`, viewBox: "0 0 78 62", role: "img", "aria-label": pen.text(id), "data-card": id,
},
svg("title", {}, pen.text(id)),
svg("g", { "data-place": place, "data-holds": id }, vehicle("engine", 4, 20, 1.65),
  svg("circle", { class: "model-disc", cx: 42, cy: 12, r: 10 }),
  svg("text", { class: "model", x: 42, y: 17 }, pen.cards.get(id)?.model?.toUpperCase() || "")));
