// Begins whichever page the shell names, and puts the frame around it.

import { make } from "./dom.js";
import { Trouble } from "./api.js";
import { putFrameAround } from "./frame.js";
import { troubleNote } from "./trouble.js";
import { language, say } from "./words.js";

const PAGES = {
  start: () => import("./pages/start.js"),
  game: () => import("./pages/game.js"),
  room: () => import("./play/room.js"),
  audit: () => import("./pages/audit.js"),
  verdict: () => import("./pages/audit.js"),
  watch: () => import("./pages/game.js"),
  audits: () => import("./pages/audits.js"),
  rules: () => import("./pages/rules.js"),
  keys: () => import("./pages/keys.js"),
  witness: () => import("./pages/witness.js"),
  arbiter: () => import("./pages/arbiter.js"),
  tournaments: () => import("./pages/tournaments.js"),
  tournament: () => import("./pages/tournament.js"),
  desk: () => import("./pages/desk.js"),
  entrant: () => import("./pages/entrant.js"),
  screen: () => import("./pages/screen.js"),
  deal: () => import("./pages/deal.js"),
  schema: () => import("./pages/schema.js"),
};

const { page, subject, trouble, most, game, version, over } = document.body.dataset;
document.documentElement.lang = language;
document.body.classList.add(`page-${page}`);

// Some pages come with their content; it stays where it is, with whatever the address points at.
const main = document.querySelector("main") ?? make("main", { id: "main", tabindex: "-1" });
if (!main.isConnected) document.body.replaceChildren(main);
putFrameAround(main);

const begin = async () => {
  if (trouble) throw new Trouble(trouble);
  const { show } = await PAGES[page]();
  await show(main, { page, subject, game, version: Number(version), over: Boolean(over), most: Number(most) });
};

begin().catch((error) => {
  document.title = `${say("title")}`;
  main.replaceChildren(troubleNote(error));
});
