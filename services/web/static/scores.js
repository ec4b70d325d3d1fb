// Everybody's points, always in sight; who is to move, who has won, and what just changed.

import { make, replace } from "./dom.js";
import { called } from "./names.js";
import { number, say, signed } from "./words.js";

const PAINTS = ["red", "blue", "green", "purple"];

export class Scores {
  constructor() {
    this.element = make("ul", { class: "scores", "aria-label": say("points") });
  }

  // Where the rules give players colors, theirs are shown, as far as we have the paint.
  paint(view) {
    const { style } = document.querySelector("main");
    for (const { seat, color } of view.players) {
      if (color) style.setProperty(`--seat-${seat}`, `var(--paint-${color}, var(--paint-${PAINTS[seat]}))`);
    }
  }

  draw(view, before) {
    this.paint(view);
    const best = Math.max(...view.players.map(({ points }) => points));
    replace(this.element, view.players.map((player) => this.player(player, view, before?.players[player.seat], best)));
  }

  player({ seat, name, points }, view, before, best) {
    const active = view.awaited.includes(seat);
    const gain = before ? points - before.points : 0;
    return make("li", { class: `seat-${seat}${active ? " active" : ""}${gain ? " changed" : ""}` },
      make("span", { class: "who" }, called(name)),
      make("strong", { class: points === best ? "best" : "" }, number(points)),
      gain ? make("small", { class: "gain" }, signed(gain)) : null,
      active ? make("span", { class: "hidden" }, ` ${say("to_move")}`) : null,
      view.winners.includes(seat) ? make("span", { class: "won", title: say("winner") }, "★") : null);
  }
}
