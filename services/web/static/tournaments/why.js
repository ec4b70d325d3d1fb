// Why somebody sits where they sit: who is there, what it costs, and what the next best would have cost.

import { askJson } from "../api.js";
import { make, replace } from "../dom.js";
import { troubleText } from "../trouble.js";
import { listed, say, signed } from "../words.js";
import { inText, pathOf } from "./event.js";

const cost = (terms) => Object.entries(terms).map(([term, value]) => `${say(`term.${term}`)} ${value}`).join(", ");

const changed = (terms) => {
  const found = Object.entries(terms).filter(([, value]) => value);
  return found.length ? found.map(([term, value]) => `${say(`term.${term}`)} ${signed(value)}`).join(", ") : say("why.nothing");
};

const neighbour = (text) => ({ entrant, met, twelfths }) =>
  say("why.neighbour", { name: text(entrant), met, twelfths });

const alternative = (text) => (one) => make("li", {},
  make("b", {}, one.table ? say("why.exchange", { name: text(one.exchanged_with), table: one.table }) : say("why.exchange_bye", { name: text(one.exchanged_with) })),
  " ", one.forbidden ? say("why.forbidden") : say("why.costs", { terms: changed(one.difference) }),
  one.decided_by && !one.forbidden ? ` ${say("why.decided", { term: say(`term.${one.decided_by}`) })}` : null,
  make("ul", {}, Object.entries(one.others).map(([entrant, terms]) =>
    make("li", {}, say("why.others", { name: text(Number(entrant)), terms: changed(terms) })))));

const told = (found, name) => {
  const text = inText(name);
  const here = found.table
    ? say("why.sits", { name: text(found.entrant), table: found.table, place: found.place })
    : say("why.bye", { name: text(found.entrant) });
  return [
    make("h4", { tabindex: "-1" }, here),
    found.neighbours.length ? make("p", {}, say("why.with", { names: listed(found.neighbours.map(neighbour(text))) })) : null,
    make("p", {}, say("why.own", { terms: cost(found.own) }), " ", say("why.whole", { terms: cost(found.whole) })),
    found.alternatives.length ? [make("p", {}, say("why.alternatives")), make("ol", {}, found.alternatives.map(alternative(text)))] : make("p", {}, say("why.none")),
  ];
};

export const showWhy = async (place, id, round, entrant, name) => {
  place.hidden = false;
  try {
    replace(place, told(await askJson(`${pathOf(id)}/rounds/${round}/why?entrant=${entrant}`), name));
    place.querySelector("h4").focus();
  } catch (error) {
    replace(place, make("p", { role: "alert" }, troubleText(error)));
  }
};
