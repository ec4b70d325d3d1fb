// A draft on the board. How it looks once a draft is played that may be played as it stands, the service
// says. Of a draft that lacks parts, those that are chosen lie where they go: nothing more is known.

import { withNames } from "../words.js";

const UNKNOWN = "?"; // a card that nobody has seen yet

// It lies face down, or is not there yet.
const withoutUnknowns = (value) => {
  if (value === UNKNOWN) return null;
  if (Array.isArray(value)) return value.includes(UNKNOWN) ? null : value.map(withoutUnknowns);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutUnknowns(one)]));
};

// Whose turn it would be then matters when it is played.
const foreseen = ({ awaited }, after) => ({ ...withoutUnknowns(after), awaited, players: withNames(withoutUnknowns(after.players)) });

const withSeat = (view, seat, change) => ({
  ...view, players: view.players.map((player) => (player.seat === seat ? { ...player, ...change(player) } : player)),
});

const without = (all, gone) => gone.reduce((left, one) => (left.includes(one) ? left.toSpliced(left.indexOf(one), 1) : left), all);

// A tile that is kept is paid, and its lorries stand in the pit: with coal of their color as long as there
// is any, then with what was chosen instead.
const boughtTile = (view, seat, tile, fill) => {
  const own = Math.min(tile.lorries, view.supply[tile.color]);
  const cubes = Array.from({ length: tile.lorries }, (_, at) => (at < own ? tile.color : fill[at - own] ?? null));
  const supply = cubes.reduce((left, cube) => (cube ? { ...left, [cube]: left[cube] - 1 } : left), view.supply);
  const lorries = Object.fromEntries(cubes.map((cube, at) => [`${tile.id}:${at + 1}`, cube]));
  return withSeat({ ...view, supply }, seat, ({ marks, pit }) => ({
    marks: marks - tile.price, pit: { ...pit, tiles: [...pit.tiles, tile.id], lorries: { ...pit.lorries, ...lorries } },
  }));
};

const keptOrder = (view, seat, order) => withSeat(view, seat, ({ pit }) => ({
  pit: { ...pit, outstanding: { ...pit.outstanding, [order]: [] } },
}));

const kept = (view, seat, { keep, fill = [] }, catalog) => {
  if (!keep) return view;
  if (view.look_area.kind === "order") return keptOrder(view, seat, keep);
  const tile = catalog.tiles.items.find(({ id }) => id === keep);
  return tile ? boughtTile(view, seat, tile, fill) : view;
};

// A card that was looked at is kept, or is back on its stack.
const gluckAuf = (view, seat, action, catalog) => {
  const { look_area: area } = view;
  const { keep, return_order: returned = [] } = action;
  if (!area?.cards) return view;
  const cards = without(area.cards, [...(keep ? [keep] : []), ...returned]);
  return { ...kept(view, seat, action, catalog), look_area: { ...area, cards } };
};

const paidAt = (areas, { area, payment }, seat) => areas.map((one) => (one.id === area && payment.length ? {
  ...one, placements: [...one.placements, { seat, payment, total: payment.reduce((sum, { value }) => sum + value, 0) }],
} : one));

// The cards that are paid have left the hand and lie where they are paid.
const kartenspiel = (view, seat, { area, payment = [] }) => {
  const left = (cards) => without(cards, payment.map(({ card }) => card));
  return withSeat({ ...view, areas: paidAt(view.areas, { area, payment }, seat) }, seat, ({ hand }) => ({
    hand: hand && { ...hand, workers: left(hand.workers), innovations: left(hand.innovations) },
  }));
};

const loaded = (lorries, { cube, lorry }) => (lorry ? { ...lorries, [lorry]: { cube, count: (lorries[lorry]?.count ?? 0) + 1 } } : lorries);

const STONES = { coin: "coins", white: "white", player: "player_stone" };

const spent = (player, payment) => payment.map((stone) => STONES[stone]).reduce((left, stone) => ({ ...left, [stone]: left[stone] - 1 }), player);

// Coal goes wherever it was put so far, spoil onto the heap.
const hoisted = (player, { lorry, wagons = [] }) => {
  const { cube, count } = player.lorries[lorry] ?? {};
  if (cube === "spoil") return { ...player, heap: player.heap + count, lorries: { ...player.lorries, [lorry]: { count: 0 } } };
  if (cube !== "coal") return player;
  return {
    ...player,
    lorries: { ...player.lorries, [lorry]: { cube, count: count - wagons.length } },
    coal_wagons: wagons.reduce((all, wagon) => ({ ...all, [wagon]: (all[wagon] ?? 0) + 1 }), player.coal_wagons),
  };
};

// Cubes lie where they were put, and what is paid lies on its card.
const schichtwechsel = (view, seat, { placements = [], card, payment = [], params: { lorries: hoists = [] } = {} }) => {
  const cubes = placements.map(({ cube }) => cube);
  const bundles = view.bundles.map((one) => (one.seat === seat && !one.loaded ? { ...one, cubes: without(one.cubes, cubes) } : one));
  const paid = card && { ...view.card_payments, [card]: [...(view.card_payments[card] ?? []), { seat, payment }] };
  return withSeat({ ...view, bundles, card_payments: paid ?? view.card_payments }, seat, (player) =>
    hoists.reduce(hoisted, { ...spent(player, payment), lorries: placements.reduce(loaded, player.lorries) }));
};

const GAMES = { "gluck-auf": gluckAuf, kartenspiel, schichtwechsel };

// `after` is what the service foresees, if it does.
export const preview = (view, { seat, catalog }, action, after) => (after ? foreseen(view, after) : GAMES[view.game]?.(view, seat, action, catalog) ?? view);
