// All texts of the pages, in the reader's language: `say("start.none")`.

import { de } from "./words/de.js";
import { en } from "./words/en.js";
import { hu } from "./words/hu.js";
import { keep, recall } from "./memory.js";

export const LANGUAGES = { en: "English", de: "Deutsch", hu: "Magyar" };
const WORDS = { en, de, hu };

// A board brings its own words with it.
export const learn = (words) => {
  for (const tag of Object.keys(WORDS)) Object.assign(WORDS[tag], words[tag]);
};

const spoken = () => {
  const asked = new URLSearchParams(location.search).get("lang");
  const wanted = [asked, recall("language"), ...(navigator.languages || [])];
  const known = wanted.map((tag) => (tag || "").slice(0, 2).toLowerCase());
  return known.find((tag) => tag in WORDS) || "en";
};

export const language = spoken();

export const choose = (tag) => {
  keep("language", tag);
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  history.replaceState(history.state, "", here);
  location.reload();
};

// As in the texts of the games: `{n}` is a number, `{n:card|cards}` the noun that goes with it.
const GAP = /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g;

export const say = (key, facts = {}) => {
  const words = WORDS[language][key] ?? en[key] ?? key;
  return words.replace(GAP, (gap, name, one, many) => {
    if (one === undefined) return number(facts[name] ?? gap);
    return facts[name] === 1 ? one : many;
  });
};

// A true minus sign, as the sentences of the games have it.
export const number = (value) => String(value).replace(/^-(?=\d)/, "−");
export const signed = (value) => (value > 0 ? `+${value}` : number(value));

// Names can be erased; then players have numbers.
export const withNames = (players) =>
  players.map((player) => ({ ...player, name: player.name || say("player.number", { n: player.seat + 1 }) }));

export const listed = (names) =>
  new Intl.ListFormat(language, { type: "conjunction" }).format(names);

export const moment = (text) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(text));
