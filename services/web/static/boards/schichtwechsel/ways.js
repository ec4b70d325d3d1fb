// The ways: road, rail and canal at one scale, and the miner's way through a shift.

import { shortened, slimIfLong, words } from "../kit/arrange.js";
import { pawn } from "../kit/pieces.js";
import { svg } from "../kit/tree.js";
import { signs } from "./effects.js";
import { disc } from "./pieces.js";

const STEP = 43.5;
const NAME = 66;
const LINE = 48;
const FIELD = 18;

// Up to four discs on one field, each at its corner.
const discAt = (pen, id, { seat, discs }, middle) => {
  const field = discs[id] ?? 0;
  const [x, y] = [NAME + STEP * (field + 0.5) + (seat % 2 ? 11 : -11), middle + (seat < 2 ? -9 : 9)];
  return svg("g", { class: pen.changed("on-way", "players", seat, "discs", id), "data-disc": seat, "data-field": field },
    svg("title", {}, `${pen.player(seat)}: ${field}`), disc(seat, x, y, `disc ${id} ${seat}`));
};

const way = (pen, track, at) => {
  const { id, goal, milestones, barriers, goal_points: points } = track;
  const middle = 24 + at * LINE;
  const x = (field) => NAME + STEP * (field + 0.5);
  const title = pen.name(pen.catalog.tracks.items, id);
  const label = `${title}: ${pen.view.players.map(({ seat, discs }) => `${pen.player(seat)} ${discs[id] ?? 0}`).join(", ")}; ${pen.say("goal", { goal })}`;
  return svg("g", { class: `way ${id}`, "data-track": id, "data-touch": `track.${id}`, role: "img", "aria-label": label },
    svg("text", { class: `heading way-name ${slimIfLong(title, NAME, 13)}`, x: 0, y: middle + 5 }, shortened(title, NAME, 11)),
    svg("path", { class: "bed", d: `M${x(0)} ${middle}H${x(goal)}` }),
    id === "rail" ? svg("path", { class: "sleepers", d: `M${x(0)} ${middle}H${x(goal)}` }) : null,
    Array.from({ length: goal + 1 }, (_, field) => svg("circle", { class: field === goal ? "field goal" : "field", cx: x(field), cy: middle, r: FIELD, "data-touch": `track.${id}.${field}` })),
    barriers.map(({ between }) => svg("path", { class: "barrier", d: `M${NAME + STEP * between[1]} ${middle - 21}v42` })),
    milestones.map(({ at_least: field, points: worth }) => svg("text", { class: "milestone", x: x(field), y: middle + 5 }, `${worth}`)),
    svg("text", { class: "milestone at-goal", x: x(goal), y: middle + 5 }, `${points.first}/${points.later}`),
    pen.view.players.map((player) => discAt(pen, id, player, middle)));
};

export const ways = (pen) => svg("g", { class: "ways" }, pen.catalog.tracks.items.map((track, at) => way(pen, track, at)));

const ACROSS = 8;
const STATION = { wide: 80, high: 86 };
const FLOOR = 68; // of a row: here runs the way, above it stands what is there
const HALF = 15; // of the plates on it

// To the right above, back to the left below: as a shift leads out of the gate and home.
const isBack = (index) => index >= ACROSS;

const stationAt = (index) => {
  const column = isBack(index) ? 2 * ACROSS - 1 - index : index;
  return [column * STATION.wide, isBack(index) ? STATION.high : 0];
};

const miners = (pen, index) => pen.view.players.filter(({ miner }) => miner === index).map(({ seat }, at) =>
  svg("g", { class: pen.changed("miner", "players", seat, "miner"), "data-seat": seat, "data-touch": `seat.${seat}.miner`, transform: `translate(${14 + at * 17} ${FLOOR + 5})` },
    svg("title", {}, pen.player(seat)), pawn(seat, 0, 0, { place: `miner ${seat}`, holds: `miner ${seat}` })));

// Where the way goes on.
const onwards = (index) => (isBack(index) ? `M1 ${FLOOR - 4}l-4 4 4 4` : `M${STATION.wide - 1} ${FLOOR - 4}l4 4-4 4`);

const station = (pen, { index, name, effects, covered, worth }) => {
  const [x, y] = stationAt(index);
  return svg("g", { class: `station${covered ? " covered" : ""}${worth ? " exit" : ""}`, "data-field": index, "data-touch": `shift.${index}`, transform: `translate(${x} ${y})` },
    svg("title", {}, covered ? `${name}: ${pen.say("covered")}` : name),
    svg("rect", { class: "plot", x: 4, y: FLOOR - HALF, width: STATION.wide - 8, height: 2 * HALF, rx: 7 }),
    worth ? svg("text", { class: "worth", x: STATION.wide - 20, y: FLOOR + 5 }, worth) : null,
    worth || index === ACROSS - 1 ? null : svg("path", { class: "onwards", d: onwards(index) }),
    words(index ? `${index} ${name}` : name, { x: 6, y: 15, wide: STATION.wide - 8, size: 10.5, most: 2, className: "start" }),
    signs(pen, effects, { x: STATION.wide / 2, y: 32, wide: STATION.wide - 16 }),
    miners(pen, index));
};

// One broad way: along the first row, round at its end, and back along the second.
const path = (last) => {
  const [home] = stationAt(last);
  const [edge, below] = [ACROSS * STATION.wide, FLOOR + STATION.high];
  return `M${STATION.wide / 2} ${FLOOR}H${edge - 22}q14 0 14 14V${below - 14}q0 14-14 14H${home + STATION.wide / 2}`;
};

export const shift = (pen, y) => {
  const { fields, exit_points: exit } = pen.catalog.shift;
  const last = fields.at(-1).index;
  return svg("g", { class: "sw-shift", role: "group", "aria-label": pen.say("shift"), transform: `translate(0 ${y})` },
    svg("path", { class: "footpath", d: path(last) }),
    station(pen, { index: 0, name: pen.say("before_gate"), effects: [] }),
    fields.map((field) => station(pen, {
      ...field, name: pen.name(fields, field.id), covered: pen.view.covered_fields.includes(field.id),
      worth: field.index === last && exit ? `${exit.first}/${exit.later}` : "",
    })));
};
