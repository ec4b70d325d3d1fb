// Parts of a page that are drawn anew only when what they show has changed: whoever types is not disturbed.

import { replace } from "../dom.js";

export class Part {
  constructor(element, draw) {
    Object.assign(this, { element, draw, drawn: undefined });
  }

  show(facts) {
    const written = JSON.stringify(facts);
    if (written === this.drawn) return;
    this.drawn = written;
    const opened = [...this.element.querySelectorAll("details[open][data-key]")].map(({ dataset }) => dataset.key);
    replace(this.element, this.draw(facts));
    for (const one of this.element.querySelectorAll("details[data-key]")) {
      if (opened.includes(one.dataset.key)) one.open = true;
    }
  }
}
