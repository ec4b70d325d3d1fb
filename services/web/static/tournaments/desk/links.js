// The links of new entrants: copied, shown as a QR code for their phones, or made anew.

import { ask, askJson } from "../../api.js";
import { make } from "../../dom.js";
import { called, calledInText } from "../../names.js";
import { language, say } from "../../words.js";
import { namesIn, pageOf, pathOf } from "../event.js";
import { linkOf, rememberToken, tokensOf } from "../keys.js";
import { Part } from "../redraw.js";

export class Links {
  constructor(desk) {
    this.desk = desk;
    this.part = new Part(make("div"), (facts) => this.draw(facts));
    this.element = make("section", { class: "card", "aria-labelledby": "links-title" },
      make("h2", { id: "links-title" }, say("desk.links")), make("p", {}, say("desk.links.means")), this.part.element);
  }

  show({ entrants }) {
    this.entrants = entrants;
    this.part.show({ entrants, tokens: tokensOf(this.desk.id) });
  }

  draw({ entrants, tokens }) {
    const name = namesIn({ entrants });
    const known = entrants.filter(({ entrant }) => tokens[entrant]);
    const others = entrants.filter(({ entrant }) => !tokens[entrant]);
    return [
      known.length ? make("ul", { class: "entrant-links" }, known.map(({ entrant }) => this.link(entrant, name(entrant), tokens[entrant])))
        : make("p", { class: "empty" }, say(entrants.length ? "desk.no_links" : "desk.nobody_links")),
      others.length ? this.renewing(others, name) : null,
    ];
  }

  link(entrant, name, token) {
    const field = make("input", { readonly: true, value: linkOf(this.desk.id, token), "aria-label": say("desk.link_of", { name: calledInText(name) }), onfocus: () => field.select() });
    const code = make("img", { class: "qr", alt: say("desk.qr_of", { name: calledInText(name) }), hidden: true });
    return make("li", { "data-entrant": entrant }, make("b", {}, called(name)), field, make("div", { class: "row" },
      make("button", { type: "button", onclick: () => this.copy(field) }, say("desk.copy")),
      make("button", { type: "button", onclick: () => this.showCode(code, token) }, say("desk.qr"))), code);
  }

  async copy(field) {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      this.desk.tell(say("desk.copied"));
    } catch { /* without permission the keyboard still can */ }
  }

  // The secret goes with the body, never in the address of a request.
  async showCode(code, token) {
    await this.desk.attempt(async () => {
      const body = String(new URLSearchParams({ token }));
      const drawn = await (await ask(`${pageOf(this.desk.id)}/qr.svg`, { method: "POST", body })).text();
      code.src = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
      code.hidden = false;
    });
  }

  renewing(others, name) {
    const who = make("select", {}, others.map(({ entrant }) => make("option", { value: entrant }, `${entrant} ${name(entrant)}`)));
    const renew = (event) => {
      event.preventDefault();
      this.desk.attempt(async () => {
        const { token } = await askJson(`${pathOf(this.desk.id)}/entrants/${who.value}/token`, { method: "POST", token: this.desk.key, language });
        rememberToken(this.desk.id, who.value, token);
        this.show({ entrants: this.entrants });
      });
    };
    return make("details", { "data-key": "renew" }, make("summary", {}, say("desk.renew")), make("p", {}, say("desk.renew.means")),
      make("form", { onsubmit: renew }, make("label", {}, make("span", {}, say("desk.whose")), who), make("button", {}, say("desk.renew"))));
  }
}
