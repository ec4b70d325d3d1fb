// Through whose eyes: as a spectator, as a seat with its token, as any seat once it is over.

import { make, svg } from "./dom.js";
import { calledInText } from "./names.js";
import { say } from "./words.js";

const askToken = (name) => new Promise((answer) => {
  const input = make("input", { type: "password", autocomplete: "off", required: true, id: "token" });
  const dialog = make("dialog", { "aria-labelledby": "token-title", onclose: () => {
    dialog.remove();
    answer(dialog.returnValue === "look" ? input.value.trim() : null);
  } },
  make("form", { method: "dialog" },
    make("h2", { id: "token-title" }, say("eyes.token_title", { player: calledInText(name) })),
    make("p", {}, say("eyes.token_why")),
    make("label", { for: "token" }, say("eyes.token")), input,
    make("div", { class: "row" },
      make("button", { value: "look" }, say("eyes.look")),
      make("button", { value: "", formnovalidate: true }, say("cancel")))));
  document.body.append(dialog);
  dialog.showModal();
});

const sign = () => svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
  svg("path", { d: "M1.5 10Q10 1 18.5 10 10 19 1.5 10z" }), svg("circle", { cx: 10, cy: 10, r: 2.8 }));

export class Eyes {
  // `onChange` gets {seat, token}, or {} for a spectator.
  constructor(game, onChange) {
    Object.assign(this, { game, onChange });
    this.choice = make("select", { id: "eyes", onchange: () => this.choose() });
    this.element = make("label", { class: "eyes", title: say("eyes") }, sign(), make("span", { class: "hidden" }, say("eyes")), this.choice);
    this.draw();
  }

  draw() {
    const over = this.game.status === "finished";
    const now = this.choice.value;
    this.choice.replaceChildren(
      make("option", { value: "" }, say("eyes.spectator")),
      // A bot's seat has no token that anybody could have.
      ...this.game.seats.filter(({ bot }) => over || !bot).map(({ seat, name }) => make("option", { value: seat },
        over ? calledInText(name) : say("eyes.with_token", { player: calledInText(name) }))),
      ...(over ? [make("option", { value: "all" }, say("eyes.all"))] : []));
    this.choice.value = now;
  }

  // As a link says.
  be(eyes) {
    this.choice.value = eyes.all ? "all" : eyes.seat;
    return this.onChange(eyes);
  }

  async choose() {
    const { value } = this.choice;
    if (value === "") return this.onChange({});
    if (value === "all") return this.onChange({ all: this.game.seats.length });
    const seat = Number(value);
    if (this.game.status === "finished") return this.onChange({ seat });
    const token = await askToken(this.game.seats[seat].name);
    if (!token) return this.reset();
    return this.onChange({ seat, token });
  }

  reset() {
    this.choice.value = "";
    return this.onChange({});
  }
}
