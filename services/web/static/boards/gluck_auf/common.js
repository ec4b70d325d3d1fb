// What belongs to nobody's pit: canteen, bank, supply, shift clock, draft, the cards looked at.

import { make, svg } from "../../dom.js";
import { number } from "../../words.js";
import { cube, lorry, pawn, vehicle } from "../pieces.js";
import { cardBack, orderCard, tile } from "./pieces.js";
import { result } from "../result.js";
import { panel } from "./spaces.js";

const tally = (pen, field) => pen.view.players.map((player) => {
  const count = player[field];
  const label = `${pen.player(player.seat)}: ${pen.say("workers", { n: count })}`;
  return svg("svg", {
    class: `${pen.changed("tally", "players", player.seat, field)}${count ? "" : " none"}`,
    viewBox: "0 0 56 34", width: 56, height: 34, role: "img", "aria-label": label, "data-seat": player.seat,
  },
  svg("title", {}, label),
  pawn(player.seat, 16, 24, { place: `${field} ${player.seat} ${count}`, holds: count ? `worker ${player.seat}` : "" }),
  svg("text", { class: "count", x: 30, y: 24 }, String(count)));
});

export const canteen = (pen) => panel("canteen", pen.say("canteen"), "", tally(pen, "canteen"));
export const bank = (pen) => panel("bank", pen.say("bank"), "", tally(pen, "bank"));

export const supply = (pen) => panel("supply", pen.say("supply"), "",
  Object.entries(pen.view.supply).map(([color, count]) => svg("svg", {
    class: pen.changed("tally", "supply", color), "data-color": color, viewBox: "0 0 56 34", width: 56, height: 34, role: "img",
    "aria-label": `${pen.color(color)}: ${count}`,
  },
  svg("title", {}, `${pen.color(color)}: ${count}`),
  cube(color, 5, 8, 19, { place: `supply ${color} ${count}`, holds: `cube ${color}` }),
  svg("text", { class: "count", x: 30, y: 24 }, String(count)))));

const CENTRE = 120;

const clockSign = (element, x, y) => {
  if (element.group === "coal") return cube(element.key, x - 9, y - 9, 18);
  if (element.group === "vehicle") return vehicle(element.key, x - 14, y - 10, 0.7);
  return svg("g", { transform: `translate(${x - 12} ${y - 10}) scale(.8)` }, lorry(element.key, null, 0, 0));
};

// Twelve hours, four a shift: what is scored when, and for how many points.
export const clock = (pen) => {
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
  return panel("clock", pen.say("shift_clock"), "", svg("svg", {
    class: pen.changed("shift-clock", "period"), viewBox: "0 0 240 240", width: 240, height: 240, role: "img", "aria-label": label,
    "data-edition": edition, "data-shift": period,
  },
  svg("circle", { class: "dial", cx: CENTRE, cy: CENTRE, r: 117 }),
  hours,
  svg("g", { transform: `rotate(${turned} ${CENTRE} ${CENTRE})` },
    svg("path", { class: "hand", d: `M${CENTRE - 5} ${CENTRE + 12}L${CENTRE} ${CENTRE - 60}l5 72z` })),
  svg("circle", { class: "hub", cx: CENTRE, cy: CENTRE, r: 21 }),
  svg("text", { class: "hub-text", x: CENTRE, y: CENTRE + 7 }, period ? `${period}` : "–")));
};

export const draft = (pen) => (pen.view.display?.length
  ? panel("draft", pen.say("draft"), "", pen.view.display.map((id) => orderCard(pen, id, {
    changed: !(pen.before.display || []).includes(id),
  })))
  : null);

const tileCard = (pen, id) => svg("svg", {
  class: "tile-card", viewBox: "0 0 92 58", width: 92, height: 58, role: "img", "aria-label": pen.tileText(id),
}, svg("title", {}, pen.tileText(id)), tile(pen, id));

export const lookArea = (pen) => {
  const area = pen.view.look_area;
  if (!area) return null;
  const title = pen.say(`looking.${area.kind}`, { player: pen.player(area.seat), n: area.count });
  const card = (id) => (area.kind === "tile" ? tileCard(pen, id) : orderCard(pen, id));
  const backs = Array.from({ length: area.count }, () => cardBack(area.kind, pen.say("face_down")));
  return panel("look-area", title, "", area.cards ? area.cards.map(card) : backs);
};

export const ranking = (pen) => result(pen.view, pen.say("ranking"),
  (points) => pen.points(number(points)), (marks) => pen.say("marks_left", { n: marks }));
