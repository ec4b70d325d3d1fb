// What a scoring says beside its tables: the sentences of the other events, the current one marked.

import { make } from "../dom.js";
import { called } from "../names.js";

export const told = (events, at, shown) => {
  const rest = events.filter(({ event }) => !shown.has(event.type));
  if (!rest.length) return null;
  return make("ul", { class: "told" }, rest.map((one) =>
    make("li", { "data-at": one.at, "aria-current": one.at === at ? "step" : null }, one.text)));
};

// Below an element, across all players: who tied, or what it counts.
export const because = (why, players) => (why
  ? make("tr", { class: "because" }, make("td", { colspan: players.length + 1 }, why))
  : null);

export const heads = (players, first) => make("thead", {}, make("tr", {},
  make("th", { scope: "col" }, first),
  players.map((player) => make("th", { scope: "col", class: `seat-${player.seat}` }, called(player.name)))));

// Wider than a phone: it can be scrolled, by keyboard too.
export const scrolled = (say, ...content) =>
  make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": say("scoring") }, content);
