// One game in the list: what it shows, who plays, how the points went, and what an audit says.

import { API } from "../api.js";
import { make } from "../dom.js";
import { called, calledInText } from "../names.js";
import { language, listed, moment, number, say, withNames } from "../words.js";
import { spark } from "./spark.js";
import { show } from "./thumbnails.js";

const PAINTS = ["red", "blue", "green", "purple"];
const LIVELY = 0.6; // of the game: the board is full, and not everything is decided
const SIGNS = { holds: "✓", broken: "✕", "cannot tell": "?" };
const EDITIONS = ["de", "en", "hu"];

// On the line of play: what was taken back is no part of it.
const livelyVersion = ({ table }) => {
  const spans = table.line;
  let left = Math.ceil(LIVELY * spans.reduce((sum, [first, last]) => sum + last - first + 1, 0));
  for (const [first, last] of spans) {
    if (left <= last - first + 1) return first + left - 1;
    left -= last - first + 1;
  }
  return 1;
};

const address = (game) => {
  const page = `/games/${encodeURIComponent(game.id)}`;
  return game.status === "finished" ? `${page}?at=${livelyVersion(game)}` : page;
};

const picture = (game) => {
  const query = new URLSearchParams({ at: game.version, lang: language, width: 480 });
  const image = make("img", {
    class: "thumbnail", alt: "", width: 1600, height: 840, decoding: "async",
    "data-src": `${API}/games/${encodeURIComponent(game.id)}/picture.png?${query}`,
  });
  show(image);
  return image;
};

const news = (game, names) => {
  if (game.status === "finished") {
    return game.winners.length ? say("start.won", { players: listed(game.winners.map((seat) => names[seat])) }) : say("status.finished");
  }
  if (game.status === "waiting") return say("start.waits", { n: game.open.length });
  return game.turn === null ? say(`status.${game.status}`) : say("start.turn", { player: names[game.turn] });
};

const verdict = ({ verdict: found }) => found && make("span", { class: `badge ${found.replace(" ", "-")}` },
  make("span", { "aria-hidden": "true" }, SIGNS[found]), ` ${say(`start.verdict.${found}`)}`);

const player = (game) => ({ seat, name, points, bot }) => make("li", {
  class: `seat-${seat}${game.winners.includes(seat) ? " winner" : ""}${game.open?.includes(seat) ? " open" : ""}`,
},
make("span", { class: "who" }, called(name), bot ? make("small", { class: "bot" }, say("start.bot")) : null,
  game.winners.includes(seat) ? make("span", { class: "won", title: say("winner") }, "★") : null),
game.status === "waiting" ? null : make("b", {}, number(points)));

// Where the rules give players colors, theirs are shown, as on the board.
const paint = (element, game) => {
  for (const [seat, color] of (game.options.colors?.split(",") ?? []).entries()) {
    element.style.setProperty(`--seat-${seat}`, `var(--paint-${color}, var(--paint-${PAINTS[seat]}))`);
  }
  return element;
};

// Whoever has not sat down yet has no name.
const seated = (game) => withNames(game.seats.map((seat) =>
  (game.open?.includes(seat.seat) ? { ...seat, name: say("start.open_seat") } : seat)));

export const card = (game) => {
  const seats = seated(game);
  const names = seats.map(({ name }) => calledInText(name));
  const sitting = names.filter((_, seat) => !game.open?.includes(seat));
  const edition = EDITIONS.includes(game.edition) ? say(`start.edition.${game.edition}`) : null;
  const finished = game.status === "finished";
  return paint(make("li", { class: `game ${game.status}` },
    make("div", { class: "picture-place" }, finished ? picture(game) : null,
      finished ? verdict(game) : make("span", { class: "badge" }, say(`status.${game.status}`))),
    make("h3", {}, make("a", { href: address(game) }, game.title ?? listed(sitting.length ? sitting : names))),
    make("p", { class: "kind" }, [say(`game.${game.game}`), edition].filter(Boolean).join(" · ")),
    make("ul", { class: "players" }, seats.map(player(game))),
    make("div", { class: "how" }, game.course.length > 1 || finished ? spark(game.course) : null,
      make("span", { class: "news" }, news(game, names))),
    make("p", { class: "small" }, make("time", { datetime: game.created }, moment(game.created)),
      game.version ? ` · ${say("start.entries", { n: game.version })}` : null)), game);
};
