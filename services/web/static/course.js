// Where in the game we are, and the ways from there: by action, event, shift, or to any moment.

import { actionAround } from "./actions.js";

export class Course {
  // `onMove(frame, earlier)` is told of every step.
  constructor(frames, { onMove, onTrouble }) {
    Object.assign(this, { frames, onMove, onTrouble, frame: null, heading: null, wanted: 0, jumps: 0 });
    this.steps = Promise.resolve();
  }

  get atEnd() {
    return this.frame?.at === this.frames.list.at(-1)?.at && this.frame.version === this.frames.version;
  }

  get place() {
    return this.frame ? this.frames.place(this.frame.at) : -1;
  }

  // The frame before this one, if it is there.
  get before() {
    const frame = this.frames.list[this.place - 1];
    return frame && this.frame.version - frame.version <= 1 ? frame : null;
  }

  // The events that are told together here: the whole action at its end, or one event on the way.
  get told() {
    if (!this.frame) return [];
    const { from, to } = actionAround(this.frames, this.place);
    if (this.unit === "event" || (this.unit === "jump" && this.place < to)) return [this.frame];
    return this.frames.list.slice(from, this.place + 1);
  }

  // What changes are seen against: the frame before what is told.
  get base() {
    const [first] = this.told;
    const frame = first && this.frames.list[this.frames.place(first.at) - 1];
    return frame && first.version - frame.version <= 1 ? frame : null;
  }

  // A later wish overtakes an earlier one that still waits for its frames. Until they are there,
  // `heading` is the version somebody jumped to.
  async wish(unit, find, heading = null) {
    const wish = ++this.wanted;
    this.heading = heading;
    try {
      const found = await find();
      if (wish === this.wanted) this.move(found, unit);
    } catch (error) {
      this.onTrouble(error);
    } finally {
      if (wish === this.wanted) this.heading = null;
    }
  }

  go(at) {
    const version = Math.max(1, Number(String(at).split(".")[0]) || 1);
    this.jumps += 1;
    return this.wish("jump", async () => {
      await this.frames.load(Math.min(version, this.frames.version || version));
      return this.frames.find(at) || this.frames.find(version) || this.nearest(version);
    }, version);
  }

  // A game that goes on may have grown while we waited: its end is where it is then.
  toEnd() {
    this.jumps += 1;
    return this.wish("jump", async () => {
      await this.frames.load(this.frames.version);
      return this.last();
    });
  }

  nearest(version) {
    const known = this.frames.list.filter((frame) => frame.version <= version);
    return known.at(-1) || this.frames.list[0];
  }

  move(frame, unit = "jump") {
    if (!frame || frame === this.frame) return;
    this.wanted += 1;
    const earlier = this.frame;
    Object.assign(this, { frame, unit, heading: null });
    this.onMove(frame, earlier);
  }

  step(unit, direction) {
    return this.inTurn(() => this.walk(unit, direction));
  }

  // One after the other, however fast they come, unless somebody jumps elsewhere meanwhile.
  inTurn(step) {
    const { jumps } = this;
    this.steps = this.steps.then(() => (jumps === this.jumps ? step() : null)).catch(this.onTrouble);
    return this.steps;
  }

  async walk(unit, direction) {
    if (!this.frame) return;
    await this.wish(unit, async () => {
      if (unit === "shift" && !this.frames.complete) await this.frames.loadRest(() => {});
      return this[unit](direction);
    });
  }

  async event(direction) {
    const next = this.frames.list[this.place + direction];
    if (next && Math.abs(next.version - this.frame.version) <= 1) return next;
    const version = this.frame.version + direction;
    if (version < 1 || version > this.frames.version) return null;
    await this.frames.load(version);
    return direction > 0 ? this.frames.find(`${version}.1`) : this.frames.find(version);
  }

  // On: to the end of this action, or of the next one. Back: to the end of the one before.
  async action(direction) {
    const { from, to } = actionAround(this.frames, this.place);
    if (direction > 0 && this.place < to) return this.frames.list[to];
    const edge = this.frames.list[direction > 0 ? to : from].version + direction;
    if (edge > this.frames.version) return null;
    if (edge < 1) return this.first();
    await this.frames.load(edge);
    // An entry that passes the turn on may be the first of the next chunk.
    if (edge < this.frames.version) await this.frames.load(edge + 1);
    const around = actionAround(this.frames, this.frames.place(this.frames.find(edge).at));
    return this.frames.list[around.to];
  }

  shift(direction) {
    const begins = this.shiftBegins();
    const { place } = this;
    if (direction > 0) return begins.find((frame) => this.frames.place(frame.at) > place) || this.last();
    return begins.findLast((frame) => this.frames.place(frame.at) < place) || this.first();
  }

  // Across versions that are not fetched yet nobody knows where a shift began.
  shiftBegins() {
    const { list } = this.frames;
    return list.filter((frame, place) => {
      const before = list[place - 1];
      return before && frame.version - before.version <= 1 && frame.view.period !== before.view.period;
    });
  }

  first() {
    return this.frames.list[0];
  }

  last() {
    return this.frames.list.at(-1);
  }
}
