// A player's mine: houses and headframes above, wagons on the surface, lorries and water below.

import { MINE, put, sheet, words } from "../kit/arrange.js";
import { fact, mine } from "../kit/mine.js";
import { svg, touched } from "../kit/tree.js";
import { coke, cube, house, stone, tower, tub } from "./pieces.js";

const WIDE = 440;
const GROUND = 118;

const gauge = (pen, player) => {
  const { bottom, top } = pen.catalog.tableau.water_gauge;
  const step = 78 / Math.max(1, top - bottom);
  const high = (player.water - bottom) * step;
  return svg("g", { class: pen.changed("gauge", "players", player.seat, "water"), "data-water": player.water, "data-touch": `seat.${player.seat}.water`, transform: `translate(14 ${GROUND + 14})` },
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
    return svg("g", { class: `${pen.changed("berth", "players", player.seat, "lorries", id)}${blocked ? " blocked" : ""}`, "data-lorry": id, "data-touch": `seat.${player.seat}.lorry.${id}` },
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
    return svg("g", { class: pen.changed("berth", "players", player.seat, "coal_wagons", id), "data-wagon": id, "data-touch": `seat.${player.seat}.wagon.${id}` },
      svg("ellipse", { class: "halo", cx: left + capacity * 8.5 + 4, cy: GROUND - 16, rx: capacity * 9 + 10, ry: 18 }),
      tub("coal", player.coal_wagons[id] || 0, capacity, left, GROUND - 27, `wagon ${player.seat} ${id}`));
  });
};

const heap = (pen, player) => {
  const rows = pen.catalog.tableau.heap.rows_bottom_to_top;
  const places = rows.flatMap((count, row) => Array.from({ length: count }, (_, at) => [row * 8 + at * 16, -row * 15]));
  return svg("g", { class: pen.changed("heap", "players", player.seat, "heap"), transform: `translate(374 ${GROUND - 17})`, "data-touch": `seat.${player.seat}.heap` },
    svg("title", {}, pen.say("heap", { count: player.heap, room: pen.catalog.tableau.heap.capacity })),
    places.map(([x, y], at) => (at < player.heap
      ? cube("spoil", x, y, 14, `heap ${player.seat} ${at}`)
      : svg("rect", { class: "gap", x, y, width: 14, height: 14, rx: 2 }))));
};

// A house comes or goes, or its field is resolved: until then there is a dot below it.
const rowChanged = (pen, seat, id) => {
  const isOpen = (view) => Boolean(view.players?.[seat]?.row_open.includes(id));
  return pen.differs("players", seat, "row", id) || isOpen(pen.view) !== isOpen(pen.before);
};

const town = (pen, player) => [
  svg("g", { class: "row-of-houses" }, Object.entries(player.row).map(([id, standing], at) =>
    svg("g", { class: rowChanged(pen, player.seat, id) ? "changed" : "", "data-row": id, "data-touch": `seat.${player.seat}.row.${id}` },
      house(player.seat, 222 + at * 25, 8, 1, standing),
      player.row_open.includes(id) ? svg("circle", { class: "to-resolve", cx: 231 + at * 25, cy: 36, r: 3.5 }) : null))),
  ownCard(pen, player),
  svg("g", { class: "pool", "data-touch": `seat.${player.seat}.headframes` }, Array.from({ length: player.headframes.pool }, (_, at) => tower(player.seat, 102 + at * 30, 10, 1.3))),
];

// The own action card with the headframes that still stand on it.
const ownCard = (pen, player) => {
  const { headframes, own_card_payments: paid, seat } = player;
  return svg("g", { class: pen.changed("own-card", "players", seat, "headframes"), transform: "translate(10 6)", "data-touch": `seat.${seat}.own_card` },
    svg("title", {}, pen.say("towers", { card: headframes.on_card, pool: headframes.pool })),
    svg("rect", { class: "paper", width: 82, height: 46, rx: 5 }),
    Array.from({ length: headframes.on_card }, (_, at) => tower(seat, 8 + at * 26, 6, 1.2)),
    (paid || []).map((_, at) => svg("circle", { class: "stone white", cx: 70, cy: 12 + at * 14, r: 6 })));
};

const SLOT = 12;
const slotOf = (seat, filled, x, y) => (filled
  ? coke(seat, x, y, SLOT)
  : svg("rect", { class: "gap", x, y, width: SLOT, height: SLOT, rx: 4 }));

// Coke on its wagons, the lower two first; then the sold pairs, a column per pair.
const sold = (pen, player) => {
  const { coke: has, seat } = player;
  const { coke_wagons: { items: wagons }, sold_coke: { columns } } = pen.catalog.tableau;
  const places = columns.flatMap(({ coke: pair }, column) => Array.from({ length: pair }, (_, at) => [46 + column * 18, 32 - at * 14]));
  return svg("g", { class: pen.changed("coke-yard", "players", seat, "coke"), transform: `translate(222 ${GROUND - 50})`, "data-touch": `seat.${seat}.coke` },
    svg("title", {}, pen.say("coke", has)),
    svg("rect", { class: "yard", y: 14, width: 36, height: 34, rx: 3 }),
    svg("g", { class: "wagon" }, wagons.map((_, at) => slotOf(seat, at < has.wagons, 4 + (at % 2) * 16, at < 2 ? 32 : 18))),
    svg("rect", { class: "yard", x: 42, width: columns.length * 18 + 4, height: 48, rx: 3 }),
    columns.map(({ points }, at) => svg("text", { class: "column-points", x: 52 + at * 18, y: 13 }, String(points))),
    svg("g", { class: "sold" }, places.map(([x, y], at) => slotOf(seat, at < has.sold, x, y))));
};

const picture = (pen, player) => svg("svg", {
  class: "pit sw-mine", viewBox: `0 0 ${WIDE} 224`, role: "img", "aria-label": pen.say("mine_of", { player: pen.player(player.seat) }),
},
svg("path", { class: "sky", d: `M0 8a8 8 0 0 1 8-8h${WIDE - 16}a8 8 0 0 1 8 8v${GROUND - 8}H0z` }),
svg("path", { class: "hills", d: `M0 ${GROUND}V78q90-26 180-6t260 2v${GROUND - 74}z` }),
svg("path", { class: "rock light", d: `M0 ${GROUND}h${WIDE}v98a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z` }),
svg("path", { class: "hollow", d: `M48 ${GROUND + 92}V${GROUND + 46}q0-14 14-14h350q14 0 14 14v46z` }),
svg("path", { class: "rails-below", d: `M48 ${GROUND + 87}h378` }),
svg("path", { class: "grass", d: `M0 ${GROUND}h${WIDE}` }),
town(pen, player), wagons(pen, player), sold(pen, player), heap(pen, player), gauge(pen, player), lorries(pen, player));

const tileName = (pen, player) => (player.tile ? pen.name(pen.catalog.selection_tiles.items, player.tile) : "");

// What the picture does not tell: the coke that waits elsewhere, and the selection tile.
const notes = (pen, player, { x, y, wide, size, most }) => {
  const tile = player.tile ? `${pen.say("tile")}: ${tileName(pen, player)}` : "";
  return svg("g", { class: pen.changed("notes", "players", player.seat, "tile"), "data-tile": player.tile, "data-touch": `seat.${player.seat}.tile`, "data-laid": player.tile && `tile.${player.tile}` },
    words(tile ? `${tile} · ${pen.say("coke", player.coke)}` : pen.say("coke", player.coke), { x, y, wide, size, most, className: "start" }));
};

const LAYOUTS = {
  large: (pen, player) => [
    put(picture(pen, player), 2, 0, 556, 283), notes(pen, player, { x: 4, y: 296, wide: 552, size: 13, most: 1 }),
  ],
  small: (pen, player) => [
    put(picture(pen, player), 0, 0, 220, 112), notes(pen, player, { x: 230, y: 24, wide: 168, size: 14, most: 5 }),
  ],
};

const tool = () => svg("path", { class: "tool-sign", d: "M4 20 14 10M10 5l8 8M12 7l5 5" });

const has = (pen, player, field, label, kind) => touched(`seat.${player.seat}.${kind === "tool" ? "tools" : kind}`, fact(pen, player, field, label,
  kind === "tool" ? tool() : svg("g", { transform: "translate(0 2)" }, stone(kind, player.seat))));

export const mineOf = (pen, player, size) => {
  const { seat } = player;
  const about = {
    lamp: pen.view.marker_seat === seat && pen.view.period ? pen.say("marker") : "",
    lampSign: "⚑",
    passed: player.passed && pen.say("passed"),
    points: pen.say("points", { points: player.points }),
    facts: [
      has(pen, player, "white", pen.say("white"), "white"), has(pen, player, "player_stone", pen.say("stone"), "player"),
      has(pen, player, "coins", pen.say("coins"), "coin"), has(pen, player, "tools", pen.say("tools"), "tool"),
    ],
  };
  return mine(pen, player, size, about, sheet(MINE[size], pen.say("mine_of", { player: pen.player(seat) }), "sheet", LAYOUTS[size](pen, player)));
};
