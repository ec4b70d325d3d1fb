// Taking a seat: a name, and chance from this browser; asked again it is the same seat again.

import { API, askJson } from "../api.js";
import { keepHere, recallHere } from "../memory.js";
import { randomKey } from "../random_key.js";
import { freshSalt } from "./salt.js";
import { invitedTo, remember, sitAt } from "./secrets.js";

const ask = (gameId, { seat, invite }, { key, ...wish }) => askJson(`${API}/games/${encodeURIComponent(gameId)}/seats/${seat}/take`, {
  method: "POST", token: invite, headers: { "Content-Type": "application/json", "Idempotency-Key": key }, body: JSON.stringify(wish),
});

// What is wished is kept until there is an answer, which may get lost.
export const take = async (gameId, invited, name) => {
  const before = recallHere(`wish.${gameId}`);
  const wish = before?.name === name ? before : { name, salt: freshSalt(), key: randomKey() };
  keepHere(`wish.${gameId}`, wish);
  const { seat, token } = await ask(gameId, invited, wish);
  remember(gameId, seat, token);
  sitAt(gameId, seat);
};

// Whether the seat is ours after all: the answer to the first question may have been lost.
export const takenBefore = async (gameId) => {
  const [invited, wish] = [invitedTo(gameId), recallHere(`wish.${gameId}`)];
  if (!invited || !wish) return false;
  try {
    await take(gameId, invited, wish.name);
    return true;
  } catch {
    return false;
  }
};
