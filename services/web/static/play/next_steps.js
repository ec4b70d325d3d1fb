// What comes after one's own turn: back to now, the screen handed over, the end of the game.

import { API, askJson } from "../api.js";
import { make } from "../dom.js";
import { calledInText } from "../names.js";
import { troubleText } from "../trouble.js";
import { language, listed, say, withNames } from "../words.js";
import { freshSalt } from "./salt.js";
import { remember, sitAt, sitTogether, tokensOf } from "./secrets.js";

const button = (word, onclick, className = "main") => make("button", { type: "button", class: className, onclick }, say(word));

const whoWon = ({ viewer: { game }, seat }) => {
  const { winners, seats } = game;
  if (!winners.length) return say("play.nobody_won");
  if (winners.includes(seat)) return say(winners.length > 1 ? "play.you_won_with" : "play.you_won");
  return say("play.won", { players: listed(winners.map((one) => calledInText(withNames(seats)[one].name))), n: winners.length });
};

// Everybody asks for the own seat in the new game, known by the one in this; who sits here, for all.
const playAgain = async (seated) => {
  const { id } = seated.viewer.game;
  const tokens = tokensOf(id);
  const seats = seated.isShared ? seated.together : [seated.seat];
  try {
    const next = [];
    for (const seat of seats) next.push(await again(id, tokens[seat]));
    for (const one of next) remember(one.id, one.seat, one.token);
    sitAt(next[0].id, next[0].seat);
    if (next.length > 1) sitTogether(next[0].id, next.map((one) => one.seat));
    location.assign(`/games/${encodeURIComponent(next[0].id)}`);
  } catch (error) {
    seated.panel.tell(troubleText(error));
  }
};

const again = (id, token) => askJson(`${API}/games/${encodeURIComponent(id)}/rematch`, {
  method: "POST", token, language, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ salt: freshSalt() }),
});

export const STEPS = {
  now: ({ viewer }) => [button("to_now", () => viewer.toNow())],
  hand: (seated) => [button("play.hand_on", () => seated.handTo(seated.nextHere))],
  over: (seated) => [
    make("p", {}, whoWon(seated)),
    button("play.rematch", () => playAgain(seated)),
    button("play.replay", async () => {
      await seated.viewer.course.go("1.1");
      seated.viewer.controls.play();
    }, ""),
  ],
};
