// A file that somebody wants checked: looked at here first, then sent, then its verdict is shown.

import { API, ask, Trouble } from "./api.js";
import { keepHere } from "./memory.js";
import { proofOf } from "./proof.js";

export const upload = async (file, most) => {
  const facts = { most: Math.floor(most / 1024 / 1024) };
  // What the server would refuse need not travel there first.
  if (file.size > most) throw new Trouble("body_too_large", "", 413, facts);
  if (!file.size) throw new Trouble("empty_file");
  const answer = await ask(`${API}/audits`, {
    method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" },
  });
  const { id } = await answer.json();
  keepHere(`file.${id}`, { name: file.name, ...await proofOf(await file.text()) });
  return id;
};
