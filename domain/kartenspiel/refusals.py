"""What each refusal code means: the rule's section, and a sentence per language (section 15.1)."""

from domain.kernel.refusals import explainer, refusals_of

SECTIONS = {
    "not_your_turn": "5",
    "wrong_phase": "4",
    "stale_sequence": "15.1",
    "unknown_card": "15.5",
    "card_not_in_hand": "6",
    "duplicate_card": "6",
    "wrong_total": "6",
    "value_out_of_range": "6",
    "area_not_in_play": "3.1",
    "action_mismatch": "15.1",
    "action_not_executable": "6",
    "stack_empty": "9",
    "track_not_allowed": "7.2",
    "no_free_track": "7.3",
    "track_has_engine": "7.3",
    "not_front_card": "7.8",
    "not_in_storage": "7.8",
    "wagon_unknown": "7.8",
    "wagon_full": "7.8",
    "wagon_crest_mismatch": "7.8",
    "track_crest_mismatch": "7.8",
    "step_budget": "7.8",
    "below_minimum_steps": "7.8",
    "no_consignment": "7.9",
    "no_engine": "7.9",
    "too_few_lorries": "7.9",
    "duplicate_track": "7.9",
    "duplicate_order": "7.9",
    "engine_models_differ": "7.9",
    "not_drawn": "7.10",
    "pass_after_innovation": "13, R-05",
    "no_placement_left": "13, R-05",
}

REFUSALS = refusals_of(__package__, SECTIONS)
explain = explainer(REFUSALS)
