"""The invariants of section 16 after every event of games played at random.

`Inspector` looks at all but the ninth, which is checked here. The examples are the same every
time; for more of them, and others:

    pytest tests/domain/kartenspiel/test_random_play.py --hypothesis-profile=thorough
"""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions.absence import for_absent
from domain.kartenspiel.events import (
    Event,
    PlayerScored,
    ShiftScoringComputed,
    Standing,
    TrainDispatched,
)
from domain.kartenspiel.state import State
from replays.file import replay_of
from replays.history import History
from replays.simulation import Plan, simulate
from tests.domain.kartenspiel.bookkeeper import Bookkeeper
from tests.domain.kartenspiel.inspector import Inspector
from tests.domain.kartenspiel.random_games import Game, Setup, examples, played, setups
from tests.replays.games import SIGNER

CARDS = {"printed": 239, "scarce": 40 + 12 + 11 + 8 + 8 + 5 + 16 + 6 + 5}


def inspector(setup: Setup) -> Inspector:
    return Inspector(CARDS[setup.box])


def assert_9_folding_gives_the_live_state(game: Game) -> None:
    """Also from bytes, in two parts, and without the interim standings (15.2)."""
    stored = msgspec.json.encode(game.events)
    assert KARTENSPIEL.fold(game.events, game.catalog) == game.state
    read = msgspec.json.decode(stored, type=list[Event])
    half = len(read) // 2
    state = KARTENSPIEL.fold(read[:half], game.catalog)
    KARTENSPIEL.evolve.all(state, read[half:])
    assert state == game.state
    without = [event for event in read if not isinstance(event, ShiftScoringComputed)]
    assert KARTENSPIEL.fold(without, game.catalog) == game.state
    assert msgspec.json.encode(game.events) == stored


@pytest.mark.rulebook("kartenspiel", "16")
@given(setups(), st.integers(0, 9999))
@examples(0.5)
def test_whole_games_keep_every_invariant(setup: Setup, seed: int) -> None:
    game = played(setup, seed, actions=5000, watcher=inspector(setup))
    assert game.state.phase == "finished"
    assert game.state.active is None
    assert_9_folding_gives_the_live_state(game)


@pytest.mark.rulebook("kartenspiel", "11")
@given(setups(), st.integers(0, 9999))
@examples(0.4)
def test_every_final_score_and_interim_standing_can_be_worked_out_again(
    setup: Setup, seed: int
) -> None:
    game = played(setup, seed, actions=5000)
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
            written = (score.lorries, score.orders, score.shares, score.markers, score.objectives)
            assert written == categories
            assert score.total == sum(categories)
    assert game.state.winners == Bookkeeper(so_far).winners(setup.players)


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
@given(setups(), st.integers(0, 999), st.integers(0, 200))
@examples(0.3)
def test_a_state_survives_being_stored(setup: Setup, seed: int, actions: int) -> None:
    state = played(setup, seed, actions).state
    stored = msgspec.msgpack.encode(state, enc_hook=lambda _: None)
    catalog = state.catalog
    read = msgspec.msgpack.decode(stored, type=State, dec_hook=lambda _type, _none: catalog)
    assert read == state


@pytest.mark.rulebook("kartenspiel", "16")
@given(setups(), st.integers(0, 999))
@examples(0.2)
def test_all_trains_of_one_delivery_are_of_one_model(setup: Setup, seed: int) -> None:
    game = Game(setup)
    batches: list[list[Event]] = []
    happen = game.happen

    def note(by: Any, events: list[Event]) -> list[Event]:
        batches.append(events)
        return happen(by, events)

    game.happen = note  # type: ignore[method-assign]  # to see which events came together
    pick = random.Random(seed).choice
    while game.state.phase != "finished":
        game.turn(pick)
    for batch in batches:
        sent = [event for event in batch if isinstance(event, TrainDispatched)]
        assert len({event.engine.split(".")[1] for event in sent}) <= 1


@pytest.mark.rulebook("kartenspiel", "13 R-27")
@given(setups(), st.integers(0, 999), st.integers(0, 250))
@examples(0.4)
def test_for_absent_players_any_game_comes_to_its_end(
    setup: Setup, seed: int, actions: int
) -> None:
    game = played(setup, seed, actions, watcher=inspector(setup))
    while game.state.phase != "finished":
        if game.state.phase == "scoring":
            game.settle()
        else:
            assert game.state.active is not None
            game.does(for_absent(game.state, game.state.active), by="arbiter")


class AnyGame(RuleBasedStateMachine):
    """Hypothesis plays every action itself, so a failure shrinks to the few that cause it.

    A game may begin with actions that a seed has played, to be in its middle or near its end.
    """

    @initialize(setup=setups(), seed=st.integers(0, 99), ahead=st.integers(0, 250))
    def start(self, setup: Setup, seed: int, ahead: int) -> None:
        self.game = played(setup, seed, ahead, watcher=inspector(setup))

    @precondition(lambda self: self.game.state.phase not in ("scoring", "finished"))
    @rule(data=st.data())
    def a_player_acts(self, data: st.DataObject) -> None:
        def pick(items: Any) -> Any:
            return data.draw(st.sampled_from(items))

        self.game.turn(pick)

    @precondition(lambda self: self.game.state.phase == "scoring")
    @rule()
    def the_service_settles(self) -> None:
        self.game.settle()

    @precondition(lambda self: self.game.state.phase == "finished")
    @rule()
    def the_game_is_over(self) -> None:
        assert self.game.state.winners


def test_hypothesis_finds_no_action_that_breaks_an_invariant() -> None:
    share = settings().max_examples // 4
    run_state_machine_as_test(
        AnyGame, settings=settings(max_examples=share, stateful_step_count=25)
    )
