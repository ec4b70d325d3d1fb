// What the parts of this board share: the cards of the catalog, their names, and what differs.

import { calledInText } from "../../names.js";

const DECKS = ["lorries", "wagons", "engines", "orders", "shares", "objectives", "innovations", "workers"];
const at = (view, path) => path.reduce((part, name) => part?.[name], view);
const written = (value) => JSON.stringify(value ?? null);

export class Pen {
  constructor(view, { before, language, say, catalog }) {
    Object.assign(this, { view, before, language, catalog });
    this.say = (key, facts) => say(`kartenspiel.${key}`, facts);
    this.plain = say;
    this.cards = new Map(DECKS.flatMap((deck) =>
      (catalog[deck]?.cards || []).map((card) => [card.id, { ...card, deck }])));
    this.actions = new Map((catalog.action_cards?.cards || []).map((card) => [card.area, card]));
  }

  differs(...path) {
    return written(at(this.view, path)) !== written(at(this.before, path));
  }

  changed(name, ...path) {
    return this.differs(...path) ? `${name} changed` : name;
  }

  named(block, id) {
    const item = (this.catalog[block]?.items || []).find((one) => one.id === id);
    return item?.name?.[this.language] || item?.name?.en || id;
  }

  player(seat) {
    return calledInText(this.view.players[seat]?.name ?? String(seat));
  }

  target(card) {
    return card.kind === "engine_model" ? this.named("engine_models", card.target) : this.named("destinations", card.target);
  }

  text(id) {
    const card = this.cards.get(id);
    return card ? this.texts[card.deck](card) : id;
  }

  texts = {
    lorries: (card) => `${this.say("lorry", { crest: this.named("crests", card.crest), n: card.lorries })}, ${this.say("vp", card)}`,
    wagons: (card) => (card.crest === "joker" ? this.say("joker") : this.say("wagon", { crest: this.named("crests", card.crest) })),
    engines: (card) => this.say("engine", { model: this.named("engine_models", card.model) }),
    orders: (card) => this.say("order", { destination: this.named("destinations", card.destination), n: card.min_lorries, vp: card.vp }),
    shares: (card) => this.say("share", { destination: this.named("destinations", card.destination) }),
    objectives: (card) => this.say(`aim.${card.kind}`, { ...card, target: this.target(card) }),
    innovations: (card) => this.say(`effect.${card.kind === "worker" ? "worker" : card.effect}`, card),
    workers: (card) => this.say("worker", card),
  };
}
