// What the browser remembers for us; a browser that forbids it only forgets.

const attempt = (doing) => {
  try {
    return doing();
  } catch {
    return null;
  }
};

export const recall = (name) => attempt(() => localStorage.getItem(`schichtbuch.${name}`));
export const keep = (name, value) => attempt(() => localStorage.setItem(`schichtbuch.${name}`, value));

// Verdicts of this tab only: gone when it is closed.
export const recallHere = (name) =>
  attempt(() => JSON.parse(sessionStorage.getItem(`schichtbuch.${name}`)));
export const keepHere = (name, value) =>
  attempt(() => sessionStorage.setItem(`schichtbuch.${name}`, JSON.stringify(value)));
