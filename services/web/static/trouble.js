// When something is wrong: what, and what to do about it, in words.

import { make } from "./dom.js";
import { language, say } from "./words.js";
import { en } from "./words/en.js";

const ADVICE = new Set(["server_gone", "storage_unavailable", "rate_limited", "still_working", "uploads_unavailable", "files_busy"]);

export const troubleText = (error) => {
  const known = error.code && `trouble.${error.code}` in en;
  if (known) return say(`trouble.${error.code}`, error.facts);
  return error.detail || say("trouble.unexpected");
};

export const troubleNote = (error, again = () => location.reload()) => {
  // A fault of ours is for whoever reads the console; a refusal is an answer like any other.
  if (!error.code) console.error(error);
  const acts = ADVICE.has(error.code)
    ? make("button", { type: "button", onclick: again }, say("try_again"))
    : make("a", { class: "button", href: "/" }, say("to_start"));
  return make("section", { class: "trouble", role: "alert", lang: language },
    make("h1", {}, say("trouble.title")), make("p", {}, troubleText(error)), acts);
};
