// The tables of the round: what has come in, the games, and a correction with its reason.

import { ask } from "../../api.js";
import { make, replace } from "../../dom.js";
import { calledInText } from "../../names.js";
import { language, say } from "../../words.js";
import { Boards } from "../boards.js";
import { namesIn, pathOf } from "../event.js";
import { Part } from "../redraw.js";
import { tableCard } from "../rounds.js";
import { labelled, reasonField } from "./fields.js";

const BEGUN = ["started", "closed"];

// Where claims are answered and clocks are stopped.
const arbiterLink = ({ game }) => game && make("a", { href: `/arbiter?${new URLSearchParams({ game })}`, target: "_blank" }, say("desk.arbiter"));

export class Tables {
  constructor(desk) {
    this.desk = desk;
    this.cards = new Part(make("div"), (facts) => this.draw(facts));
    this.correcting = new Part(make("div"), (facts) => this.form(facts));
    this.element = make("section", { class: "card", "aria-labelledby": "tables-title" },
      make("h2", { id: "tables-title" }, say("desk.tables")), this.cards.element, this.correcting.element);
    this.boards = new Boards(desk.id, this.cards.element, desk.key);
  }

  show({ rounds, entrants, phase, regulation }) {
    const round = rounds.at(-1);
    this.element.hidden = !round?.tables.length;
    if (this.element.hidden) return;
    this.cards.show({ round, entrants });
    this.boards.follow(round, regulation.game);
    const { round: number, status, tables } = round;
    const open = BEGUN.includes(status) && phase !== "finished";
    this.correcting.show({ number, open, entrants, tables: tables.map(({ table, seats }) => ({ table, seats })) });
  }

  draw({ round, entrants }) {
    const name = namesIn({ entrants });
    return [
      make("h3", {}, say("round.number", { n: round.round })),
      make("ul", { class: "event-tables" }, round.tables.map((table) => tableCard(table, name, null, arbiterLink(table)))),
      round.tables.some(({ game }) => game) ? make("p", { class: "small" }, say("desk.arbiter_why")) : null,
      round.byes.length ? make("p", {}, say("round.byes"), " ", round.byes.map(name).join(", ")) : null,
    ];
  }

  // Typed places; the game's own points stay.
  form({ number, open, entrants, tables }) {
    if (!open) return [];
    const name = namesIn({ entrants });
    const places = make("div", { class: "row" });
    const table = make("select", { name: "table", onchange: () => offer() }, tables.map(({ table: n }) => make("option", { value: n }, say("table.number", { n }))));
    const [reason, ruling] = [reasonField(), make("input", { name: "ruling", maxlength: 500, autocomplete: "off" })];
    const offer = () => replace(places, tables[table.value - 1].seats.map((entrant, seat) => make("label", {},
      make("span", {}, say("desk.place_of", { name: calledInText(name(entrant)) })),
      make("input", { type: "number", min: 1, max: 4, value: seat + 1, required: true }))));
    const send = async (event) => {
      event.preventDefault();
      const typed = [...places.querySelectorAll("input")].map(({ value }) => Number(value));
      const action = { type: "correct_result", round: number, table: Number(table.value), places: typed, reason: reason.value.trim() };
      if (await this.desk.act({ ...action, ...(ruling.value.trim() && { ruling: ruling.value.trim() }) })) reason.value = "";
    };
    offer();
    return make("details", { class: "correct", "data-key": "correct" }, make("summary", {}, say("desk.correct")),
      make("p", {}, say("desk.correct.means")),
      make("form", { onsubmit: send }, labelled("desk.table", table), places,
        labelled("desk.reason", reason), labelled("desk.ruling", ruling),
        make("div", { class: "row" }, make("button", { class: "main" }, say("desk.correct")),
          make("button", { type: "button", onclick: () => this.again(number, table.value) }, say("desk.open_again")))));
  }

  again(round, table) {
    return this.desk.attempt(async () => {
      await ask(`${pathOf(this.desk.id)}/rounds/${round}/tables/${table}/open`, { method: "POST", token: this.desk.key, language });
      await this.desk.refresh();
    });
  }
}
