// Which events belong together: an action is an entry, and the entries after it that change nothing on
// the table: they pass the turn on, or answer a question that leads to the next one.

const PASSES_ON = /^turn_(ended|started)$/;
const ASKS = /^decision_(answered|requested)$/;

export const passesOn = ({ type }) => PASSES_ON.test(type);

const isQuiet = (frames) => frames.every(({ type }) => PASSES_ON.test(type) || ASKS.test(type));

// Places in the list: the first and the last event of the action that the event at `place` belongs to.
export const actionAround = ({ list, byVersion }, place) => {
  const quiet = (version) => byVersion.has(version) && isQuiet(byVersion.get(version));
  let first = list[place].version;
  while (quiet(first) && byVersion.has(first - 1)) first -= 1;
  let last = list[place].version;
  while (quiet(last + 1)) last += 1;
  const from = place - (list[place].event - 1) - counted(byVersion, first, list[place].version);
  const to = from + counted(byVersion, first, last + 1) - 1;
  return { from, to };
};

const counted = (byVersion, from, until) => {
  let count = 0;
  for (let version = from; version < until; version += 1) count += byVersion.get(version).length;
  return count;
};

// All actions of what is known, as pairs of places.
export const actionsOf = (frames) => {
  const found = [];
  for (let place = 0; place < frames.list.length;) {
    const action = actionAround(frames, place);
    found.push(action);
    place = action.to + 1;
  }
  return found;
};

// What is worth telling: not that the turn goes on, unless nothing else happened.
export const worthTelling = (frames) => {
  const told = frames.filter((frame) => !passesOn(frame));
  return told.length ? told : frames;
};
