// Where a file and the rules part: both told and both drawn, what differs marked on either board.

import { API, askJson } from "../api.js";
import { drawingOf } from "../boards/index.js";
import { make } from "../dom.js";
import { unfold } from "../frames.js";
import { called } from "../names.js";
import { troubleText } from "../trouble.js";
import { language, number, say, withNames } from "../words.js";
import "./words.js";

const named = (view) => ({ ...view, players: withNames(view.players) });

// Not every sentence tells everything: then what differs is said as it stands in the log.
const untold = (event, other) => {
  const fields = Object.entries(event).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(other?.[name]));
  return make("code", {}, ` ${fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ")}`);
};

const told = (frames, others, events, otherEvents) => make("ol", { class: "told" }, frames.map(({ at, text }, place) => {
  const sameText = others[place]?.text === text;
  const differs = JSON.stringify(events[place]) !== JSON.stringify(otherEvents[place]);
  return make("li", { "data-at": at, class: differs ? "differs" : "" }, text, differs && sameText ? untold(events[place], otherEvents[place]) : null);
}));

const refused = ({ text, section, rule_url: rule }) => make("p", { class: "differs" },
  `${say("versus.refused")} `, text, " ", make("a", { href: rule }, say("rules.section", { section })));

const points = (view, against) => make("ul", { class: "scores", "aria-label": say("points") }, view.players.map((player) =>
  make("li", { class: `seat-${player.seat}${against.players[player.seat]?.points === player.points ? "" : " differs"}` },
    make("span", { class: "who" }, called(player.name)), make("strong", {}, number(player.points)))));

const side = (name, sentences, view, against, draw) => make("div", { class: `side-of ${name}` },
  make("h3", {}, say(`versus.${name}`)),
  sentences, points(view, against),
  make("div", { class: "picture", tabindex: "0", role: "group", "aria-label": say(`versus.${name}`) }, draw(view, against)));

// The boards are higher than their places: each shows what differs first.
const turnToWhatDiffers = (sides) => {
  for (const picture of sides.querySelectorAll(".picture")) {
    const differs = picture.querySelector(".changed");
    if (differs) picture.scrollTop += differs.getBoundingClientRect().top - picture.getBoundingClientRect().top - 40;
  }
};

const drawn = async ({ sides: where, catalog: components }, { rules, versus: parted }) => {
  const [sides, drawBoard, catalog] = await Promise.all([
    askJson(`${where}?lang=${language}`), drawingOf(rules), askJson(components),
  ]);
  const before = named(sides.before);
  const [recorded, byRules] = [unfold(sides.recorded), unfold(sides.rules)];
  const [theirs, ours] = [recorded.at(-1)?.view ?? before, byRules.at(-1)?.view ?? before];
  const draw = (view, against) => drawBoard(view, { language, say, catalog, before: against, frame: { view } });
  return make("div", { class: "sides" },
    side("recorded", told(recorded, byRules, parted.recorded, parted.rules), theirs, ours, draw),
    side("rules", sides.refusal ? refused(sides.refusal) : told(byRules, recorded, parted.rules, parted.recorded), ours, theirs, draw));
};

// Where both sides and the components of the game are told.
export const ofFile = (id) => ({ sides: `${API}/audits/${id}/versus`, catalog: `${API}/audits/${id}/catalog` });
export const ofGame = (id) => ({ sides: `${API}/games/${id}/audit/versus`, catalog: `${API}/games/${id}/catalog` });

// The section at once, its content when it is there.
export const versus = (where, report) => {
  const place = make("p", { class: "waiting" }, say("audit.working"));
  drawn(where, report).then((sides) => {
    place.replaceWith(sides);
    turnToWhatDiffers(sides);
  }, (error) => { place.textContent = troubleText(error); });
  return make("section", { class: "versus" },
    make("h2", {}, say("versus.title", { version: report.versus.version })), make("p", {}, say("versus.lead")), place);
};
