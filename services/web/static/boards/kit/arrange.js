// Where things go on a board: every board is as wide and high as the others, so that the page never moves.

import { svg } from "./tree.js";

// In units of the drawing. A page scales them to the room it has.
export const COMMON = { wide: 640, high: 800 };
export const MINE = { large: { wide: 560, high: 300 }, small: { wide: 400, high: 112 } };

// A drawing of its own (an `svg` with a view box), put at a place of a larger one.
export const put = (drawing, x, y, wide, high) => (drawing ? {
  ...drawing, attributes: { ...drawing.attributes, x, y, width: wide, height: high },
} : null);

// As many equal things as there are, as large as the room allows, in rows from the top left.
export const packed = (count, room, piece, { gap = 4, most = 1 } = {}) => {
  let best = { scale: 0, columns: 1 };
  for (let columns = 1; columns <= Math.max(1, count); columns += 1) {
    const rows = Math.ceil(count / columns);
    const scale = Math.min(most, (room.wide - (columns - 1) * gap) / columns / piece.wide, (room.high - (rows - 1) * gap) / rows / piece.high);
    if (scale > best.scale) best = { scale, columns };
  }
  const [wide, high] = [piece.wide * best.scale, piece.high * best.scale];
  return Array.from({ length: count }, (_, at) => ({
    x: (room.x || 0) + (at % best.columns) * (wide + gap), y: (room.y || 0) + Math.floor(at / best.columns) * (high + gap), wide, high,
  }));
};

export const pack = (drawings, room, piece, options) => {
  const places = packed(drawings.length, room, piece, options);
  return drawings.map((drawing, at) => put(drawing, places[at].x, places[at].y, places[at].wide, places[at].high));
};

// One behind the other, the more the closer.
export const fan = (drawings, room, piece, gap = 3) => {
  const scale = Math.min(room.high / piece.high, room.wide / piece.wide);
  const wide = piece.wide * scale;
  const step = drawings.length > 1 ? Math.min(wide + gap, (room.wide - wide) / (drawings.length - 1)) : 0;
  return drawings.map((drawing, at) => put(drawing, (room.x || 0) + at * step, room.y || 0, wide, piece.high * scale));
};

// Letters are about this wide, in shares of their height: enough to know what fits.
const LETTER = 0.6;

export const shortened = (text, wide, size) => {
  const most = Math.max(1, Math.floor(wide / (size * LETTER)));
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, Math.max(1, most - 1)).join("").trimEnd()}…`;
};

// Words in lines that fit, the last one shortened.
export const lines = (text, wide, size, most) => {
  const fits = (line) => [...line].length * size * LETTER <= wide;
  const found = [""];
  for (const word of text.split(/\s+/)) {
    const line = found.at(-1) ? `${found.at(-1)} ${word}` : word;
    if (!found.at(-1) || fits(line)) found[found.length - 1] = line;
    else found.push(word);
  }
  const kept = found.slice(0, most);
  if (found.length > most) kept[most - 1] = `${kept[most - 1]} ${found[most]}`;
  return kept.map((line) => shortened(line, wide, size));
};

const SMALLER = [1, 0.9, 0.8];

// Words may be a little smaller before they are cut.
const sizeFor = (text, wide, size, most) => {
  const all = text.split(/\s+/).join(" ");
  const fits = (share) => lines(text, wide, size * share, most).join(" ") === all;
  return size * (SMALLER.find(fits) ?? SMALLER.at(-1));
};

export const words = (text, { x, y, wide, size: wanted, most = 2, className = "words" }) => {
  const size = sizeFor(text, wide, wanted, most);
  return svg("text", { class: className, x, y, "font-size": size.toFixed(1) },
    lines(text, wide, size, most).map((line, at) => svg("tspan", { x, dy: at ? (size * 1.12).toFixed(1) : 0 }, line)));
};

// Headings are bold, and so wider than other letters.
export const slimIfLong = (text, wide, size) => ([...text].length * size * 0.7 > wide ? "slim" : "");

export const heading = (text, x, y, aside = "") => svg("text", { class: "heading", x, y },
  text, aside ? svg("tspan", { class: "aside", dx: 6 }, aside) : null);

// A drawing as it stands on the page, with a name for who hears it.
export const sheet = ({ wide, high }, label, className, ...content) => svg("svg", {
  class: className, viewBox: `0 0 ${wide} ${high}`, role: "group", "aria-label": label,
}, ...content);
