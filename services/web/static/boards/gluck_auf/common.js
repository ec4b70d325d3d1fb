// What belongs to nobody's pit: canteen, bank, supply, shift clock, and the tray for cards that are looked at.

import { number } from "../../numbers.js";
import { heading, pack, put, shortened } from "../kit/arrange.js";
import { cube, lorry, pawn, vehicle } from "../kit/pieces.js";
import { result } from "../kit/result.js";
import { svg } from "../kit/tree.js";
import { CARD, cardBack, orderCard, tile } from "./pieces.js";

const TALLY = 52;

const tally = (label, className, given, sign, count, at) => svg("g", {
  class: `${className}${count ? "" : " none"}`, role: "img", "aria-label": label, transform: `translate(${at * TALLY} 0)`, ...given,
},
svg("title", {}, label),
svg("rect", { class: "frame", width: TALLY - 2, height: 32, rx: 6 }),
sign, svg("text", { class: "count", x: 27, y: 22 }, String(count)));

const ofSeats = (pen, field) => pen.view.players.map((player, at) => {
  const count = player[field];
  return tally(`${pen.player(player.seat)}: ${pen.say("workers", { n: count })}`,
    pen.changed("tally", "players", player.seat, field), { "data-seat": player.seat },
    pawn(player.seat, 14, 22, { place: `${field} ${player.seat} ${count}`, holds: count ? `worker ${player.seat}` : "" }), count, at);
});

const ofColors = (pen) => Object.entries(pen.view.supply).map(([color, count], at) =>
  tally(`${pen.color(color)}: ${count}`, pen.changed("tally", "supply", color), { "data-color": color, "data-touch": `supply.${color}` },
    cube(color, 5, 7, 18, { place: `supply ${color} ${count}`, holds: `cube ${color}` }), count, at));

const store = (name, title, x, y, content, touch) => svg("g", { class: `${name} store`, transform: `translate(${x} ${y})`, "data-touch": touch },
  heading(title, 0, 13), svg("g", { transform: "translate(0 19)" }, content));

export const stores = (pen, { x, y }) => [
  store("canteen", pen.say("canteen"), x, y, ofSeats(pen, "canteen")),
  store("bank", pen.say("bank"), x, y + 58, ofSeats(pen, "bank"), "space.bank"),
  store("supply", pen.say("supply"), x, y + 116, ofColors(pen)),
];

const CENTRE = 120;

const clockSign = (element, x, y) => {
  if (element.group === "coal") return cube(element.key, x - 9, y - 9, 18);
  if (element.group === "vehicle") return vehicle(element.key, x - 14, y - 10, 0.7);
  return svg("g", { transform: `translate(${x - 12} ${y - 10}) scale(.8)` }, lorry(element.key, null, 0, 0));
};

// Twelve hours, four per shift: what is scored when, and for how many points.
export const clock = (pen, { x, y, wide }) => {
  const { period, periods, options, edition } = pen.view;
  const per = 12 / periods;
  const second = options?.second_place_points || "standard";
  const pairs = pen.view.players.length === 2;
  const hours = pen.elements.map((element, at) => {
    const angle = ((at + 0.5) / pen.elements.length) * 2 * Math.PI - Math.PI / 2;
    const [x, y] = [CENTRE + 88 * Math.cos(angle), CENTRE + 88 * Math.sin(angle)];
    const scored = element.scored_after_shifts.includes(period);
    const points = pairs ? `${element.first}` : `${element.first}/${element.second[second] ?? element.second.standard ?? ""}`;
    return svg("g", { class: scored ? "hour scored" : "hour" },
      svg("title", {}, `${pen.translated(element.names, element.id)}: ${points}`),
      svg("circle", { class: "hole", cx: x, cy: y, r: 24 }),
      clockSign(element, x, y - 5),
      svg("text", { class: "hour-points", x, y: y + 17 }, points));
  });
  const turned = Math.min(12, period * per) * 30;
  const label = pen.say("clock", { shift: period });
  return put(svg("svg", {
    class: pen.changed("shift-clock", "period"), viewBox: "0 0 240 240", role: "img", "aria-label": label,
    "data-edition": edition, "data-shift": period,
  },
  svg("circle", { class: "dial", cx: CENTRE, cy: CENTRE, r: 117 }),
  hours,
  svg("g", { transform: `rotate(${turned} ${CENTRE} ${CENTRE})` },
    svg("path", { class: "hand", d: `M${CENTRE - 5} ${CENTRE + 12}L${CENTRE} ${CENTRE - 60}l5 72z` })),
  svg("circle", { class: "hub", cx: CENTRE, cy: CENTRE, r: 21 }),
  svg("text", { class: "hub-text", x: CENTRE, y: CENTRE + 7 }, period ? `${period}` : "–")), x, y, wide, wide);
};

const tileCard = (pen, id) => svg("svg", {
  class: "tile-card", viewBox: "0 0 92 64", role: "img", "aria-label": pen.tileText(id), "data-tile": id, "data-touch": `tile.${id}`,
}, svg("title", {}, pen.tileText(id)), tile(pen, id, 0, 3));

const laid = (name, title, room, cards) => svg("g", { class: `tray ${name}`, role: "group", "aria-label": title },
  svg("rect", { class: "ground", x: room.x, y: room.y, width: room.wide, height: room.high, rx: 8 }),
  heading(shortened(title, room.wide - 16, 15), room.x + 8, room.y + 18),
  svg("g", { class: "laid" }, pack(cards, { x: room.x + 8, y: room.y + 26, wide: room.wide - 16, high: room.high - 32 }, CARD)));

const draft = (pen, room) => laid("draft", pen.say("draft"), room, pen.view.display.map((id) => orderCard(pen, id, {
  changed: !(pen.before.display || []).includes(id),
})));

const lookArea = (pen, room) => {
  const { seat, kind, count, cards } = pen.view.look_area;
  const title = pen.say(`looking.${kind}`, { player: pen.player(seat), n: count });
  const card = (id) => (kind === "tile" ? tileCard(pen, id) : orderCard(pen, id));
  const backs = Array.from({ length: count }, () => cardBack(kind, pen.say("face_down")));
  return laid(pen.changed("look-area", "look_area"), title, room, cards ? cards.map(card) : backs);
};

// The stacks lie beside the clock when nobody looks at cards of them.
const pile = (pen, kind, place, x, y) => {
  const count = pen.view[`${kind}_stack`];
  const label = `${pen.kind(place)}: ${pen.say("stack", { n: count })}`;
  return svg("g", { class: pen.changed("pile", `${kind}_stack`), "data-touch": `stack.${kind}` },
    [2, 1, 0].slice(count > 2 ? 0 : 2).map((at) => put(cardBack(kind, at ? "" : label, at ? undefined : count), x + at * 3, y - at * 3, 110, 76.5)));
};

const piles = (pen, { x, y, high }) => [
  pile(pen, "tile", "factory", x + 34, y + high - 86), pile(pen, "order", "new_order", x + 170, y + high - 86),
];

export const tray = (pen, room) => {
  const over = result(pen, pen.say("ranking"), { ...room, y: room.y + 3 }, {
    points: (points) => pen.points(number(points)), tied: (marks) => pen.say("marks_left", { n: marks }),
  });
  if (over) return over;
  if (pen.view.look_area) return lookArea(pen, room);
  return pen.view.display?.length ? draft(pen, room) : piles(pen, room);
};
