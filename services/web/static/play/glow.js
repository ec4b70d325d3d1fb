// What may be touched glows on the board: buttons of their own over the drawing, so that keyboard,
// finger and screen reader find them wherever the drawing has the place (`data-touch`).

import { make } from "../dom.js";

const FINGER = 44; // pixels that a finger needs

const distance = (box, x, y) => Math.hypot(
  Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));

const middle = (box, x, y) => Math.hypot((box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y);

// All drawings that carry such names, by name.
const named = (picture, kind) => {
  const found = new Map();
  for (const element of picture.querySelectorAll(`[data-${kind}]`)) {
    const name = element.dataset[kind];
    found.set(name, [...(found.get(name) ?? []), element]);
  }
  return found;
};

const isDrawn = (elements) => elements.some((element) => element.getBoundingClientRect().width > 0);

export class Glow {
  // `onTouch(name)` for what glows; `onOther(names)` for places that do not, the innermost first;
  // `onEnd()` when nothing glows any more where the focus was.
  constructor(picture, { onTouch, onOther, onEnd }) {
    Object.assign(this, { picture, onTouch, onOther, onEnd, buttons: new Map(), marks: [] });
    this.element = make("div", { class: "glows" });
    picture.after(this.element);
    picture.addEventListener("click", (event) => this.other(event));
    new ResizeObserver(() => this.place()).observe(picture);
  }

  // The drawings of a place.
  places(name) {
    return this.byName.get(name) ?? [];
  }

  // Also those where it lies when it has left its place (`data-laid`): shown, but not to be touched.
  traces(name) {
    return [...this.places(name), ...(this.laid.get(name) ?? [])];
  }

  survey() {
    this.byName = named(this.picture, "touch");
    this.laid = named(this.picture, "laid");
  }

  has(name) {
    return isDrawn(this.places(name));
  }

  hasTrace(name) {
    return isDrawn(this.traces(name));
  }

  // `board` or `mines`: where on a narrow screen the place is.
  tabOf(name) {
    return this.traces(name)[0]?.closest(".table") ? "board" : "mines";
  }

  // `glowing` maps names to labels; `chosen` is a list of {name, mark}.
  show(glowing, chosen) {
    const had = this.element.contains(document.activeElement);
    for (const [name, button] of this.buttons) {
      if (glowing.has(name)) continue;
      button.remove();
      this.buttons.delete(name);
    }
    for (const [name, { label, pressed }] of glowing) this.button(name, label, pressed);
    for (const { element } of this.marks) element.remove();
    this.marks = chosen.map(({ name, mark }) => ({ name, element: make("span", { class: "chosen-place", "aria-hidden": "true" }, make("b", {}, mark)) }));
    this.element.append(...this.marks.map(({ element }) => element));
    this.place();
    if (had && !this.element.contains(document.activeElement)) this.goOn();
  }

  // What had the focus glows no more: who has a keyboard only goes on where the next thing glows.
  goOn() {
    const next = [...this.buttons.values()].find((button) => !button.hidden && !button.hasAttribute("aria-pressed"));
    if (next) next.focus();
    else this.onEnd();
  }

  button(name, label, pressed) {
    let button = this.buttons.get(name);
    if (!button) {
      button = make("button", { type: "button", class: "glow", "data-touches": name, onclick: (event) => this.click(event, name) });
      this.buttons.set(name, button);
      this.element.append(button);
    }
    button.setAttribute("aria-label", label);
    button.title = label;
    if (pressed) button.setAttribute("aria-pressed", "true");
    else button.removeAttribute("aria-pressed");
  }

  // Over the drawings as they are now, and once more when nothing flies any more.
  place() {
    this.measure();
    const flights = this.picture.getAnimations({ subtree: true });
    if (flights.length) Promise.allSettled(flights.map(({ finished }) => finished)).then(() => this.measure());
  }

  measure() {
    const origin = this.element.getBoundingClientRect();
    const all = [...[...this.buttons].map(([name, element]) => ({ name, element })), ...this.marks];
    const boxes = all.map(({ name }) => this.boxOf(name));
    all.forEach(({ element }, at) => this.lay(element, boxes[at], origin));
  }

  boxOf(name) {
    const seen = this.traces(name).find((element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0);
    return seen?.getBoundingClientRect();
  }

  // The smaller a place the further it is in front: a spot of an order lies on its card.
  lay(element, box, origin) {
    element.hidden = !box;
    if (!box) return;
    const { style } = element;
    style.setProperty("left", `${box.left - origin.left}px`);
    style.setProperty("top", `${box.top - origin.top}px`);
    style.setProperty("width", `${box.width}px`);
    style.setProperty("height", `${box.height}px`);
    style.setProperty("z-index", String(Math.max(1, 999 - Math.round(Math.sqrt(box.width * box.height)))));
  }

  // Where fingers cannot tell places apart, the nearest is meant.
  click(event, name) {
    if (event.detail === 0) return this.onTouch(name);
    const { clientX: x, clientY: y } = event;
    const near = [...this.buttons].filter(([, button]) => !button.hidden)
      .map(([other, button]) => ({ other, box: button.getBoundingClientRect() }))
      .filter(({ box }) => distance(box, x, y) <= FINGER / 2)
      .sort((one, two) => distance(one.box, x, y) - distance(two.box, x, y) || one.box.width * one.box.height - two.box.width * two.box.height || middle(one.box, x, y) - middle(two.box, x, y));
    return this.onTouch(near[0]?.other ?? name);
  }

  other(event) {
    const names = [];
    for (let place = event.target.closest?.("[data-touch]"); place; place = place.parentElement?.closest("[data-touch]")) names.push(place.dataset.touch);
    if (names.length) this.onOther(names);
  }
}
