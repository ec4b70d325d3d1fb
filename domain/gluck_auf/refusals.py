"""What each refusal code means: the rule's section, and a sentence per language (section 16.4)."""

from domain.kernel.refusals import explainer, refusals_of

SECTIONS = {
    "not_your_turn": "4",
    "wrong_phase": "16.1",
    "unknown_space": "2.3",
    "space_locked": "2.3",
    "not_enough_workers": "4",
    "space_exhausted": "8.1",
    "stack_empty": "8.1",
    "not_enough_marks": "5.2",
    "nothing_to_deliver": "5.5",
    "too_many_steps": "5.4",
    "cage_same_level": "6.1",
    "cage_wrong_level": "6.1",
    "cage_not_at_surface": "6.1",
    "cage_full": "6.1",
    "lorry_unknown": "6.1",
    "lorry_empty": "6.1",
    "cube_missing": "6.1",
    "order_not_outstanding": "6.1",
    "spot_unknown": "6.2",
    "spot_filled": "6.2",
    "storage_not_allowed": "6.3",
    "substitute_unfinished": "6.2",
    "order_not_on_offer": "3",
    "not_looked_at": "5.3",
    "return_mismatch": "5.3",
    "bad_shortage_choice": "8.2",
    "game_full_or_short": "3",
}

REFUSALS = refusals_of(__package__, SECTIONS)
explain = explainer(REFUSALS)
