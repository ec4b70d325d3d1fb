// A key that nobody guesses. Over plain HTTP browsers have no `randomUUID`, except on the same machine.

export const randomKey = (bytes = 16) => [...crypto.getRandomValues(new Uint8Array(bytes))]
  .map((byte) => byte.toString(16).padStart(2, "0")).join("");
