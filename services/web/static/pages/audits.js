// Many files at once, or a zip of them: a table of verdicts that can be sorted and taken along.

import { API, askUntilDone, pause } from "../api.js";
import { csv } from "../audits/csv.js";
import { CLASSES, overall, SIGNS, summary } from "../audits/verdicts.js";
import { isZip, listed, unpacked } from "../audits/zip.js";
import { make, replace } from "../dom.js";
import { calledInText } from "../names.js";
import { troubleText } from "../trouble.js";
import { upload } from "../upload.js";
import { language, listed as enumerated, say } from "../words.js";
import "../audits/words.js";

const MOST_FILES = 500;
const LANES = 2; // files that are checked at the same time
const PATIENCE = 20; // times that a busy server is asked again
const BUSY = [429, 503, 507];

const GUARANTEES = ["chain", "signature", "seals", "deal", "rules", "scoring", "conservation", "result", "clock", "rulings", "log"];
const RANKS = { broken: 0, "cannot tell": 1, holds: 2 };

const players = ({ report }) => (report?.players.length ? enumerated(report.players.map(calledInText)) : "");
const winners = ({ report }) => (report?.winners.length ? enumerated(report.winners.map((seat) => calledInText(report.players[seat] ?? ""))) : "");
const game = ({ report }) => (report?.rules ? say(`game.${report.rules}`) : "");
const rank = (verdict) => RANKS[verdict] ?? -1;

const COLUMNS = {
  file: ({ name }) => name,
  game,
  players,
  winners,
  entries: ({ report }) => report?.version ?? -1,
  verdict: ({ report, trouble }) => (report ? rank(overall(report)) : trouble ? -1 : 3),
  ...Object.fromEntries(GUARANTEES.map((guarantee) => [guarantee, ({ report }) => rank(report?.verdicts[guarantee]?.verdict)])),
};

// A busy server says when to come again.
const patiently = async (ask) => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!BUSY.includes(error.status) || tries === PATIENCE) throw error;
      await pause(Math.min(error.facts.retry || 1, 60) * 1000);
    }
  }
};

const download = (name, type, text) => {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

class Table {
  constructor(most) {
    Object.assign(this, { most, rows: [], by: null, down: false });
    this.note = make("p", { class: "said-here", role: "status" });
    this.body = make("tbody");
    this.heads = Object.keys(COLUMNS).map((column) => this.head(column));
    this.take = make("div", { class: "row" },
      make("button", { type: "button", onclick: () => download("verdicts.csv", "text/csv", this.asCsv()) }, "CSV"),
      make("button", { type: "button", onclick: () => download("verdicts.json", "application/json", this.asJson()) }, "JSON"));
    this.element = make("section", { class: "many", hidden: true },
      this.note, this.take,
      make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": say("many.title") },
        make("table", { class: "verdicts" }, make("thead", {}, make("tr", {}, this.heads)), this.body)));
  }

  head(column) {
    const isGuarantee = GUARANTEES.includes(column);
    const text = say(isGuarantee ? `guarantee.${column}` : `many.${column}`);
    return make("th", { scope: "col", "data-column": column, "aria-sort": "none", class: isGuarantee ? "slim" : "" },
      make("button", { type: "button", onclick: () => this.sort(column) }, text));
  }

  sort(column) {
    this.down = this.by === column && !this.down;
    this.by = column;
    for (const head of this.heads) {
      const order = this.down ? "descending" : "ascending";
      head.setAttribute("aria-sort", head.dataset.column === column ? order : "none");
    }
    this.draw();
  }

  get sorted() {
    const value = COLUMNS[this.by];
    if (!value) return this.rows;
    const order = (a, b) => (typeof a === "number" ? a - b : a.localeCompare(b, language));
    const rows = [...this.rows].sort((a, b) => order(value(a), value(b)));
    return this.down ? rows.reverse() : rows;
  }

  draw() {
    const done = this.rows.filter(({ report, trouble }) => report || trouble).length;
    this.element.hidden = !this.rows.length;
    this.note.textContent = [say("many.done", { done, n: this.rows.length }), ...this.notes ?? []].join(" ");
    replace(this.body, this.sorted.map((row) => this.line(row)));
  }

  line(row) {
    const { name, id, report, trouble, state } = row;
    const verdict = report && overall(report);
    const said = report ? summary(report)[1] : trouble ?? say(`many.${state}`);
    return make("tr", { class: verdict ? CLASSES[verdict] : "", "data-file": name },
      make("th", { scope: "row" }, report ? make("a", { href: `/audits/${id}` }, name) : name),
      make("td", {}, game(row)), make("td", {}, players(row)), make("td", {}, winners(row)),
      make("td", {}, report?.version ?? ""),
      make("td", {}, verdict ? make("span", { class: "verdict" }, `${SIGNS[verdict]} ${say(`verdict.${verdict === "cannot tell" ? "never" : verdict}`)}`) : null,
        make("span", { class: "reason" }, said)),
      GUARANTEES.map((guarantee) => this.mark(report?.verdicts[guarantee])));
  }

  mark(found) {
    if (!found) return make("td");
    const words = say(`verdict.${found.verdict === "cannot tell" ? "never" : found.verdict}`);
    return make("td", { class: `mark-${CLASSES[found.verdict]}`, title: found.reason || words },
      make("span", { "aria-hidden": "true" }, SIGNS[found.verdict]), make("span", { class: "hidden" }, words));
  }

  asCsv() {
    const head = ["file", "audit", "game", "rules", "players", "winners", "entries", "verdict", "why", ...GUARANTEES];
    const rows = this.sorted.map(({ name, id, report, trouble }) => (report
      ? [name, id, report.game, report.rules, report.players.join("; "), report.winners.map((seat) => report.players[seat]).join("; "), report.version, overall(report), summary(report)[1],
        ...GUARANTEES.map((guarantee) => report.verdicts[guarantee]?.verdict)]
      : [name, "", "", "", "", "", "", "", trouble ?? "", ...GUARANTEES.map(() => "")]));
    return csv([head, ...rows]);
  }

  asJson() {
    return JSON.stringify(this.sorted.map(({ name, id = null, report = null, trouble = null }) =>
      ({ file: name, audit: id, verdict: report && overall(report), trouble, report })), null, 2);
  }

  // Of a zip its replay files; what else is in it is counted, not opened.
  async found(files) {
    const rows = [];
    this.notes = [];
    for (const file of files) {
      if (!isZip(file)) rows.push({ name: file.name, open: () => file });
      else await this.lookInto(file, rows);
    }
    if (rows.length > MOST_FILES) this.notes.push(say("many.too_many", { most: MOST_FILES }));
    return rows.slice(0, MOST_FILES);
  }

  async lookInto(zip, rows) {
    try {
      const entries = await listed(zip, 10 * MOST_FILES);
      const replays = entries.filter(({ name }) => /\.schicht$/i.test(name) && !/(^|\/)(\.|__MACOSX)/.test(name));
      if (replays.length < entries.length) this.notes.push(say("many.left_out", { zip: zip.name, n: entries.length - replays.length }));
      rows.push(...replays.map((entry) => ({ name: entry.name, open: () => unpacked(zip, entry, this.most) })));
    } catch (error) {
      rows.push({ name: zip.name, open: () => { throw error; } });
    }
  }

  async check(files) {
    const fresh = await this.found(files);
    for (const row of fresh) row.state = "waiting";
    this.rows = [...this.rows, ...fresh];
    this.draw();
    const waiting = [...fresh];
    const lane = async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) await this.judge(row);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  async judge(row) {
    row.state = "checking";
    this.draw();
    try {
      const file = await row.open();
      row.id = await patiently(() => upload(file, this.most));
      row.report = await patiently(() => askUntilDone(`${API}/audits/${row.id}?lang=${language}`));
    } catch (error) {
      row.trouble = troubleText(error);
    }
    this.draw();
  }
}

const chooser = (table) => {
  const input = make("input", { type: "file", id: "files", class: "hidden", multiple: true, accept: ".schicht,.zip", onchange: () => table.check([...input.files]) });
  const zone = make("div", {
    class: "card drop",
    ondragover: (event) => { event.preventDefault(); zone.classList.add("over"); },
    ondragleave: () => zone.classList.remove("over"),
    ondrop: (event) => {
      event.preventDefault();
      zone.classList.remove("over");
      table.check([...event.dataTransfer.files]);
    },
  }, make("p", {}, say("many.lead")), input, make("label", { class: "button", for: "files" }, say("many.choose")));
  return zone;
};

// Whoever comes from the start page comes without the styles of this one.
const dress = () => {
  const href = new URL("../audit.css", import.meta.url).pathname;
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(make("link", { rel: "stylesheet", href }));
};

export const show = async (main, { most, files = [] }) => {
  dress();
  document.title = `${say("many.title")} · Schichtbuch`;
  const table = new Table(most);
  replace(main, make("article", { class: "audit wide" }, make("h1", {}, say("many.title")), chooser(table), table.element));
  await table.check(files);
};
