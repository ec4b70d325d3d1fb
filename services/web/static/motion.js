// Moved pieces are seen moving: what left one place and came to another flies there.
//
// Boards say with `data-place` where something can be, and with `data-holds` what is there.

export const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOST = 16; // a whole scoring need not fly
const FLIGHT = 480; // milliseconds
let flights = [];

const sizeOf = (element) => element.closest(".mine")?.classList.contains("large");

export const placesOf = (picture) => {
  const places = new Map();
  if (still.matches) return places;
  for (const element of picture.querySelectorAll("[data-place]")) {
    const box = element.getBoundingClientRect();
    if (box.width) places.set(element.dataset.place, { holds: element.dataset.holds, box, size: sizeOf(element) });
  }
  return places;
};

// Who steps on does not wait for what still flies; without `before` nothing new takes off.
export const animate = (picture, before) => {
  for (const flight of flights) flight.cancel();
  flights = [];
  if (still.matches || !before) return;
  const now = [...picture.querySelectorAll("[data-place]")];
  const held = new Map(now.map((element) => [element.dataset.place, element.dataset.holds]));
  const left = [...before].filter(([place, was]) => was.holds && held.get(place) !== was.holds);
  for (const element of now) {
    if (flights.length >= MOST) break;
    const from = origin(element, before, left);
    if (from) fly(element, from);
  }
};

const origin = (element, before, left) => {
  const { place, holds } = element.dataset;
  if (!holds) return null;
  const was = before.get(place);
  if (was?.holds !== holds) return take(left, holds);
  // The same piece may have changed its place on the page, like a cage in its shaft; a mine that is
  // drawn larger than before is no move.
  return was.size === sizeOf(element) ? was.box : null;
};

const take = (left, holds) => {
  const at = left.findIndex(([, was]) => was.holds === holds);
  return at < 0 ? null : left.splice(at, 1)[0][1].box;
};

const fly = (element, from) => {
  const to = element.getBoundingClientRect();
  const [dx, dy] = [from.left - to.left, from.top - to.top];
  if (!to.width || Math.hypot(dx, dy) < 3) return;
  const matrix = element.getScreenCTM?.();
  const scale = matrix ? matrix.a : 1;
  flights.push(element.animate(
    [{ translate: `${dx / scale}px ${dy / scale}px` }, { translate: "0px 0px" }],
    { duration: FLIGHT, easing: "cubic-bezier(.3,.7,.3,1)" },
  ));
};
