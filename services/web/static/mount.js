// Puts a drawing on the page, and changes it into the next one in place: a step costs what it changed.
//
// Drawings are trees of plain values (`boards/kit/tree.js`); whatever is text in them stays text.

const SVG = "http://www.w3.org/2000/svg";

const isSet = (value) => value !== undefined && value !== null && value !== false;
const written = (value) => (value === true ? "" : String(value));

export const mounted = (tree) => {
  if (typeof tree === "string") return document.createTextNode(tree);
  const { svgs, tag, attributes, children } = tree;
  const element = svgs ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (isSet(value)) element.setAttribute(name, written(value));
  }
  element.append(...children.map(mounted));
  return element;
};

// `node` shows `old` and shall show `fresh`; the answer is what is on the page then.
export const remounted = (node, old, fresh) => {
  if (old === fresh) return node;
  if (typeof fresh === "string" && typeof old === "string") {
    node.data = fresh;
    return node;
  }
  if (old.tag !== fresh.tag || old.svgs !== fresh.svgs) {
    const other = mounted(fresh);
    node.replaceWith(other);
    return other;
  }
  dress(node, old.attributes, fresh.attributes);
  settle(node, old.children, fresh.children);
  return node;
};

const dress = (node, old, fresh) => {
  for (const name of Object.keys(old)) {
    if (!isSet(fresh[name]) && isSet(old[name])) node.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(fresh)) {
    if (isSet(value) && (!isSet(old[name]) || written(old[name]) !== written(value))) node.setAttribute(name, written(value));
  }
};

const settle = (parent, old, fresh) => {
  const shared = Math.min(old.length, fresh.length);
  let node = parent.firstChild;
  for (let at = 0; at < shared; at += 1) node = remounted(node, old[at], fresh[at]).nextSibling;
  while (parent.childNodes.length > fresh.length) parent.lastChild.remove();
  parent.append(...fresh.slice(shared).map(mounted));
};
