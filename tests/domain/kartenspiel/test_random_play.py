"""What must hold in games of Kartenspiel played at random, beside what must hold in any game."""

import pytest
from hypothesis import given

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions.absence import for_absent
from domain.kartenspiel.events import (
    Event,
    PlayerScored,
    ShiftScoringComputed,
    Standing,
    TrainDispatched,
)
from replays.file import replay_of
from replays.history import History
from replays.simulation import Plan, simulate
from tests.domain.kartenspiel.bookkeeper import Bookkeeper
from tests.domain.kartenspiel.random_games import Setup
from tests.domain.kit.game import Game, examples, positions, recorded
from tests.replays.games import SIGNER


@pytest.mark.rulebook("kartenspiel", "15.2")
def test_interim_standings_change_nothing() -> None:
    for game in recorded(Setup):
        without = [event for event in game.events if not isinstance(event, ShiftScoringComputed)]
        assert KARTENSPIEL.fold(without, game.catalog) == game.state


@pytest.mark.rulebook("kartenspiel", "11")
def test_every_final_score_and_interim_standing_can_be_worked_out_again() -> None:
    for game in recorded(Setup):
        so_far: list[Event] = []
        for event in game.events:
            so_far.append(event)
            scores: tuple[PlayerScored | Standing, ...] = ()
            if isinstance(event, ShiftScoringComputed):
                scores = event.scores
            elif isinstance(event, PlayerScored):
                scores = (event,)
            for score in scores:
                categories = Bookkeeper(so_far).categories(score.seat)
                assert categories == (
                    *(score.lorries, score.orders, score.shares, score.markers, score.objectives),
                )
                assert score.total == sum(categories)
        assert game.state.winners == Bookkeeper(so_far).winners(game.setup.players)


@pytest.mark.rulebook("kartenspiel", "11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_scores_of_greedy_games_too(players: int) -> None:
    """They deliver many trains, which games at random seldom do."""
    plan = Plan("kartenspiel", players, ("greedy",), 41)
    for number in range(3):
        history = History(replay_of(simulate(KARTENSPIEL, plan, number), None, SIGNER))
        events: list[Event] = [event for _, event in history.events()]  # type: ignore[misc]
        scored = [event for event in events if isinstance(event, PlayerScored)]
        for score in scored:
            assert sum(Bookkeeper(events).categories(score.seat)) == score.total
        assert sum(len(score.cards) for score in scored) > 20
        assert history.state_at(history.end).winners == Bookkeeper(events).winners(players)


@pytest.mark.rulebook("kartenspiel", "16")
def test_all_trains_of_one_delivery_are_of_one_model() -> None:
    deliveries = 0
    for game in recorded(Setup):
        begun = 0
        for end, _ in game.decisions:
            sent = [event for event in game.events[begun:end] if isinstance(event, TrainDispatched)]
            assert len({event.engine.split(".")[1] for event in sent}) <= 1
            deliveries, begun = deliveries + len(sent), end
    assert deliveries


@pytest.mark.rulebook("kartenspiel", "R-27")
@given(positions(Setup))
@examples(0.2)
def test_for_absent_players_any_game_comes_to_its_end(begun: Game) -> None:
    game = begun.up_to(len(begun.decisions), begun.setup.inspector())
    while game.state.phase != "finished":
        if game.state.phase == "scoring":
            game.settle()
        else:
            game.does(for_absent(game.state, game.seat), by="arbiter")
