// The board of a game at a moment, as the arbiter may see it.

import { API, askJson } from "../api.js";
import { drawingOf } from "../boards/index.js";
import { make, replace } from "../dom.js";
import { language, say, withNames } from "../words.js";

export const momentPath = (id, at) => `/games/${encodeURIComponent(id)}?at=${encodeURIComponent(at)}`;

export const drawMoment = async (place, game, at, key) => {
  const id = encodeURIComponent(game.id);
  const [view, draw, catalog] = await Promise.all([
    askJson(`${API}/games/${id}/state?at=${encodeURIComponent(at)}`, { token: key }),
    drawingOf(game.game), askJson(`${API}/games/${id}/catalog`),
  ]);
  const named = { ...view, players: withNames(view.players) };
  const [version, event] = String(at).split(".").map(Number);
  const frame = { at: String(at), version, event: event ?? 0, type: "", text: "", view: named };
  const board = draw(named, { language, say, catalog, before: named, frame });
  replace(place, make("div", { class: "picture" }, board));
};
