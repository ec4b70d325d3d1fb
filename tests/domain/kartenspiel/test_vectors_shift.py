"""Section 14, V-21 to V-28: the wild action, the end of a shift, the length of a game."""

import pytest

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.actions.turns import Pass
from domain.kartenspiel.actions.wild import ChooseDrawnCard
from domain.kartenspiel.deeds import TakeShare
from domain.kartenspiel.events import (
    ObjectiveTaken,
    PlayerPassed,
    ShiftEnded,
    ShiftMarkerAwarded,
    ShiftScoringComputed,
    ShiftStarted,
    Standing,
    TurnStarted,
    WildCardsDrawn,
    WildCardsReturned,
    WorkersReturned,
)
from tests.domain.kartenspiel.situations import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Situation,
    created,
    laid,
    place,
    wild,
    workers,
)

X, Y, Z = "objective.engine.a", "objective.share.furnaces", "objective.objectives"


@pytest.mark.rulebook("kartenspiel", "V-21")
def test_a_wild_action_on_a_short_stack_draws_all_of_it() -> None:
    game = Situation().stack("objective", X, Y, Z)
    drawn = game.does(RED, place("wild", workers("06"), wild("objective")))
    assert drawn[1:] == [WildCardsDrawn(RED, "objective", 3, X, (X, Y, Z))]
    assert game.does(RED, ChooseDrawnCard(Y)) == [
        ObjectiveTaken(RED, "wild", "objective", Y),
        WildCardsReturned(RED, "objective", 2, X, 2, (X, Z)),
    ]
    assert game.state.stacks["objective"] == [X, Z]
    assert game.of(RED).objectives == [Y]


@pytest.mark.rulebook("kartenspiel", "V-24")
def test_the_last_one_at_mining_0_1_gets_the_marker_and_starts_the_next_shift() -> None:
    game = Situation().turn_of(BLUE)
    game.used("mine-0-1", BLUE, workers("01", color="blue"))
    game.used("mine-0-1", RED, workers("06"))
    assert game.all_pass()[-1] == ShiftEnded(1, RED)
    assert game.state.phase == "scoring"
    events = game.settles()
    assert events[0] == ShiftMarkerAwarded(1, RED, "last_miner")
    assert events[-2:] == [ShiftStarted(2, RED), TurnStarted(RED)]
    assert game.of(RED).markers == [1]
    assert game.state.passed == []


@pytest.mark.rulebook("kartenspiel", "V-25")
def test_if_nobody_was_at_mining_0_1_the_start_player_gets_the_marker_and_starts_again() -> None:
    game = Situation().turn_of(GREEN)
    game.state.start_seat = GREEN
    assert game.all_pass()[-1] == ShiftEnded(1, None)
    events = game.settles()
    assert events[0] == ShiftMarkerAwarded(1, GREEN, "start_player")
    assert events[-2:] == [ShiftStarted(2, GREEN), TurnStarted(GREEN)]


@pytest.mark.rulebook("kartenspiel", "V-26")
def test_worker_cards_return_and_worker_innovations_go_to_the_box() -> None:
    game = Situation().innovations(RED, "innovation.worker-1-4.2")
    game.used("share", RED, workers("01"))
    game.used("order", RED, laid("innovation.worker-1-4.2", 4))
    game.used("wild", BLUE, workers("06", color="blue"))
    game.all_pass()
    [returned] = [e for e in game.settles() if isinstance(e, WorkersReturned)]
    assert returned == WorkersReturned(
        {RED: ("worker.red.01",), BLUE: ("worker.blue.06",), GREEN: (), YELLOW: ()},
        ("innovation.worker-1-4.2",),
    )
    assert "worker.red.01" in game.of(RED).workers
    assert game.state.box == ["innovation.worker-1-4.2"]
    totals = {area: found.last_total for area, found in game.state.areas.items()}
    assert totals == {**dict.fromkeys(totals, 0), "wild": 1}
    assert all(area.placements == [] for area in game.state.areas.values())


@pytest.mark.rulebook("kartenspiel", "V-27")
@pytest.mark.parametrize(
    ("players", "shifts", "cards", "total", "areas"),
    [(2, 7, 8, 12, 13), (3, 6, 9, 16, 14), (4, 5, 10, 21, 14)],
)
def test_the_length_of_a_game(
    players: int, shifts: int, cards: int, total: int, areas: int
) -> None:
    state = KARTENSPIEL.fold(created(players))
    assert state.markers == list(range(1, shifts + 1))
    assert len(state.areas) == areas
    for player in state.players:
        assert len(player.workers) == cards
        assert sum(state.catalog.workers[card].value for card in player.workers) == total
    game = Situation(players)
    for shift in range(1, shifts + 1):
        assert (game.state.shift, game.state.phase) == (shift, "before_action")
        game.all_pass_and_settle()
    assert game.state.phase == "finished"


@pytest.mark.rulebook("kartenspiel", "V-28")
def test_after_an_innovation_passing_is_refused() -> None:
    game = Situation().innovations(GREEN, "innovation.take-share.1").turn_of(GREEN)
    game.does(GREEN, PlayInnovation("innovation.take-share.1", TakeShare()))
    assert game.refuses(GREEN, Pass()) == ("pass_after_innovation", {})


@pytest.mark.rulebook("kartenspiel", "10")
def test_the_interim_standing_is_recorded_after_the_marker() -> None:
    game = Situation(2).shares(RED, "share.barracks.1")
    game.delivered(RED, "order.barracks.3", "engine.a.1", "lorry.wheel.04", "lorry.wheel.06")
    game.objectives(BLUE, "objective.objectives")
    game.all_pass()
    _, standing, *_ = game.settles()
    assert standing == ShiftScoringComputed(
        1,
        (
            Standing(RED, lorries=2, orders=5, shares=3, markers=1, objectives=0, total=11),
            Standing(BLUE, lorries=0, orders=0, shares=0, markers=0, objectives=1, total=1),
        ),
    )


@pytest.mark.rulebook("kartenspiel", "15.3")
def test_whoever_passes_is_skipped_and_the_last_one_keeps_the_turn() -> None:
    game = Situation(3)
    assert game.does(RED, Pass()) == [PlayerPassed(RED, "player"), TurnStarted(BLUE)]
    assert game.does(BLUE, Pass()) == [PlayerPassed(BLUE, "player"), TurnStarted(GREEN)]
    for cards in (("01",), ("06",)):
        *_, started = game.turn(GREEN, place("share", workers(*cards, color="green")))
        assert started == TurnStarted(GREEN)
    assert game.does(GREEN, Pass()) == [PlayerPassed(GREEN, "player"), ShiftEnded(1, None)]
