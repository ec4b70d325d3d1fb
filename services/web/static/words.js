// All texts of the pages, in the reader's language: `say("start.none")`.

import { en } from "./words/en.js";
import { keep, recall } from "./memory.js";
import { named } from "./names.js";
import { number, signed } from "./numbers.js";
import { speaking } from "./speaking.js";

export { number, signed };

export const LANGUAGES = { en: "English", de: "Deutsch", hu: "Magyar" };

const spoken = () => {
  const asked = globalThis.schichtbuch?.language ?? new URLSearchParams(location.search).get("lang");
  const wanted = [asked, recall("language"), ...(navigator.languages || [])];
  const tags = wanted.map((tag) => (tag || "").slice(0, 2).toLowerCase());
  return tags.find((tag) => tag in LANGUAGES) || "en";
};

export const language = spoken();
const words = { ...en };

// A board brings its own words with it, in a file per language as these are.
export const learn = (file) => Object.assign(words, file[language]);

learn(await import(`./words/${language}.js`));

export const choose = (tag) => {
  keep("language", tag);
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  history.replaceState(history.state, "", here);
  location.reload();
};

export const say = speaking(words);

const ordinals = new Intl.PluralRules(language, { type: "ordinal" });

// 2nd, 2.
export const ordinal = (n) => say(`ordinal.${ordinals.select(n)}`, { n });

export const withNames = (players) => named(players, say);

export const listed = (names) =>
  new Intl.ListFormat(language, { type: "conjunction" }).format(names);

export const moment = (text) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(text));
