// The board in the middle: tracks, shift, coking plant, headframes, building sites, cards.

import { make, svg } from "../../dom.js";
import { number } from "../../words.js";
import { pawn } from "../pieces.js";
import { result } from "../result.js";
import { signs, spoken } from "./effects.js";
import { coke, cube, disc, house, stone, tower } from "./pieces.js";

const panel = (name, title, ...content) => make("section", { class: `ga-panel ${name}` }, make("h3", {}, title), content);

const STEP = 44;

const line = (pen, track) => {
  const { id, goal, milestones, barriers } = track;
  const wide = (goal + 1) * STEP;
  const title = pen.name(pen.catalog.tracks.items, id);
  const positions = pen.view.players.map(({ seat, discs }) => ({ seat, field: discs[id] ?? 0 }));
  const label = `${title}: ${positions.map(({ seat, field }) => `${pen.player(seat)} ${field}`).join(", ")}; ${pen.say("goal", { goal })}`;
  return make("div", { class: "sw-track" }, make("h4", {}, title), svg("svg", {
    class: `way ${id}`, "data-track": id, viewBox: `0 0 ${wide} 54`, preserveAspectRatio: "xMinYMid", role: "img", "aria-label": label,
  },
  svg("title", {}, label),
  svg("path", { class: "bed", d: `M${STEP / 2} 27H${wide - STEP / 2}` }),
  Array.from({ length: goal + 1 }, (_, field) => svg("circle", { class: field === goal ? "field goal" : "field", cx: STEP * (field + 0.5), cy: 27, r: 19 })),
  barriers.map(({ between }) => svg("path", { class: "barrier", d: `M${STEP * between[1]} 6v42` })),
  milestones.map(({ at_least: field, points }) => svg("text", { class: "milestone", x: STEP * (field + 0.5), y: 32 }, `${points}`)),
  svg("text", { class: "milestone", x: STEP * (goal + 0.5), y: 32 }, `${track.goal_points.first}/${track.goal_points.later}`),
  positions.map(({ seat, field }) => svg("g", { class: pen.changed("", "players", seat, "discs", id).trim(), "data-disc": seat, "data-field": field },
    disc(seat, STEP * (field + 0.5) + (seat % 2 ? 9 : -9), seat < 2 ? 18 : 36, `disc ${id} ${seat}`)))));
};

export const tracks = (pen) => panel("tracks", pen.say("tracks"), pen.catalog.tracks.items.map((track) => line(pen, track)));

const miners = (pen, index) => pen.view.players.filter(({ miner }) => miner === index).map(({ seat }) =>
  svg("svg", { class: pen.changed("miner", "players", seat, "miner"), "data-seat": seat, viewBox: "0 0 20 28", width: 20, height: 28, role: "img", "aria-label": pen.player(seat) },
    svg("title", {}, pen.player(seat)), pawn(seat, 10, 20, { place: `miner ${seat}`, holds: `miner ${seat}` })));

export const shift = (pen) => panel("shift", pen.say("shift"), make("ol", { class: "sw-shift", start: 0 },
  make("li", { "data-field": 0 }, make("small", {}, pen.say("before_gate")), make("span", { class: "there" }, miners(pen, 0))),
  pen.catalog.shift.fields.map((field) => {
    const covered = pen.view.covered_fields.includes(field.id);
    return make("li", { class: covered ? "covered" : "", "data-field": field.index, title: covered ? pen.say("covered") : null },
      make("b", {}, field.index), make("small", {}, pen.name(pen.catalog.shift.fields, field.id)), signs(pen, field.effects),
      make("span", { class: "there" }, miners(pen, field.index)));
  })));

export const plant = (pen) => {
  const grey = new Map(pen.catalog.coking_plant.grey_ovens.map(({ id, on_place: effects }) => [id, effects]));
  const ovens = Object.entries(pen.view.ovens).map(([id, seat]) => ({
    id, seat, covered: pen.view.covered_ovens.includes(id), effects: grey.get(id) || [],
  }));
  return panel("plant", pen.say("plant"), make("div", { class: "ovens" }, ovens.map(({ id, seat, covered: shut, effects }) => {
    const owner = /^oven_own_(\d)$/.exec(id)?.[1];
    const label = shut ? pen.say("covered") : seat === null ? pen.say("free") : pen.player(seat);
    return make("span", { class: "bonus" }, svg("svg", {
      "data-oven": id, "data-seat": seat,
      class: `${pen.changed("oven", "ovens", id)}${owner === undefined ? "" : ` seat-${owner} own`}${shut ? " covered" : ""}`,
      viewBox: "0 0 44 48", width: 44, height: 48, role: "img", "aria-label": owner === undefined ? label : `${pen.player(Number(owner))}: ${label}`,
    },
    svg("title", {}, label),
    svg("path", { class: "brick", d: "M2 46V20Q2 3 22 3t20 17v26z" }),
    svg("path", { class: "mouth", d: "M10 46V26q0-12 12-12t12 12v20z" }),
    seat === null ? null : coke(seat, 14, 27, 16)), signs(pen, effects));
  })));
};

export const headframes = (pen) => panel("frames", pen.say("headframes"), make("div", { class: "sw-frames" },
  Object.values(pen.catalog.headframes.areas).map(({ fields }) => make("div", { class: "ovens" }, fields.map(({ id, effects }) => {
    const seat = pen.view.headframe_fields[id] ?? null;
    const label = `${seat === null ? pen.say("free") : pen.player(seat)} (${spoken(pen, effects)})`;
    return make("span", { class: "bonus" }, svg("svg", {
      class: pen.changed("frame", "headframe_fields", id), "data-frame": id, "data-seat": seat,
      viewBox: "0 0 36 40", width: 36, height: 40, role: "img", "aria-label": label,
    },
    svg("title", {}, label), svg("rect", { class: "plot", x: 1, y: 1, width: 34, height: 38, rx: 5 }),
    seat === null ? null : tower(seat, 6, 6)), signs(pen, effects));
  })))));

export const sites = (pen) => panel("sites", pen.say("sites"), make("ul", { class: "sw-sites" },
  pen.catalog.building_sites.items.map((site) => {
    const seats = pen.view.sites[site.id] || [];
    const room = site.slots[String(pen.view.players.length)];
    const free = room === null ? 0 : Math.max(0, room - seats.length);
    const slots = [...seats.map((seat) => ({ seat, built: true })), ...Array(free).fill({ seat: 9, built: false })];
    return make("li", { class: pen.changed("", "sites", site.id).trim(), "data-site": site.id },
      make("span", {}, pen.name(pen.catalog.building_sites.items, site.id)),
      svg("svg", { viewBox: `0 0 ${Math.max(1, slots.length) * 22} 24`, height: 24, width: Math.max(1, slots.length) * 22, role: "img",
        "aria-label": seats.map((seat) => pen.player(seat)).join(", ") || pen.say("free") },
      slots.map(({ seat, built }, at) => house(seat, at * 22 + 1, 1, 1, built))));
  })));

const payer = (pen, { seat, payment }) => make("span", { class: `seat-${seat} payer`, "data-seat": seat, title: pen.player(seat) },
  payment.map((kind) => stone(kind, seat)), make("span", { class: "hidden" }, pen.player(seat)));

const actionCard = (pen, id) => {
  const items = pen.catalog.action_cards.items;
  const it = items.find((one) => one.id === id);
  const paid = pen.view.card_payments[id] || [];
  return make("li", { class: `${pen.changed("sw-card", "card_payments", id)} ${it?.size || ""}${paid.length ? " used" : ""}`, "data-card": id },
    make("span", { class: "cost" }, (it?.cost || []).map((kind) => stone(kind, 9)), it?.uses_per_round === null ? "∞" : ""),
    make("span", { class: "title" }, pen.name(items, id), it ? signs(pen, it.effects) : null), make("span", { class: "paid" }, paid.map((one) => payer(pen, one))));
};

export const cards = (pen) => panel("cards", pen.say("cards"), make("ul", { class: "sw-cards" }, pen.view.cards.map((id) => actionCard(pen, id))));

const counts = (pen, title, facts, path) => make("div", { class: pen.changed("stock", path), "data-stock": path }, make("b", {}, title),
  Object.entries(facts).map(([kind, count]) => make("span", { title: pen.say(kind), "data-kind": kind, "data-count": count },
    svg("svg", { viewBox: "0 0 18 18", width: 18, height: 18, "aria-hidden": "true" }, cube(kind, 2, 2, 14)), ` ${count}`,
    make("span", { class: "hidden" }, ` ${pen.say(kind)}`))));

const bundle = (pen, { no, cubes, seat, loaded }) => make("span", { class: `bundle${loaded ? " loaded" : ""}${seat === null || seat === undefined ? "" : ` seat-${seat}`}`, "data-bundle": no },
  `${no} `, svg("svg", { viewBox: `0 0 ${cubes.length * 17} 18`, width: cubes.length * 17, height: 18, role: "img", "aria-label": cubes.map((kind) => pen.say(kind)).join(", ") },
    cubes.map((kind, at) => cube(kind, at * 17 + 1, 2, 14))));

export const stock = (pen) => panel("stocks", "", make("div", { class: "sw-stock" },
  pen.view.round_card ? make("div", { class: pen.changed("stock", "round_card") }, make("b", {}, pen.say("card")), pen.name(pen.catalog.round_cards.items, pen.view.round_card)) : null,
  counts(pen, pen.say("bag"), pen.view.bag, "bag"), counts(pen, pen.say("supply"), pen.view.supply, "supply"),
  pen.view.bundles.length ? make("div", { class: pen.changed("stock", "bundles") }, make("b", {}, pen.say("bundles")), pen.view.bundles.map((one) => bundle(pen, one))) : null,
  make("div", { class: pen.changed("stock", "tiles_on_display") }, make("b", {}, pen.say("display")),
    pen.view.tiles_on_display.map((id) => make("span", { class: "tile-name", "data-tile": id }, pen.name(pen.catalog.selection_tiles.items, id))))));

export const ranking = (pen) => result(pen.view, pen.say("result"),
  (points) => pen.say("points", { points: number(points) }));
