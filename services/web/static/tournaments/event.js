// A tournament as the service tells it, kept up to date by its stream.

import { API, ask, askJson, pause } from "../api.js";
import { eventsOf } from "../live.js";
import { calledInText } from "../names.js";
import { language, say } from "../words.js";
import "./words.js";

const RETRY = 2000; // milliseconds before a server that is gone is asked again
const TOGETHER = 400; // milliseconds: entries that come together are looked at once

export const pathOf = (id) => `${API}/tournaments/${encodeURIComponent(id)}`;
export const pageOf = (id, part = "") => `/tournaments/${encodeURIComponent(id)}${part ? `/${part}` : ""}`;

export const glance = (id, token) => askJson(pathOf(id), { token });

// There are none before the first round is over, unless they are live.
const hasStandings = ({ phase, regulation, settled }) =>
  settled.length > 0 || (regulation.standings === "live" && phase === "started");

export const standingsOf = async (id, state) =>
  (hasStandings(state) ? askJson(`${pathOf(id)}/standings`) : null);

export const act = (id, token, action) => askJson(`${pathOf(id)}/actions`, {
  method: "POST", token, language, headers: { "Content-Type": "application/json" }, body: JSON.stringify(action),
});

// Names by number; whose name was erased is a number.
export const namesIn = ({ entrants }) => {
  const names = new Map(entrants.map(({ entrant, name }) => [entrant, name]));
  return (entrant) => names.get(entrant) || say("event.number", { n: entrant });
};

// Twelfths as points, as the standings show them: `2 5/12`, `4 1/2`.
export const points = (twelfths) => {
  const [whole, rest] = [Math.floor(Math.abs(twelfths) / 12), Math.abs(twelfths) % 12];
  const by = [6, 4, 3, 2].find((part) => rest % part === 0) ?? 1;
  const shown = rest ? `${whole || ""} ${rest / by}/${12 / by}`.trim() : String(whole);
  return twelfths < 0 ? `−${shown}` : shown;
};

export const inText = (name) => (entrant) => calledInText(name(entrant));

// Calls `onNews` after every entry, for ever; entries in quick succession are told once.
export const follow = async (id, version, onNews) => {
  let [after, waiting] = [version, null];
  const tell = () => {
    waiting ??= setTimeout(() => {
      waiting = null;
      onNews();
    }, TOGETHER);
  };
  for (;;) {
    try {
      const { body } = await ask(`${pathOf(id)}/stream?after=${after}`);
      for await (const { id: had, event } of eventsOf(body)) {
        if (event === "end") return;
        if (!had) continue;
        after = Number(had);
        tell();
      }
    } catch (error) {
      if (error.status === 404) return;
    }
    await pause(RETRY);
  }
};
