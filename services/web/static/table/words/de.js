// German: what the table around a board says beside what all pages do.

export const de = {
  table: "Am Tisch",
  "table.paused": "Die Partie ist unterbrochen, bis der Schiedsrichter sie weitergehen lässt.",
  "table.ended": "Die Partie ist zu Ende.",
  "table.adjudicated": "Der Schiedsrichter hat die Partie beendet.",
  "table.corrected": "Der Schiedsrichter hat das Ergebnis berichtigt.",
  "table.void": "Die Partie ist ungültig.",
  "table.claim": "{player} zu {about}: „{text}“",
  "table.asked": "{player} möchte zu Version {to} zurück. Noch ohne Antwort: {waiting}.",
  "table.agree": "Einverstanden",
  "table.decline": "Ablehnen",
  "table.withdraw": "Zurückziehen",
  "table.claim_text": "Was stimmt nicht?",
  "table.claim_now": "Schiedsrichter zu diesem Moment rufen",
  "table.ask_back": "Um Rückkehr zu diesem Moment bitten",
  "table.resign": "Aufgeben",
  "table.resign_sure": "Aufgeben? Ein Bot spielt für dich weiter, und du kommst hinter alle, die geblieben sind.",
  "table.abandoned": "zurückgenommen",
};
