// What the parts of this board share beside words: the cards of the catalog, and what they say.

import { Pen } from "../kit/pen.js";

const DECKS = ["lorries", "wagons", "engines", "orders", "shares", "objectives", "innovations", "workers"];

export class KartenspielPen extends Pen {
  constructor(view, context) {
    super("kartenspiel", view, context);
    const { catalog } = context;
    this.cards = new Map(DECKS.flatMap((deck) =>
      (catalog[deck]?.cards || []).map((card) => [card.id, { ...card, deck }])));
    this.actions = new Map((catalog.action_cards?.cards || []).map((card) => [card.area, card]));
  }

  named(block, id) {
    return this.name(this.catalog[block]?.items || [], id);
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
