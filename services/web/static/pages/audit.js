// What a game, or a file that was dropped, proves: eight verdicts in plain words, on one page.

import { API, ask, askUntilDone } from "../api.js";
import { make, replace } from "../dom.js";
import { recallHere } from "../memory.js";
import { calledInText } from "../names.js";
import { proofOf } from "../proof.js";
import { language, listed, say } from "../words.js";

const SIGNS = { holds: "✓", broken: "✗", "cannot tell": "?" };
const CLASSES = { holds: "holds", broken: "broken", "cannot tell": "unknown" };

const summary = (report) => {
  const verdicts = Object.values(report.verdicts).map(({ verdict }) => verdict);
  const broken = verdicts.filter((verdict) => verdict === "broken").length;
  if (!report.game) return ["broken", say("audit.no_replay")];
  if (broken) return ["broken", say("audit.broken", { n: broken })];
  if (!verdicts.includes("cannot tell")) return ["holds", say("audit.all_hold")];
  return ["unknown", say(report.winners.length ? "audit.some_unknown" : "audit.so_far")];
};

const isBroken = (report) => Object.values(report.verdicts).some(({ verdict }) => verdict === "broken");

// What a running game does not tell yet, a finished or a damaged one never will.
const verdictText = (report, verdict) => {
  const never = verdict === "cannot tell" && (report.winners.length || isBroken(report));
  return say(never ? "verdict.never" : `verdict.${verdict}`);
};

const where = (report, version) => (version && report.game
  ? make("a", { href: `/games/${encodeURIComponent(report.game)}?at=${version}` },
    say("audit.at", { version }), ` – ${say("audit.see")}`)
  : null);

const row = (report, [guarantee, { verdict, version, reason }]) =>
  make("tr", { class: CLASSES[verdict], "data-guarantee": guarantee },
    make("th", { scope: "row" }, say(`guarantee.${guarantee}`),
      make("span", { class: "means" }, say(`means.${guarantee}`))),
    make("td", {},
      make("span", { class: "verdict" }, make("span", { "aria-hidden": "true" }, `${SIGNS[verdict]} `), verdictText(report, verdict)),
      reason ? make("span", { class: "reason" }, reason) : null,
      verdict === "broken" ? where(report, version) : null));

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

// A name from somewhere else must not become part of a command.
const safe = (name) => `'${name.replaceAll("'", "'\\''")}'`;
const plain = (name) => (/^[\w.-]+$/.test(name) ? name : safe(name));

const commands = (report, file, proof, uploaded) => {
  const name = plain(file?.name || `${report.game}.schicht`);
  const fetched = uploaded ? "" : `curl -o ${name} ${location.origin}${API}/games/${report.game}/replay\n`;
  const key = proof?.key ? ` --key ${/^[\w+/=.-]+$/.test(proof.key) ? proof.key : safe(proof.key)}` : "";
  return make("section", { class: "yourself" }, make("h2", {}, say("audit.yourself")),
    make("p", {}, say("audit.step_verify")),
    make("pre", {}, `${fetched}schichtbuch verify ${name}${key}`),
    make("p", {}, say("audit.step_sha")),
    make("pre", {}, `grep '^{"v":' ${name} | tail -n 1 | tr -d '\\n' | sha256sum`));
};

const draw = (main, report, { file, proof, uploaded }) => {
  const [kind, text] = summary(report);
  const read = Boolean(report.game);
  replace(main, make("article", { class: "audit" },
    make("header", {}, make("h1", {}, say("audit.title")),
      make("nav", {}, uploaded ? null : make("a", { href: `/games/${report.game}` }, say("audit.replay")),
        make("button", { type: "button", onclick: () => window.print() }, say("audit.print")))),
    make("p", { class: `summary ${kind}`, role: "status" },
      make("span", { "aria-hidden": "true" }, { holds: "✓ ", broken: "✗ ", unknown: "? " }[kind]), text),
    about(report, file),
    make("table", { class: "verdicts" },
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("audit.guarantee")), make("th", { scope: "col" }, say("audit.verdict")))),
      make("tbody", {}, Object.entries(report.verdicts).map((one) => row(report, one)))),
    read ? proofs(proof) : null, read ? commands(report, file, proof, uploaded) : null));
};

const ofGame = async (id) => {
  const [report, replay] = await Promise.all([
    askUntilDone(`${API}/games/${id}/audit?lang=${language}`),
    ask(`${API}/games/${id}/replay`).then((answer) => answer.text()),
  ]);
  return [report, { proof: await proofOf(replay), uploaded: false }];
};

const ofFile = async (id) => {
  const report = await askUntilDone(`${API}/audits/${id}?lang=${language}`);
  const file = recallHere(`file.${id}`);
  return [report, { file, proof: file, uploaded: true }];
};

export const show = async (main, { page, subject }) => {
  document.title = `${say("audit.title")} · Schichtbuch`;
  replace(main, make("p", { class: "waiting", role: "status" }, say("audit.working")));
  const id = encodeURIComponent(subject);
  draw(main, ...await (page === "audit" ? ofGame(id) : ofFile(id)));
};
