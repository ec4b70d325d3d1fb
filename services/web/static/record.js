// A game on two sheets of paper: printing its page gives this instead of the viewer.

import { API, ask, askJson, askUntilDone } from "./api.js";
import { CLASSES, SIGNS, summary } from "./audits/verdicts.js";
import { make, replace } from "./dom.js";
import { recallHere } from "./memory.js";
import { called, calledInText } from "./names.js";
import { nameInWords, valueInWords } from "./options.js";
import { proofOf } from "./proof.js";
import { source } from "./source.js";
import { language, listed as enumerated, moment, number, say, signed } from "./words.js";
import "./audits/words.js";
import "./play/words.js";

const facts = (pairs) => make("dl", { class: "facts" },
  pairs.filter(([, value]) => value).map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));

const BEGINS = ["start_player", "starting_player"];

// A forged file can name more colors than there are players.
const colorsOf = (option, colors, seats) => enumerated(colors.split(",").slice(0, seats.length).map((color, seat) =>
  `${valueInWords(option, color)} (${calledInText(seats[seat].name)})`));

const valueOf = (option, name, value, seats) => {
  if (name === "colors") return colorsOf(option, value, seats);
  if (BEGINS.includes(name) && seats[value]) return calledInText(seats[value].name);
  return valueInWords(option, String(value));
};

// As they stand in the log where the rules do not say what they are called.
const optionsOf = ({ options, seats }, rules) => Object.entries(options).map(([name, value]) => {
  const option = rules?.options[name];
  return `${nameInWords(option, name)}: ${valueOf(option, name, value, seats)}`;
}).join("; ");

const editionOf = ({ edition }) => {
  const named = say(`play.edition.${edition}`);
  return named === `play.edition.${edition}` ? edition : named;
};

const about = (game, rules) => facts([
  [say("record.played"), game.finished ? `${moment(game.created)} – ${moment(game.finished)}` : moment(game.created)],
  [say("record.edition"), editionOf(game)],
  [say("record.options"), optionsOf(game, rules)],
  [say("audit.entries"), String(game.version)],
  [say("audit.game"), game.id],
]);

const result = ({ seats, winners, tie_break: tie, status }) => [
  make("table", { class: "result" },
    make("thead", {}, make("tr", {}, ["record.place", "record.player", "points"].map((key) => make("th", { scope: "col" }, say(key))))),
    make("tbody", {}, [...seats].sort((a, b) => (a.place ?? 0) - (b.place ?? 0)).map(({ seat, name, bot, points, place }) => make("tr", {},
      make("td", {}, place ?? "–"),
      make("td", {}, called(name), bot ? ` (${say("record.bot")})` : "", winners.includes(seat) ? " ★" : ""),
      make("td", {}, number(points)))))),
  status === "finished" ? null : make("p", {}, say("audit.not_over")),
  tie ? make("p", {}, say("record.tie")) : null,
];

// Only what gave or took points: the rest of the table is on the live page.
const scored = (table, seats) => make("table", { class: "scored" },
  make("thead", {}, make("tr", {}, make("th", { scope: "col" }, table.title), seats.map(({ name }) => make("th", { scope: "col" }, called(name))))),
  make("tbody", {}, table.elements.filter(({ points }) => points.some(Boolean)).map((element) => make("tr", {},
    make("th", { scope: "row" }, element.name), seats.map(({ seat }) => make("td", {}, signed(element.points[seat])))))),
  make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, say("scoring.total")),
    seats.map(({ seat }) => make("td", {}, signed(table.points[seat]), table.totals ? ` → ${number(table.totals[seat])}` : "")))));

const scorings = (settlements, seats) => (settlements.length
  ? make("section", { class: "settled" }, make("h2", {}, say("scoring")),
    make("div", { class: "columns" }, settlements.flatMap(({ tables }) => tables.map((table) => scored(table, seats)))))
  : null);

const verdicts = (report) => (report
  ? make("section", {}, make("h2", {}, say("audit.title")),
    make("p", { class: "summary" }, summary(report)[1]),
    make("ul", { class: "found" }, Object.entries(report.verdicts).map(([guarantee, { verdict }]) =>
      make("li", { class: CLASSES[verdict] }, `${SIGNS[verdict]} ${say(`guarantee.${guarantee}`)}`))))
  : null);

const digests = (game, proof) => make("section", {}, make("h2", {}, say("audit.proof")), facts([
  [say("audit.hash"), proof?.hash && make("code", {}, proof.hash)],
  [say("audit.commitment"), make("code", {}, game.commitment)],
  [say("audit.signature"), proof?.checkpoint && make("code", {}, proof.checkpoint.trimEnd().split("\n").at(-1))],
  [say("audit.key"), proof?.key && make("code", {}, proof.key)],
]));

// The code leads to the live page; a file that was sent has none that lasts.
const head = (game, code) => make("header", {},
  make("div", {}, make("h1", {}, say(`game.${game.game}`)), make("p", {}, say("record.title"), code ? ` · ${location.origin}${source.page}` : "")),
  code);

const found = async (game) => {
  if (source.uploaded) {
    const id = source.api.split("/").at(-1);
    return { report: await askUntilDone(`${API}/audits/${id}?lang=${language}`), proof: recallHere(`file.${id}`) };
  }
  // While a game goes on they change with every entry.
  if (game.status !== "finished") return {};
  const [report, replay] = await Promise.all([
    askUntilDone(`${source.api}/audit?lang=${language}`),
    ask(`${source.api}/replay`).then((answer) => answer.text()),
  ]);
  return { report, proof: await proofOf(replay) };
};

// What is printed is made ready when the page is, because printing waits for nothing.
export const keepRecord = async (main, viewer) => {
  const code = source.uploaded ? null : make("img", { class: "code", src: `${source.page}/qr.svg`, alt: "", width: "120", height: "120" });
  const sheet = make("section", { class: "record", "aria-hidden": "true" });
  main.append(sheet);
  let known = {};
  const write = () => {
    const { game } = viewer;
    replace(sheet, head(game, code), about(game, known.rules), result(game), verdicts(known.report), digests(game, known.proof), scorings(viewer.scorings, game.seats));
  };
  write();
  addEventListener("beforeprint", write);
  try {
    known.rules = await askJson(`${API}/rules/${encodeURIComponent(viewer.game.game)}`);
    known = { ...known, ...await found(viewer.game) };
  } catch { /* the record says what is known without it */ }
  write();
  sheet.dataset.ready = "";
};
