// A player's pit: winding tower and storage above, the shaft with its cage, the tunnels with their
// lorries, the light side left and the dark side right.

import { number } from "../../numbers.js";
import { fan, MINE, pack, put, sheet } from "../kit/arrange.js";
import { fact, mine } from "../kit/mine.js";
import { cube, lorry, pawn } from "../kit/pieces.js";
import { svg, touched } from "../kit/tree.js";
import { CARD, cardBack, coin, orderCard } from "./pieces.js";

const WIDE = 440;
const SHAFT = 66;
const MIDDLE = WIDE / 2;
const SURFACE = 74;
const LEVEL = 46;
const SLOT = 36;
const SIDE = (WIDE - SHAFT) / 2 - 14;

const sideOf = (pen, lorryId) => {
  const piece = lorryId.split(":")[0];
  return pen.tiles.get(piece) || pen.bases.get(piece);
};

// By level and side, innermost first: the printed lorry, then tile after tile.
const tunnels = (pen, pit) => {
  const found = new Map();
  for (const [id, load] of Object.entries(pit.lorries)) {
    const piece = sideOf(pen, id);
    if (!piece) continue;
    const key = `${piece.level} ${piece.side}`;
    if (!found.has(key)) found.set(key, []);
    found.get(key).push({ id, load, color: piece.color });
  }
  return found;
};

const tunnel = (pen, seat, lorries, level, side) => {
  const top = SURFACE + (level - 1) * LEVEL;
  const dark = side === "dark";
  const step = Math.min(SLOT, SIDE / lorries.length);
  const length = Math.min(SIDE + 8, lorries.length * step + 8);
  const edge = dark ? MIDDLE + SHAFT / 2 : MIDDLE - SHAFT / 2;
  const x = dark ? edge : edge - length;
  return svg("g", { class: "gallery" },
    svg("path", {
      class: "hollow",
      d: dark
        ? `M${x} ${top + 6}h${length - 10}q10 0 10 10v26H${x}z`
        : `M${x + length} ${top + 6}H${x + 10}q-10 0-10 10v26h${length}z`,
    }),
    svg("path", { class: "rails", d: `M${x} ${top + 41}h${length}` }),
    lorries.map(({ id, load, color }, at) => {
      const left = dark ? edge + 4 + at * step : edge - 4 - (at + 1) * step;
      const changed = pen.differs("players", seat, "pit", "lorries", id);
      const scale = step / SLOT;
      return svg("g", {
        class: changed ? "berth changed" : "berth", "data-touch": `seat.${seat}.lorry.${id}`, "data-laid": `tile.${id.split(":")[0]}`,
        transform: `translate(${left + 2} ${top + 40 - 24 * scale}) scale(${scale})`,
      },
      svg("title", {}, load ? pen.color(load) : pen.say("empty_lorry", { color: pen.color(color) })),
      svg("circle", { class: "halo", cx: 15, cy: 12, r: 19 }),
      lorry(color, load, 0, 0, { place: `lorry ${seat} ${id}` }));
    }));
};

const strata = (pen) => Array.from({ length: 4 }, (_, at) => {
  const top = SURFACE + at * LEVEL;
  const color = [...pen.colors.values()].find((it) => it.level === at + 1)?.id;
  return [
    svg("rect", { class: "rock light", x: 0, y: top, width: MIDDLE, height: LEVEL }),
    svg("rect", { class: "rock dark", x: MIDDLE, y: top, width: MIDDLE, height: LEVEL }),
    svg("path", { class: `seam coal-${color}`, d: `M0 ${top + LEVEL - 2.5}h${WIDE}` }),
    svg("text", { class: "level", x: 7, y: top + 17 }, String(at + 1)),
    svg("text", { class: "level right", x: WIDE - 7, y: top + 17 }, String(at + 1)),
  ];
});

const tower = () => [
  svg("path", { class: "sky", d: `M0 8a8 8 0 0 1 8-8h${WIDE - 16}a8 8 0 0 1 8 8v${SURFACE - 8}H0z` }),
  svg("path", { class: "hills", d: `M0 ${SURFACE}V56q60-26 130-8t150 0 160 4v${SURFACE - 52}z` }),
  svg("path", { class: "steel", d: `M${MIDDLE} 10L${MIDDLE - 30} ${SURFACE}M${MIDDLE} 10l30 ${SURFACE - 10}M${MIDDLE - 20} 52h40M${MIDDLE - 13} 36h26M${MIDDLE} 10l58 ${SURFACE - 10}` }),
  svg("circle", { class: "pulley", cx: MIDDLE, cy: 13, r: 10 }),
  svg("path", { class: "pulley-spokes", d: `M${MIDDLE - 10} 13h20M${MIDDLE} 3v20` }),
];

// Where the cage may stop: the surface, and every level of the shaft.
const landings = (seat) => Array.from({ length: 5 }, (_, level) => svg("rect", {
  class: "landing", "data-touch": `seat.${seat}.level.${level}`, x: MIDDLE - SHAFT / 2, width: SHAFT,
  y: level ? SURFACE + (level - 1) * LEVEL + 3 : SURFACE - 40, height: level ? LEVEL - 6 : 36,
}));

const cage = (pen, seat, pit) => {
  const high = 34;
  const y = pit.level === 0 ? SURFACE - high - 2 : SURFACE + (pit.level - 1) * LEVEL + 8;
  const cubes = Object.entries(pit.cage).flatMap(([color, count]) => Array(count).fill(color));
  const changed = pen.differs("players", seat, "pit", "cage") || pen.differs("players", seat, "pit", "level");
  return [
    svg("path", { class: "cable", d: `M${MIDDLE} 23V${y}` }),
    svg("g", { class: changed ? "cage changed" : "cage", "data-level": pit.level, transform: `translate(${MIDDLE - 29} ${y})` },
      svg("title", {}, pen.say("cage", { level: pit.level, coal: cubes.map((color) => pen.color(color)).join(", ") || pen.say("empty") })),
      svg("g", { "data-place": `cage ${seat}`, "data-holds": "cage" },
        svg("rect", { class: "box", width: 58, height: high, rx: 3 }),
        svg("path", { class: "roof", d: "M0 4q29-10 58 0z" }),
        cubes.map((color, at) => touched(`seat.${seat}.cage.${color}`, cube(color, 4 + (at % 3) * 17, at < 3 ? 18 : 4, 14, { holds: `cube ${color}`, place: `cage ${seat} ${at}` }))))),
  ];
};

const storage = (pen, seat, pit) => {
  const cubes = Object.entries(pit.storage).flatMap(([color, count]) => Array(count).fill(color));
  const wide = 124;
  const per = Math.max(8, Math.ceil(cubes.length / 2));
  const step = (wide - 6) / per;
  const size = Math.min(13, step - 1.5);
  const changed = pen.differs("players", seat, "pit", "storage");
  return svg("g", { class: changed ? "storage changed" : "storage", transform: `translate(${WIDE - wide - 10} ${SURFACE - 36})`, "data-touch": `seat.${seat}.storage` },
    svg("title", {}, `${pen.say("storage")}: ${cubes.map((color) => pen.color(color)).join(", ") || pen.say("empty")}`),
    svg("path", { class: "shed", d: `M0 0v36h${wide}V0` }),
    svg("text", { class: "caption", x: wide / 2, y: -5 }, pen.say("storage")),
    cubes.map((color, at) => touched(`seat.${seat}.storage.${color}`, cube(color, 4 + (at % per) * step, at < per ? 21 : 6, size, {
      holds: `cube ${color}`, place: `storage ${seat} ${at}`,
    }))));
};

// One tile is one light or dark half; base lorries are printed and do not count.
const balance = (pen, player) => {
  const sides = player.pit.tiles.map((id) => pen.tiles.get(id)?.side);
  const light = sides.filter((side) => side === "light").length;
  const dark = sides.filter((side) => side === "dark").length;
  const vp = Math.abs(light - dark) * pen.endGame.vp_per_tile_of_imbalance;
  const label = `${pen.say("balance", { light, dark })}${vp ? ` (${pen.points(number(vp))})` : ""}`;
  return svg("g", { class: pen.changed(vp ? "balance tilted" : "balance", "players", player.seat, "pit", "tiles"), role: "img", "aria-label": label },
    svg("title", {}, label),
    svg("rect", { class: "plate", x: 8, y: 8, width: vp ? 92 : 56, height: 26, rx: 5 }),
    svg("rect", { class: "rock light", x: 14, y: 15, width: 12, height: 12, rx: 2 }),
    svg("text", { class: "start", x: 29, y: 26 }, String(light)),
    svg("rect", { class: "rock dark", x: 40, y: 15, width: 12, height: 12, rx: 2 }),
    svg("text", { class: "start", x: 55, y: 26 }, `${dark}${vp ? `  ${number(vp)}` : ""}`));
};

const HIGH = SURFACE + 4 * LEVEL + 8;

const picture = (pen, player) => {
  const { pit, seat } = player;
  const found = [...tunnels(pen, pit)].map(([key, lorries]) => {
    const [level, side] = key.split(" ");
    return tunnel(pen, seat, lorries, Number(level), side);
  });
  return svg("svg", {
    class: "pit", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": pen.say("pit_of", { player: pen.player(player.seat) }),
  },
  tower(),
  strata(pen),
  svg("path", { class: "rock floor", d: `M0 ${HIGH - 8}h${WIDE}a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z` }),
  svg("path", { class: "grass", d: `M0 ${SURFACE}h${WIDE}` }),
  svg("rect", { class: "shaft", x: MIDDLE - SHAFT / 2, y: SURFACE - 2, width: SHAFT, height: 4 * LEVEL + 2 }),
  landings(seat),
  found,
  balance(pen, player),
  storage(pen, seat, pit),
  cage(pen, seat, pit));
};

const outstanding = (pen, player) => Object.entries(player.pit.outstanding).map(([id, cubes]) => orderCard(pen, id, {
  cubes, changed: pen.differs("players", player.seat, "pit", "outstanding", id), place: `order ${player.seat}`,
}));

const delivered = (pen, { delivered: cards, delivered_count: count }) => {
  if (cards) return cards.map((id) => orderCard(pen, id));
  return count ? [cardBack("order", pen.say("face_down_count", { n: count }), `× ${count}`)] : [];
};

const orders = (pen, player, room, done) => [
  svg("g", { class: "outstanding", role: "group", "aria-label": pen.say("outstanding") }, pack(outstanding(pen, player), room, CARD, { most: 1.3 })),
  svg("g", { class: pen.changed("delivered", "players", player.seat, "delivered_count"), role: "group", "aria-label": `${pen.say("delivered")}: ${player.delivered_count}` },
    fan(delivered(pen, player), done, CARD)),
];

const LAYOUTS = {
  large: (pen, player) => [
    put(picture(pen, player), 0, 0, 423, 256),
    orders(pen, player, { x: 432, y: 2, wide: 128, high: 296 }, { x: 4, y: 262, wide: 410, high: 38 }),
  ],
  small: (pen, player) => [
    put(picture(pen, player), 0, 0, 186, 112),
    orders(pen, player, { x: 194, y: 0, wide: 206, high: 80 }, { x: 194, y: 84, wide: 206, high: 28 }),
  ],
};

export const pitOf = (pen, player, size) => {
  const starts = pen.view.start_seat === player.seat && pen.view.phase !== "created";
  const about = {
    lamp: starts && pen.say("marker"),
    points: pen.points(number(player.points)),
    facts: [
      fact(pen, player, "workers", pen.say("workers_left"), pawn(player.seat, 11, 19)),
      fact(pen, player, "marks", pen.say("money"), coin("M", 11, 13, 9), number(player.marks)),
    ],
  };
  return mine(pen, player, size, about, sheet(MINE[size], pen.say("pit_of", { player: pen.player(player.seat) }), "sheet", LAYOUTS[size](pen, player)));
};
