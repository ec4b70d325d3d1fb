// What anybody can read off a replay file: the hash of its last entry, and who signed it.

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Browsers compute hashes only where the connection is safe; elsewhere the checkpoint's must do.
const sha256 = async (line) => (globalThis.crypto?.subtle
  ? hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(line)))
  : null);

const read = (line) => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};

export const proofOf = async (text) => {
  const lines = text.split("\n").filter(Boolean);
  const last = lines.findLast((line) => line.startsWith('{"v":'));
  const footer = read(lines.findLast((line) => line.startsWith('{"checkpoint":')));
  const checkpoint = typeof footer?.checkpoint === "string" ? footer.checkpoint : null;
  const first = read(lines.find((line) => line.startsWith('{"v":1,')));
  return {
    hash: last ? await sha256(last) ?? checkpoint?.split("\n")[2] ?? null : null,
    checkpoint,
    key: typeof footer?.key === "string" ? footer.key : null,
    commitment: first?.seals?.find?.((seal) => seal.for === null)?.sha256 ?? null,
  };
};
