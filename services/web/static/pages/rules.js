// The rules: which games there are, or a document, which comes with the page: a game's, or the table's.

import { API, askJson } from "../api.js";
import { byId, make, replace } from "../dom.js";
import { say } from "../words.js";

const TABLE = "table";

const links = (game) => make("nav", { class: "row", "aria-label": say("rules") },
  game !== TABLE && make("a", { href: `${API}/rules/${game}/catalog` }, say("rules.catalog")),
  make("a", { href: "/rules" }, say("rules.all")));

const showList = async (main) => {
  const { games } = await askJson(`${API}/rules`);
  replace(main, make("h1", {}, say("rules")), make("p", {}, say("rules.lead")),
    make("ul", { class: "games" }, [...games.map(({ game }) => game), TABLE].map((game) => make("li", { class: "game" },
      make("a", { href: `/rules/${game}` }, make("span", { class: "title" }, say(`game.${game}`)))))));
};

const showDocument = (main, game) => {
  main.prepend(make("p", {}, say("rules.lead")), links(game));
  // What was put above the document has moved it.
  byId(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
};

export const show = async (main, { subject }) => {
  document.title = `${say("rules")} · Schichtbuch`;
  if (!subject) return showList(main);
  document.title = `${say(`game.${subject}`)} · ${document.title}`;
  return showDocument(main, subject);
};
