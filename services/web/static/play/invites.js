// The links that bring friends to their seats, for who has created the game.

import { keep, recall } from "../memory.js";

export const linkTo = (gameId, seat, invite) =>
  `${location.origin}/games/${encodeURIComponent(gameId)}#${new URLSearchParams({ seat, invite })}`;

// `invites` by seat; `key` makes a lost one anew.
export const rememberInvites = (gameId, key, invites) => keep(`invites.${gameId}`, JSON.stringify({ key, invites }));

export const invitesOf = (gameId) => {
  try {
    return JSON.parse(recall(`invites.${gameId}`));
  } catch {
    return null;
  }
};
