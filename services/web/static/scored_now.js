// If it were scored now: what the server foresees after every entry, and the game's turning points.

import { askJson } from "./api.js";
import { jsonPatch } from "./json_patch.js";
import { source } from "./source.js";

export class ScoredNow {
  // Once a game is over nothing is hidden any more from who looks through nobody's eyes.
  constructor(language, eyes, over, where = source.api) {
    Object.assign(this, { language, eyes, over, where, newest: 0, versions: [], turningPoints: [], events: new Map() });
  }

  path(from, more = {}) {
    const query = new URLSearchParams({ from, lang: this.language, ...more });
    const { seat, token, all } = this.eyes;
    if (seat !== undefined && !token) query.set("seat", seat);
    if (all || (this.over && seat === undefined)) query.set("all", "true");
    return `${this.where}/scored-now?${query}`;
  }

  // What is not known yet, up to the newest entry.
  load() {
    this.loading ??= this.fetch().finally(() => { this.loading = null; });
    return this.loading;
  }

  async fetch() {
    let more = true;
    while (more) {
      const answer = await askJson(this.path(this.newest + 1), { token: this.eyes.token });
      this.take(answer);
      more = answer.next !== null;
    }
  }

  // What the stream tells of the next entry; false if some before it are missing.
  keep(entry) {
    if (entry.version > this.newest + 1) return false;
    this.take({ version: Math.max(this.newest, entry.version), entries: [entry], next: null });
    return true;
  }

  take({ version, entries, next }) {
    let now = this.at(this.newest);
    for (const entry of entries.filter((one) => one.version > this.newest)) {
      this.fill(now, entry.version);
      now = entry.scored ?? jsonPatch(now, entry.patch);
      const points = entry.turning_points ?? [];
      this.turningPoints.push(...points.map((point) => ({ ...point, version: entry.version })));
      this.fill(now, entry.version + 1);
    }
    const end = next ? Number(new URL(next, location).searchParams.get("from")) : version + 1;
    this.fill(now, end);
    this.newest = end - 1;
  }

  // Entries that changed nothing are left out of an answer.
  fill(now, until) {
    for (let version = Math.max(1, this.versions.length); version < until; version += 1) {
      if (now) this.versions[version] = now;
    }
  }

  // In the middle of an entry: asked for when somebody stands there, and null until it is told.
  within({ at, version }) {
    return this.events.get(version)?.get(at) ?? null;
  }

  async lookInto(version) {
    if (this.events.has(version)) return;
    this.events.set(version, new Map());
    const { entries } = await askJson(this.path(version, { to: version, events: true }), { token: this.eyes.token });
    for (const { at, scored } of entries[0]?.events ?? []) this.events.get(version).set(at, scored);
  }

  at(version) {
    return this.versions[version] ?? null;
  }

  of(version) {
    return this.turningPoints.filter((point) => point.version === version);
  }
}
