// Hungarian: what the table around a board says beside what all pages do.

export const hu = {
  table: "Az asztal",
  "table.paused": "A játszma szünetel, amíg a játékvezető tovább nem engedi.",
  "table.ended": "A játszma véget ért.",
  "table.adjudicated": "A játékvezető lezárta a játszmát.",
  "table.corrected": "A játékvezető kijavította az eredményt.",
  "table.void": "A játszma érvénytelen.",
  "table.claim": "{player}, ehhez: {about}. „{text}”",
  "table.asked": "{player} vissza akar lépni ide: {to}. verzió. Még nem válaszolt: {waiting}.",
  "table.agree": "Beleegyezem",
  "table.decline": "Nem egyezem bele",
  "table.withdraw": "Visszavonom",
  "table.claim_text": "Mi nincs rendben?",
  "table.claim_now": "Játékvezető hívása ehhez a pillanathoz",
  "table.ask_back": "Visszalépés kérése ehhez a pillanathoz",
  "table.resign": "Feladom",
  "table.resign_sure": "Feladod? Egy bot játszik tovább helyetted, és mindenki mögé kerülsz, aki maradt.",
  "table.abandoned": "visszavonva",
};
