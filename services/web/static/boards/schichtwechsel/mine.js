// A player's mine: houses and headframes above, wagons on the surface, lorries and water below.

import { make, svg } from "../../dom.js";
import { number } from "../../words.js";
import { coke, cube, house, stone, tower, tub } from "./pieces.js";

const WIDE = 440;
const GROUND = 118;

const gauge = (pen, player) => {
  const { bottom, top } = pen.catalog.tableau.water_gauge;
  const step = 78 / Math.max(1, top - bottom);
  const high = (player.water - bottom) * step;
  return svg("g", { class: pen.changed("gauge", "players", player.seat, "water"), transform: `translate(14 ${GROUND + 14})` },
    svg("title", {}, pen.say("water", { level: player.water, top })),
    svg("rect", { class: "pipe", width: 26, height: 82, rx: 5 }),
    svg("rect", { class: "fill", x: 3, y: 80 - high, width: 20, height: Math.max(0, high), rx: 3 }),
    Array.from({ length: top - bottom + 1 }, (_, at) => svg("path", { class: "tick", d: `M3 ${80 - at * step}h7` })),
    svg("text", { class: "level-text", x: 13, y: 46 }, String(player.water)));
};

const lorries = (pen, player) => {
  let x = 58;
  return pen.catalog.tableau.lorries.items.map(({ id, capacity, blockable }) => {
    const load = player.lorries[id] || { count: 0 };
    const left = x;
    x += capacity * 17 + 22;
    const blocked = blockable && pen.view.lorry_block;
    return svg("g", { class: `${pen.changed("berth", "players", player.seat, "lorries", id)}${blocked ? " blocked" : ""}` },
      svg("title", {}, `${load.count} ${load.cube ? pen.say(load.cube) : ""}${blocked ? ` (${pen.say("blocked")})` : ""}`),
      svg("ellipse", { class: "halo", cx: left + capacity * 8.5 + 4, cy: GROUND + 68, rx: capacity * 9 + 12, ry: 22 }),
      tub(load.cube, load.count, capacity, left, GROUND + 60, `lorry ${player.seat} ${id}`));
  });
};

const wagons = (pen, player) => {
  let x = 14;
  return pen.catalog.tableau.coal_wagons.items.map(({ id, capacity }) => {
    const left = x;
    x += capacity * 17 + 14;
    return svg("g", { class: pen.changed("berth", "players", player.seat, "coal_wagons", id) },
      svg("ellipse", { class: "halo", cx: left + capacity * 8.5 + 4, cy: GROUND - 16, rx: capacity * 9 + 10, ry: 18 }),
      tub("coal", player.coal_wagons[id] || 0, capacity, left, GROUND - 27, `wagon ${player.seat} ${id}`));
  });
};

const heap = (pen, player) => {
  const rows = pen.catalog.tableau.heap.rows_bottom_to_top;
  const places = rows.flatMap((count, row) => Array.from({ length: count }, (_, at) => [row * 8 + at * 16, -row * 15]));
  return svg("g", { class: pen.changed("heap", "players", player.seat, "heap"), transform: `translate(374 ${GROUND - 17})` },
    svg("title", {}, pen.say("heap", { count: player.heap, room: pen.catalog.tableau.heap.capacity })),
    places.map(([x, y], at) => (at < player.heap
      ? cube("spoil", x, y, 14, `heap ${player.seat} ${at}`)
      : svg("rect", { class: "gap", x, y, width: 14, height: 14, rx: 2 }))));
};

const town = (pen, player) => [
  Object.entries(player.row).map(([id, standing], at) => svg("g", { class: pen.changed("", "players", player.seat, "row", id).trim() },
    house(player.seat, 222 + at * 25, 12, 1, standing))),
  Array.from({ length: player.headframes.pool }, (_, at) => tower(player.seat, 14 + at * 30, 10, 1.3)),
];

const sold = (pen, player) => {
  const { coke: has, seat } = player;
  const parts = [...Array(has.wagons).fill("wagon"), ...Array(has.sold).fill("sold")];
  return svg("g", { class: pen.changed("coke-yard", "players", seat, "coke"), transform: `translate(224 ${GROUND - 28})` },
    svg("title", {}, pen.say("coke", has)),
    svg("rect", { class: "yard", width: 136, height: 26, rx: 3 }),
    parts.map((kind, at) => svg("g", { class: kind }, coke(seat, 4 + at * 11, 6, 10))));
};

const picture = (pen, player) => svg("svg", {
  class: "pit sw-mine", viewBox: `0 0 ${WIDE} 224`, role: "img", "aria-label": pen.say("mine_of", { player: player.name }),
},
svg("path", { class: "sky", d: `M0 8a8 8 0 0 1 8-8h${WIDE - 16}a8 8 0 0 1 8 8v${GROUND - 8}H0z` }),
svg("path", { class: "hills", d: `M0 ${GROUND}V78q90-26 180-6t260 2v${GROUND - 74}z` }),
svg("path", { class: "rock light", d: `M0 ${GROUND}h${WIDE}v98a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z` }),
svg("path", { class: "hollow", d: `M48 ${GROUND + 92}V${GROUND + 46}q0-14 14-14h350q14 0 14 14v46z` }),
svg("path", { class: "rails-below", d: `M48 ${GROUND + 87}h378` }),
svg("path", { class: "grass", d: `M0 ${GROUND}h${WIDE}` }),
town(pen, player), wagons(pen, player), sold(pen, player), heap(pen, player), gauge(pen, player), lorries(pen, player));

const fact = (pen, player, field, kind, label) => make("span", { class: pen.changed("fact", "players", player.seat, field), title: label },
  kind === "tool" ? make("span", { "aria-hidden": "true" }, "⚒") : stone(kind, player.seat), make("b", {}, player[field]), make("span", { class: "hidden" }, label));

export const mineOf = (pen, player) => {
  const { seat } = player;
  const { view } = pen;
  return make("article", { class: `ga-pit seat-${seat}${view.active === seat ? " active" : ""}` },
    make("header", {},
      make("h3", {}, player.name,
        view.marker_seat === seat && view.round ? make("span", { class: "lamp", title: pen.say("marker") }, "⚑") : null,
        view.active === seat ? make("span", { class: "turn" }, pen.plain("to_move")) : null,
        player.passed ? make("small", {}, pen.say("passed")) : null),
      make("div", { class: "purse" },
        fact(pen, player, "white", "white", pen.say("white")), fact(pen, player, "player_stone", "player", pen.say("stone")),
        fact(pen, player, "coins", "coin", pen.say("coins")), fact(pen, player, "tools", "tool", pen.say("tools")),
        make("strong", { class: pen.changed("vp", "players", seat, "points") }, pen.say("points", { points: number(player.points) })))),
    picture(pen, player),
    make("p", { class: "sides" }, pen.say("coke", player.coke)),
    make("p", { class: "sides" }, pen.say("towers", { card: player.headframes.on_card, pool: player.headframes.pool }),
      player.tile ? ` · ${pen.say("tile")}: ${pen.name(pen.catalog.selection_tiles.items, player.tile)}` : ""));
};
