// The keys that sign here: what a reader must know to be fooled by nobody.

import { API, askJson } from "../api.js";
import { make, replace } from "../dom.js";
import { say } from "../words.js";
import "../audits/words.js";

const facts = ({ name, id, key }) => make("dl", { class: "facts" },
  [[say("keys.name"), name], [say("keys.id"), id], [say("keys.key"), key]]
    .map(([what, value]) => [make("dt", {}, what), make("dd", {}, make("code", {}, value))]));

// What each is for; one that signs here no longer still opens what it has signed.
const USES = ["replay", "log", "witness"];

const part = (keys, use) => {
  const these = keys.filter((key) => key.use === use);
  return these.length ? [make("h2", {}, say(`keys.${use}`)), these.map(facts)] : null;
};

export const show = async (main) => {
  document.title = `${say("footer.keys")} · Schichtbuch`;
  const { keys, trusted } = await askJson(`${API}/keys`);
  const options = keys.filter(({ until }) => until === null).map(({ key }) => `--key ${key}`).join(" ");
  replace(main, make("article", { class: "audit" },
    make("h1", {}, say("footer.keys")), make("p", {}, say("keys.lead")),
    USES.map((use) => part(keys, use)),
    make("p", {}, say("keys.use")), make("pre", {}, `schichtbuch verify game.schicht ${options}`),
    trusted.length ? [make("h2", {}, say("keys.trusted")), trusted.map(facts)] : null,
    make("p", {}, make("a", { href: `${API}/keys` }, say("keys.json")))));
};
