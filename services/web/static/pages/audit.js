// What a game, or a file that was dropped, proves: verdicts in plain words, on one page.

import { API, ask, askJson, askUntilDone } from "../api.js";
import { commands } from "../audits/commands.js";
import { verdictTable } from "../audits/table.js";
import { isBroken, summary } from "../audits/verdicts.js";
import { ofFile as sidesOfFile, ofGame as sidesOfGame, versus } from "../audits/versus.js";
import { make, replace } from "../dom.js";
import { recallHere } from "../memory.js";
import { calledInText } from "../names.js";
import { proofOf } from "../proof.js";
import { language, listed, say } from "../words.js";

// A file has moments of its own: a game of the same id on this server may be another one.
const where = (watched) => (version) => (watched && version
  ? make("a", { href: `${watched}?at=${version}` }, say("audit.at", { version }), ` – ${say("audit.see")}`)
  : null);

const facts = (pairs) => make("dl", { class: "facts" },
  pairs.filter(([, value]) => value).map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));

const about = (report, file) => {
  const winners = report.winners.map((seat) => calledInText(report.players[seat]));
  return facts([
    [say("audit.file"), file?.name],
    [say("audit.game"), report.game],
    [say("audit.rules"), report.rules && make("a", { href: `/rules/${encodeURIComponent(report.rules)}` }, say(`game.${report.rules}`))],
    [say("audit.players"), report.players.length ? listed(report.players.map(calledInText)) : ""],
    [say("audit.winners"), winners.length ? listed(winners) : isBroken(report) ? "" : say("audit.not_over")],
    [say("audit.entries"), String(report.version || "")],
  ]);
};

const code = (text) => make("code", {}, text);

const proofs = (proof) => make("section", {}, make("h2", {}, say("audit.proof")),
  proof
    ? facts([
      [say("audit.hash"), proof.hash && code(proof.hash)],
      [say("audit.commitment"), proof.commitment && code(proof.commitment)],
      [say("audit.signature"), proof.checkpoint ? make("pre", {}, proof.checkpoint.trimEnd()) : say("audit.unsigned")],
      [say("audit.key"), proof.key && code(proof.key)],
    ])
    : make("p", {}, say("audit.proof_gone")));

const draw = (main, report, { id, file, proof, uploaded, keys }) => {
  const [kind, text] = summary(report);
  const read = Boolean(report.game);
  const watched = read && (uploaded ? `/audits/${id}/watch` : `/games/${encodeURIComponent(report.game)}`);
  replace(main, make("article", { class: "audit" },
    make("header", {}, make("h1", {}, say("audit.title")),
      make("nav", {}, watched ? make("a", { href: watched }, say(uploaded ? "audit.watch" : "audit.replay")) : null,
        make("button", { type: "button", onclick: () => window.print() }, say("audit.print")))),
    make("p", { class: `summary ${kind}`, role: "status" },
      make("span", { "aria-hidden": "true" }, { holds: "✓ ", broken: "✗ ", unknown: "? " }[kind]), text),
    about(report, file),
    report.versus ? versus((uploaded ? sidesOfFile : sidesOfGame)(id), report) : null,
    verdictTable(report, where(watched)),
    read ? proofs(proof) : null, read ? commands(report, file, proof, keys, uploaded) : null));
};

const ofGame = async (id) => {
  const [report, keys, replay] = await Promise.all([
    askUntilDone(`${API}/games/${id}/audit?lang=${language}`),
    askJson(`${API}/keys`),
    ask(`${API}/games/${id}/replay`).then((answer) => answer.text()),
  ]);
  return [report, { id, proof: await proofOf(replay), uploaded: false, keys }];
};

const ofFile = async (id) => {
  const [report, keys] = await Promise.all([
    askUntilDone(`${API}/audits/${id}?lang=${language}`), askJson(`${API}/keys`),
  ]);
  const file = recallHere(`file.${id}`);
  return [report, { id, file, proof: file, uploaded: true, keys }];
};

export const show = async (main, { page, subject }) => {
  document.title = `${say("audit.title")} · Schichtbuch`;
  replace(main, make("p", { class: "waiting", role: "status" }, say("audit.working")));
  const id = encodeURIComponent(subject);
  draw(main, ...await (page === "audit" ? ofGame(id) : ofFile(id)));
};
