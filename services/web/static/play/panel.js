// The player's panel beside the board: whose turn it is, the move so far, every choice as a sentence,
// and the one button that plays.

import { make, replace } from "../dom.js";
import { say } from "../words.js";

const FEW = 9; // so many sentences are in sight at once; more are folded by their verbs

const button = (word, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, say(word));

// By verb, in the order in which the service offers them.
const byVerb = (choices) => {
  const groups = new Map();
  for (const choice of choices) groups.set(choice.verb, [...(groups.get(choice.verb) ?? []), choice]);
  return [...groups];
};

export class Panel {
  // `turn` is set by whoever sits down.
  constructor() {
    this.turn = null;
    this.title = make("h2", { class: "play-title" });
    this.since = make("small", { class: "since" });
    this.clock = make("time", { class: "own-clock" });
    this.told = make("p", { class: "play-told", role: "status", hidden: true });
    this.soFar = make("ol", { class: "so-far" });
    this.effects = make("ul");
    this.would = make("details", { class: "would" }, make("summary", {}, say("play.would")), this.effects);
    this.move = make("div", { class: "move", hidden: true }, make("h3", {}, say("play.so_far")), this.soFar, this.would);
    this.narrowed = make("p", { class: "narrowed", hidden: true }, say("play.narrowed"), " ", button("play.all", () => this.turn.untouch(), { class: "plain" }));
    this.list = make("div", { class: "choices" });
    this.fold = button("play.list", () => this.unfold(), { class: "fold", "aria-expanded": "false" });
    this.back = button("play.one_back", () => this.turn.back());
    this.over = button("play.start_over", () => this.turn.restart());
    this.go = button("play.it", () => this.turn.play(), { class: "main play-it" });
    this.hint = button("play.hint", () => this.turn.hint(), { class: "hint", hidden: true });
    this.buttons = make("div", { class: "play-buttons" }, this.fold, this.back, this.over, this.hint, this.go);
    this.next = make("div", { class: "play-next" });
    this.more = make("details", { class: "play-more" }, make("summary", {}, say("play.more")));
    this.heard = make("p", { class: "hidden", "aria-live": "polite" });
    this.element = make("section", { class: "play", "aria-label": say("play") },
      make("div", { class: "play-head" }, this.title, this.since, this.clock), this.told, this.move, this.narrowed, this.list, this.buttons, this.next, this.more, this.heard);
  }

  // `rule` is where the rules say so.
  tell(text, rule) {
    this.told.hidden = !text;
    replace(this.told, text, rule ? [" ", make("a", { href: rule, target: "_blank", rel: "noopener" }, say("play.rule"))] : []);
  }

  unfold(open = this.element.dataset.list !== "open") {
    this.element.dataset.list = open ? "open" : "";
    this.fold.setAttribute("aria-expanded", String(open));
  }

  // `status` is a sentence; while the board catches up that is all there is to say.
  draw(status, isCatchingUp) {
    const { turn } = this;
    const { parts, sending } = turn.draft;
    this.title.textContent = status;
    this.element.classList.toggle("mine-to-move", turn.isMine);
    this.element.setAttribute("aria-busy", String(turn.busy));
    this.drawMove(parts);
    this.narrowed.hidden = !turn.touched.length;
    this.drawChoices(sending || isCatchingUp ? [] : turn.shown);
    this.buttons.hidden = !turn.isMine || isCatchingUp;
    this.fold.hidden = !turn.choices.length;
    this.able(this.back, parts.length > 0 && !sending);
    this.able(this.over, parts.length > 0 && !sending);
    this.able(this.go, turn.draft.isComplete && !sending);
    this.go.textContent = say(sending ? "play.sending" : "play.it");
    this.announce(status);
    this.soFar.scrollTop = this.soFar.scrollHeight; // the newest part is in sight
  }

  // A button that is disabled outright would lose the focus of whoever has pressed it.
  able(one, able) {
    one.setAttribute("aria-disabled", String(!able));
  }

  drawMove(parts) {
    this.move.hidden = !parts.length;
    replace(this.soFar, parts.map(({ text }) => make("li", {}, text)));
    const effects = parts.at(-1)?.effects ?? [];
    this.would.hidden = !effects.length;
    // A move that is done is looked at; one that may go on needs the room for its choices.
    this.would.open = !this.turn.choices.length;
    replace(this.effects, effects.map((text) => make("li", {}, text)));
  }

  // Drawn anew only if something else is offered: who is in the list stays there.
  drawChoices(choices) {
    if (this.drawn === choices.map(({ text }) => text).join("\n")) return;
    const had = this.list.contains(document.activeElement);
    this.drawn = choices.map(({ text }) => text).join("\n");
    const groups = byVerb(choices);
    const folded = choices.length > FEW && groups.length > 1;
    replace(this.list, groups.map(([verb, offered]) => this.group(verb, offered, folded)));
    this.list.scrollTop = 0;
    if (had) this.goOn();
  }

  // Where somebody with a keyboard goes on: with the sentences, or with the button that plays.
  goOn() {
    const next = [...this.list.querySelectorAll("button, summary")].find((one) => one.checkVisibility());
    (next ?? this.go).focus();
  }

  group(verb, choices, folded) {
    const heading = make("h3", {}, this.turn.headings[verb] ?? verb, folded ? make("small", {}, ` ${choices.length}`) : null);
    const list = make("ul", {}, choices.map((choice) => make("li", {}, make("button", {
      type: "button", class: "choice", onclick: () => this.turn.take(choice),
    }, choice.text))));
    return folded
      ? make("details", { class: "verb", name: "verb" }, make("summary", {}, heading), list)
      : make("section", { class: "verb" }, heading, list);
  }

  // For who hears the page: what there is to do now, in one sentence.
  announce(status) {
    const { length } = this.turn.shown;
    const heard = length ? `${status}. ${say("play.offered", { n: length })}` : this.turn.draft.isComplete ? say("play.ready") : status;
    if (this.heard.textContent !== heard) this.heard.textContent = heard;
  }
}
