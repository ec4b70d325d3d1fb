// The secrets of an event: its key and the tokens of new entrants, in this tab only.

import { keepHere, recallHere } from "../memory.js";
import { pageOf } from "./event.js";

export const keyOf = (id) => recallHere(`event_key.${id}`);
export const rememberKey = (id, key) => keepHere(`event_key.${id}`, key);

// By the number of the entrant: they are told once.
export const tokensOf = (id) => recallHere(`event_tokens.${id}`) ?? {};
export const rememberToken = (id, entrant, token) => keepHere(`event_tokens.${id}`, { ...tokensOf(id), [entrant]: token });

export const forgetAll = (id) => {
  rememberKey(id, null);
  keepHere(`event_tokens.${id}`, null);
};

export const linkOf = (id, token) => `${location.origin}${pageOf(id, "me")}#${new URLSearchParams({ token })}`;
