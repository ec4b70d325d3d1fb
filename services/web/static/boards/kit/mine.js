// What is around every player's mine: the name, whose turn it is, and what the player has.

import { shown } from "../../names.js";
import { make, svg } from "./tree.js";

const nameOf = (player) => make("h2", {}, make("bdi", { class: "player-name" }, shown(player.name)));

const hidden = (text) => make("span", { class: "hidden" }, text);

const lampOf = (label, sign) => make("span", { class: "lamp", title: label }, sign, hidden(label));

const turnOf = (pen, seat) => {
  const was = (pen.before.awaited || []).includes(seat);
  return make("span", { class: was ? "turn" : "turn changed" }, pen.plain("to_move"));
};

// A thing a player has so many of: its sign, how many, and its name for who hears it.
export const fact = (pen, player, name, label, sign, value = player[name]) => make("span", {
  class: pen.changed("fact", "players", player.seat, name), "data-fact": name, title: label,
},
svg("svg", { viewBox: "0 0 22 26", width: 18, height: 21, "aria-hidden": "true" }, sign),
make("b", {}, String(value)), hidden(label));

const points = (pen, player, text) => make("strong", {
  class: pen.changed("vp", "players", player.seat, "points"), "data-fact": "points",
}, text);

// `about` is {facts, points, lamp, lampSign, passed}; `size` is large or small.
export const mine = (pen, player, size, about, drawing) => {
  const { seat } = player;
  const active = pen.view.awaited.includes(seat);
  return make("article", { class: `mine ${size} seat-${seat}${active ? " active" : ""}`, "data-seat": seat, "data-touch": `seat.${seat}` },
    make("header", {},
      make("div", { class: "whose" }, nameOf(player),
        about.lamp ? lampOf(about.lamp, about.lampSign || "⚒") : null,
        active ? turnOf(pen, seat) : null,
        about.passed ? make("small", { class: pen.changed("passed", "players", seat, "passed") }, about.passed) : null),
      make("div", { class: "purse" }, about.facts, points(pen, player, about.points))),
    drawing);
};
