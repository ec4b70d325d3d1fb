// The stage: the board in the middle and everybody's mine, each in a place of its own that never moves.
//
// Who acts has the large mine; on a narrow screen board and mines are two tabs in the same place.

import { make } from "./dom.js";
import { actorOf, whole } from "./boards/kit/whole.js";
import { mounted, remounted } from "./mount.js";
import { animate, placesOf } from "./motion.js";
import { language, say } from "./words.js";

export class Stage {
  constructor(game, board, catalog) {
    Object.assign(this, { game, board, catalog, actor: 0 });
    this.element = make("div", { class: "picture", "data-eyes": "" });
  }

  // `before` is the view that changes are seen against; without `moving` nothing flies.
  draw(frame, before, moving) {
    this.actor = actorOf(frame.view, before, this.actor);
    const places = moving ? placesOf(this.element) : null;
    const fresh = this.whole(frame.view, { language, say, catalog: this.catalog, before: before || frame.view });
    if (this.tree) remounted(this.element.firstChild, this.tree, fresh);
    else this.element.append(mounted(fresh));
    this.tree = fresh;
    animate(this.element, places);
  }

  whole(view, context) {
    const { length } = view.players;
    const sizeOf = (seat) => (length === 2 || seat === (this.own ?? this.actor) ? "large" : "small");
    return whole(this.board, this.game, view, context, sizeOf);
  }

  // Where something changed: `board`, `mines`, both or neither. Whose turn it is matters only if nothing else does.
  get changes() {
    const found = (what) => [[".table", "board"], [".mines", "mines"]]
      .filter(([path]) => this.element.querySelector(`${path} ${what}`)).map(([, name]) => name);
    const things = found(".changed:not(.turn)");
    return things.length ? things : found(".changed");
  }
}
