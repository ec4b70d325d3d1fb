// The components of a game: the built-in catalog, or the organizer's own, which is in the replay.

import { API, ask } from "./api.js";

const firstLine = async (answer) => {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  reader.cancel();
  return text.split("\n")[0];
};

const created = async (id) => {
  const answer = await ask(`${API}/games/${id}/log?from=1&to=1`);
  const line = JSON.parse(await firstLine(answer));
  return line.events.find(({ catalog }) => catalog);
};

export const catalogOf = async (id, rules) => {
  const [answer, began] = await Promise.all([ask(`${API}/rules/${rules}/catalog`), created(id)]);
  const digest = (answer.headers.get("ETag") || "").replace(/^W\/|"/g, "");
  if (began && digest && began.catalog !== digest) {
    const header = JSON.parse(await firstLine(await ask(`${API}/games/${id}/replay`)));
    if (header.catalog) return header.catalog;
  }
  return answer.json();
};

// The items of a block, by their ids.
export const byIds = (catalog, block) =>
  new Map((catalog[block]?.items || []).map((item) => [item.id, item]));
