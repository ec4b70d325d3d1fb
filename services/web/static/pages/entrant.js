// An entrant's own page, for a phone: my table, my seat, play now, my results.

import { askJson } from "../api.js";
import { make, replace } from "../dom.js";
import { keepHere, recallHere } from "../memory.js";
import { called } from "../names.js";
import { act, follow, glance, namesIn, pageOf, pathOf, points as inPoints } from "../tournaments/event.js";
import { Part } from "../tournaments/redraw.js";
import { troubleText } from "../trouble.js";
import { ordinal, say } from "../words.js";

const NOT_OURS = ["token_unknown", "token_needed", "entrant_needed"];

// The fragment is sent to no server; the address bar forgets it at once.
const tokenHere = (id) => {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) {
    keepHere(`entrant.${id}`, token);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return token ?? recallHere(`entrant.${id}`);
};

const OUT = ["published", "started"]; // the tables are known

const gameAddress = ({ game, seat, token }) =>
  `/games/${encodeURIComponent(game)}${token ? `#${new URLSearchParams({ seat, token })}` : ""}`;

// Why there is no table to go to.
const elsewhere = ({ mine, phase, round, next }) => {
  if (phase === "finished") return say("me.over");
  if (mine.withdrawn) return say("me.withdrawn");
  const isOut = round && OUT.includes(round.status);
  const n = isOut ? round.round : next;
  if (mine.absent.includes(n)) return say("me.absent", { n });
  if (isOut) return say(mine.byes.includes(n) ? "me.bye" : "me.not_in");
  return say("me.wait");
};

class Mine {
  constructor(main, id, token) {
    Object.assign(this, { id, token });
    this.note = make("p", { class: "said-here", role: "status" });
    this.part = new Part(make("div", { class: "mine" }), (facts) => this.draw(facts));
    replace(main, make("div", {}, this.part.element, this.note));
  }

  async refresh() {
    const [mine, event] = await Promise.all([askJson(`${pathOf(this.id)}/me`, { token: this.token }), glance(this.id)]);
    const { title, phase, version, state: { entrants, rounds, checked_in, next_round } } = event;
    document.title = `${mine.name ?? ""} · ${title}`;
    const confirmed = rounds.flatMap(({ round, tables }) => tables.filter(({ result }) => result?.confirmed.includes(mine.entrant)).map(() => round));
    this.part.show({ mine, title, phase, entrants, confirmed, checked_in, next_round, round: rounds.at(-1) && { round: rounds.at(-1).round, status: rounds.at(-1).status } });
    return { version };
  }

  async act(action) {
    this.note.textContent = "";
    try {
      await act(this.id, this.token, action);
      await this.refresh();
    } catch (error) {
      this.note.textContent = troubleText(error);
    }
  }

  draw({ mine, title, phase, entrants, confirmed, checked_in: here, next_round: next, round }) {
    const name = namesIn({ entrants });
    const now = round && OUT.includes(round.status) ? mine.tables.find((one) => one.round === round.round) : null;
    const before = mine.tables.filter((one) => one !== now);
    return [
      make("h1", {}, called(name(mine.entrant))),
      make("p", {}, make("a", { href: pageOf(this.id) }, title), " · ", say(`phase.${phase}`)),
      now ? this.table(now, name, confirmed) : make("p", { class: "card big" }, elsewhere({ mine, phase, round, next })),
      mine.place ? make("p", { class: "big" }, say("me.place", { place: ordinal(mine.place), points: inPoints(mine.twelfths ?? 0) })) : null,
      next && phase !== "finished" && !mine.withdrawn && !mine.absent.includes(next) && ["registration", "between"].includes(phase) && !here.includes(mine.entrant)
        ? make("button", { type: "button", class: "main large", onclick: () => this.act({ type: "check_in", entrant: mine.entrant }) }, say("me.check_in", { n: next })) : null,
      make("h2", {}, say("me.results")),
      before.length ? before.map((one) => this.table(one, name, confirmed)) : make("p", { class: "empty" }, say("me.no_results")),
    ];
  }

  table(one, name, confirmed) {
    const { round, table, seat, people, game, points, places, token } = one;
    return make("section", { class: "card my-table" },
      make("h2", {}, say("me.table", { round, table })),
      make("p", { class: "big" }, say("me.seat", { n: seat + 1, all: people.length })),
      make("ol", {}, people.map((entrant, at) => make("li", { class: `seat-${at}` },
        at === seat ? make("b", {}, called(name(entrant))) : called(name(entrant)),
        places ? ` ${ordinal(places[at])}` : null, points?.length ? ` · ${say("table.points", { n: points[at] })}` : null))),
      make("div", { class: "row" },
        game ? make("a", { class: places ? "button" : "button main large", href: gameAddress(one) }, say(places ? "table.replay" : token ? "me.play" : "table.watch"))
          : make("p", {}, say("me.soon")),
        places && !confirmed.includes(round) ? make("button", { type: "button", onclick: () => this.act({ type: "confirm_result", round, table }) }, say("me.confirm")) : null,
        places && confirmed.includes(round) ? make("span", { class: "mark" }, say("me.confirmed")) : null));
  }
}

const needsLink = (main, id, word) => replace(main, make("section", { class: "card" },
  make("h1", {}, say("me.title")), make("p", { role: "status" }, say(word)), make("a", { class: "button", href: pageOf(id) }, say("event.page"))));

export const show = async (main, { subject }) => {
  const token = tokenHere(subject);
  document.title = `${say("me.title")} · Schichtbuch`;
  if (!token) {
    needsLink(main, subject, "me.no_link");
    return;
  }
  try {
    const mine = new Mine(main, subject, token);
    const { version } = await mine.refresh();
    follow(subject, version, () => mine.refresh().catch((error) => { mine.note.textContent = troubleText(error); }));
  } catch (error) {
    if (!NOT_OURS.includes(error.code)) throw error;
    keepHere(`entrant.${subject}`, null);
    needsLink(main, subject, "me.wrong_link");
  }
};

// A link that is opened where the page is shown already loads no page.
addEventListener("hashchange", () => {
  if (/token=/.test(location.hash)) location.reload();
});
