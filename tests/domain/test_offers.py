"""What is offered is what `decide` accepts, in any game and wherever it stands."""

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.domain.kit.every_game import every_game
from tests.domain.kit.eyes import Eyes
from tests.domain.kit.game import examples, positions
from tests.domain.kit.setup import AnySetup


@every_game
@given(st.data())
@examples(0.6)
def test_what_is_offered_complete_is_accepted_and_what_is_open_can_be_completed(
    kind: type[AnySetup], data: st.DataObject
) -> None:
    game, told = data.draw(positions(kind)), Eyes(kind).told
    if not game.is_awaited:
        return
    offered = game.decider.choices(game.state, game.seat)
    assert offered, "a player whose turn it is can always do something"
    while offered:
        assert len({repr(choice.action) for choice in offered}) == len(offered)
        for choice in offered:
            assert choice.complete or choice.open
            assert not choice.complete or told(game.state, game.seat, choice.action) is None
        choice = data.draw(st.sampled_from(offered))
        longer = game.decider.choices(game.state, game.seat, choice.action)
        assert bool(longer) == choice.open
        offered = longer
    assert choice.complete


@every_game
@given(st.data())
@examples(0.2)
def test_what_is_offered_can_be_posted_as_json(kind: type[AnySetup], data: st.DataObject) -> None:
    game = data.draw(positions(kind))
    if not game.is_awaited:
        return

    def offers(draft: Any = None) -> Any:
        return game.decider.choices(game.state, game.seat, draft)

    for choice in offers():
        body = msgspec.json.encode(choice.action)
        posted = msgspec.json.decode(body, type=game.decider.actions)
        assert posted == choice.action
        if choice.open:
            assert offers(posted) == offers(choice.action)


@every_game
@given(st.data())
@examples(0.3)
def test_who_is_not_to_act_is_offered_nothing(kind: type[AnySetup], data: st.DataObject) -> None:
    game = data.draw(positions(kind))
    awaited = game.decider.awaited(game.state)
    for seat in range(game.setup.players):
        assert bool(game.decider.choices(game.state, seat)) == (seat in awaited)
