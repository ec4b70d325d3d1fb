// Who ended where, the best first; nothing until the game is over.

import { shortened, slimIfLong } from "./arrange.js";
import { svg } from "./tree.js";

const ranked = (players) => players.filter(({ place }) => place !== null)
  .sort((one, other) => one.place - other.place || one.seat - other.seat);

const ROW = 25;
const TIGHT = 19;
const NARROW = 200;

// Drawn, because few fonts have one.
const star = () => svg("path", { class: "star", d: "M6-4 7.8.2l4.5.4-3.4 3 1 4.4L6 5.7 2.1 8l1-4.4-3.4-3 4.5-.4z", transform: "translate(14 7)" });

const isNarrow = (wide, tight) => !tight && wide < NARROW;
const stepOf = (wide, tight) => (tight ? TIGHT : isNarrow(wide, tight) ? 2 * ROW - 8 : ROW);

// Where there is little room, points stand below the name.
const row = (pen, player, at, wide, { points, tied, tight }) => {
  const { winners, tie_break: tie } = pen.view;
  const apart = tie && tie.values[player.seat] !== null ? tied(tie.values[player.seat]) : "";
  const told = [points(player.points), apart].filter(Boolean).join(" · ");
  const narrow = isNarrow(wide, tight);
  const step = stepOf(wide, tight);
  const won = winners.includes(player.seat);
  const name = shortened(pen.player(player.seat), wide - 44 - (narrow ? 0 : told.length * 8), 14);
  return svg("g", { class: `seat-${player.seat}`, "data-seat": player.seat, transform: `translate(0 ${at * step})` },
    svg("rect", { class: "swatch", width: 6, height: step - 4, rx: 2 }),
    won ? star() : null,
    svg("text", { class: "start", x: won ? 32 : 13, y: 15 }, `${player.place}. ${name}`),
    svg("text", { class: narrow ? "start" : "end", x: narrow ? 13 : wide, y: narrow ? 33 : 15 }, narrow ? shortened(told, wide - 10, 13) : told));
};

// `tied(value)` tells in a few words what set players with equal points apart; `tight` rows are low.
export const result = (pen, title, { x, y, wide }, { points, tied = () => "", tight = false }) => {
  const places = ranked(pen.view.players);
  if (!places.length) return null;
  const high = places.length * stepOf(wide - 20, tight) + (tight ? 29 : 32);
  return svg("g", { class: "ranking", transform: `translate(${x} ${y})`, role: "group", "aria-label": title },
    svg("rect", { class: "ground", width: wide, height: high, rx: 8 }),
    svg("text", { class: `heading ${slimIfLong(title, wide - 16, 15)}`, x: 10, y: 19 }, shortened(title, wide - 16, 12)),
    svg("g", { transform: "translate(10 27)" }, places.map((player, at) => row(pen, player, at, wide - 20, { points, tied, tight }))));
};
