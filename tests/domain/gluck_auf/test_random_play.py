"""The invariants I1 to I11 of section 17 after every event of games played at random.

`Inspector` looks at every one; I11 is checked here. The examples are the same every time; for more
of them, and others:

    pytest tests/domain/gluck_auf/test_random_play.py --hypothesis-profile=thorough
"""

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

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.events import (
    Event,
)
from domain.kernel.seals import Fact
from tests.domain.gluck_auf.inspector import Inspector
from tests.domain.gluck_auf.random_games import BOXES, Game, Setup, examples, played, setups


def assert_i11_folding_gives_the_live_state(game: Game) -> None:
    """Also from bytes, and however often: the fold leaves the events as they were."""
    stored = msgspec.json.encode(game.events)
    once = GLUCK_AUF.fold(game.events, game.box.catalog)
    twice = GLUCK_AUF.fold(game.events, game.box.catalog)
    assert once == game.state
    assert twice == game.state
    read = msgspec.json.decode(stored, type=list[Event])
    assert GLUCK_AUF.fold(read, game.box.catalog) == game.state
    assert msgspec.json.encode(game.events) == stored


@pytest.mark.rulebook("gluck_auf", "15.2 no. 46")
@given(setups(), st.integers(0, 9999))
@examples(0.6)
def test_whole_games_keep_every_invariant(setup: Setup, seed: int) -> None:
    game = played(setup, seed, actions=1000, watcher=Inspector(BOXES[setup.box].cubes))
    assert game.state.phase == "finished"
    assert game.state.shift == 3
    assert_i11_folding_gives_the_live_state(game)


class AnyGame(RuleBasedStateMachine):
    """Hypothesis plays every action itself, so a failure shrinks to the few that cause it.

    A game may begin with actions that a seed has played, to be in its middle or near its end.
    """

    @initialize(setup=setups(), seed=st.integers(0, 99), ahead=st.integers(0, 140))
    def start(self, setup: Setup, seed: int, ahead: int) -> None:
        self.game = played(setup, seed, ahead, watcher=Inspector(BOXES[setup.box].cubes))

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
        assert self.game.state.active is None
        assert self.game.state.winners

    def teardown(self) -> None:
        if hasattr(self, "game"):
            assert_i11_folding_gives_the_live_state(self.game)


@pytest.mark.rulebook("gluck_auf", "15.2 no. 46")
def test_any_legal_play_keeps_every_invariant() -> None:
    steps = settings(examples(0.4), stateful_step_count=30)
    run_state_machine_as_test(AnyGame, settings=steps)


def test_random_games_meet_every_kind_of_event_and_action() -> None:
    """Else the invariants above would prove less than they seem to."""
    seen: set[type[Fact]] = set()
    substitutes = shortages = 0
    for seed in range(8):
        setup = Setup(2 + seed % 3, box=list(BOXES)[seed % 2], secret=seed)
        game = played(setup, seed, actions=1000)
        seen |= {type(event) for event in game.events}
        for event in game.events:
            shortages += any(getattr(event, "substituted", ()))
            substitutes += getattr(event, "spot_state_after", "") == "half"
    assert seen == set(GLUCK_AUF.events.__args__)
    assert shortages > 10
    assert substitutes > 10
