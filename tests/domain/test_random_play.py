"""What must hold in every game, after every event of games played at random.

The examples are the same every time; for ten times as many, and others:

    pytest tests/domain/test_random_play.py --hypothesis-profile=thorough
"""

from copy import deepcopy
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

from domain.registry import GAMES
from tests.domain.kit.every_game import SETUPS, every_game
from tests.domain.kit.game import Game, examples, positions, recorded
from tests.domain.kit.setup import AnySetup, Watcher


def watched(game: Game) -> Watcher:
    """Whoever counts independently, and the game's own counting beside it."""
    inspector = game.setup.inspector()

    def watch(state: Any, event: Any) -> None:
        assert game.decider.imbalance(state, event) is None
        inspector(state, event)

    return watch


def assert_over(game: Game) -> None:
    assert game.decider.awaited(game.state) == ()
    assert game.state.winners
    period, periods = game.decider.period(game.state)
    assert period == periods


def assert_folding_gives_the_live_state(game: Game, cut: int) -> None:
    """Also from bytes, in two parts, and again: the fold leaves the events as they were."""
    fold, events, kinds = game.decider.fold, game.events, game.decider.events
    stored = msgspec.json.encode(events)
    assert fold(events, game.catalog) == game.state
    read = msgspec.json.decode(stored, type=list[kinds])  # type: ignore[valid-type]  # a union made at run time
    halfway = deepcopy(fold(read[:cut], game.catalog))
    assert game.decider.evolve.all(halfway, read[cut:]) == game.state
    assert fold(events, game.catalog) == game.state
    assert msgspec.json.encode(events) == stored


def test_every_game_has_described_itself() -> None:
    assert SETUPS.keys() == GAMES.keys()


@pytest.mark.rulebook("gluck_auf", "15.2.46")
@pytest.mark.rulebook("kartenspiel", "16")
@pytest.mark.rulebook("schichtwechsel", "21.6")
@every_game
def test_whole_games_keep_every_invariant(kind: type[AnySetup]) -> None:
    for game in recorded(kind):
        assert_over(game.up_to(len(game.decisions), watched(game)))


@every_game
def test_folding_a_whole_game_gives_the_live_state(kind: type[AnySetup]) -> None:
    for number, game in enumerate(recorded(kind)):
        assert_folding_gives_the_live_state(game, number * len(game.log) // len(recorded(kind)))


@every_game
def test_random_games_meet_every_kind_of_event(kind: type[AnySetup]) -> None:
    """Else the invariants would prove less than they seem to."""
    met = {type(event) for game in recorded(kind) for event in game.events}
    assert met == set(kind.decider.events.__args__)
    assert met == set(kind.decider.evolve.writers)


@every_game
@given(st.data())
@examples(0.2)
def test_asking_leaves_the_state_alone(kind: type[AnySetup], data: st.DataObject) -> None:
    game = data.draw(positions(kind))
    before = deepcopy(game.state)
    if game.state.phase == "scoring":
        game.decider.settle(game.state, game.chance)
    for seat in range(game.setup.players):
        game.decider.view(game.state, seat)
        for choice in game.decider.choices(game.state, seat):
            if choice.complete:
                game.decider.decide(game.state, seat, choice.action, game.chance)
    assert game.state == before


@every_game
@given(st.data())
@examples(0.2)
def test_a_state_survives_being_stored(kind: type[AnySetup], data: st.DataObject) -> None:
    state = data.draw(positions(kind)).state
    stored = msgspec.msgpack.encode(state, enc_hook=lambda _: None)
    read = msgspec.msgpack.decode(stored, type=type(state), dec_hook=lambda *_: state.catalog)
    assert read == state


class AnyPlay(RuleBasedStateMachine):
    """Hypothesis plays every action itself, so a failure shrinks to the few that cause it.

    A game begins anywhere in one that was played at random.
    """

    kind: type[AnySetup]

    @initialize(data=st.data())
    def start(self, data: st.DataObject) -> None:
        ahead = data.draw(positions(self.kind))
        self.game = ahead.up_to(len(ahead.decisions), watched(ahead))

    @precondition(lambda self: self.game.is_awaited)
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
        assert_over(self.game)

    def teardown(self) -> None:
        if hasattr(self, "game"):
            assert_folding_gives_the_live_state(self.game, len(self.game.log) // 2)


@pytest.mark.rulebook("gluck_auf", "15.2.46")
@every_game
def test_any_legal_play_keeps_every_invariant(kind: type[AnySetup]) -> None:
    machine = type("AnyPlayOfOne", (AnyPlay,), {"kind": kind})
    steps = settings(examples(0.2), stateful_step_count=25)
    run_state_machine_as_test(machine, settings=steps)
