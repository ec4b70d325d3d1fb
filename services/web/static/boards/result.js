// Who ended where, the best first; nothing until the game is over.

import { make } from "../dom.js";
import { called } from "../names.js";

export const ranked = (players) => players.filter(({ place }) => place !== null)
  .sort((one, other) => one.place - other.place || one.seat - other.seat);

// `tied(value)` tells in a few words what set players with equal points apart.
export const result = ({ players, winners, tie_break: tie }, title, points, tied = () => "") => {
  const places = ranked(players);
  if (!places.length) return null;
  return make("section", { class: "ga-panel ranking" }, make("h3", {}, title), make("ol", {}, places.map((player) =>
    make("li", { class: `seat-${player.seat}`, value: player.place, "data-seat": player.seat },
      make("b", { class: "rank" }, `${player.place}.`),
      make("span", { class: "who" }, called(player.name)),
      make("strong", {}, points(player.points)),
      tie && tie.values[player.seat] !== null ? make("small", {}, tied(tie.values[player.seat])) : null,
      winners.includes(player.seat) ? make("span", { class: "won" }, "★") : null))));
};
