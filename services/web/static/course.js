// Where in the game we are, and the ways from there: by event, turn, shift, or to any moment.

const awaitedAfter = (frames) => frames.at(-1).view.awaited.join();

const endsTurn = (frames, before) =>
  frames.some(({ type }) => type.endsWith("turn_ended")) || !before || awaitedAfter(before) !== awaitedAfter(frames);

export class Course {
  constructor(frames, onMove, onTrouble) {
    Object.assign(this, { frames, onMove, onTrouble, frame: null, wanted: 0, jumps: 0 });
    this.steps = Promise.resolve();
  }

  get atEnd() {
    return this.frame?.at === this.frames.list.at(-1)?.at && this.frame.version === this.frames.version;
  }

  get place() {
    return this.frame ? this.frames.place(this.frame.at) : -1;
  }

  // The frame before this one, if it is there: what the event changed is seen against it.
  get before() {
    const frame = this.frames.list[this.place - 1];
    return frame && this.frame.version - frame.version <= 1 ? frame : null;
  }

  // A later wish overtakes an earlier one that still waits for its frames.
  async wish(find) {
    const wish = ++this.wanted;
    try {
      const found = await find();
      if (wish === this.wanted) this.move(found);
    } catch (error) {
      this.onTrouble(error);
    }
  }

  go(at) {
    const version = Math.max(1, Number(String(at).split(".")[0]) || 1);
    this.jumps += 1;
    return this.wish(async () => {
      await this.frames.load(Math.min(version, this.frames.version || version));
      return this.frames.find(at) || this.frames.find(version) || this.nearest(version);
    });
  }

  // A game that goes on may have grown while we waited: its end is where it is then.
  toEnd() {
    this.jumps += 1;
    return this.wish(async () => {
      await this.frames.load(this.frames.version);
      return this.last();
    });
  }

  nearest(version) {
    const known = this.frames.list.filter((frame) => frame.version <= version);
    return known.at(-1) || this.frames.list[0];
  }

  move(frame) {
    if (!frame || frame === this.frame) return;
    this.wanted += 1;
    const earlier = this.frame;
    this.frame = frame;
    this.onMove(frame, earlier);
  }

  // One after the other, however fast they come, unless somebody jumps elsewhere meanwhile.
  step(unit, direction) {
    const { jumps } = this;
    this.steps = this.steps.then(() => (jumps === this.jumps ? this.walk(unit, direction) : null));
    return this.steps;
  }

  async walk(unit, direction) {
    if (!this.frame) return;
    await this.wish(async () => {
      if (unit !== "event" && !this.frames.complete) await this.frames.loadRest(() => {});
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

  turn(direction) {
    const ends = this.turnEnds();
    const { place } = this;
    if (direction > 0) return ends.find((frame) => this.frames.place(frame.at) > place) || this.last();
    return ends.findLast((frame) => this.frames.place(frame.at) < place) || this.first();
  }

  turnEnds() {
    const { byVersion } = this.frames;
    const versions = [...byVersion.keys()].sort((a, b) => a - b);
    return versions
      .filter((at) => endsTurn(byVersion.get(at), byVersion.get(at - 1)))
      .map((at) => byVersion.get(at).at(-1));
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
