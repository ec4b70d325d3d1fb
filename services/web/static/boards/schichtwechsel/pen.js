// What the parts of this board share: names of the catalog, and what differs from the step before.

import { calledInText } from "../../names.js";

const at = (view, path) => path.reduce((part, name) => part?.[name], view);
const written = (value) => JSON.stringify(value ?? null);

export class Pen {
  constructor(view, { before, language, say, catalog }) {
    Object.assign(this, { view, before, language, catalog });
    this.say = (key, facts) => say(`schichtwechsel.${key}`, facts);
    this.plain = say;
  }

  differs(...path) {
    return written(at(this.view, path)) !== written(at(this.before, path));
  }

  changed(name, ...path) {
    return this.differs(...path) ? `${name} changed` : name;
  }

  name(items, id) {
    const item = items.find((one) => one.id === id);
    return item?.name?.[this.language] || item?.name?.en || id;
  }

  player(seat) {
    return calledInText(this.view.players[seat]?.name ?? String(seat));
  }
}
