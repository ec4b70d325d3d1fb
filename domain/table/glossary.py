"""What the fields of the table's events mean: for readers of the JSON Schemas."""

GLOSSARY = {
    "about": "The moment that a claim is about: `17.3`, or `17` for the whole of version 17.",
    "agree": "Whether the seat agrees to go back.",
    "bot": "Which bot plays the seat from now on.",
    "claim": "The number of a claim, which is the version of its entry; `null` if none is meant.",
    "clock": "How much time the players have.",
    "left_ms": "By seat: what was set on the clock, in milliseconds; `null` where nothing was.",
    "name": "Of whoever takes the seat.",
    "on_flag": "What follows from it: see `clock` of `POST /games`.",
    "places": "By seat. Equals share one, and the next ones are left out: 1, 1, 3.",
    "points": "By seat.",
    "reason": "Why, in the arbiter's words; `null` if the players agreed.",
    "seat": "The number of a seat, counted from 0, clockwise.",
    "sections": "Of the rules, as the arbiter names them.",
    "text": "What was said.",
    "to": "The version after which the game goes on, or would.",
    "upheld": "Whether whoever claimed was right.",
}
