"""What each refusal of the table means: the sentence of RULES.md, and how it is said."""

from domain.kernel.refusals import explainer, refusals_of

AT_THE_DOOR = ("arbiter_needed", "seat_forbidden", "service_only")
"""Who does something that others do."""

SECTIONS = {
    "arbiter_needed": "B5",
    "seat_forbidden": "B5",
    "service_only": "B5",
    "game_ended": "A8",
    "table_paused": "C3",
    "seat_stood_in": "B5",
    "text_invalid": "B4",
    "clock_over": "A7",
    "moment_unknown": "B6",
    "claims_open": "B6",
    "take_back_open": "B6",
    "take_back_unknown": "B6",
    "take_back_over_hidden": "A3",
    "take_back_not_asked": "C1",
    "already_answered": "C1",
    "claim_unknown": "C4",
    "seat_unknown": "B6",
    "bot_unknown": "B6",
    "already_paused": "B6",
    "not_paused": "B6",
    "no_clock": "B6",
    "left_ms_invalid": "B2",
    "game_not_over": "B6",
    "places_invalid": "B4",
    "clock_not_over": "A7",
}

REFUSALS = refusals_of(__package__, SECTIONS)
explain = explainer(REFUSALS)
