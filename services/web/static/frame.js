// What is around every page: the name, the language, light or dark.

import { make } from "./dom.js";
import { keep, recall } from "./memory.js";
import { choose, language, LANGUAGES, say } from "./words.js";

const THEMES = ["auto", "light", "dark"];

const themeSwitch = () => {
  const dress = (theme) => {
    document.documentElement.dataset.theme = theme;
  };
  const now = recall("theme") || "auto";
  dress(now);
  const choice = make("select", {
    "aria-label": say("theme"),
    onchange: () => {
      keep("theme", choice.value);
      dress(choice.value);
    },
  }, THEMES.map((theme) => make("option", { value: theme, selected: theme === now }, say(`theme.${theme}`))));
  return choice;
};

const languageSwitch = () => {
  const choice = make("select", {
    id: "language",
    "aria-label": say("language"),
    onchange: () => choose(choice.value),
  }, Object.entries(LANGUAGES).map(([tag, name]) =>
    make("option", { value: tag, lang: tag, selected: tag === language }, name)));
  return choice;
};

export const putFrameAround = (main) => {
  main.before(
    make("a", { class: "skip", href: "#main" }, say("skip")),
    make("header", { class: "top" },
      make("a", { class: "name", href: "/" },
        make("span", { class: "sign", "aria-hidden": "true" }, "⚒"), "Schichtbuch"),
      make("nav", { "aria-label": say("settings") }, languageSwitch(), themeSwitch())));
  main.after(make("footer", { class: "bottom" },
    make("a", { href: "/tournaments" }, say("footer.tournaments")),
    make("a", { href: "/schema" }, say("footer.api")),
    make("a", { href: "/rules" }, say("footer.rules")),
    make("a", { href: "/keys" }, say("footer.keys")),
    make("a", { href: "/witness" }, say("footer.witness"))));
};
