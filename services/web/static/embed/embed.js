// For pages of others: <script type="module" src="…/embed.js"></script>, and then anywhere
// <schichtbuch-replay game="…" at="17.3"></schichtbuch-replay>. All replays of a page speak one language.

const { origin } = new URL(import.meta.url);
const spoken = document.querySelector("schichtbuch-replay")?.closest("[lang]")?.lang || navigator.language || "en";
globalThis.schichtbuch ??= { origin, language: spoken.slice(0, 2).toLowerCase() };
if (!customElements.get("schichtbuch-replay")) await import(`${origin}{root}/embed/element.js`);
