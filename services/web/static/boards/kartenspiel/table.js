// The table in the middle: stacks and action cards, who has been there, and what was drawn of a stack.

import { number } from "../../numbers.js";
import { heading, pack, put, words } from "../kit/arrange.js";
import { pawn, vehicle } from "../kit/pieces.js";
import { result } from "../kit/result.js";
import { svg } from "../kit/tree.js";
import { back, CARD, card, crest } from "./cards.js";

const PLOT = { wide: 124, high: 238 };
const GAP = 5;
const TITLE = 22;
const ACROSS = 5;
const MIDDLE = PLOT.wide / 2;

// Who was there, in order, and how many workers the next one needs.
const chip = (pen, { seat, total }, place, at) => svg("g", {
  class: `chip seat-${seat}`, "data-seat": seat, "data-total": total, transform: `translate(${8 + (at % 3) * 38} ${165 + Math.floor(at / 3) * 24})`,
},
svg("title", {}, `${pen.player(seat)}: ${total}`),
svg("g", { transform: "translate(8 15) scale(.85)" }, pawn(seat, 0, 0, { place, holds: `worker ${seat}` })),
svg("text", { class: "start total", x: 17, y: 19 }, String(total)));

const visitors = (pen, area) => [
  area.placements.map((placement, at) => chip(pen, placement, `${area.id} ${at}`, at)),
  svg("text", { class: "needs", x: MIDDLE, y: PLOT.high - 7 }, pen.say("needs", { n: area.required })),
];

const plot = (pen, id, title, ...content) => {
  const at = pen.view.areas.findIndex((area) => area.id === id);
  const area = pen.view.areas[at];
  return svg("svg", { class: pen.changed("kg-plot", "areas", at), viewBox: `0 0 ${PLOT.wide} ${PLOT.high}`, role: "group", "aria-label": title, "data-area": id, "data-touch": `area.${id}` },
    svg("rect", { class: "plot", x: 1, y: 1, width: PLOT.wide - 2, height: PLOT.high - 2, rx: 8 }),
    words(title, { x: MIDDLE, y: 19, wide: PLOT.wide - 10, size: 13, most: 1, className: "name" }),
    content, area ? visitors(pen, area) : null);
};

const stack = (pen, it) => {
  const at = pen.view.stacks.indexOf(it);
  const top = it.top
    ? card(pen, it.top, { changed: pen.differs("stacks", at, "top"), place: `stack ${it.id}` })
    : back(it.size ? pen.say("face_down") : pen.say("empty"), it.size ? "" : pen.say("empty"), it.size ? "" : "none");
  return plot(pen, it.id, pen.say(`stack.${it.deck}`), svg("g", { "data-touch": `stack.${it.id}` }, put(top, 17, 28, 90, 111)),
    svg("text", { class: "size", x: MIDDLE, y: 158, "data-size": it.size }, pen.say("cards", { n: it.size })));
};

const sign = (action) => {
  if (action.max_steps !== undefined) {
    return [
      svg("path", { class: "pick", d: "M18 96l32-32M29 48q22 2 28 27" }),
      svg("text", { class: "big", x: 90, y: 88 }, `${action.min_steps}/${action.max_steps}`),
    ];
  }
  return [
    svg("rect", { class: "sign", x: 8, y: 34, width: 108, height: 84, rx: 6 }),
    action.area === "deliver" ? vehicle("engine", 16, 52, 2.2) : crest("joker", MIDDLE, 76, 2.4),
  ];
};

// Two rows: with two players there are more than fit beside each other.
const tokens = (pen) => svg("g", { class: pen.changed("tokens", "markers") },
  svg("title", {}, pen.say("markers")),
  pen.view.markers.map((marker, at) => token(marker, 20 + (at % 4) * 28, 125 + Math.floor(at / 4) * 24, 11)));

export const token = (marker, x, y, r) => svg("g", { class: "token", "data-marker": marker, transform: `translate(${x} ${y})` },
  svg("circle", { r }), svg("text", { y: 4.5 }, String(marker)));

const deed = (pen, area) => {
  const action = pen.actions.get(area.id);
  if (!action) return null;
  const held = action.holds_shift_markers && pen.view.markers.length;
  return plot(pen, area.id, pen.translated(action.name, area.id), sign(action), held ? tokens(pen) : null);
};

const placed = (drawings, y) => drawings.map((drawing, at) => put(drawing,
  (at % ACROSS) * (PLOT.wide + GAP), y + Math.floor(at / ACROSS) * (PLOT.high + GAP), PLOT.wide, PLOT.high));

const pending = (pen, room) => {
  const { seat, count, cards } = pen.view.pending;
  const title = pen.say("drawn", { player: pen.player(seat), n: count });
  const drawn = cards ? cards.map((id) => card(pen, id)) : Array.from({ length: count }, () => back(pen.say("face_down")));
  return svg("g", { class: pen.changed("tray", "pending"), role: "group", "aria-label": title, "data-pending": count },
    svg("rect", { class: "ground", x: room.x, y: room.y, width: room.wide, height: room.high, rx: 8 }),
    words(title, { x: room.x + room.wide / 2, y: room.y + 18, wide: room.wide - 8, size: 13, most: 3, className: "name" }),
    svg("g", { class: "laid" }, pack(drawn, { x: room.x + 8, y: room.y + 56, wide: room.wide - 16, high: room.high - 62 }, CARD)));
};

const tray = (pen, room) => {
  const over = result(pen, pen.say("result"), room, {
    points: (points) => pen.say("vp", { vp: number(points) }), tied: (marker) => pen.say("token", { n: marker }),
  });
  return over || (pen.view.pending ? pending(pen, room) : null);
};

export const table = (pen) => [
  heading(pen.say("stacks"), 0, 16),
  svg("g", { class: "stacks" }, placed(pen.view.stacks.map((it) => stack(pen, it)), TITLE)),
  heading(pen.say("actions"), 0, TITLE + 2 * (PLOT.high + GAP) + 18),
  svg("g", { class: "deeds" }, placed(pen.view.areas.map((area) => deed(pen, area)).filter(Boolean), 2 * (TITLE + PLOT.high + GAP) + 4)),
  tray(pen, { x: 4 * (PLOT.wide + GAP), y: TITLE + PLOT.high + GAP, ...PLOT }),
];
