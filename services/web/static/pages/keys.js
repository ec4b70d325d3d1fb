// The keys that sign here: what a reader must know to be fooled by nobody.

import { API, askJson } from "../api.js";
import { make, replace } from "../dom.js";
import { say } from "../words.js";
import "../audits/words.js";

const facts = ({ name, id, key }) => make("dl", { class: "facts" },
  [[say("keys.name"), name], [say("keys.id"), id], [say("keys.key"), key]]
    .map(([what, value]) => [make("dt", {}, what), make("dd", {}, make("code", {}, value))]));

export const show = async (main) => {
  document.title = `${say("footer.keys")} · Schichtbuch`;
  const { keys, trusted } = await askJson(`${API}/keys`);
  replace(main, make("article", { class: "audit" },
    make("h1", {}, say("footer.keys")), make("p", {}, say("keys.lead")),
    make("h2", {}, say("keys.own")), keys.map(facts),
    make("p", {}, say("keys.use")), make("pre", {}, keys.map(({ key }) => `schichtbuch verify game.schicht --key ${key}`).join("\n")),
    trusted.length ? [make("h2", {}, say("keys.trusted")), trusted.map(facts)] : null,
    make("p", {}, make("a", { href: `${API}/keys` }, say("keys.json")))));
};
