// A game that goes on: its frames by server-sent events, resumed when the connection was lost.
// Not by EventSource, which cannot show the token of a seat.

import { ask, pause } from "./api.js";
import { Unfolding } from "./frames.js";

const RETRY = 2000; // milliseconds before a server that is gone is asked again
const SILENCE = 45000; // milliseconds; the service shows every 15 seconds that it is there
const REFUSED = [401, 403];

const eventOf = (text) => Object.fromEntries(text.split("\n").map((line) => {
  const [name, ...value] = line.split(": ");
  return [name, value.join(": ")];
}));

// The events of a body, as they come.
export async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const whole = (rest + value).split("\n\n");
    rest = whole.pop();
    yield* whole.map(eventOf);
  }
}

export class Live {
  // `onTold(told, frames)` gets what came with an entry, and its frames with their views.
  constructor(frames, { onTold, onEnd, onLost, onBack, onRefused }) {
    Object.assign(this, { frames, onTold, onEnd, onLost, onBack, onRefused });
    Object.assign(this, { lost: false, stopped: false });
  }

  stop() {
    this.stopped = true;
    this.listening?.abort();
  }

  async follow() {
    while (!this.stopped) {
      try {
        if (await this.listen()) return this.onEnd();
      } catch (error) {
        if (this.stopped) return null;
        if (REFUSED.includes(error.status)) return this.onRefused(error);
      }
      if (!this.lost) this.onLost();
      this.lost = true;
      await pause(RETRY);
    }
    return null;
  }

  // True once the game is over and all is told.
  async listen() {
    const query = new URLSearchParams({ frames: 1, lang: this.frames.language, after: this.frames.newest });
    this.listening = new AbortController();
    this.wait();
    try {
      const { token } = this.frames.eyes;
      const { body } = await ask(`${this.frames.where}/stream?${query}`, { token, signal: this.listening.signal });
      return await this.hear(eventsOf(body));
    } finally {
      clearTimeout(this.waiting);
      this.listening.abort();
    }
  }

  async hear(events) {
    const unfolding = new Unfolding();
    for await (const { event, data } of events) {
      this.wait();
      if (this.lost) this.onBack();
      this.lost = false;
      // Between two of them somebody may have chosen other eyes.
      if (this.stopped || event === "end") return !this.stopped;
      if (event !== "frames") continue;
      const told = JSON.parse(data);
      this.onTold(told, unfolding.take(told.frames));
    }
    return false;
  }

  wait() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.listening.abort(), SILENCE);
  }
}
