// What the log says and the view of the event does not: penalties and forbidden pairs.

import { ask } from "../../api.js";
import { pathOf } from "../event.js";

const KEPT = ["penalty_given", "pair_forbidden"];

export class Facts {
  constructor(id) {
    Object.assign(this, { id, version: 0, found: [] });
  }

  // Up to a version; what is known already is not asked for again.
  async read(version) {
    if (version <= this.version) return this.found;
    const text = await (await ask(`${pathOf(this.id)}/log?${new URLSearchParams({ from: this.version + 1, to: version })}`)).text();
    const lines = text.split("\n").filter((line) => KEPT.some((kind) => line.includes(`"${kind}"`))).map((line) => JSON.parse(line));
    this.found = [...this.found, ...lines.flatMap(({ events }) => events.filter(({ type }) => KEPT.includes(type)))];
    this.version = version;
    return this.found;
  }
}
