// A round of duplicate deals: the same deal at several tables, stepped side by side to where they part.

import { drawingOf } from "../boards/index.js";
import { make, replace } from "../dom.js";
import { DealTable } from "../tournaments/deal_table.js";
import { glance, pageOf } from "../tournaments/event.js";
import { troubleText } from "../trouble.js";
import { say } from "../words.js";

const MOST = 4; // tables at once
const AT_FIRST = 2;

const roundHere = () => Number(location.pathname.split("/").at(-1));

// The first entry in which not everybody does the same; none if there is none.
export const partingOf = (tables) => {
  const longest = Math.max(...tables.map(({ last }) => last));
  for (let version = 2; version <= longest; version += 1) {
    if (new Set(tables.map(({ done }) => done[version - 1])).size > 1) return version;
  }
  return null;
};

class SideBySide {
  constructor(place, tables, draw) {
    Object.assign(this, { place, tables, draw, loaded: new Map() });
    this.note = make("p", { class: "said-here", role: "status" });
    this.parted = make("p", { class: "big parted", role: "status" });
    this.moment = make("output", { class: "moment" });
    this.slider = make("input", { type: "range", min: 1, value: 1, "aria-label": say("timeline"), oninput: () => this.go(Number(this.slider.value)) });
    this.sides = make("div", { class: "sides" });
    const button = (word, to) => make("button", { type: "button", onclick: () => this.go(to()) }, say(word));
    replace(place, this.choice(), this.parted, this.note,
      make("div", { class: "row deal-steps" },
        button("step.action-back", () => this.version - 1), this.slider, button("step.action-on", () => this.version + 1),
        this.toParting = button("deal.part", () => this.parting), this.moment),
      this.sides);
  }

  // At least one stays, and no more than fit beside each other.
  choice() {
    const boxes = this.tables.map(({ table }, at) => make("label", { class: "row" },
      make("input", { type: "checkbox", value: table, checked: at < AT_FIRST, onchange: () => this.choose() }), say("table.number", { n: table })));
    this.boxes = boxes.map((label) => label.querySelector("input"));
    return make("fieldset", { class: "row" }, make("legend", {}, say("deal.shown")), boxes);
  }

  async choose() {
    const chosen = this.boxes.filter(({ checked }) => checked).map(({ value }) => Number(value));
    for (const box of this.boxes) box.disabled = box.checked ? chosen.length === 1 : chosen.length >= MOST;
    try {
      this.shown = await Promise.all(chosen.map((number) => this.table(number)));
      replace(this.sides, this.shown.map(({ element }) => element));
      this.parting = partingOf(this.shown);
      this.slider.max = Math.max(...this.shown.map(({ last }) => last));
      this.parted.textContent = this.parting ? say("deal.parted", { n: this.parting }) : say("deal.never");
      this.toParting.hidden = !this.parting;
      await this.go(this.version ?? this.parting ?? 1);
    } catch (error) {
      this.note.textContent = troubleText(error);
    }
  }

  async table(number) {
    if (!this.loaded.has(number)) {
      const table = new DealTable(this.tables.find((one) => one.table === number), this.draw);
      await table.begin();
      this.loaded.set(number, table);
    }
    return this.loaded.get(number);
  }

  // Whoever steps faster than moments come sees the last one that was asked for.
  async go(wanted) {
    const version = Math.min(Math.max(1, wanted), Number(this.slider.max));
    this.version = version;
    this.slider.value = version;
    this.moment.textContent = say("deal.entry", { n: version, all: this.slider.max });
    this.note.textContent = "";
    try {
      const shown = this.shown;
      const frames = await Promise.all(shown.map((table) => table.at(version)));
      if (this.version !== version || this.shown !== shown) return;
      shown.forEach((table, at) => table.show(frames[at], frames[at === 0 ? Math.min(1, frames.length - 1) : 0], version));
    } catch (error) {
      this.note.textContent = troubleText(error);
    }
  }
}

const emptyNote = (word, facts) => make("p", { class: "empty" }, say(word, facts));

const compare = async (place, tables, game) => {
  if (tables.some(({ result }) => !result)) return replace(place, emptyNote("deal.wait"));
  const played = tables.filter((table) => table.game);
  if (played.length < 2) return replace(place, emptyNote("deal.alone"));
  return new SideBySide(place, played, await drawingOf(game)).choose();
};

export const show = async (main, { subject }) => {
  const { title, game, state } = await glance(subject);
  const round = state.rounds.find((one) => one.round === roundHere());
  document.title = `${say("deal.title")} · ${title}`;
  const place = make("div", { class: "deal-tables" });
  const sizes = [...new Set((round?.tables ?? []).map(({ seats }) => seats.length))];
  const size = make("select", { onchange: () => begin() }, sizes.map((n) => make("option", { value: n }, say("deal.size", { n }))));
  const begin = () => compare(place, round.tables.filter(({ seats }) => seats.length === Number(size.value)), game);
  replace(main, make("div", { class: "event deal" },
    make("div", { class: "lead" }, make("h1", {}, say("deal.title")),
      make("p", {}, make("a", { href: pageOf(subject) }, title), " · ", say("round.number", { n: roundHere() })),
      make("p", {}, say("deal.lead")), sizes.length > 1 ? size : null), place));
  if (state.regulation.deals !== "duplicate") replace(place, emptyNote("deal.fresh"));
  else if (!sizes.length) replace(place, emptyNote("deal.no_round", { n: roundHere() }));
  else await begin();
};
