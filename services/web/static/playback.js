// Lets a game play by itself, and shows an action event by event: pieces move one after the other.

import { actionsOf, passesOn } from "./actions.js";
import { still } from "./motion.js";

const WHOLE = 240_000; // milliseconds a whole game takes at speed 1
const LEAST = 350;
const MOST = 2600; // milliseconds of an action with one event
const MORE = 0.3; // so much longer for each further event
const LONGEST = 4; // times an action with one event
const BEAT = 330; // milliseconds from event to event, for who steps by hand
const SHARE = 0.55; // of an action's time its events take; then one may look at it

const weightOf = (events) => Math.min(LONGEST, 1 + (events - 1) * MORE);

const eventsOf = ({ list }, { from, to }) => list.slice(from, to + 1).filter((frame) => !passesOn(frame));

export class Playback {
  constructor(course) {
    Object.assign(this, { course, playing: false, speed: 1, byHand: 0, coming: [] });
  }

  // How long an action with one event is shown, so that the whole game takes a few minutes.
  get unit() {
    const { frames } = this.course;
    if (this.measured !== frames.list) {
      this.measured = frames.list;
      const weights = actionsOf(frames).map((action) => weightOf(eventsOf(frames, action).length));
      const known = frames.byVersion.size / Math.max(1, frames.version);
      this.each = WHOLE * known / Math.max(1, weights.reduce((sum, weight) => sum + weight, 0));
    }
    return Math.min(MOST, Math.max(LEAST, this.each)) / this.speed;
  }

  // Milliseconds that an action is shown.
  timeOf(action) {
    return this.unit * weightOf(eventsOf(this.course.frames, action).length);
  }

  step(time) {
    return this.course.inTurn(() => this.next(time));
  }

  // The next action, its events one after the other; the answer is how long it should be shown.
  async next(time) {
    this.finish();
    const { course } = this;
    const { jumps } = course;
    const end = await course.action(1);
    // Frames may have come meanwhile, before ours too; and who went elsewhere while they came stays there.
    if (!end || jumps !== course.jumps) return time || this.unit;
    const events = eventsOf(course.frames, { from: course.place + 1, to: course.frames.place(end.at) });
    const whole = time || this.unit * weightOf(events.length);
    const beat = Math.min(BEAT, (whole * SHARE) / Math.max(1, events.length));
    const steps = still.matches || beat < 90 ? [] : events.slice(0, -1);
    this.show([...steps, end], beat);
    return whole;
  }

  show([frame, ...coming], beat) {
    this.coming = coming;
    this.jumps = this.course.jumps;
    this.course.move(frame, "action");
    if (coming.length) this.beating = setTimeout(() => (this.wanted ? this.show(coming, beat) : null), beat);
  }

  // Who went elsewhere meanwhile does not want the rest any more.
  get wanted() {
    return this.coming.length > 0 && this.jumps === this.course.jumps;
  }

  // Who steps on does not wait: what is still to come is there at once.
  finish() {
    clearTimeout(this.beating);
    if (this.wanted) this.course.move(this.coming.at(-1), "action");
    this.coming = [];
  }
}
