// A log's tree out of its tiles, as in replays/tlog: no hash is believed that does not lead to the root.

import { sha256 } from "./sha256.js";

const HASH = 32;
const HEIGHT = 8;
const FULL = 256;

export class Unproven extends Error {}

const NODE = new Uint8Array([1]);
const node = (left, right) => sha256(NODE, left, right);

export const same = (one, other) => one.length === other.length && one.every((byte, i) => byte === other[i]);

// Sizes may be beyond 32 bits, where JavaScript's shifts end.
const at = (level, size) => Math.floor(size / 2 ** level);

export const tilePath = (level, n, width) => {
  const groups = [String(n % 1000).padStart(3, "0")];
  for (let rest = Math.floor(n / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, "0")}`);
  }
  return `tile/${level}/${groups.join("/")}${width < FULL ? `.p/${width}` : ""}`;
};

// The complete subtrees that a tree of this size is made of, from the left: [level, index].
const parts = (size) => {
  const found = [];
  for (let start = 0; start < size;) {
    const level = Math.floor(Math.log2(size - start));
    found.push([level, at(level, start)]);
    start += 2 ** level;
  }
  return found;
};

const joined = (hashes) => {
  let row = hashes;
  while (row.length > 1) row = row.filter((_, i) => i % 2 === 0).map((left, i) => node(left, row[2 * i + 1]));
  return row[0];
};

export class Tree {
  // `fetchTile(path)` answers bytes, or null if there is none.
  constructor(size, root, fetchTile) {
    Object.assign(this, { size, root, fetchTile, tiles: new Map() });
  }

  // That the root is made of the tiles that are served; Unproven if it is not.
  async check() {
    if (!same(await this.rootOf(this.size), this.root)) throw new Unproven("root");
  }

  // The root that the first leaves had when there were no others.
  async rootOf(size) {
    if (size === 0) return sha256();
    const hashes = [];
    for (const [level, index] of parts(size)) hashes.push(await this.read(level, index));
    return hashes.reduceRight((right, left) => node(left, right));
  }

  async read(level, index) {
    const [row, above] = [Math.floor(level / HEIGHT), level % HEIGHT];
    const first = index * 2 ** above;
    const n = Math.floor(first / FULL);
    const hashes = await this.tile(row, n);
    return joined(hashes.slice(first - n * FULL, first - n * FULL + 2 ** above));
  }

  async tile(level, n) {
    const name = `${level}/${n}`;
    if (!this.tiles.has(name)) this.tiles.set(name, await this.fetched(level, n));
    return this.tiles.get(name);
  }

  async fetched(level, n) {
    const width = Math.min(FULL, at(HEIGHT * level, this.size) - n * FULL);
    // A partial tile may be gone when the full one is there.
    const bytes = (await this.fetchTile(tilePath(level, n, width))) ?? (await this.fetchTile(tilePath(level, n, FULL)));
    if (!bytes || bytes.length < width * HASH) throw new Unproven("tile");
    const hashes = Array.from({ length: width }, (_, i) => bytes.slice(i * HASH, (i + 1) * HASH));
    // Partial tiles are in the root itself; a full one has its hash in the tile above.
    if (width === FULL && !same(joined(hashes), await this.read(HEIGHT * (level + 1), n))) throw new Unproven("tile");
    return hashes;
  }
}
