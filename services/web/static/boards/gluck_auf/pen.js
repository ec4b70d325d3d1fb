// What the parts of this board share beside words: the cards and tiles of the catalog.

import { Pen } from "../kit/pen.js";

const byIds = (catalog, block) => new Map((catalog[block]?.items || []).map((item) => [item.id, item]));

export class GluckAufPen extends Pen {
  constructor(view, context) {
    super("gluck-auf", view, context);
    const { catalog } = context;
    this.tiles = byIds(catalog, "tiles");
    this.orders = byIds(catalog, "orders");
    this.colors = byIds(catalog, "colors");
    this.vehicles = byIds(catalog, "vehicles");
    this.kinds = byIds(catalog, "space_kinds");
    this.spaces = byIds(catalog, "worker_spaces");
    this.bases = byIds(catalog, "base_lorries");
    this.elements = [...byIds(catalog, "shift_clock").values()];
    this.constants = catalog.constants.items;
    this.endGame = catalog.end_game.items || catalog.end_game;
    // An organizer's catalog may bring colors that we have no paint for.
    this.paint = new Map([...this.colors.keys()].map((color) => [color, color]));
  }

  color(id) {
    return this.translated(this.colors.get(id)?.names, id);
  }

  vehicle(id) {
    return this.translated(this.vehicles.get(id)?.names, id);
  }

  kind(id) {
    return this.translated(this.kinds.get(id)?.names, id);
  }

  isFilled(printed, cubes) {
    return cubes.includes(printed) || cubes.length >= this.constants.substitute_cubes_per_spot;
  }

  tileText(id) {
    const tile = this.tiles.get(id);
    if (!tile) return id;
    const { lorries } = tile;
    const side = this.say(`${tile.side}`);
    return `${this.color(tile.color)}, ${this.say("lorries", { n: lorries })}, ${side}, ${tile.price} M`;
  }

  orderText(id) {
    const order = this.orders.get(id);
    if (!order) return id;
    return `${this.vehicle(order.vehicle)}: ${order.spots.map((color) => this.color(color)).join(", ")}; ${this.points(order.vp)}`;
  }

  points(vp) {
    return this.say("vp", { vp });
  }
}
