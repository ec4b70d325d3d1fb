// What stands above a mine on a page, drawn: the same elements, one after the other in a line.

import { svg } from "../boards/kit/tree.js";
import { fitted, widthOf } from "./letters.js";

const GAP = 8;
const SIZES = { h2: 17, strong: 17, b: 16, small: 13 };

const has = ({ attributes }, name) => String(attributes.class || "").split(" ").includes(name);
const textIn = (node) => (typeof node === "string" ? node : node.children.map(textIn).join(""));

const said = (text, size, className = "") => ({
  wide: widthOf(text, size),
  drawn: (x, y) => svg("text", { class: `start ${className}`, x, y: y + size * 0.36, "font-size": size }, text),
});

const sign = (node) => {
  const { width, height } = node.attributes;
  return { wide: width, drawn: (x, y) => ({ ...node, attributes: { ...node.attributes, x, y: y - height / 2 } }) };
};

const token = (text) => ({
  wide: 20,
  drawn: (x, y) => svg("g", { class: "token", transform: `translate(${x + 10} ${y})` }, svg("circle", { r: 9.5 }), svg("text", { y: 4.5 }, text)),
});

const turn = (text) => {
  const wide = widthOf(text, 12) + 16;
  return {
    wide,
    drawn: (x, y) => [
      svg("rect", { class: "turn-ground", x, y: y - 9, width: wide, height: 18, rx: 9 }),
      svg("text", { class: "turn-text", x: x + wide / 2, y: y + 4, "font-size": 12 }, text),
    ],
  };
};

const lit = (parts) => {
  const wide = allOf(parts, 2);
  return {
    wide,
    drawn: (x, y) => [svg("rect", { class: "lit", x: x - 3, y: y - 12, width: wide + 6, height: 24, rx: 5 }), inLine(parts, x, y, 2)],
  };
};

// Drawn, because few fonts have them.
const LAMPS = {
  "⚒": "M3 14 12 4M13 14 4 4M2 6q2.5-4 6-4M14 6q-2.5-4-6-4",
  "⚑": "M4 15V1h9l-3 3.5L13 8H4",
};

const lamp = (text) => ({
  wide: 18,
  drawn: (x, y) => svg("path", { class: "lamp-sign", d: LAMPS[text] || LAMPS["⚑"], transform: `translate(${x} ${y - 8})` }),
});

// As parts of a line: {wide, drawn(x, y)}; what only ears get is left out.
const partsOf = (node, size = 14) => {
  if (typeof node === "string") return [said(node, size, size > 15 ? "strong" : "")];
  if (node.svgs) return [sign(node)];
  if (has(node, "hidden")) return [];
  if (has(node, "shift-token")) return [token(textIn(node))];
  if (has(node, "lamp")) return [lamp(node.children[0])];
  if (has(node, "turn")) return [turn(textIn(node))];
  const parts = node.children.flatMap((child) => partsOf(child, SIZES[node.tag] || size));
  if (has(node, "changed") && parts.length) return [lit(parts)];
  return has(node, "fact") ? [{ wide: allOf(parts, 2), drawn: (x, y) => inLine(parts, x, y, 2) }] : parts;
};

const allOf = (parts, gap = GAP) => parts.reduce((sum, { wide }) => sum + wide + gap, -gap);

const inLine = (parts, x, y, gap = GAP) => {
  let left = x;
  return parts.map(({ wide, drawn }) => {
    const at = left;
    left += wide + gap;
    return drawn(at, y);
  });
};

// `header` as `kit/mine.js` makes it: whose it is at the left, with a name that may be cut, and the purse at the right.
export const headerLine = (header, { x, y, wide }) => {
  const [[name, ...about], purse] = header.children.map(({ children }) => children);
  const [owned, beside] = [purse, about].map((nodes) => nodes.flatMap((node) => partsOf(node)));
  const room = wide - allOf(owned) - allOf(beside) - 3 * GAP;
  const called = said(fitted(textIn(name), room, SIZES.h2), SIZES.h2, "strong");
  return [inLine([called, ...beside], x, y), inLine(owned, x + wide - allOf(owned), y)];
};
