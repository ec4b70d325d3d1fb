// How far each table is: shift, whose turn it is, clocks, what waits for the arbiter.
//
// Cards leave places for it; they are filled anew every second, and the service is asked now and then.

import { askJson, pause } from "../api.js";
import { make, replace } from "../dom.js";
import { say } from "../words.js";
import { clock, SECOND } from "./clock.js";
import { pathOf } from "./event.js";

const EVERY = 3 * SECOND;

// The places of a card, while its game is played.
export const livePlace = ({ table, game, result }) => (game && !result ? make("p", { class: "live", "data-table": table }) : null);
export const liveSeat = ({ table, game, result }, seat) => (game && !result ? make("span", { class: "live-seat", "data-table": table, "data-seat": seat }) : null);

const periodOf = ({ period, periods }, game) => (period
  ? say("board.when", { when: say(`when.${game}`, { period }), all: periods }) : say("when.setup"));

export class Boards {
  constructor(id, root, token) {
    Object.assign(this, { id, root, token, boards: new Map(), asked: 0 });
    setInterval(() => this.draw(), SECOND);
    this.look();
  }

  // Which round is played, of which game; none at the moment.
  follow(round, game) {
    const number = round?.status === "started" ? round.round : null;
    Object.assign(this, { game });
    if (number !== this.round) this.boards = new Map();
    this.round = number;
    this.draw();
    this.soon?.();
  }

  async look() {
    for (;;) {
      if (this.round && !document.hidden) await this.ask().catch(() => {});
      await Promise.race([pause(EVERY), new Promise((wake) => { this.soon = wake; })]);
    }
  }

  async ask() {
    const { round, tables } = await askJson(`${pathOf(this.id)}/rounds/${this.round}/boards`, { token: this.token });
    if (round !== this.round) return;
    this.boards = new Map(tables.map(({ table, board }) => [table, board]));
    this.asked = performance.now();
    this.draw();
  }

  draw() {
    for (const place of this.root.querySelectorAll(".live")) {
      const board = this.boards.get(Number(place.dataset.table));
      replace(place, board ? this.head(board) : null);
    }
    for (const place of this.root.querySelectorAll(".live-seat")) {
      const board = this.boards.get(Number(place.dataset.table));
      replace(place, board ? this.seat(board, Number(place.dataset.seat)) : null);
    }
  }

  head(board) {
    return [
      periodOf(board, this.game),
      board.over ? make("span", { class: "mark" }, say("board.over")) : null,
      board.paused ? make("span", { class: "mark bad" }, say("board.paused")) : null,
      board.claims ? make("span", { class: "mark bad" }, say("board.claims", { n: board.claims })) : null,
    ];
  }

  seat({ awaited, clock: time }, seat) {
    const left = time?.left_ms[seat] ?? null;
    const runs = time?.running.includes(seat);
    const passed = runs ? performance.now() - this.asked : 0;
    return [
      awaited?.includes(seat) ? make("span", { class: "mark turn" }, say("board.turn")) : null,
      left === null ? null : make("span", { class: `left${runs ? " runs" : ""}` }, clock(Math.max(0, left - passed))),
    ];
  }
}
