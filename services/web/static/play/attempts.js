// What somebody tries who touches a place: the service says which rule is against it. Names of places
// may hold anything, so they are made and compared, never taken apart.

const SPACES = {
  factory: (space_id) => ({ type: "buy_tunnel_tile", space_id }),
  factory_draw: () => ({ type: "look_at_tunnel_tiles" }),
  mining: (space_id) => ({ type: "mine", space_id, steps: [] }),
  delivery: (space_id) => ({ type: "deliver_orders", space_id }),
  money: (space_id) => ({ type: "take_money", space_id }),
  new_order: (space_id) => ({ type: "take_order", space_id }),
  new_order_draw: () => ({ type: "look_at_orders" }),
};

// One step more of the trip that is being made.
const oneStepMore = (seat, { pit }, draft) => {
  const step = (part) => ({ ...draft, steps: [...(draft.steps ?? []), part] });
  return [
    ...[0, 1, 2, 3, 4].map((level) => [`seat.${seat}.level.${level}`, step({ type: "move_cage", to_level: level })]),
    ...Object.keys(pit.lorries).map((id) => [`seat.${seat}.lorry.${id}`, step({ type: "load", lorry_id: id })]),
  ];
};

const gluckAuf = ({ view, seat, draft }) => [
  ["space.bank", { type: "use_bank" }],
  ...view.spaces.filter(({ kind }) => SPACES[kind]).map(({ id, kind }) => [`space.${id}`, SPACES[kind](id)]),
  ...(draft?.type === "mine" ? oneStepMore(seat, view.players[seat], draft) : []),
];

const DEEDS = {
  lorries: { type: "take_lorry" },
  wagons: { type: "take_wagon", track: 1 },
  engines: { type: "take_engine", track: 1 },
  orders: { type: "take_order" },
  shares: { type: "take_share" },
  innovations: { type: "take_innovation" },
  objectives: { type: "take_objective" },
};

const deedOf = (view, { id }, { max_steps: most, area } = {}) => {
  if (most !== undefined) return { type: "mine", moves: [] };
  if (area === "deliver") return { type: "deliver", consignments: [] };
  const stack = view.stacks.find((one) => one.id === id);
  return stack ? DEEDS[stack.deck] : { type: "wild", stack: view.stacks[0].id };
};

// Worker cards that make the sum; if none do, all there are.
const paying = (cards, needed) => {
  let ways = new Map([[0, []]]);
  for (const card of cards) ways = new Map([...[...ways].map(([sum, laid]) => [sum + card.value, [...laid, card]]), ...ways]);
  return ways.get(needed) ?? cards;
};

const kartenspiel = ({ view, seat, catalog }) => {
  const values = new Map(catalog.workers.cards.map(({ id, value }) => [id, value]));
  const hand = (view.players[seat].hand?.workers ?? []).map((card) => ({ card, value: values.get(card) }));
  const printed = (id) => catalog.action_cards.cards.find(({ area }) => area === id);
  return view.areas.map((area) => [`area.${area.id}`, {
    type: "place_workers", area: area.id, payment: paying(hand, area.required), action: deedOf(view, area, printed(area.id)),
  }]);
};

const schichtwechsel = ({ view, catalog }) => {
  const costs = new Map(catalog.action_cards.items.map(({ id, cost }) => [id, cost ?? []]));
  return [
    ...view.cards.map((card) => [`card.${card}`, { type: "use_card", card, payment: costs.get(card) ?? [] }]),
    ...view.tiles_on_display.map((tile) => [`tile.${tile}`, { type: "choose_tile", tile }]),
  ];
};

const GAMES = { "gluck-auf": gluckAuf, kartenspiel, schichtwechsel };

// The action that the first of these places stands for, if any does; who is not to move is told so of all.
export const attemptAt = (table, names, isMine) => {
  const attempts = new Map(GAMES[table.view.game]?.(table) ?? []);
  const meant = names.find((name) => attempts.has(name)) ?? (isMine ? undefined : attempts.keys().next().value);
  return attempts.get(meant);
};
