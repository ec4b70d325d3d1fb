// Every key that the viewer knows, on one sheet: `?` opens it.

import { make } from "./dom.js";
import { say } from "./words.js";

const KEYS = [
  ["Space", "step.play"],
  ["→", "step.action-on"],
  ["←", "step.action-back"],
  ["Shift+→", "step.event-on"],
  ["Shift+←", "step.event-back"],
  ["Ctrl+→", "step.shift-on"],
  ["Ctrl+←", "step.shift-back"],
  ["N", "step.point-on"],
  ["P", "step.point-back"],
  ["Home", "step.first"],
  ["End", "step.last"],
  ["?", "keys"],
];

export const showKeys = () => {
  const dialog = make("dialog", { class: "keys", "aria-labelledby": "keys-title", onclose: () => dialog.remove() },
    make("form", { method: "dialog" },
      make("h2", { id: "keys-title" }, say("keys")),
      make("table", {}, make("tbody", {}, KEYS.map(([key, does]) => make("tr", {},
        make("th", { scope: "row" }, make("kbd", {}, say(`key.${key}`))), make("td", {}, say(does)))))),
      make("button", {}, say("close"))));
  document.body.append(dialog);
  dialog.showModal();
};
