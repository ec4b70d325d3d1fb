"""What each refusal code means: the rule's section and a sentence a language (section 21.5)."""

from domain.kernel.errors import RuleViolation
from domain.kernel.texts import LANGUAGES, Language, Refusal
from domain.schichtwechsel.languages import REFUSED

SECTIONS = {
    "wrong_phase": "4",
    "not_your_turn": "6",
    "decision_pending": "21.3",
    "stale_sequence": "21.3",
    "unknown_id": "21.7",
    "not_in_play": "3.1",
    "card_already_used": "6.2",
    "not_your_card": "6.2",
    "cannot_pay": "6.1",
    "payment_mismatch": "6.1",
    "no_effect": "7",
    "already_served": "5",
    "must_place_cube": "5",
    "mixed_material": "8.1",
    "coal_only": "8.1",
    "lorry_full": "8.1",
    "lorry_blocked": "8.1",
    "lorry_not_full": "7.1",
    "wagon_full": "7.1",
    "wagon_not_full": "7.2",
    "heap_full": "8.6",
    "not_enough_spoil": "6.5",
    "oven_occupied": "9",
    "oven_covered": "9",
    "own_oven_required": "9",
    "plant_limit": "9",
    "reserve_empty": "7.2",
    "coke_wagons_full": "7.3",
    "no_pair": "5",
    "already_sold": "5",
    "at_goal": "7.4",
    "barrier_ahead": "10",
    "bad_steps": "7.5",
    "copy_protected": "6.4",
    "copy_size": "6.4",
    "headframe_missing": "7.7",
    "headframe_area_taken": "12",
    "headframe_field_taken": "12",
    "site_full": "13",
    "site_limit": "13",
    "no_house": "8.4",
    "tile_not_available": "5",
    "option_impossible": "18",
    "exchange_used": "6.5",
    "must_act": "6.5",
    "must_not_pass": "6.3",
}

REFUSALS: dict[str, Refusal] = {
    code: Refusal(section, {language: REFUSED[language][code] for language in LANGUAGES})
    for code, section in SECTIONS.items()
}


def explain(refusal: RuleViolation, language: Language) -> str:
    """The sentence with the refusal's facts in its gaps."""
    return REFUSALS[refusal.code].sentence[language].format(**refusal.facts)
