// Tables made by hand: one line per table, the difference to the pairing shown before anything is written.

import { askJson } from "../../api.js";
import { make, replace } from "../../dom.js";
import { troubleText } from "../../trouble.js";
import { language, say } from "../../words.js";
import { namesIn, pathOf } from "../event.js";
import { Part } from "../redraw.js";
import { difference } from "../terms.js";
import { labelled, reasonField, tablesField, tablesIn } from "./fields.js";

const OPEN = ["between", "failed", "paired", "published"];

export class ByHand {
  constructor(desk) {
    this.desk = desk;
    this.part = new Part(make("div"), (facts) => this.draw(facts));
    this.element = make("section", { class: "card", "aria-labelledby": "hand-title" },
      make("h2", { id: "hand-title" }, say("desk.by_hand")), this.part.element);
  }

  show({ phase, rounds, entrants, present, next_round: next }) {
    this.element.hidden = !OPEN.includes(phase) || (phase === "between" && next === null);
    if (this.element.hidden) return;
    const round = phase === "between" ? null : rounds.at(-1);
    this.part.show({ number: round?.round ?? next, tables: round?.tables.map(({ seats }) => seats) ?? [], entrants, present });
  }

  draw({ number, tables, entrants, present }) {
    const name = namesIn({ entrants });
    const text = tablesField(Math.max(3, tables.length));
    text.value = tables.map((seats) => seats.join(" ")).join("\n");
    const reason = reasonField();
    const shown = make("div", { role: "status" });
    const compare = async () => {
      try {
        replace(shown, difference(await askJson(`${pathOf(this.desk.id)}/rounds/${number}/what-if`, {
          method: "POST", token: this.desk.key, language, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ tables: tablesIn(text.value) }),
        })));
      } catch (error) {
        replace(shown, make("p", {}, troubleText(error)));
      }
    };
    const send = (event) => {
      event.preventDefault();
      this.desk.act({ type: "pair_by_hand", tables: tablesIn(text.value), reason: reason.value.trim() });
    };
    return make("details", { "data-key": "hand" }, make("summary", {}, say("desk.by_hand_round", { n: number })),
      make("p", {}, say("desk.by_hand.means")),
      make("p", { class: "small" }, present.map((entrant) => `${entrant} ${name(entrant)}`).join(" · ")),
      make("form", { onsubmit: send }, labelled("desk.by_hand_tables", text),
        tables.length ? make("button", { type: "button", onclick: compare }, say("desk.compare")) : null, shown,
        labelled("desk.reason", reason), make("button", { class: "main" }, say("desk.by_hand_write"))));
  }
}
