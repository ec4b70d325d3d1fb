// A move as far as it is made: its parts, what may come next, and what this tab remembers of it.

import { keepHere, recallHere } from "../memory.js";
import { randomKey } from "../random_key.js";

const part = ({ action, text, touches, complete, open, effects }, forced) =>
  ({ action, text, touches, complete, open, effects, forced });

export class Draft {
  // `name` is what it is kept under; a reload, or a server that was gone, loses nothing.
  constructor(name) {
    this.name = `draft.${name}`;
    const { parts = [], sending = null, version = 0 } = recallHere(this.name) ?? {};
    Object.assign(this, { parts, sending, version });
  }

  keep() {
    const { parts, sending, version } = this;
    keepHere(this.name, { parts, sending, version });
  }

  get last() {
    return this.parts.at(-1);
  }

  get isComplete() {
    return Boolean(this.last?.complete);
  }

  // `forced`: there was nothing else to choose.
  grow(choice, version, forced = false) {
    this.parts = [...this.parts, part(choice, forced)];
    this.version = version;
    this.keep();
  }

  // What had no alternative goes back together with the part that led to it.
  shrink() {
    let kept = this.parts.length - 1;
    while (kept > 0 && this.parts[kept].forced) kept -= 1;
    this.parts = this.parts.slice(0, kept);
    this.keep();
  }

  clear() {
    Object.assign(this, { parts: [], sending: null });
    this.keep();
  }

  // One key per move that is sent, however often it must be sent.
  begin(version) {
    this.sending = { key: randomKey(), action: this.last.action, version };
    this.keep();
    return this.sending;
  }

  stop() {
    this.sending = null;
    this.keep();
  }
}
