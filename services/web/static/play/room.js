// The waiting room: who is there, links for who is not yet, and the chair for who was invited.

import { API, ask, askJson, pause } from "../api.js";
import { make, replace } from "../dom.js";
import { keep, recall } from "../memory.js";
import { called } from "../names.js";
import { troubleText } from "../trouble.js";
import { say } from "../words.js";
import { invitesOf, linkTo, rememberInvites } from "./invites.js";
import { invitedTo, seatHere } from "./secrets.js";
import { take, takenBefore } from "./taking.js";
import "./words.js";

const LOOK = 1500; // milliseconds: who waits sees others come

class Room {
  constructor(main, game) {
    Object.assign(this, { main, id: game.id, here: seatHere(game.id), invited: invitedTo(game.id), host: invitesOf(game.id) });
    this.seats = make("ol", { class: "room-seats" });
    this.note = make("p", { class: "said-here", role: "status" });
    this.chair = make("div", { class: "chair" });
    this.links = make("div", { class: "invite-links" });
    this.proof = make("code", {});
    replace(main, make("article", { class: "room card" },
      make("h1", {}, say(`game.${game.game}`)), make("p", { class: "big" }, say("room.waiting")),
      this.seats, this.chair, this.note, this.links,
      make("details", { class: "house" }, make("summary", {}, say("room.fair")), make("p", {}, say("room.fair_why")), this.proof)));
    this.draw(game);
  }

  get path() {
    return `${API}/games/${encodeURIComponent(this.id)}`;
  }

  draw(game) {
    this.game = game;
    this.proof.textContent = game.commitment;
    replace(this.seats, game.seats.map(({ seat, name }) => make("li", { class: `seat-${seat}` },
      game.open.includes(seat) ? make("em", {}, say("room.open")) : called(name),
      this.here?.seat === seat ? make("b", {}, ` ${say("room.you")}`) : null)));
    const key = JSON.stringify(game.open);
    if (this.drawn === key) return;
    this.drawn = key;
    this.drawChair();
    this.drawLinks();
  }

  // A seat that somebody else has taken meanwhile is none to sit on.
  drawChair() {
    const { invited, here } = this;
    if (here || !invited) {
      // Who sits without links to give is there for a game more, or came by a link.
      replace(this.chair, this.host ? [] : make("p", {}, say(here ? "room.others_come" : "room.ask_for_link")));
      return;
    }
    if (!this.game.open.includes(invited.seat)) {
      replace(this.chair, make("p", {}, say("trouble.seat_taken")));
      return;
    }
    this.name ??= make("input", { maxlength: 40, autocomplete: "nickname", value: recall("name") || "", placeholder: this.usualName });
    replace(this.chair, make("form", { onsubmit: (event) => this.sit(event) },
      make("label", {}, make("span", {}, say("play.name")), this.name),
      make("button", { class: "main" }, say("room.sit_down"))));
  }

  // For who does not care for one.
  get usualName() {
    return say("player.number", { n: this.invited.seat + 1 });
  }

  async sit(event) {
    event.preventDefault();
    const name = this.name.value.trim();
    keep("name", name);
    try {
      await take(this.id, this.invited, name || this.usualName);
      location.reload();
    } catch (error) {
      this.note.textContent = troubleText(error);
    }
  }

  drawLinks() {
    const { invites = {} } = this.host ?? {};
    const open = this.host ? this.game.open : [];
    replace(this.links, open.length ? make("h2", {}, say("room.invite")) : null, open.map((seat) => this.invitation(seat, invites[seat])));
  }

  invitation(seat, invite) {
    const address = invite ? linkTo(this.id, seat, invite) : "";
    const field = make("input", { readonly: true, value: address, onfocus: () => field.select() });
    const code = make("img", { class: "qr", alt: say("room.qr", { n: seat + 1 }), hidden: true });
    return make("section", { class: "invitation" }, make("label", {}, make("span", {}, say("room.link", { n: seat + 1 })), field), make("div", { class: "row" },
      make("button", { type: "button", class: "main", onclick: () => this.copy(field) }, say("room.copy")),
      navigator.share ? make("button", { type: "button", onclick: () => navigator.share({ title: document.title, url: field.value }).catch(() => {}) }, say("room.share")) : null,
      make("button", { type: "button", onclick: () => this.showCode(code, field.value) }, say("room.show_qr")),
      make("button", { type: "button", onclick: () => this.anew(seat) }, say("room.anew"))), code);
  }

  async copy(field) {
    try {
      await navigator.clipboard.writeText(field.value);
      this.note.textContent = say("room.copied");
    } catch {
      field.select(); // without permission the keyboard still can
      this.note.textContent = say("room.copy_yourself");
    }
  }

  // The secret goes with the body, never in the address of a request.
  async showCode(code, address) {
    try {
      const drawn = await (await ask(`/games/${encodeURIComponent(this.id)}/qr.svg`, { method: "POST", body: address.slice(address.indexOf("#") + 1) })).text();
      code.src = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
      code.hidden = false;
    } catch (error) {
      this.note.textContent = troubleText(error);
    }
  }

  // For a link that was lost or went astray: the old one opens nothing any more.
  async anew(seat) {
    try {
      const { invite } = await askJson(`${this.path}/seats/${seat}/token`, { method: "POST", token: this.host.key });
      this.host.invites[seat] = invite;
      rememberInvites(this.id, this.host.key, this.host.invites);
      this.note.textContent = say("room.made_anew");
      this.drawLinks();
    } catch (error) {
      this.note.textContent = troubleText(error);
    }
  }

  // Until everybody is there; then the table is laid.
  async wait() {
    for (;;) {
      await pause(LOOK);
      try {
        const game = await askJson(this.path);
        if (game.status !== "waiting") return location.reload();
        this.draw(game);
        if (this.lost) this.note.textContent = "";
        this.lost = false;
      } catch (error) {
        this.lost = true;
        this.note.textContent = troubleText(error);
        if (error.status === 404) return null;
      }
    }
  }
}

export const show = async (main, { subject }) => {
  const game = await askJson(`${API}/games/${encodeURIComponent(subject)}`);
  const invited = invitedTo(subject);
  if (invited && !game.open.includes(invited.seat)) await takenBefore(subject);
  document.title = `${say("room.waiting")} · ${say(`game.${game.game}`)} · Schichtbuch`;
  return new Room(main, game).wait();
};
