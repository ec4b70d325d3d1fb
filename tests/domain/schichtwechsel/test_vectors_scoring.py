"""Test vectors of round scoring and final scoring (TV-67 to TV-76)."""

import pytest

from domain.schichtwechsel.actions.move_final_miner import MoveFinalMiner
from domain.schichtwechsel.catalog import CATALOG
from domain.schichtwechsel.events import FinalStepScored, RoundScored
from tests.domain.schichtwechsel.situations import (
    EXIT,
    ONE,
    TWO,
    A,
    B,
    C,
    D,
    Situation,
    all_of,
    only,
    points_by_cause,
)


@pytest.mark.rulebook("schichtwechsel", "TV-67")
@pytest.mark.parametrize(
    ("card", "track", "position", "points"),
    [
        ("round_1", "road", 7, 4),
        ("round_1", "road", 2, 0),
        ("round_2", "rail", 5, 4),
        ("round_3", "canal", 8, 8),
    ],
)
def test_track_cards_score_full_groups(card: str, track: str, position: int, points: int) -> None:
    game = Situation().disc(B, track, position).all_passed(card=card)
    scored = only(game.settles(), RoundScored)
    assert scored.counts == (0, position, 0, 0)
    assert scored.points == (0, points, 0, 0)


@pytest.mark.rulebook("schichtwechsel", "TV-69")
def test_spoil_and_coke_cards() -> None:
    game = Situation().heap(A, 3).lorry(A, ONE, "spoil", 1).lorry(A, TWO, "spoil", 1)
    events = game.all_passed(card="round_5").settles()
    assert points_by_cause(events) == {"round_5": 2}
    game = Situation().coke(A, "oven_grey_3", wagons=2, sold=4).all_passed(card="round_6")
    assert points_by_cause(game.settles()) == {"round_6": 3}


@pytest.mark.rulebook("schichtwechsel", "TV-70")
@pytest.mark.parametrize(("sold", "points"), [(6, 17), (10, 36)])
def test_sold_coke_scores_by_columns(sold: int, points: int) -> None:
    game = Situation().coke(A, sold=sold).all_passed(5)
    assert points_by_cause(game.settles())["final_sold_coke"] == points


@pytest.mark.rulebook("schichtwechsel", "TV-72")
def test_the_heap_site() -> None:
    game = Situation().house(A, "row_1", "site_heap").heap(A, 4).all_passed(5)
    assert points_by_cause(game.settles())["final_site_heap"] == 5


@pytest.mark.rulebook("schichtwechsel", "TV-73")
@pytest.mark.parametrize(("house", "points"), [(True, -4), (False, -10)])
def test_tool_markers_cost_points(house: bool, points: int) -> None:
    game = Situation().tools(A, 5)
    if house:
        game.house(A, "row_1", "site_tools")
    assert points_by_cause(game.all_passed(5).settles())["final_tools"] == points


@pytest.mark.rulebook("schichtwechsel", "TV-76")
def test_the_last_miner_move() -> None:
    [back] = CATALOG.shift_fields["shift_end_of_shift"].effects
    up_to = getattr(back, "up_to")  # noqa: B009  # the effect's type does not matter here
    game = Situation().house(A, "row_1", "site_miner").miner(A, EXIT - 2).tools(A, 2)
    game.all_passed(5).settles()
    assert (game.state.phase, game.state.active) == ("final", A)
    game.refuses("bad_steps", A, MoveFinalMiner(2))
    game.refuses("option_impossible", A, MoveFinalMiner(1, up_to + 1))
    game.does(A, MoveFinalMiner(1, up_to))
    assert (game.of(A).miner, game.of(A).tools) == (EXIT - 1, 2 - up_to)
    assert game.state.phase == "scoring"
    assert "final_miner" not in points_by_cause(game.settles())

    game = Situation().house(A, "row_1", "site_miner").miner(A, EXIT - 1)
    game.all_passed(5).settles()
    game.does(A, MoveFinalMiner(1))
    assert points_by_cause(game.settles())["final_miner"] == 8


def test_the_final_scoring_says_everything_in_the_catalogs_order() -> None:
    game = Situation().house(A, "row_1", "site_loading").house(B, "row_1", "site_four")
    game.house(C, "row_1", "site_two").house(C, "row_2", "site_two")
    game.coke(A, "oven_grey_1", "oven_grey_2", wagons=1, sold=2).coke(B, wagons=3)
    game.full_wagons(D).disc(D, "road", 7).disc(D, "rail", 3).all_passed(5)
    game.state.marker_seat = D
    events = game.settles()
    steps = all_of(events, FinalStepScored)
    assert {step.step: step.points for step in steps} == {
        "final_miner": (0, 0, 0, 0),
        "final_road": (0, 0, 0, 2),
        "final_rail": (0, 0, 0, 2),
        "final_canal": (0, 0, 0, 0),
        "final_site_heap": (0, 0, 0, 0),
        "final_site_four": (0, 4, 0, 0),
        "final_site_two": (0, 0, 4, 0),
        "final_site_loading": (0, 0, 0, 0),
        "final_sold_coke": (10, 0, 0, 0),
        "final_full_coal_wagons": (0, 0, 0, 4),
        "final_unsold_coke": (1, 3, 0, 0),
        "final_tools": (-12, -12, -12, -12),
        "final_start_marker": (0, 0, 0, 2),
    }
    assert [step.step for step in steps] == [block.id for block in CATALOG.final_blocks]
    round_1 = (0, 0, 0, 4)
    totals = (10 + 1 - 12, 4 + 3 - 12, 4 - 12, round_1[D] + 2 + 2 + 4 - 12 + 2)
    assert tuple(player.points for player in game.state.players) == totals
