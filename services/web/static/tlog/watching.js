// What this browser saw of the log last, and whether what it is shown now extends it.

import { API, Trouble, ask, askJson } from "../api.js";
import { keep, recall } from "../memory.js";
import { parse, signature } from "./checkpoint.js";
import { same, Tree, Unproven } from "./tree.js";

const SEEN = "witness";
const ALARM = "witness.alarm";

const recalled = (name) => {
  try {
    return JSON.parse(recall(name));
  } catch {
    return null;
  }
};

export const seen = () => recalled(SEEN);
export const alarm = () => recalled(ALARM);
export const forget = () => {
  keep(SEEN, "null");
  keep(ALARM, "null");
};

const fetchTile = async (path) => {
  try {
    return new Uint8Array(await (await ask(`/tlog/${path}`)).arrayBuffer());
  } catch (error) {
    if (error.status === 404) return null;
    throw error;
  }
};

// The key that signs this log: the one that was seen first, or else the one that is listed.
const keyOf = async (origin, known) => {
  if (known?.key) return known.key;
  const { keys } = await askJson(`${API}/keys`);
  return keys.find(({ name, use, until }) => name === origin && use === "log" && !until)?.key ?? null;
};

const treeOf = async ({ size, root }) => {
  const tree = new Tree(size, root, fetchTile);
  await tree.check();
  return tree;
};

// An old head may come out of some cache; then what was seen last is still there, and begins with it.
const isStale = async (head, before) => {
  try {
    return same(await (await treeOf(before)).rootOf(head.size), head.root);
  } catch (error) {
    if (error instanceof Unproven) return false;
    throw error;
  }
};

// Why it does not extend what was seen; null if it does.
const against = async (head, before) => {
  if (before && before.size > head.size) return (await isStale(head, before)) ? "stale" : "shrunk";
  const tree = await treeOf(head);
  return !before || same(await tree.rootOf(before.size), before.root) ? null : "forked";
};

const judged = async (head, known) => {
  const before = known && parse(known.note);
  if (before && before.origin !== head.origin) return { signed: "unknown", wrong: "other" };
  const key = await keyOf(head.origin, known);
  const signed = key ? await signature(head, key) : "unknown";
  if (signed === "broken") return { key, signed, wrong: "unsigned" };
  return { key, signed, wrong: await against(head, before) };
};

// { verdict, wrong, head, known, signed }; whatever is wrong, what was seen before stays.
export const look = async (now = new Date()) => {
  const known = seen();
  const head = parse(await (await ask("/tlog/checkpoint", { cache: "no-store" })).text());
  if (!head) throw new Trouble("log_unreadable");
  let found;
  try {
    found = await judged(head, known);
  } catch (error) {
    if (!(error instanceof Unproven)) throw error;
    // The tiles were not those of the head: wrong, but no proof of anything that others could check.
    return { verdict: "unknown", wrong: "unproven", head, known, signed: "unknown" };
  }
  const { key, signed, wrong } = found;
  if (wrong === "stale") return { verdict: "unknown", wrong, head, known, signed };
  if (wrong) {
    if (!alarm()) keep(ALARM, JSON.stringify({ wrong, at: now.toISOString(), before: known?.note ?? "", after: head.note }));
    return { verdict: "broken", wrong, head, known, signed };
  }
  const since = known?.since ?? now.toISOString();
  keep(SEEN, JSON.stringify({ note: head.note, key, since, at: now.toISOString() }));
  const kept = seen()?.note === head.note;
  return { verdict: "holds", wrong: null, head, known, signed, kept };
};
