// The seats that this browser holds: a secret comes in the fragment of an address, which is sent to no
// server and to no other page, and is kept here. The address bar forgets it at once.

import { keep, keepHere, recall, recallHere } from "../memory.js";

const SECRET = /^[\w-]{1,200}$/; // a link that was garbled on its way holds none

const held = new Map(); // for browsers that forbid to keep anything

const stored = (gameId) => {
  try {
    return JSON.parse(recall(`seats.${gameId}`)) ?? {};
  } catch {
    return {};
  }
};

// By seat number.
export const tokensOf = (gameId) => ({ ...stored(gameId), ...held.get(gameId) });

export const remember = (gameId, seat, token) => {
  held.set(gameId, { ...held.get(gameId), [seat]: token });
  keep(`seats.${gameId}`, JSON.stringify({ ...stored(gameId), [seat]: token }));
};

// A secret that opens nothing any more.
export const forget = (gameId, seat) => {
  const { [seat]: gone, ...others } = tokensOf(gameId);
  held.delete(gameId);
  keep(`seats.${gameId}`, JSON.stringify(others));
};

// Several seats may be held by one browser; a tab sits at one of them.
export const sitAt = (gameId, seat) => keepHere(`seat.${gameId}`, seat);

// Several people at one screen: it is handed over from seat to seat.
export const sitTogether = (gameId, seats) => keep(`together.${gameId}`, JSON.stringify(seats));

export const together = (gameId) => {
  try {
    return JSON.parse(recall(`together.${gameId}`)) ?? [];
  } catch {
    return [];
  }
};

// Of several at one screen the one who is to move sits down first.
export const sitWhoIsAwaited = (gameId, awaited) => {
  const [next] = awaited.filter((seat) => together(gameId).includes(seat));
  if (next !== undefined && !awaited.includes(recallHere(`seat.${gameId}`))) sitAt(gameId, next);
};

// `#seat=1&token=…`, or `#seat=1&invite=…` for a seat that is still to be taken.
const fromAddress = (gameId) => {
  const given = new URLSearchParams(location.hash.slice(1));
  const [seat, token, invite] = ["seat", "token", "invite"].map((name) => given.get(name));
  if (!/^\d$/.test(seat ?? "") || !(token || invite)) return;
  if (!SECRET.test(token || invite)) keepHere(`refused.${gameId}`, true);
  else if (token) {
    remember(gameId, Number(seat), token);
    sitAt(gameId, Number(seat));
  } else keepHere(`invited.${gameId}`, { seat: Number(seat), invite });
  history.replaceState(history.state, "", location.pathname + location.search);
};

// {seat, invite}, for who came by an invitation.
export const invitedTo = (gameId) => {
  fromAddress(gameId);
  return recallHere(`invited.${gameId}`);
};

// {seat, token}, or nothing for who only watches.
export const seatHere = (gameId) => {
  fromAddress(gameId);
  const tokens = tokensOf(gameId);
  const seats = Object.keys(tokens).map(Number);
  if (!seats.length) return null;
  const here = recallHere(`seat.${gameId}`);
  const seat = seats.includes(here) ? here : seats[0];
  return { seat, token: tokens[seat] };
};

// A secret that fits no seat any more is forgotten; the page comes again, as for everybody.
export const refused = (error, gameId, here) => {
  if (!here || error.code !== "token_unknown") throw error;
  forget(gameId, here.seat);
  keepHere(`refused.${gameId}`, true);
  location.reload();
  return new Promise(() => {});
};

// Whose secret it is says the service: a link may name another seat.
export const sitWhereItFits = (gameId, { seat, token }, actual) => {
  if (actual === seat) return null;
  forget(gameId, seat);
  if (typeof actual === "number") {
    remember(gameId, actual, token);
    sitAt(gameId, actual);
  } else keepHere(`refused.${gameId}`, true);
  location.reload();
  return new Promise(() => {});
};

export const wasRefused = (gameId) => {
  const found = recallHere(`refused.${gameId}`);
  if (found) keepHere(`refused.${gameId}`, null);
  return found;
};

// A link that is opened where the game is shown already loads no page.
addEventListener("hashchange", () => {
  if (/(token|invite)=/.test(location.hash)) location.reload();
});
