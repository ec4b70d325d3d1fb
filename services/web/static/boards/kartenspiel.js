// Das große Kartenspiel: stacks and action cards above, every player's tracks and cards below.

import { make, svg } from "../dom.js";
import { called } from "../names.js";
import { learn, number } from "../words.js";
import { pawn, vehicle } from "./pieces.js";
import { back, card, crest, engineOnTrack, wagonOnTrack } from "./kartenspiel/cards.js";
import { KartenspielPen } from "./kartenspiel/pen.js";
import { result } from "./result.js";
import * as words from "./kartenspiel/words.js";

learn(words);

const chip = (pen, { seat, total }, place) => make("span", { class: `chip seat-${seat}`, "data-seat": seat, "data-total": total, title: pen.player(seat) },
  svg("svg", { viewBox: "0 0 20 26", width: 15, height: 20, "aria-hidden": "true" },
    pawn(seat, 10, 19, { place, holds: `worker ${seat}` })),
  make("b", {}, total), make("span", { class: "hidden" }, pen.player(seat)));

// Who was there, in order, and how many workers the next one needs.
const visitors = (pen, area) => make("div", { class: "visitors" },
  area.placements.map((placement, at) => chip(pen, placement, `${area.id} ${at}`)),
  make("span", { class: "needs" }, pen.say("needs", { n: area.required })));

const areaOf = (pen, id) => pen.view.areas.findIndex((area) => area.id === id);

const plot = (pen, id, title, ...content) => {
  const at = areaOf(pen, id);
  return make("div", { class: pen.changed("kg-plot", "areas", at), "data-area": id },
    make("h4", {}, title), content, at < 0 ? null : visitors(pen, pen.view.areas[at]));
};

const stack = (pen, it) => {
  const at = pen.view.stacks.indexOf(it);
  const top = it.top
    ? card(pen, it.top, { changed: pen.differs("stacks", at, "top"), place: `stack ${it.id}` })
    : back(it.size ? pen.say("face_down") : pen.say("empty"), it.size ? "" : pen.say("empty"));
  return plot(pen, it.id, pen.say(`stack.${it.deck}`), top,
    make("small", { "data-size": it.size }, pen.say("cards", { n: it.size })));
};

const mining = ({ min_steps: least, max_steps: most }) => svg("svg", { class: "deed", viewBox: "0 0 104 64", width: 104, height: 64, "aria-hidden": "true" },
  svg("path", { class: "pick", d: "M20 52l26-26M29 13q18 2 23 22" }),
  svg("text", { class: "big", x: 76, y: 44 }, `${least}/${most}`));

const picture = (action) => {
  if (action.max_steps !== undefined) return mining(action);
  const sign = action.area === "deliver" ? vehicle("engine", 12, 16, 1.9) : crest("joker", 52, 34, 2);
  return svg("svg", { class: "deed", viewBox: "0 0 104 64", width: 104, height: 64, "aria-hidden": "true" },
    svg("rect", { class: "sign", x: 6, y: 3, width: 92, height: 60, rx: 6 }), sign);
};

const deed = (pen, area) => {
  const action = pen.actions.get(area.id);
  if (!action) return null;
  const title = action.name[pen.language] || action.name.en;
  const holds = action.holds_shift_markers && pen.view.markers.length
    ? make("div", { class: pen.changed("tokens", "markers"), title: pen.say("markers") },
      pen.view.markers.map((marker) => make("span", { class: "token", "data-marker": marker }, marker)))
    : null;
  return plot(pen, area.id, title, picture(action), holds);
};

const group = (pen, title, className, path, ...content) => make("div", { class: `kg-group ${className}` },
  make("h4", { class: pen.changed("", ...path).trim() }, title), make("div", { class: "kg-cards" }, content));

const news = (pen, player, field, id) => !(pen.before.players?.[player.seat]?.[field] || []).includes(id);

const openCards = (pen, player, field, title) => (player[field].length
  ? group(pen, title, field, ["players", player.seat, field], player[field].map((id) =>
    card(pen, id, { changed: news(pen, player, field, id), place: `${field} ${player.seat} ${id}` })))
  : null);

const crests = (pen, track) => (pen.catalog.player_boards.tracks.find(({ id }) => String(id) === track)?.crests || [])
  .map((id) => svg("svg", { viewBox: "-14 -14 28 28", width: 22, height: 22, role: "img", "aria-label": pen.named("crests", id) },
    svg("title", {}, pen.named("crests", id)), crest(id, 0, 0)));

const track = (pen, player, [name, { engine, wagons }]) => {
  const path = ["players", player.seat, "tracks", name];
  return make("div", { class: pen.changed("kg-track", ...path), "data-track": name },
    make("span", { class: "sign" }, pen.say("track", { track: name }), crests(pen, name)),
    make("div", { class: "train" },
      engine ? engineOnTrack(pen, engine, { changed: pen.differs(...path, "engine"), place: `engine ${player.seat} ${name}` }) : null,
      wagons.map(({ card: id, lorry }, at) => wagonOnTrack(pen, id, lorry, {
        changed: pen.differs(...path, "wagons", at), place: `wagon ${player.seat} ${name} ${at}`,
      }))));
};

const train = (pen, { engine, wagons, order }) => make("div", { class: "delivered-train", "data-order": order },
  card(pen, order), engineOnTrack(pen, engine), wagons.map(({ wagon, lorry }) => wagonOnTrack(pen, wagon, lorry)));

const delivered = (pen, player) => {
  if (!player.trains) return null;
  const trains = player.delivered
    ? player.delivered.map((one) => train(pen, one))
    : back(pen.say("face_down"), `× ${player.trains}`);
  return group(pen, `${pen.say("delivered")} ${player.trains}`, "delivered", ["players", player.seat, "trains"], trains);
};

const hand = (pen, player) => {
  if (!player.hand) return make("p", { class: pen.changed("in-hand", "players", player.seat, "in_hand"), "data-in-hand": Object.values(player.in_hand).join(" ") }, pen.say("in_hand", player.in_hand));
  const ids = [...player.hand.workers, ...player.hand.orders, ...player.hand.innovations];
  return group(pen, pen.say("hand"), "hand", ["players", player.seat, "hand"], ids.map((id) => card(pen, id, { seat: player.seat })));
};

const board = (pen, player) => {
  const { seat } = player;
  const { view } = pen;
  return make("article", { class: `ga-pit kg-player seat-${seat}${view.awaited.includes(seat) ? " active" : ""}`, "data-seat": seat },
    make("header", {},
      make("h3", {}, called(player.name),
        view.start_seat === seat ? make("span", { class: "lamp", title: pen.say("start_player") }, "⚒") : null,
        view.awaited.includes(seat) ? make("span", { class: "turn" }, pen.plain("to_move")) : null,
        player.passed ? make("small", {}, pen.say("passed")) : null),
      make("div", { class: "purse" },
        player.markers.map((marker) => make("span", { class: "token", "data-marker": marker, title: pen.say("markers") }, marker)),
        make("strong", { class: pen.changed("vp", "players", seat, "points"), "data-fact": "points" }, pen.say("vp", { vp: number(player.points) })))),
    Object.entries(player.tracks).map((one) => track(pen, player, one)),
    make("div", { class: "kg-rows" },
      openCards(pen, player, "mining_row", pen.say("row")), openCards(pen, player, "storage", pen.say("storage"))),
    hand(pen, player),
    make("div", { class: "kg-rows" },
      openCards(pen, player, "shares", pen.say("shares")), openCards(pen, player, "objectives", pen.say("objectives"))),
    delivered(pen, player));
};

const pending = (pen) => {
  const drawn = pen.view.pending;
  if (!drawn) return null;
  const title = pen.say("drawn", { player: pen.player(drawn.seat), n: drawn.count });
  const cards = drawn.cards ? drawn.cards.map((id) => card(pen, id))
    : Array.from({ length: drawn.count }, () => back(pen.say("face_down")));
  return make("section", { class: "ga-panel look-area", "data-pending": drawn.count }, make("h3", {}, title), make("div", { class: "plots" }, cards));
};

const ranking = (pen) => result(pen.view, pen.say("result"),
  (points) => pen.say("vp", { vp: number(points) }), (marker) => pen.say("token", { n: marker }));

export const draw = (view, context) => {
  const pen = new KartenspielPen(view, context);
  return make("div", { class: "mine-board kartenspiel" },
    ranking(pen), pending(pen),
    make("div", { class: "kg-table" },
      make("section", { class: "ga-panel" }, make("h3", {}, pen.say("stacks")),
        make("div", { class: "kg-stacks" }, view.stacks.map((it) => stack(pen, it)))),
      make("section", { class: "ga-panel" }, make("h3", {}, pen.say("actions")),
        make("div", { class: "kg-stacks deeds" }, view.areas.map((area) => deed(pen, area))))),
    make("div", { class: `ga-pits of-${view.players.length}` }, view.players.map((player) => board(pen, player))));
};
