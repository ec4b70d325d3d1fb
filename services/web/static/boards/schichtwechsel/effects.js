// What a field, an oven or a card does, in the signs that are printed on them.

import { number } from "../../numbers.js";
import { PAWN } from "../kit/pieces.js";
import { svg } from "../kit/tree.js";

const SIGNS = {
  points: () => svg("path", { class: "shield-sign", d: "M2 1h12v7q0 5-6 7-6-2-6-7z" }),
  water: () => svg("path", { class: "drop", d: "M8 1q5 6 5 9a5 5 0 0 1-10 0q0-3 5-9z" }),
  tool: () => svg("path", { class: "hammer", d: "M3 13 11 5M8 2l6 6M9.5 3.5 13 7" }),
  coin: () => svg("circle", { class: "stone coin-stone", cx: 8, cy: 8, r: 6 }),
  white: () => svg("circle", { class: "stone white", cx: 8, cy: 8, r: 6 }),
  coal: () => svg("rect", { class: "cube-sign coal", x: 2, y: 2, width: 12, height: 12, rx: 2 }),
  spoil: () => svg("rect", { class: "cube-sign spoil", x: 2, y: 2, width: 12, height: 12, rx: 2 }),
  coke: () => svg("rect", { class: "coke-sign", x: 2, y: 2, width: 12, height: 12, rx: 4 }),
  road: () => way("road"),
  rail: () => way("rail"),
  canal: () => way("canal"),
  copy: () => svg("path", { class: "paper", d: "M2 5h7v10H2zM6 1h8v10H9V5H6z" }),
  miner: () => svg("path", { class: "figure", d: PAWN, transform: "translate(8 11) scale(.6)" }),
  lorry: () => [svg("path", { class: "figure", d: "M1 9h14l-2 5H3z" }), arrow("M8 8V1M5 4l3-3 3 3")],
  oven: () => [svg("path", { class: "oven-sign", d: "M2 15V8q0-6 6-6t6 6v7z" }), svg("rect", { class: "coke-sign", x: 5, y: 8, width: 6, height: 6, rx: 2 })],
  load: () => [svg("rect", { class: "coke-sign", x: 1, y: 5, width: 6, height: 6, rx: 2 }), arrow("M8 8h6M11 5l3 3-3 3")],
  tower: () => arrow("M8 3 3 15M8 3l5 12M5 10h6M6 3a2 2 0 1 1 4 0 2 2 0 1 1-4 0"),
  house: () => svg("path", { class: "figure", d: "M2 8l6-6 6 6v7H2z" }),
  flag: () => svg("path", { class: "figure", d: "M3 1v14h1.5V9H14l-3-4 3-4z" }),
  tile: () => svg("path", { class: "paper", d: "M1 3h14v10H1zM1 8h14" }),
};

const way = (track) => [svg("path", { class: `way-sign ${track}`, d: "M0 8h16" }), svg("circle", { class: "figure", cx: 8, cy: 8, r: 4.5 })];
const arrow = (d) => svg("path", { class: "stroke", d });

// By operation: which sign, what stands beside it, and which words say it.
const DEEDS = {
  points: ({ n }) => ["points", signedCount(n), { n }],
  water: ({ delta }) => ["water", signedCount(delta), { n: Math.abs(delta) }, delta < 0 ? "water_off" : "water_up"],
  water_down: ({ up_to: n }) => ["water", `−${n}`, { n }],
  tool_take: ({ n }) => ["tool", `+${n}`, { n }],
  tool_return: ({ up_to: n }) => ["tool", `−${n}`, { n }],
  coin: ({ n }) => ["coin", several(n), { n }],
  white_stone: ({ n }) => ["white", several(n), { n }],
  gain_cube: ({ cube, n }) => [cube, several(n), { n, cube }],
  gain_coke: ({ n }) => ["coke", several(n), { n }],
  advance: ({ track, n }) => [track, `+${n}`, { n, track }],
  advance_up_to: ({ track }) => [track, "+", { track }],
  copy_card: () => ["copy", "", {}],
  move_miner: () => ["miner", "", {}],
  raise_lorries: ({ up_to: n }) => ["lorry", String(n), { n }],
  process_wagons: ({ up_to: n }) => ["oven", String(n), { n }],
  load_coke: ({ up_to: n }) => ["load", String(n), { n }],
  move_headframe: () => ["tower", "", {}],
  move_headframes: () => ["tower", "2", {}],
  erect_headframe: () => ["tower", "", {}],
  place_house: () => ["house", "", {}],
  take_start_marker: () => ["flag", "", {}],
  tile_lower_bonus: () => ["tile", "", {}],
};

const signedCount = (n) => (n > 0 ? `+${n}` : number(n));
const several = (n) => (n > 1 ? String(n) : "");

const words = (pen, effect) => {
  if (effect.op === "choose") return effect.options.map((option) => spoken(pen, option)).join(` ${pen.say("op.or")} `);
  const [, , facts, key] = DEEDS[effect.op]?.(effect) || [];
  if (!facts) return effect.op;
  const named = { ...facts, ...(facts.cube && { cube: pen.say(facts.cube) }), ...(facts.track && { track: pen.name(pen.catalog.tracks.items, facts.track) }) };
  return pen.say(`op.${key || effect.op}`, named);
};

export const spoken = (pen, effects) => effects.map((effect) => words(pen, effect)).join(", ");

const SIZE = 16;
const LETTER = 8.2;

// In a row: signs with their counts, and a stroke between what can be chosen.
const inRow = (effect) => {
  if (effect.op === "choose") return effect.options.flatMap((option, at) => [...(at ? [{ text: "/" }] : []), ...option.flatMap(inRow)]);
  const [name, count] = DEEDS[effect.op]?.(effect) || [];
  return name ? [{ sign: name, text: count }] : [];
};

const wideOf = ({ sign, text }) => (sign ? SIZE + 1 : 0) + text.length * LETTER + 3;

const one = ({ sign, text }, x) => svg("g", { class: "sign-of", transform: `translate(${x} 0)` },
  sign ? SIGNS[sign]?.() : null,
  text ? svg("text", { class: "start", x: sign ? SIZE + 1 : 0, y: 13 }, text) : null);

// Signs around the middle of `x`, smaller where the room is small; an empty list has none: a plain field.
export const signs = (pen, effects, { x, y, wide, most = 1.15 }) => {
  if (!effects.length) return null;
  const row = effects.flatMap(inRow);
  const whole = row.reduce((sum, part) => sum + wideOf(part), 0);
  const scale = Math.min(most, wide / whole);
  const label = spoken(pen, effects);
  let left = 0;
  return svg("g", { class: "signs", role: "img", "aria-label": label, transform: `translate(${x - (whole * scale) / 2} ${y}) scale(${scale})` },
    svg("title", {}, label),
    row.map((part) => {
      const drawn = one(part, left);
      left += wideOf(part);
      return drawn;
    }));
};
