// A game that goes on: told by server-sent events, resumed when the connection was lost.

import { API } from "./api.js";

const RETRY = 2000;

export class Live {
  constructor(gameId, { onEntry, onEnd, onLost, onBack }) {
    Object.assign(this, { gameId, onEntry, onEnd, onLost, onBack, after: 0, lost: false });
  }

  follow(after) {
    this.after = after;
    this.source = new EventSource(`${API}/games/${this.gameId}/stream?after=${after}`);
    this.source.addEventListener("open", () => {
      if (this.lost) this.onBack();
      this.lost = false;
    });
    this.source.addEventListener("entry", (event) => {
      this.after = Number(event.lastEventId);
      this.onEntry(this.after);
    });
    this.source.addEventListener("end", () => {
      this.source.close();
      this.onEnd();
    });
    this.source.addEventListener("error", () => this.lose());
  }

  // The browser tries again by itself, unless the answer was a refusal: then we do.
  lose() {
    if (!this.lost) this.onLost();
    this.lost = true;
    if (this.source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => this.follow(this.after), RETRY);
  }
}
