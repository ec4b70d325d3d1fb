// The panel "if it were scored now": who leads, what it would give, and what this step changed.

import { make, replace } from "./dom.js";
import { called } from "./names.js";
import { number, ordinal, say, signed } from "./words.js";

const LEADS = ["lead", "majority"];
const SIGNS = { 1: "①", 2: "②" };

const hidden = () => make("span", { class: "untold", title: say("if_scored.hidden") }, "?");

const counted = (count) => make("span", { class: "counted" }, count === null ? hidden() : number(count));

const given = (points) => (points === null ? hidden() : make("b", {}, signed(points)));

const written = (...parts) => JSON.stringify(parts);

// Was it the same before? Then nothing about it is news.
const cell = (element, before, seat) => {
  const place = element.places?.[seat] ?? null;
  const now = written(element.counts[seat], place, element.points[seat]);
  const was = before && written(before.counts[seat], before.places?.[seat] ?? null, before.points[seat]);
  const kinds = [place === 1 && "leads", place === 2 && "second", was && was !== now && "news"];
  return make("td", { class: kinds.filter(Boolean).join(" ") }, counted(element.counts[seat]),
    place ? make("span", { class: "place", title: ordinal(place) }, SIGNS[place]) : null,
    element.places && !place && element.points[seat] !== null ? null : given(element.points[seat]));
};

const row = (element, before, players) => make("tr", { "data-element": element.element, class: element.scored ? "" : "later" },
  make("th", { scope: "row", title: [element.name, element.why, element.scored ? "" : say("if_scored.later")].filter(Boolean).join("; ") }, make("span", {}, element.name)),
  players.map(({ seat }) => cell(element, before, seat)));

const elementsOf = (standing) => new Map((standing?.tables ?? []).flatMap(({ elements }) => elements).map((one) => [one.element, one]));

const rows = (table, before, players, rules) => [
  make("tr", { class: "part" },
    make("th", { scope: "rowgroup", title: table.title }, rules ? make("a", { href: `${rules}#${table.section}` }, table.title) : table.title),
    players.map(({ seat }) => make("td", {}, given(table.points[seat])))),
  table.elements.map((element) => row(element, before.get(element.element), players)),
];

const total = (standing, before, seat) => {
  const [now, was] = [standing.totals[seat], before?.totals[seat] ?? null];
  const gain = now !== null && was !== null ? now - was : 0;
  return make("td", { class: gain ? "news" : "" }, now === null ? hidden() : make("b", {}, number(now)),
    gain ? make("small", { class: "more" }, signed(gain)) : null);
};

export class IfScored {
  // `rules` is where they can be read, if anywhere.
  constructor(rules) {
    this.rules = rules;
    this.said = make("ul", { class: "changes", tabindex: "0", "aria-label": say("if_scored") });
    this.body = make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": say("if_scored") });
    this.element = make("section", { class: "if-scored", "aria-label": say("if_scored") },
      make("h2", {}, say("if_scored")), this.said, this.body);
  }

  // Where one is now. Who only passes by an event in the middle of an entry does not ask for it; `again` is
  // called when what was asked for is there.
  follow(course, scoredNow, passing, again) {
    const { frame, frames } = course;
    const { version, view: { players } } = frame;
    if (frame !== frames.byVersion.get(version)?.at(-1)) {
      this.within(course, scoredNow, passing, again);
      return;
    }
    const before = Math.min(course.base?.version ?? version - 1, version - 1);
    const points = scoredNow.turningPoints.filter((point) => point.version > before && point.version <= version);
    this.draw(scoredNow.at(version), scoredNow.at(before), points, players);
  }

  // Until it is told, what was before the entry stands.
  within({ frame, frames }, scoredNow, passing, again) {
    const earlier = scoredNow.at(frame.version - 1);
    const now = scoredNow.within(frame);
    const one = frames.byVersion.get(frame.version)?.[frame.event - 2];
    const before = (one && scoredNow.within(one)) ?? earlier;
    this.draw(now ?? earlier, now ? before : null, [], frame.view.players);
    if (!now && !passing) scoredNow.lookInto(frame.version).then(() => (scoredNow.within(frame) ? again(frame) : null), () => null);
  }

  // `points` are the turning points of this step.
  draw(standing, before, points, players) {
    replace(this.said, points.filter(({ kind }) => LEADS.includes(kind)).map(({ text }) => make("li", {}, text)));
    if (!standing?.tables.length) {
      replace(this.body, make("p", { class: "none" }, say(standing ? "if_scored.none" : "if_scored.loading")));
      this.standing = null;
      return;
    }
    if (standing === this.standing && before === this.before) return;
    Object.assign(this, { standing, before });
    const earlier = elementsOf(before);
    replace(this.body, make("table", {},
      make("thead", {}, make("tr", {}, make("td", {}),
        players.map(({ seat, name }) => make("th", { scope: "col", class: `seat-${seat}` }, called(name))))),
      make("tbody", {}, standing.tables.map((table) => rows(table, earlier, players, this.rules))),
      make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, say("scoring.total")),
        players.map(({ seat }) => total(standing, before, seat))))));
  }
}
