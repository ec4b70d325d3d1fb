"""What fields mean that all games have: for readers of the JSON Schemas."""

GLOSSARY = {
    "active": "The seat whose turn it is, or `null` if it is nobody's.",
    "count": "How many.",
    "edition": "The edition of the rules that is played.",
    "game": "Which game it is: a name of `GET /rules`.",
    "name": "Of the player; empty if the names are erased.",
    "options": "The options that the game is played with.",
    "phase": "What the game waits for; `scoring` is the service's, `finished` the end.",
    "player": "The number of a player's seat, counted from 0.",
    "players": "Of every player, by seat.",
    "ranking": "The places, the first one first; empty until the game is over.",
    "reason": "Why it happened.",
    "seat": "The number of a seat, counted from 0, clockwise.",
    "shift": "The number of the shift, counted from 1.",
    "vp": "Victory points.",
    "winners": "The seats that share the first place; empty until the game is over.",
}
