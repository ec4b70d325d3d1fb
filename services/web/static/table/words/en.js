// English: what the table around a board says beside what all pages do.

export const en = {
  table: "The table",
  "table.paused": "The game is paused until the arbiter lets it go on.",
  "table.ended": "The game is over.",
  "table.adjudicated": "The arbiter has ended the game.",
  "table.corrected": "The arbiter has corrected the result.",
  "table.void": "The game is void.",
  "table.claim": "{player} about {about}: “{text}”",
  "table.asked": "{player} asks to go back to version {to}. Not answered yet: {waiting}.",
  "table.agree": "Agree",
  "table.decline": "Decline",
  "table.withdraw": "Withdraw",
  "table.claim_text": "What is wrong?",
  "table.claim_now": "Call the arbiter to this moment",
  "table.ask_back": "Ask to go back to this moment",
  "table.resign": "Resign",
  "table.resign_sure": "Resign? A bot plays on for you, and you come behind all who stayed.",
  "table.abandoned": "taken back",
};
