// A whole game in one HTML file: everything that is shown is in it, and nothing is asked of anybody.

import { verdictTable } from "../audits/table.js";
import { summary } from "../audits/verdicts.js";
import { boardOf } from "../boards/index.js";
import { make, replace } from "../dom.js";
import { Frames } from "../frames.js";
import { calledInText } from "../names.js";
import { ScoredNow } from "../scored_now.js";
import { language, listed, moment, say, withNames } from "../words.js";
import { Player } from "./player.js";
import "../audits/words.js";

const { game, version, frames: perspectives, scored, catalog, report, name, at, seat: first } = JSON.parse(document.getElementById("file").textContent);

class FileFrames extends Frames {
  ask() {
    return Promise.resolve({ version, frames: perspectives[this.eyes.as] });
  }
}

// All that would be scored is there already.
class FileScored extends ScoredNow {
  constructor() {
    super(language, {}, true);
    this.take({ version, entries: scored, next: null });
  }

  load() {
    return Promise.resolve();
  }

  lookInto() {
    return Promise.resolve();
  }
}

const facts = (pairs) => make("dl", { class: "facts" },
  pairs.filter(([, value]) => value).map(([label, value]) => [make("dt", {}, label), make("dd", {}, value)]));

const about = (seats) => {
  const winners = report.winners.map((seat) => calledInText(seats[seat].name));
  return facts([
    [say("audit.file"), name],
    [say("audit.game"), game.id],
    [say("record.played"), game.finished ? `${moment(game.created)} – ${moment(game.finished)}` : moment(game.created)],
    [say("audit.players"), listed(seats.map((seat) => calledInText(seat.name)))],
    [say("audit.winners"), winners.length ? listed(winners) : report.is_over ? "" : say("audit.not_over")],
    [say("record.edition"), game.edition],
    [say("audit.entries"), String(report.version)],
    [say("audit.commitment"), make("code", {}, game.commitment)],
  ]);
};

const framesOf = async (as) => {
  const frames = new FileFrames(game.id, language, { as });
  await frames.fetch(1);
  return frames;
};

// Only those who see more than the public are there to be chosen.
const eyes = (player, seats) => {
  const called = (as) => (as === "" ? say("eyes.spectator") : as === "all" ? say("eyes.all") : calledInText(seats[as].name));
  const choice = make("select", { onchange: async () => player.look(await framesOf(choice.value)) },
    Object.keys(perspectives).sort().map((as) => make("option", { value: as, selected: as === String(first ?? "") }, called(as))));
  return choice.length > 1 ? make("label", { class: "eyes" }, say("eyes"), choice) : null;
};

// Leads to a moment in the player above.
const leading = (player, to, ...content) => make("a", {
  href: "#game",
  onclick: (event) => {
    event.preventDefault();
    player.element.scrollIntoView({ block: "nearest" });
    player.controls.pause();
    player.go(to);
  },
}, ...content);

const proved = (player, seats) => {
  const [kind, text] = summary(report);
  return make("section", { class: "audit", id: "verdicts" }, make("h2", {}, say("audit.title")),
    make("p", { class: `summary ${kind}` }, text), about(seats),
    verdictTable(report, (version) => (version ? leading(player, String(version), say("audit.at", { version })) : null)));
};

const story = (player, frames) => make("details", { class: "whole-story" }, make("summary", {}, say("story")),
  make("ol", { class: "told" }, frames.list.map((frame) => make("li", {},
    leading(player, frame.at, frame.at), ` ${frame.text}`))));

const show = async () => {
  const seats = withNames(game.seats);
  const [board, frames] = await Promise.all([boardOf(game.game), framesOf(String(first ?? ""))]);
  const player = new Player({ game: game.game, board, catalog, frames, scoredNow: new FileScored() });
  const title = `${seats.map((seat) => calledInText(seat.name)).join(", ")} · ${say(`game.${game.game}`)}`;
  document.title = `${title} · Schichtbuch`;
  replace(document.querySelector("main"),
    make("h1", {}, title), eyes(player, seats), make("div", { class: "replay", id: "game" }, player.element), proved(player, seats), story(player, frames));
  await player.go(at);
  player.more.open = true;
};

show();
