// What a player has: three tracks with their trains, and cards, open or face down.

import { number } from "../../numbers.js";
import { fan, MINE, sheet, shortened } from "../kit/arrange.js";
import { mine } from "../kit/mine.js";
import { make, svg } from "../kit/tree.js";
import { back, CARD, card, crest, engineOnTrack, ROLLING, wagonOnTrack } from "./cards.js";

const crests = (pen, name) => (pen.catalog.player_boards.tracks.find(({ id }) => String(id) === name)?.crests || []);

const train = (pen, player, name, { engine, wagons }) => {
  const path = ["players", player.seat, "tracks", name];
  return [
    engine ? engineOnTrack(pen, engine, { changed: pen.differs(...path, "engine"), place: `engine ${player.seat} ${name}` }) : null,
    ...wagons.map(({ card: id, lorry }, at) => wagonOnTrack(pen, id, lorry, {
      changed: pen.differs(...path, "wagons", at), place: `wagon ${player.seat} ${name} ${at}`,
    })),
  ].filter(Boolean);
};

const isEmpty = ({ engine, wagons }) => !engine && !wagons.length;

// An empty track is only its rails; trains share the room that it leaves. What lies below never moves.
const tracksIn = (tracks, { high, bare, most }) => {
  const empty = tracks.filter(([, held]) => isEmpty(held)).length;
  const share = Math.min(most, (high - empty * bare) / Math.max(1, tracks.length - empty));
  let y = 0;
  return tracks.map(([, held]) => {
    const room = { y, high: (isEmpty(held) ? bare : share) - 2 };
    y += room.high + 2;
    return room;
  });
};

const track = (pen, player, [name, held], { y, high }, { x, wide, sign }) => {
  const label = `${pen.say("track", { track: name })}: ${crests(pen, name).map((id) => pen.named("crests", id)).join(", ")}`;
  return svg("g", { class: pen.changed("kg-track", "players", player.seat, "tracks", name), role: "group", "aria-label": label, "data-track": name, "data-touch": `seat.${player.seat}.track.${name}` },
    svg("title", {}, label),
    svg("text", { class: "number", x: 7, y: y + high - 5, "font-size": sign * 0.75 }, name),
    crests(pen, name).map((id, place) => crest(id, sign * (place + 1.2), y + high - sign / 2 - 3, sign / 30)),
    svg("path", { class: "bed", d: `M${x} ${y + high - 1.5}h${wide}` }),
    svg("path", { class: "rail", d: `M${x} ${y + high - 3}h${wide}` }),
    fan(train(pen, player, name, held), { x, y: y + 1, wide, high: high - 4 }, ROLLING, 0));
};

const group = (pen, player, field, { label, room, title, fresh }, cards) => svg("g", {
  class: `${pen.changed(`kg-group ${field}`, "players", player.seat, fresh || field)}`, role: "group", "aria-label": title, "data-touch": field === "storage" ? `seat.${player.seat}.storage` : null,
},
label ? svg("text", { class: "label", x: room.x, y: room.y - 4 }, shortened(title, room.wide + 8, 12)) : null,
fan(cards, room, CARD));

const isNew = (pen, player, field, id) => !(pen.before.players?.[player.seat]?.[field] || []).includes(id);

const open = (pen, player, field) => player[field].map((id) =>
  card(pen, id, { changed: isNew(pen, player, field, id), place: `${field} ${player.seat} ${id}` }));

const KINDS = ["workers", "orders", "innovations"];

// To others a hand is so many backs of each kind.
const hand = (pen, player, place) => {
  const title = pen.say("in_hand", player.in_hand);
  if (!player.hand) {
    const backs = KINDS.flatMap((kind) => Array.from({ length: player.in_hand[kind] }, () => back(pen.say(`stack.${kind}`), "", `${kind} seat-${player.seat}`)));
    return svg("g", { "data-in-hand": Object.values(player.in_hand).join(" ") }, svg("title", {}, title),
      group(pen, player, "in-hand", { ...place, title: `${pen.say("hand")}: ${backs.length}`, fresh: "in_hand" }, backs));
  }
  const ids = KINDS.flatMap((kind) => player.hand[kind]);
  return group(pen, player, "hand", { ...place, title: pen.say("hand") }, ids.map((id) => card(pen, id, { seat: player.seat })));
};

const delivered = (pen, player, place) => {
  const cards = player.delivered
    ? player.delivered.map(({ order }) => marked(card(pen, order), order))
    : player.trains ? [back(pen.say("face_down"), `× ${player.trains}`)] : [];
  return group(pen, player, "delivered", { ...place, title: `${pen.say("delivered")}: ${player.trains}`, fresh: "trains" }, cards);
};

const marked = (drawing, order) => ({ ...drawing, attributes: { ...drawing.attributes, "data-order": order } });

const LAYOUTS = {
  large: {
    track: { x: 72, wide: 488, high: 130, bare: 24, most: 64, sign: 20 }, label: true,
    mining_row: { x: 0, y: 148, wide: 186, high: 67 }, storage: { x: 198, y: 148, wide: 104, high: 67 }, hand: { x: 314, y: 148, wide: 246, high: 67 },
    shares: { x: 0, y: 233, wide: 186, high: 67 }, objectives: { x: 198, y: 233, wide: 176, high: 67 }, delivered: { x: 386, y: 233, wide: 174, high: 67 },
  },
  small: {
    track: { x: 46, wide: 146, high: 112, bare: 18, most: 40, sign: 14 }, label: false,
    mining_row: { x: 200, y: 0, wide: 70, high: 54 }, storage: { x: 274, y: 0, wide: 44, high: 54 }, hand: { x: 322, y: 0, wide: 78, high: 54 },
    shares: { x: 200, y: 58, wide: 66, high: 54 }, objectives: { x: 270, y: 58, wide: 74, high: 54 }, delivered: { x: 348, y: 58, wide: 52, high: 54 },
  },
};

const tableau = (pen, player, layout) => {
  const at = (field) => ({ label: layout.label, room: layout[field] });
  const tracks = Object.entries(player.tracks);
  const rooms = tracksIn(tracks, layout.track);
  return [
    tracks.map((one, place) => track(pen, player, one, rooms[place], layout.track)),
    group(pen, player, "mining_row", { ...at("mining_row"), title: pen.say("row") }, open(pen, player, "mining_row")),
    group(pen, player, "storage", { ...at("storage"), title: pen.say("storage") }, open(pen, player, "storage")),
    hand(pen, player, at("hand")),
    group(pen, player, "shares", { ...at("shares"), title: pen.say("shares") }, open(pen, player, "shares")),
    group(pen, player, "objectives", { ...at("objectives"), title: pen.say("objectives") }, open(pen, player, "objectives")),
    delivered(pen, player, at("delivered")),
  ];
};

const markers = (pen, player) => player.markers.map((marker) =>
  make("span", { class: "shift-token", "data-marker": marker, title: pen.say("token", { n: marker }) }, String(marker)));

export const tableauOf = (pen, player, size) => {
  const about = {
    lamp: pen.view.start_seat === player.seat && pen.say("start_player"),
    passed: player.passed && pen.say("passed"),
    points: pen.say("vp", { vp: number(player.points) }),
    facts: markers(pen, player),
  };
  const label = pen.say("board_of", { player: pen.player(player.seat) });
  return mine(pen, player, size, about, sheet(MINE[size], label, "sheet", tableau(pen, player, LAYOUTS[size])));
};
