// What comes next: one large button, and what must be looked at before it is pressed.

import { make } from "../../dom.js";
import { listed, say } from "../../words.js";
import { roundsPlayed } from "../rounds.js";
import { Part } from "../redraw.js";
import { namesIn, inText } from "../event.js";
import { termsOf } from "../terms.js";
import { labelled, reasonField, tablesField, tablesIn } from "./fields.js";

const STEPS = {
  registration: "close_registration", between: "pair_round", paired: "publish_round", published: "start_round", started: "close_round",
};

const stepOf = ({ phase, next_round: next }) => (phase === "between" && next === null ? "finish" : STEPS[phase]);

const missing = ({ phase, rounds }) => (phase === "started" ? rounds.at(-1).tables.filter(({ result }) => !result).length : 0);

const PAIRED_NEXT = ["registration", "between"];

const stageOf = ({ stages }, round) => {
  let left = round;
  return stages.find(({ rounds }) => {
    if (!rounds || left <= rounds) return true;
    left -= rounds;
    return false;
  });
};

// Who would play if it were not for the check-in: as soon as one person is checked in, all others are left out.
// Who qualifies for a final is not known here: if it is full, nobody is missing, else all who could be are named.
const leftOut = ({ phase, next_round: next, regulation, entrants, present, checked_in: here }) => {
  const most = next && stageOf(regulation, next)?.players;
  if (!PAIRED_NEXT.includes(phase) || !here.length || (most && present.length >= most)) return [];
  return entrants.filter((one) => !one.withdrawn && !one.absent.includes(next) && !here.includes(one.entrant)).map(({ entrant }) => entrant);
};

export class NextStep {
  constructor(desk) {
    this.desk = desk;
    this.part = new Part(make("div"), (facts) => this.draw(facts));
    this.element = make("section", { class: "card next-step", "aria-labelledby": "next-title" },
      make("h2", { id: "next-title" }, say("desk.next")), this.part.element);
  }

  show(state) {
    const { phase, next_round, round, rounds_planned, rounds, present, entrants } = state;
    const left = missing(state);
    const out = leftOut(state).map(inText(namesIn({ entrants })));
    this.part.show({ phase, next_round, round, rounds_planned, rounds: rounds.slice(-1).map(({ tables, ...more }) => ({ ...more, tables: tables.length })), present: present.length, left, out, entrants: entrants.length });
  }

  draw(facts) {
    const { phase, rounds, present, left, out, entrants, next_round: next } = facts;
    const step = stepOf(facts);
    const n = step === "pair_round" ? next : facts.round;
    return [
      make("p", { class: "big" }, make("b", { class: `phase ${phase}` }, say(`phase.${phase}`)), " · ", roundsPlayed(facts), " · ",
        present ? say("desk.present", { n: present }) : say("event.entrants", { n: entrants })),
      phase === "paired" || phase === "published" ? termsOf(rounds[0]) : null,
      phase === "asked" ? make("p", { role: "status" }, say("desk.being_paired")) : null,
      phase === "failed" ? make("p", { role: "alert" }, say("desk.failed", { because: rounds[0].because.join(", ") })) : null,
      phase === "finished" ? make("p", {}, say("desk.finished")) : null,
      left ? make("p", {}, say("desk.missing", { n: left })) : null,
      out.length ? make("p", { class: "warning", role: "alert" }, make("b", {}, say("desk.left_out", { n: out.length, names: listed(out) })), " ", say("desk.left_out_means")) : null,
      step ? make("button", { type: "button", class: "main large", disabled: left > 0, onclick: () => this.desk.act({ type: step }) }, say(`desk.step.${step}`, { n })) : null,
      phase === "published" || phase === "paired" ? this.withReason("repair_round", "desk.repair") : null,
      step === "pair_round" ? this.pinning(n) : null,
      phase === "between" && step !== "finish" ? this.withReason("finish", "desk.finish_early") : null,
    ];
  }

  pinning(n) {
    const [tables, reason] = [tablesField(3), reasonField()];
    const send = (event) => {
      event.preventDefault();
      this.desk.act({ type: "pair_round", pinned: tablesIn(tables.value), reason: reason.value.trim() });
    };
    return make("details", { "data-key": "pin" }, make("summary", {}, say("desk.pin")), make("p", {}, say("desk.pin.means")),
      make("form", { onsubmit: send }, labelled("desk.pin_tables", tables), labelled("desk.reason", reason), make("button", {}, say("desk.pin_write", { n }))));
  }

  withReason(type, word) {
    const reason = reasonField();
    const send = (event) => {
      event.preventDefault();
      this.desk.act({ type, reason: reason.value.trim() });
    };
    return make("details", { "data-key": type }, make("summary", {}, say(word)), make("p", {}, say(`${word}.means`)),
      make("form", { onsubmit: send }, labelled("desk.reason", reason), make("button", {}, say(word))));
  }
}
