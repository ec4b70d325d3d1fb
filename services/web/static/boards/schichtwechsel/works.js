// The works of the colliery: coking plant, headframes, building sites, and what lies in stock.

import { heading, packed, shortened, words } from "../kit/arrange.js";
import { svg, touched } from "../kit/tree.js";
import { signs, spoken } from "./effects.js";
import { coke, cube, house, tower } from "./pieces.js";

const ownerOf = (id) => /^oven_own_(\d)$/.exec(id)?.[1];

const oven = (pen, [id, seat], effects, x, y) => {
  const owner = ownerOf(id);
  const shut = pen.view.covered_ovens.includes(id);
  const label = shut ? pen.say("covered") : seat === null ? pen.say("free") : pen.player(seat);
  return svg("g", {
    "data-oven": id, "data-seat": seat, "data-touch": `oven.${id}`, transform: `translate(${x} ${y})`, role: "img",
    class: `${pen.changed("oven", "ovens", id)}${owner === undefined ? "" : ` seat-${owner} own`}${shut ? " covered" : ""}`,
    "aria-label": owner === undefined ? label : `${pen.player(Number(owner))}: ${label}`,
  },
  svg("title", {}, label),
  svg("path", { class: "brick", d: "M2 46V20Q2 3 22 3t20 17v26z" }),
  svg("path", { class: "mouth", d: "M10 46V26q0-12 12-12t12 12v20z" }),
  seat === null ? null : coke(seat, 14, 27, 16, `oven ${id}`),
  signs(pen, effects, { x: 22, y: 48, wide: 46, most: 0.9 }));
};

export const plant = (pen, { x, y }) => {
  const grey = new Map(pen.catalog.coking_plant.grey_ovens.map(({ id, on_place: effects }) => [id, effects]));
  return svg("g", { class: "plant", role: "group", "aria-label": pen.say("plant"), transform: `translate(${x} ${y})` },
    heading(pen.say("plant"), 0, 14),
    Object.entries(pen.view.ovens).map((one, at) => oven(pen, one, grey.get(one[0]) || [], (at % 5) * 49, 19 + Math.floor(at / 5) * 64)));
};

const frame = (pen, { id, effects }, x, y) => {
  const seat = pen.view.headframe_fields[id] ?? null;
  const label = `${seat === null ? pen.say("free") : pen.player(seat)} (${spoken(pen, effects)})`;
  return svg("g", {
    class: pen.changed("frame-field", "headframe_fields", id), "data-frame": id, "data-seat": seat, "data-touch": `headframe.${id}`, role: "img", "aria-label": label, transform: `translate(${x} ${y})`,
  },
  svg("title", {}, label), svg("rect", { class: "plot", x: 1, y: 1, width: 46, height: 44, rx: 6 }),
  seat === null ? svg("path", { class: "footing", d: "M10 38h28M14 32h20" }) : tower(seat, 11, 6, 1.3),
  signs(pen, effects, { x: 24, y: 47, wide: 50, most: 0.9 }));
};

export const headframes = (pen, { x, y }) => svg("g", { class: "frames", role: "group", "aria-label": pen.say("headframes"), transform: `translate(${x} ${y})` },
  heading(pen.say("headframes"), 0, 14),
  Object.values(pen.catalog.headframes.areas).map(({ fields }, row) => fields.map((one, at) => frame(pen, one, at * 54, 19 + row * 64))));

const SITE = { wide: 89, high: 78 };

const site = (pen, it, x) => {
  const seats = pen.view.sites[it.id] || [];
  const room = it.slots[String(pen.view.players.length)];
  const free = room === null ? 0 : Math.max(0, room - seats.length);
  const slots = [...seats.map((seat) => ({ seat, built: true })), ...Array(free).fill({ seat: 9, built: false })];
  const places = packed(slots.length, { x: 6, y: 34, wide: SITE.wide - 14, high: SITE.high - 40 }, { wide: 18, high: 20 }, { gap: 3, most: 1.2 });
  const name = pen.name(pen.catalog.building_sites.items, it.id);
  return svg("g", { class: pen.changed("site", "sites", it.id), "data-site": it.id, "data-touch": `site.${it.id}`, role: "img", transform: `translate(${x} 0)`,
    "aria-label": `${name}: ${seats.map((seat) => pen.player(seat)).join(", ") || pen.say("free")}` },
  svg("title", {}, name),
  svg("rect", { class: "plot", x: 1, y: 1, width: SITE.wide - 2, height: SITE.high - 2, rx: 6 }),
  words(name, { x: 6, y: 14, wide: SITE.wide - 10, size: 11, most: 2, className: "start" }),
  slots.map(({ seat, built }, at) => house(seat, places[at].x, places[at].y, places[at].wide / 18, built)));
};

export const sites = (pen, { y }) => svg("g", { class: "sites", role: "group", "aria-label": pen.say("sites"), transform: `translate(0 ${y})` },
  pen.catalog.building_sites.items.map((it, at) => site(pen, it, at * 92)));

const counts = (pen, title, facts, path, y) => svg("g", { class: pen.changed("stock", path), "data-stock": path, transform: `translate(0 ${y})` },
  svg("rect", { class: "plot", width: 150, height: 24, rx: 5 }),
  svg("text", { class: "start", x: 6, y: 16 }, shortened(title, 46, 12)),
  Object.entries(facts).map(([kind, count], at) => svg("g", { "data-kind": kind, "data-count": count, transform: `translate(${52 + at * 33} 6)` },
    svg("title", {}, `${pen.say(kind)}: ${count}`), cube(kind, 0, 0, 12), svg("text", { class: "start", x: 14, y: 10 }, String(count)))));

const bundle = (pen, { no, cubes, seat, loaded }, at) => svg("g", {
  class: `bundle${loaded ? " loaded" : ""}${seat === null || seat === undefined ? "" : ` seat-${seat}`}`, "data-bundle": no, "data-touch": `bundle.${no}`, role: "img",
  "aria-label": cubes.map((kind) => pen.say(kind)).join(", "), transform: `translate(${6 + (at % 2) * 74} ${18 + Math.floor(at / 2) * 18})`,
},
svg("rect", { class: "owner", width: 4, height: 15, rx: 1 }),
cubes.map((kind, place) => touched(`bundle.${no}.${kind}`, cube(kind, 8 + place * 16, 1, 13, `bundle ${no} ${place}`))));

const bundles = (pen, y) => svg("g", { class: pen.changed("stock", "bundles"), role: "group", "aria-label": pen.say("bundles"), transform: `translate(0 ${y})` },
  svg("rect", { class: "plot", width: 150, height: 56, rx: 5 }),
  svg("text", { class: "start", x: 6, y: 13 }, pen.say("bundles")), pen.view.bundles.map((one, at) => bundle(pen, one, at)));

const roundCard = (pen) => {
  const { round_card: id } = pen.view;
  return svg("g", { class: pen.changed("stock round-card", "round_card") },
    svg("rect", { class: "plot paper", width: 150, height: 24, rx: 5 }),
    svg("title", {}, pen.say("card")),
    words(id ? pen.name(pen.catalog.round_cards.items, id) : pen.say("card"), { x: 6, y: 16, wide: 140, size: 12, most: 1, className: "start" }));
};

export const stock = (pen, { x, y }) => svg("g", { class: "stocks", transform: `translate(${x} ${y})` },
  roundCard(pen), counts(pen, pen.say("bag"), pen.view.bag, "bag", 27), counts(pen, pen.say("supply"), pen.view.supply, "supply", 54), bundles(pen, 81));
