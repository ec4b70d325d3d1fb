// How to check a file without us. The key never comes out of the file: whoever forges one puts a key in it.

import { API } from "../api.js";
import { make } from "../dom.js";
import { say } from "../words.js";
import { SCRIPT } from "./script.js";
import "./words.js";

// Nothing from somewhere else becomes part of a command, whatever it is called.
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const plain = (text) => (/^[\w.+/=-]+$/.test(text) && !text.startsWith("-") ? text : quoted(text));
const argument = (name) => plain(name.startsWith("-") ? `./${name}` : name);

// What the file names only chooses among keys that this server has told us itself.
const trusted = ({ keys, trusted: others }, named) => {
  const known = [...keys, ...others].map(({ key }) => key);
  return known.includes(named) ? named : known[0];
};

export const commands = (report, file, proof, keys, uploaded) => {
  const name = argument(file?.name || `${report.game}.schicht`);
  const fetched = `curl -fsS -o ${name} ${location.origin}${API}/games/${report.game}/replay`;
  const check = make("pre", { class: "check", tabindex: "0", role: "group", "aria-label": say("yourself") });
  const verify = make("pre", { class: "verify" });
  const write = (key) => {
    check.textContent = `python3 - ${name} ${plain(key)} <<'END'\n${SCRIPT}\nEND`;
    verify.textContent = `schichtbuch verify ${name} --key ${plain(key)}`;
  };
  const input = make("input", { id: "trusted-key", class: "key", spellcheck: "false", autocomplete: "off", oninput: () => write(input.value.trim()) });
  input.value = trusted(keys, proof?.key);
  write(input.value);
  return make("section", { class: "yourself" }, make("h2", {}, say("yourself")),
    uploaded ? null : [make("p", {}, say("yourself.fetch")), make("pre", { class: "fetch" }, fetched)],
    make("label", { for: "trusted-key" }, say("yourself.key")), input,
    make("p", { class: "means" }, say("yourself.key_why"), " ", make("a", { href: "/keys" }, say("footer.keys"))),
    make("p", {}, say("yourself.check")), check,
    make("p", {}, say("yourself.verify")), verify);
};
