// All moments of a game that were fetched so far, in chunks, each fetched once.

import { askJson } from "./api.js";
import { jsonPatch } from "./json_patch.js";
import { source } from "./source.js";
import { withNames } from "./words.js";

const CHUNK = 100; // versions: as many as the service gives at once
const FIRST = 10; // versions of the first chunk: the first picture must not wait for a hundred
const AHEAD = 3000; // versions that are fetched without being asked for; a longer game waits for it

export const versionOf = (at) => Number(String(at).split(".")[0]);

// Frames that come one after the other: each changes the view of the one before.
export class Unfolding {
  take(frames) {
    return frames.map(({ at, type, text, view, patch }) => {
      this.view = view === undefined ? jsonPatch(this.view, patch) : view;
      const [version, event] = at.split(".").map(Number);
      return { at, version, event, type, text, view: { ...this.view, players: withNames(this.view.players) } };
    });
  }
}

export const unfold = (frames) => new Unfolding().take(frames);

export class Frames {
  // `eyes` is {seat, token}: through whose eyes, and what proves that they are ours.
  constructor(gameId, language, eyes = {}) {
    Object.assign(this, { gameId, language, eyes, version: 0 });
    this.byVersion = new Map();
    this.loading = new Map();
    this.list = [];
  }

  // Where the game is told.
  get where() {
    return source.api;
  }

  path(from, to) {
    const query = new URLSearchParams({ from, lang: this.language });
    if (to) query.set("to", to);
    if (this.eyes.seat !== undefined && !this.eyes.token) query.set("seat", this.eyes.seat);
    return `${this.where}/frames?${query}`;
  }

  ask(from, to) {
    return askJson(this.path(from, to), { token: this.eyes.token });
  }

  async fetch(from, to) {
    const answer = await this.ask(from, to);
    this.take(answer);
    return answer;
  }

  take({ version, frames }) {
    this.keep(version, unfold(frames));
  }

  keep(version, frames) {
    this.version = Math.max(this.version, version);
    for (const frame of frames) {
      const kept = this.byVersion.get(frame.version);
      if (!kept) this.byVersion.set(frame.version, [frame]);
      else if (!kept[frame.event - 1]) kept.push(frame);
    }
    const versions = [...this.byVersion.keys()].sort((a, b) => a - b);
    this.list = versions.flatMap((at) => this.byVersion.get(at));
    this.places = new Map(this.list.map((frame, place) => [frame.at, place]));
  }

  // A few versions around the one that is looked at first, and the one before it.
  async loadNear(version) {
    const from = version - ((version - 1) % FIRST);
    await this.fetch(Math.max(1, from - 1), from + FIRST - 1);
  }

  // The chunk around a version; asked for twice it is fetched once.
  async load(version) {
    if (this.byVersion.has(version)) return;
    const from = version - ((version - 1) % CHUNK);
    if (!this.loading.has(from)) {
      const loaded = this.loadFrom(from);
      loaded.catch(() => this.loading.delete(from));
      this.loading.set(from, loaded);
    }
    await this.loading.get(from);
  }

  async loadFrom(from) {
    const to = from + CHUNK - 1;
    const whole = this.version >= to;
    return this.fetch(from, whole ? to : undefined);
  }

  async loadRest(onLoaded) {
    for (let from = 1; from <= Math.min(this.version, AHEAD); from += CHUNK) {
      const known = this.byVersion.size;
      await this.load(this.missing(from));
      if (this.byVersion.size > known) onLoaded();
    }
  }

  // The first version of a chunk that is not there yet.
  missing(from) {
    const end = Math.min(from + CHUNK, this.version + 1);
    let version = from;
    while (version < end - 1 && this.byVersion.has(version)) version += 1;
    return version;
  }

  get newest() {
    return this.list.length ? this.list.at(-1).version : 0;
  }

  get complete() {
    return this.byVersion.size === this.version;
  }

  place(at) {
    return this.places?.get(at) ?? -1;
  }

  // The frame at a moment like `17.3`, or `17`, which is after all events of entry 17.
  find(at) {
    const [version, event] = String(at).split(".").map(Number);
    const frames = this.byVersion.get(version);
    if (!frames) return null;
    return event === undefined ? frames.at(-1) : frames[event - 1] ?? null;
  }
}
