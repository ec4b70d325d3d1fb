// A drawing as the text of an SVG file; what only a page needs is left out.

const FOR_PAGES = /^(class|role|tabindex|aria-.*|data-.*)$/;
const MARKS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
// Characters that XML forbids; nobody could read the file.
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const escaped = (text) => String(text).replace(FORBIDDEN, "\ufffd").replace(/[&<>"]/g, (mark) => MARKS[mark]);

const rounded = (value) => (typeof value === "number" ? Number(value.toFixed(2)) : value);

const isSet = (value) => value !== undefined && value !== null && value !== false;

export const written = (tree) => {
  if (typeof tree === "string") return escaped(tree);
  const attributes = Object.entries(tree.attributes).filter(([name, value]) => isSet(value) && !FOR_PAGES.test(name))
    .map(([name, value]) => ` ${name}="${escaped(rounded(value))}"`).join("");
  const inside = tree.children.map(written).join("");
  return inside ? `<${tree.tag}${attributes}>${inside}</${tree.tag}>` : `<${tree.tag}${attributes}/>`;
};
