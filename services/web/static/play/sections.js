// Where the rules tell of a place that no action is named after: by the kinds of places on the board, and
// of those that belong to a seat.

const SECTIONS = {
  "gluck-auf": [
    { space: "2.3", order: "6.2", tile: "5.3", stack: "8.1", supply: "8.2" },
    { level: "6.1", lorry: "6.1", cage: "6.1", storage: "6.3" },
  ],
  kartenspiel: [{ area: "7", stack: "9", card: "5" }, { track: "7.8", storage: "7.8" }],
  schichtwechsel: [
    { bundle: "5", tile: "15", card: "7", oven: "9", track: "10", shift: "11", headframe: "12", site: "13" },
    {
      own_card: "7.9", white: "6.1", player: "6.1", coin: "6.1", lorry: "8.1", wagon: "8.2", coke: "8.3",
      row: "8.4", water: "8.5", heap: "8.6", tools: "16", headframes: "12", miner: "11",
    },
  ],
};

const isOf = (name, kind) => name === kind || name.startsWith(`${kind}.`);

// Of the first of these names that the rules tell something of.
export const sectionAt = ({ game, players }, names) => {
  const [common, own] = SECTIONS[game] ?? [{}, {}];
  const kinds = [...Object.entries(common), ...players.flatMap(({ seat }) =>
    Object.entries(own).map(([kind, section]) => [`seat.${seat}.${kind}`, section]))];
  for (const name of names) {
    const found = kinds.find(([kind]) => isOf(name, kind));
    if (found) return found[1];
  }
  return null;
};
