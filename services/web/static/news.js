// What comes while one watches: kept, and shown action by action to who is at the end.

import { pause } from "./api.js";

const [LEAST, MOST] = [60, 1000]; // milliseconds an action is shown

export class News {
  // `onNews(known, told)` is told when there is more than the versions up to `known`: what came with
  // each of the others.
  constructor(course, playback, { onNews }) {
    Object.assign(this, { course, playback, onNews, showing: false, come: [] });
  }

  // What comes at once is taken at once: after a lost connection that may be a hundred entries.
  comes(told, frames) {
    if (!this.come.length) setTimeout(() => this.take());
    this.come.push({ told, frames, of: this.course.frames });
  }

  take() {
    const kept = this.course.frames;
    // Somebody may have chosen other eyes meanwhile, which get it by another stream.
    const come = this.come.filter(({ of }) => of === kept);
    this.come = [];
    if (!come.length) return;
    const known = kept.newest;
    const told = come.map((one) => one.told);
    // Who is at the end wants to stay there, who is elsewhere does not.
    const follows = this.showing || this.course.atEnd;
    kept.keep(told.at(-1).version, come.flatMap(({ frames }) => frames));
    this.onNews(known, told);
    if (follows) this.show();
  }

  // The more waits, the faster; whoever takes a step of their own ends it.
  async show() {
    if (this.showing) return;
    this.showing = true;
    const { steps } = this;
    while (!this.course.atEnd && !this.playback.playing && steps === this.steps) {
      const waiting = this.course.frames.version - this.course.frame.version;
      const time = Math.max(LEAST, MOST / (1 + waiting / 1.5));
      await this.playback.step(time);
      await pause(this.course.atEnd ? 0 : time);
    }
    this.showing = false;
  }

  // So many steps were taken by hand.
  get steps() {
    return this.course.jumps + this.playback.byHand;
  }
}
