"""Every refusal code is reached through `decide`, and the game stays as it was (21.5, 21.7)."""

from collections.abc import Callable

import pytest

from domain.kernel.actions import By, CreateGame, OptionValue, SeatSetup
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.texts import LANGUAGES
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel.actions import Action
from domain.schichtwechsel.catalog import CATALOG
from tests.domain.schichtwechsel.refused import CASES, PRECEDENCE, assigning, finished, last_move
from tests.domain.schichtwechsel.situations import (
    CHANCE,
    Situation,
    created,
)

CODES = {
    "wrong_phase", "not_your_turn", "decision_pending", "stale_sequence", "unknown_id",
    "not_in_play", "card_already_used", "not_your_card", "cannot_pay", "payment_mismatch",
    "no_effect", "already_served", "must_place_cube", "mixed_material", "coal_only", "lorry_full",
    "lorry_blocked", "lorry_not_full", "wagon_full", "wagon_not_full", "heap_full",
    "not_enough_spoil", "oven_occupied", "oven_covered", "own_oven_required", "plant_limit",
    "reserve_empty", "coke_wagons_full", "no_pair", "already_sold", "at_goal", "barrier_ahead",
    "bad_steps", "copy_protected", "copy_size", "headframe_missing", "headframe_area_taken",
    "headframe_field_taken", "site_full", "site_limit", "no_house", "tile_not_available",
    "option_impossible", "exchange_used", "must_act", "must_not_pass",
}  # fmt: skip


@pytest.mark.parametrize(
    ("code", "situation", "by", "action"), CASES, ids=[f"{n}-{c[0]}" for n, c in enumerate(CASES)]
)
def test_refusals(
    code: str, situation: Callable[[], Situation], by: By, action: Action | CreateGame
) -> None:
    refusal = situation().refuses(code, by, action)
    for language in LANGUAGES:
        said = SCHICHTWECHSEL.explain(refusal, language)
        assert said.endswith(".")
        assert "{" not in said


def test_every_code_is_known_and_reached() -> None:
    assert set(SCHICHTWECHSEL.refusals) == CODES
    assert {code for code, *_ in CASES} == CODES


@pytest.mark.parametrize(("code", "situation", "by", "action"), PRECEDENCE)
def test_the_first_code_that_fits_is_reported(
    code: str, situation: Callable[[], Situation], by: By, action: Action
) -> None:
    situation().refuses(code, by, action)


def test_a_settlement_waits_for_its_phase() -> None:
    for situation in (Situation, assigning, last_move, finished):
        with pytest.raises(RuleViolation) as refusal:
            SCHICHTWECHSEL.settle(situation().state, CHANCE)
        assert refusal.value.code == "wrong_phase"


def creating(players: int = 3, **more: object) -> CreateGame:
    seats = tuple(SeatSetup(f"player {seat}") for seat in range(players))
    return CreateGame("g", "schichtwechsel", seats, **more)  # type: ignore[arg-type]  # what is tested


WRONG_STARTS: tuple[OptionValue, ...] = (3, -1, True, "1", "01", "", "the oldest", 10**30)
NO_START = "'start_player' cannot be .*; it can be: random, 0, 1, 2$"


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (creating(1), "2 to 4 players"),
        (creating(5), "2 to 4 players"),
        (creating(edition="de"), "no edition 'de'"),
        (creating(options={"luck": True}), "no option 'luck'"),
        (creating(options={"house_removal": "never"}), "'never'; it can be: free, left_to_right$"),
        (creating(options={"leader_ties_score": "perhaps"}), "'perhaps'; it can be: true, false$"),
        (
            creating(options={"final_free_loading_up_to": -1}),
            "cannot be -1; it can be: 0 to 999$",
        ),
        (creating(options={"luck": True}), "there are: .*, start_player$"),
        *((creating(options={"start_player": start}), NO_START) for start in WRONG_STARTS),
    ],
)
def test_a_game_that_cannot_be_created(action: CreateGame, message: str) -> None:
    with pytest.raises(InvalidSetup, match=message):
        SCHICHTWECHSEL.decide(SCHICHTWECHSEL.initial(CATALOG), "service", action, CHANCE)


def test_options_are_recorded_with_every_switch() -> None:
    options: dict[str, OptionValue] = {
        "house_removal": "left_to_right",
        "null_action_allowed": True,
    }
    state = SCHICHTWECHSEL.fold(created(2, options))
    assert state.options["house_removal"] == "left_to_right"
    assert state.options["null_action_allowed"] == "true"
    assert len(state.options) == 16
    assert state.switches.null_action_allowed is True
