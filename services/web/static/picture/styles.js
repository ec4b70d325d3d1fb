// What the style sheets say of a drawing, written into the drawing itself, so that it needs none of them:
// other programs know no variables and no `:is()`, and an SVG file is to look the same in all of them.

const WRITTEN = new Set([
  "color", "display", "fill", "fill-opacity", "fill-rule", "filter", "font-family", "font-size", "font-weight", "opacity", "overflow",
  "stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor", "transform",
]);

const PART = /^(?:([a-z][\w-]*|\*)|\.([\w-]+)|:(root)|:(is|not)\(((?:[^()]|\([^()]*\))*)\))/i;

const splitAt = (text, separator) => {
  const found = [""];
  let depth = 0;
  for (const letter of text) {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    if (letter === separator && !depth) found.push("");
    else found[found.length - 1] += letter;
  }
  return found.map((part) => part.trim()).filter(Boolean);
};

// One element as a selector has it: {tag, classes, root, among: [[compound…]], without: [[compound…]]}.
const compoundOf = (text) => {
  const compound = { tag: "*", classes: [], root: false, among: [], without: [] };
  let rest = text;
  while (rest) {
    const part = PART.exec(rest);
    if (!part) return null;
    const [whole, tag, name, root, kind, inner] = part;
    if (tag) compound.tag = tag;
    if (name) compound.classes.push(name);
    if (root) compound.root = true;
    if (kind) {
      const meant = splitAt(inner, ",").map(compoundOf);
      if (meant.includes(null)) return null;
      compound[kind === "is" ? "among" : "without"].push(meant);
    }
    rest = rest.slice(whole.length);
  }
  return compound;
};

const weightOf = ({ tag, classes, root, among, without }) => (tag === "*" ? 0 : 1) + 1000 * (classes.length + (root ? 1 : 0))
  + [...among, ...without].reduce((sum, meant) => sum + Math.max(...meant.map(weightOf)), 0);

// From the inside out: [{compound, child}], `child` if the next one out must be its parent. Null if we do not understand it.
const selectorOf = (text) => {
  const parts = splitAt(text.replace(/\s*>\s*/g, " >"), " ").map((part) => ({
    compound: compoundOf(part.replace(/^>/, "")), child: part.startsWith(">"),
  }));
  return parts.every(({ compound }) => compound) ? parts.reverse() : null;
};

const fits = (compound, { tag, classes, root }) => (compound.tag === "*" || compound.tag === tag)
  && compound.classes.every((name) => classes.has(name)) && (!compound.root || root)
  && compound.among.every((meant) => meant.some((one) => fits(one, { tag, classes, root })))
  && compound.without.every((meant) => !meant.some((one) => fits(one, { tag, classes, root })));

// `line` is an element and everything around it, from the inside out.
const matches = (selector, line, at = 0, from = 0) => {
  const { compound, child } = selector[at];
  if (!fits(compound, line[from])) return false;
  if (at === selector.length - 1) return true;
  const last = child ? from + 2 : line.length;
  for (let outer = from + 1; outer < Math.min(last, line.length); outer += 1) {
    if (matches(selector, line, at + 1, outer)) return true;
  }
  return false;
};

const declarationsOf = (body) => splitAt(body, ";").map((declaration) => {
  const colon = declaration.indexOf(":");
  return [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()];
});

// What stands in braces after an `@` is for pages: narrow ones, paper, motion.
const blocksOf = (css) => {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/@[^{]*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, "");
  return [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selectors, body]) => ({ selectors: splitAt(selectors, ","), body }));
};

const bucketOf = ([{ compound }]) => compound.classes[0] ? `.${compound.classes[0]}` : compound.tag;

// The rules of style sheets, by what the innermost element must have.
export const rulesOf = (sheets) => {
  const rules = new Map();
  blocksOf(sheets.join("\n")).forEach(({ selectors, body }, order) => {
    for (const selector of selectors.map(selectorOf).filter(Boolean)) {
      const weight = selector.reduce((sum, { compound }) => sum + weightOf(compound), 0);
      const bucket = bucketOf(selector);
      if (!rules.has(bucket)) rules.set(bucket, []);
      rules.get(bucket).push({ selector, weight, order, declarations: declarationsOf(body) });
    }
  });
  return rules;
};

// For whoever writes style sheets: what of them no picture would show.
export const misunderstood = (sheet) => blocksOf(sheet).flatMap(({ selectors }) => selectors.filter((selector) => !selectorOf(selector)));

const declared = (rules, line) => {
  const [{ tag, classes }] = line;
  const buckets = ["*", tag, ...[...classes].map((name) => `.${name}`)];
  return buckets.flatMap((bucket) => rules.get(bucket) || [])
    .filter(({ selector }) => matches(selector, line))
    .sort((one, other) => one.weight - other.weight || one.order - other.order)
    .flatMap(({ declarations }) => declarations);
};

// The light one of two colors, and whatever a variable stands for; null if nobody says.
const meaning = (value, variables) => {
  let missing = false;
  let meant = value;
  while (/var\(/.test(meant) && !missing) {
    meant = meant.replace(/var\((--[\w-]+)(?:,\s*([^()]*))?\)/g, (_, name, otherwise) => {
      missing ||= variables[name] === undefined && otherwise === undefined;
      return variables[name] ?? otherwise ?? "";
    });
  }
  return missing ? null : meant.replace(/light-dark\(\s*([^(),]+),[^()]*\)/g, "$1");
};

const FONT = /^(\d+) ([\d.]+)px (.+)$/;

const attributesOf = (name, value) => {
  if (name === "font") {
    const [, weight, size, family] = FONT.exec(value) || [];
    return family ? { "font-weight": weight, "font-size": size, "font-family": family } : {};
  }
  if (name === "display") return value === "none" ? { display: value } : {};
  if (name === "transform") return { transform: value.replace(/translateY\(([\d.-]+)px\)/, "translate(0 $1)") };
  return WRITTEN.has(name) ? { [name]: value.replace(/^([\d.]+)px$/, "$1") } : {};
};

const dress = (node, rules, around, inherited) => {
  if (typeof node === "string") return node;
  const { tag, attributes, children } = node;
  const classes = new Set(String(attributes.class || "").split(" ").filter(Boolean));
  const line = [{ tag, classes, root: !around.length }, ...around];
  const said = declared(rules, line);
  const variables = Object.create(inherited);
  for (const [name, value] of said) {
    if (name.startsWith("--")) variables[name] = meaning(value, variables) ?? undefined;
  }
  const written = { ...attributes };
  for (const [name, value] of said) {
    const meant = name.startsWith("--") ? null : meaning(value, variables);
    if (meant !== null) Object.assign(written, attributesOf(name, meant));
  }
  return { ...node, attributes: written, children: children.map((child) => dress(child, rules, line, variables)) };
};

export const dressed = (tree, rules) => dress(tree, rules, [], {});
