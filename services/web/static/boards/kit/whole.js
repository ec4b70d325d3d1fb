// A whole table: what lies in the middle, and everybody's mine; `sizeOf(seat)` is large or small.

import { make } from "./tree.js";

const written = (value) => JSON.stringify(value ?? null);

// Whoever was awaited acts; of several the one whose things changed. A scoring is nobody's: `last` stays.
export const actorOf = (view, before, last = 0) => {
  const awaited = before?.awaited ?? [];
  if (awaited.length === 1) return awaited[0];
  if (!awaited.length) return before ? last : view.awaited[0] ?? last;
  const changed = awaited.find((seat) => written(view.players[seat]) !== written(before.players[seat]));
  return changed ?? awaited[0];
};

export const whole = (board, game, view, context, sizeOf = () => "large") => {
  const pen = board.pen(view, context);
  return make("div", { class: `mine-board ${game}` },
    make("div", { class: "table" }, board.common(pen)),
    make("div", { class: `mines of-${view.players.length}` },
      view.players.map(({ seat }) => board.mine(pen, seat, sizeOf(seat)))));
};
