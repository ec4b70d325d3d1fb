"""What each refusal of an event means: the sentence of RULES.md, and how it is said."""

from domain.kernel.errors import RuleViolation
from domain.kernel.refusals import explainer, refusals_of
from domain.kernel.texts import Language

AT_THE_DOOR = (
    "organizer_needed",
    "arbiter_needed",
    "entrant_needed",
    "entrant_forbidden",
    "service_only",
)
"""Who does something that others do."""

SECTIONS = {
    "organizer_needed": "B1",
    "arbiter_needed": "B1",
    "entrant_needed": "B1",
    "entrant_forbidden": "B1",
    "service_only": "B1",
    "tournament_exists": "B2",
    "tournament_finished": "B4",
    "regulation_too_long": "B2",
    "regulation_invalid": "B2",
    "regulation_out_of_bounds": "B2",
    "points_missing": "A1",
    "points_not_shareable": "A1",
    "text_invalid": "B4",
    "reason_needed": "B4",
    "entrant_unknown": "B4",
    "table_unknown": "B6",
    "no_round_open": "B6",
    "round_not_begun": "B6",
    "rounds_begun": "B2",
    "tournament_full": "B4",
    "seed_invalid": "A7",
    "already_withdrawn": "B4",
    "not_withdrawn": "B4",
    "name_erased": "B4",
    "already_absent": "B5",
    "already_checked_in": "B5",
    "round_over": "B6",
    "registration_closed": "B4",
    "registration_open": "B4",
    "too_few_entrants": "A3",
    "too_few_present": "A3",
    "already_forbidden": "B4",
    "same_entrant": "B4",
    "round_open": "B6",
    "no_round_left": "B6",
    "rounds_left": "B6",
    "round_not_paired": "B7",
    "round_begun": "B7",
    "round_not_published": "B6",
    "round_not_asked": "B6",
    "schedule_missing": "C5",
    "schedule_differs": "C5",
    "schedule_not_asked": "C5",
    "schedule_invalid": "C5",
    "deal_not_wanted": "C9",
    "deal_not_committed": "C9",
    "deal_differs": "C9",
    "game_opened": "B3",
    "table_has_game": "C1",
    "game_unknown": "A16",
    "result_known": "A16",
    "result_missing": "A16",
    "results_missing": "B6",
    "places_invalid": "A1",
    "already_confirmed": "B4",
    "not_last_round": "C8",
    "twelfths_invalid": "A1",
    "pairing.entrant_not_present": "B5",
    "pairing.entrant_twice": "B5",
    "pairing.entrant_missing": "B5",
    "pairing.wrong_sizes": "A3",
    "pairing.forbidden_pair": "B4",
    "pairing.pinned_table_missing": "B8",
    "pairing.wrong_pins": "B8",
    "pairing.bye_not_due": "A4",
    "pairing.wrong_order": "A13",
    "pairing.wrong_term": "A5",
    "pairing.wrong_seats": "A8",
    "pairing.bound_of_no_term": "A11",
    "pairing.bound_without_proof": "B7",
    "pairing.proof_missing": "A11",
    "pairing.wrong_bound": "A11",
    "pairing.proof_malformed": "A11",
    "pairing.proof_too_long": "A11",
    "pairing.price_too_high": "A11",
    "pairing.wrong_prices": "A11",
    "pairing.wrong_status": "A12",
    "pairing.too_many_changed": "B7",
    "pairing.no_repair": "B7",
    "pairing.none_found": "C6",
    "pairing.too_long": "C6",
}

REFUSALS = refusals_of(__package__, SECTIONS)
_explain = explainer(REFUSALS)


def explain(refusal: RuleViolation, language: Language) -> str:
    """The sentence with the refusal's facts in its gaps; lists as `3, 7`."""
    facts = {name: _listed(fact) for name, fact in refusal.facts.items()}
    return _explain(RuleViolation(refusal.code, **facts), language)


def _listed(fact: object) -> object:
    return ", ".join(map(str, fact)) if isinstance(fact, list | tuple) else fact
