// What the parts of every board share: words, names, and what differs from the step before.

import { calledInText } from "../../names.js";

const at = (view, path) => path.reduce((part, name) => part?.[name], view);
const written = (value) => JSON.stringify(value ?? null);

export class Pen {
  constructor(game, view, { before, language, say, catalog }) {
    Object.assign(this, { view, before, language, catalog });
    this.say = (key, facts) => say(`${game}.${key}`, facts);
    this.plain = say;
  }

  differs(...path) {
    return written(at(this.view, path)) !== written(at(this.before, path));
  }

  changed(name, ...path) {
    return this.differs(...path) ? `${name} changed` : name;
  }

  translated(names, id) {
    return names?.[this.language] || names?.en || id;
  }

  name(items, id) {
    return this.translated(items.find((one) => one.id === id)?.name, id);
  }

  player(seat) {
    return calledInText(this.view.players[seat].name);
  }
}
