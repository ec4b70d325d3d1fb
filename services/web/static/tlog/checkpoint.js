// The head of a log as a signed note: read, and checked as far as this browser can.

import { sha256 } from "./sha256.js";
import { same } from "./tree.js";

const bytesOf = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
const utf8 = new TextEncoder();

// Null if it is none.
export const parse = (note) => {
  const cut = note.lastIndexOf("\n\n");
  const text = note.slice(0, cut + 1);
  const [origin, size, root] = text.split("\n");
  if (cut < 0 || !origin || !/^(0|[1-9][0-9]{0,15})$/.test(size) || !/^[A-Za-z0-9+/]{43}=$/.test(root)) return null;
  const signatures = note.slice(cut + 2).split("\n").filter(Boolean).map((line) => line.split(" "));
  return { note, text, origin, size: Number(size), root: bytesOf(root), signatures };
};

// Name, number and public key out of `name+number+base64`; the number follows from the others.
const parsedKey = (key) => {
  const [name, , ...rest] = key.split("+");
  const kindAndKey = bytesOf(rest.join("+"));
  return { name, number: sha256(utf8.encode(`${name}\n`), kindAndKey).slice(0, 4), raw: kindAndKey.slice(1) };
};

const imported = async (raw) => {
  try {
    return await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
  } catch {
    return null; // too old, or the page came over plain HTTP
  }
};

// "holds", "broken", or "unknown" where the browser cannot tell.
export const signature = async (head, key) => {
  const { name, raw, number } = parsedKey(key);
  const found = head.signatures.map(([, by, text]) => [by, bytesOf(text ?? "")])
    .find(([by, bytes]) => by === name && same(bytes.slice(0, 4), number));
  if (!found || name !== head.origin) return "broken";
  const imports = await imported(raw);
  if (!imports) return "unknown";
  const fits = await crypto.subtle.verify("Ed25519", imports, found[1].slice(4), utf8.encode(head.text));
  return fits ? "holds" : "broken";
};
