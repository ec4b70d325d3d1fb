// All-seeing, once a game is over: what the public does not see is filled in from who saw it.

import { Frames } from "./frames.js";

const isObject = (value) => value !== null && typeof value === "object";

export const fill = (shown, seen) => {
  if (shown === null || shown === undefined) return seen ?? null;
  if (!isObject(shown) || !isObject(seen)) return shown;
  if (Array.isArray(shown)) {
    return shown.length === seen.length ? shown.map((part, at) => fill(part, seen[at])) : shown;
  }
  const names = new Set([...Object.keys(shown), ...Object.keys(seen)]);
  return Object.fromEntries([...names].map((name) =>
    [name, name === "seat" ? shown[name] ?? null : fill(shown[name], seen[name])]));
};

export class AllEyes extends Frames {
  constructor(gameId, language, { all }) {
    super(gameId, language);
    this.seats = Array.from({ length: all }, (_, seat) => new Frames(gameId, language, { seat }));
  }

  async fetch(from, to) {
    const answers = [this.ask(from, to), ...this.seats.map((seat) => seat.fetch(from, to))];
    const [answer] = await Promise.all(answers);
    // Only now: what is not filled in yet must not be shown.
    this.take(answer);
    for (const frame of this.list) {
      if (frame.version < from || frame.seen) continue;
      const seen = this.seats.map((seat) => seat.find(frame.at)).filter(Boolean);
      frame.view = seen.reduce((view, one) => fill(view, one.view), frame.view);
      // Who saw more has more told: the longest sentence names what the others hide.
      frame.text = seen.reduce((text, one) => (one.text.length > text.length ? one.text : text), frame.text);
      frame.seen = true;
    }
    return answer;
  }
}
