// A drawing as plain values: no page is needed to make one. `mount.js` puts it on a page.

const flat = (children) => children.flat(Infinity)
  .filter((child) => child !== null && child !== undefined && child !== false)
  .map((child) => (typeof child === "number" ? String(child) : child));

const node = (svgs) => (tag, attributes = {}, ...children) => ({ svgs, tag, attributes, children: flat(children) });

export const svg = node(true);
export const make = node(false);

// A drawing as a place that a choice can touch, by its name in the answers of `choices`.
export const touched = (name, drawing) => (drawing ? { ...drawing, attributes: { ...drawing.attributes, "data-touch": name } } : null);
