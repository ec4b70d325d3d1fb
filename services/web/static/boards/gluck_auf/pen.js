// What the parts of the board share: names of the catalog, and what differs from the step before.

import { byIds } from "../../catalog.js";
import { calledInText } from "../../names.js";

const at = (view, path) => path.reduce((part, name) => part?.[name], view);
const written = (value) => JSON.stringify(value ?? null);

export class Pen {
  constructor(view, { before, language, say, catalog }) {
    Object.assign(this, { view, before, language, say });
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

  differs(...path) {
    return written(at(this.view, path)) !== written(at(this.before, path));
  }

  changed(name, ...path) {
    return this.differs(...path) ? `${name} changed` : name;
  }

  name(item, id) {
    return item?.names?.[this.language] || item?.names?.en || id;
  }

  color(id) {
    return this.name(this.colors.get(id), id);
  }

  vehicle(id) {
    return this.name(this.vehicles.get(id), id);
  }

  kind(id) {
    return this.name(this.kinds.get(id), id);
  }

  player(seat) {
    return calledInText(this.view.players[seat]?.name ?? String(seat));
  }

  isFilled(printed, cubes) {
    return cubes.includes(printed) || cubes.length >= this.constants.substitute_cubes_per_spot;
  }

  tileText(id) {
    const tile = this.tiles.get(id);
    if (!tile) return id;
    const { lorries } = tile;
    const side = this.say(`gluck-auf.${tile.side}`);
    return `${this.color(tile.color)}, ${this.say("gluck-auf.lorries", { n: lorries })}, ${side}, ${tile.price} M`;
  }

  orderText(id) {
    const order = this.orders.get(id);
    if (!order) return id;
    return `${this.vehicle(order.vehicle)}: ${order.spots.map((color) => this.color(color)).join(", ")}; ${this.points(order.vp)}`;
  }

  points(vp) {
    return this.say("gluck-auf.vp", { vp });
  }
}
