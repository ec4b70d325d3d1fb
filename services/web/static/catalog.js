// The components of a game, as it is played with.

import { API, ask } from "./api.js";

export const catalogOf = async (id) => (await ask(`${API}/games/${id}/catalog`)).json();

// The items of a block, by their ids.
export const byIds = (catalog, block) =>
  new Map((catalog[block]?.items || []).map((item) => [item.id, item]));
