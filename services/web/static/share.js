// One click for link, sentence and picture of a moment: whatever they are pasted into takes what it can.

import { worthTelling } from "./actions.js";
import { ask, askJson } from "./api.js";
import { source } from "./source.js";
import { language } from "./words.js";

const MARKS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => text.replace(/[&<>"]/g, (mark) => MARKS[mark]);

// As whoever gets the link sees it: what only a token shows is nobody else's to see.
const asOthersSee = (query, { seat, all, token }) => new URLSearchParams({
  ...query, lang: language, ...(all ? { all: true } : {}), ...(seat === undefined || token ? {} : { seat }),
});

const sentenceAt = async ({ version, event }, eyes) => {
  const { frames } = await askJson(`${source.api}/frames?${asOthersSee({ from: version, to: version }, eyes)}`);
  return worthTelling(frames.slice(0, event)).map(({ text }) => text).join(" ");
};

// The browser waits for them, so that the click still counts when they come.
const represented = (address, frame, eyes) => {
  const picture = new URL(`${source.api}/picture.png?${asOthersSee({ at: frame.at }, eyes)}`, location.href);
  const sentence = sentenceAt(frame, eyes);
  const shown = `<br><img src="${escaped(String(picture))}" alt="" width="800" height="420">`;
  const text = (kind, made) => sentence.then((told) => new Blob([made(told)], { type: kind }));
  return {
    "text/plain": text("text/plain", (told) => `${told}\n${address}`),
    "text/html": text("text/html", (told) => `<a href="${escaped(String(address))}">${escaped(told)}</a>${shown}`),
    "image/png": ask(picture).then((answer) => answer.blob()),
  };
};

// What can be said of it: the key of a sentence.
export const copied = async (address, frame, eyes) => {
  try {
    await navigator.clipboard.write([new ClipboardItem(represented(address, frame, eyes))]);
    return "link.all_copied";
  } catch { /* an older browser, or no picture just now: the link alone */ }
  try {
    await navigator.clipboard.writeText(String(address));
    return "link.copied";
  } catch {
    return "link.in_address"; // without permission the address bar still has it
  }
};
