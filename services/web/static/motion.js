// Moved pieces are seen moving: what left one place and came to another flies there.
//
// Boards say with `data-place` where something can be, and with `data-holds` what is there.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOST = 12; // a whole scoring need not fly
let flights = [];

export const placesOf = (picture) => {
  const places = new Map();
  for (const element of picture.querySelectorAll("[data-place]")) {
    places.set(element.dataset.place, { holds: element.dataset.holds, box: element.getBoundingClientRect() });
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
  let flying = 0;
  for (const element of now) {
    const { place, holds } = element.dataset;
    const was = before.get(place);
    if (!holds || flying >= MOST) continue;
    // The same piece may have changed its place on the page, like a cage in its shaft.
    const from = was?.holds === holds ? was.box : take(left, holds);
    if (from && fly(element, from)) flying += 1;
  }
};

const take = (left, holds) => {
  const at = left.findIndex(([, was]) => was.holds === holds);
  return at < 0 ? null : left.splice(at, 1)[0][1].box;
};

const fly = (element, from) => {
  const to = element.getBoundingClientRect();
  const [dx, dy] = [from.left - to.left, from.top - to.top];
  if (Math.hypot(dx, dy) < 3) return false;
  const matrix = element.ownerSVGElement?.getScreenCTM();
  const scale = matrix ? matrix.a : 1;
  flights.push(element.animate(
    [{ translate: `${dx / scale}px ${dy / scale}px` }, { translate: "0px 0px" }],
    { duration: 450, easing: "cubic-bezier(.3,.7,.3,1)" },
  ));
  return true;
};
