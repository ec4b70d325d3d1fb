// What the server runs: a moment of a game as the text of an SVG file, drawn by the boards of the pages.

import { named } from "../names.js";
import { speaking } from "../speaking.js";
import { layout } from "./layout.js";
import { dressed, rulesOf } from "./styles.js";
import { written } from "./written.js";

const PAINTS = ["red", "blue", "green", "purple"];

// Where the rules give players colors, theirs are shown, as far as we have the paint.
const painted = ({ players }) => players.filter(({ color }) => /^[a-z]+$/.test(color || ""))
  .map(({ seat, color }) => `.mine-board { --seat-${seat}: var(--paint-${color}, var(--paint-${PAINTS[seat]})); }`);

// `facts` is {game, language, at, sentence, view, before, catalog}.
export const draw = (board, words, sheets, { game, language, view, before, catalog, ...moment }) => {
  const say = speaking(words);
  const [now, then] = [view, before].map((seen) => ({ ...seen, players: named(seen.players, say) }));
  const tree = layout(board, game, now, { language, say, catalog, before: then }, moment);
  return written(dressed(tree, rulesOf([...sheets, ...painted(now)])));
};
