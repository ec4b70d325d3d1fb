"""What may not be seen (section 12), by the cards; for any game see `tests/domain`."""

from typing import TypeVar

import msgspec
import pytest
from msgspec import UNSET

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.actions import Action
from domain.kartenspiel.actions.place_workers import PlaceWorkers
from domain.kartenspiel.actions.play_innovation import PlayInnovation
from domain.kartenspiel.actions.turns import EndTurn
from domain.kartenspiel.actions.wild import ChooseDrawnCard
from domain.kartenspiel.deeds import TakeShare, Wild, WorkerValue
from domain.kartenspiel.events import (
    InnovationTaken,
    OrderTaken,
    StackSplit,
    StacksPrepared,
    WildCardsDrawn,
    WildCardsReturned,
)
from domain.kernel.seals import UNKNOWN, redacted
from tests.domain.kartenspiel.random_games import Setup
from tests.domain.kartenspiel.situations import (
    BLUE,
    CHANCE,
    GREEN,
    RED,
    Situation,
    delivery,
    place,
    wild,
    workers,
)
from tests.domain.kit.eyes import Eyes, public_lines
from tests.domain.kit.game import Game, Stacked, played, recorded

T = TypeVar("T")


EYES = Eyes(Setup)
shown, offered, told = EYES.shown, EYES.offered, EYES.told


def test_only_what_is_taken_from_or_drawn_off_a_stack_has_a_seal() -> None:
    for by, event in (entry for game in recorded(Setup) for entry in game.log):
        assert bool(event.hides(by if isinstance(by, int) else None)) == (
            isinstance(event, StacksPrepared | WildCardsDrawn | WildCardsReturned | StackSplit)
            or (isinstance(event, OrderTaken | InnovationTaken) and event.via == "wild")
        )


FOUR = ["order.furnaces.1", "order.barracks.7", "order.factories.2", "order.steamboats.3"]
OTHER = ["order.furnaces.1", "order.steamboats.5", "order.barracks.2", "order.furnaces.4"]
RED_TWO = (WorkerValue("worker.red.06", 2),)


def dealt(*first: str) -> Game:
    return Game(Setup(3), chance=Stacked(*first))


def drawn(*first: str) -> Game:
    game = dealt(*first)
    game.does(PlaceWorkers("wild", RED_TWO, Wild("order")))
    return game


@pytest.mark.rulebook("kartenspiel", "12")
def test_two_deals_that_differ_below_the_tops_are_the_same_for_everybody() -> None:
    one, other = dealt(*FOUR), dealt(*OTHER)
    assert one.state.stacks["order"] != other.state.stacks["order"]
    assert public_lines(one.log) == public_lines(other.log)
    for seat in (RED, BLUE, GREEN, None):
        assert shown(one.state, seat) == shown(other.state, seat)
    assert offered(one.state, RED) == offered(other.state, RED)


@pytest.mark.rulebook("kartenspiel", "12")
def test_the_drawn_cards_are_seen_by_their_player_only() -> None:
    one, other = drawn(*FOUR), drawn(*OTHER)
    assert shown(one.state, RED) != shown(other.state, RED)
    assert offered(one.state, RED) != offered(other.state, RED)
    for seat in (BLUE, GREEN, None):
        assert shown(one.state, seat) == shown(other.state, seat)
        view = KARTENSPIEL.view(one.state, seat)
        assert (view.pending.count, view.pending.cards) == (4, None)
    assert KARTENSPIEL.view(one.state, RED).pending.cards == tuple(FOUR)
    assert public_lines(one.log) == public_lines(other.log)


@pytest.mark.rulebook("kartenspiel", "12")
@pytest.mark.parametrize("deck", ["order", "innovation"])
def test_which_card_was_kept_is_known_to_nobody_else(deck: str) -> None:
    games = []
    for at in (1, 2):
        game = Game(Setup(3, secret=3), chance=Stacked())
        game.does(PlaceWorkers("wild", RED_TWO, Wild(deck)))
        assert game.state.pending is not None
        game.does(ChooseDrawnCard(game.state.pending.cards[at]))
        games.append(game)
    one, other = games
    assert shown(one.state, RED) != shown(other.state, RED)
    assert public_lines(one.log) == public_lines(other.log)
    for seat in (BLUE, GREEN, None):
        assert shown(one.state, seat) == shown(other.state, seat)


@pytest.mark.rulebook("kartenspiel", "12")
def test_a_card_taken_from_the_top_is_public_at_that_moment() -> None:
    game = Situation().top("order", "order.barracks.7")
    taken = game.does(RED, place("order", workers("01")))[1]
    assert redacted(taken, RED) == taken
    assert msgspec.to_builtins(taken)["card"] == "order.barracks.7"
    game.does(RED, EndTurn())
    assert b"order.barracks.7" not in shown(game.state, BLUE)


@pytest.mark.rulebook("kartenspiel", "12")
def test_what_others_see_of_a_hand_are_counts() -> None:
    game = Situation().orders(RED, "order.barracks.7").innovations(RED, "innovation.deliver.1")
    seen = KARTENSPIEL.view(game.state, BLUE).players[RED]
    assert seen.hand is None
    assert msgspec.to_builtins(seen.in_hand) == {"workers": 10, "orders": 1, "innovations": 1}
    own = KARTENSPIEL.view(game.state, RED).players[RED]
    assert own.hand.orders == ("order.barracks.7",)
    assert own.hand.innovations == ("innovation.deliver.1",)


@pytest.mark.rulebook("kartenspiel", "12")
def test_the_delivered_stack_lies_face_down_before_its_owner_until_the_end() -> None:
    game = Situation(2).delivered(RED, "order.barracks.1", "engine.a.1", "lorry.fox.01")
    seen = [KARTENSPIEL.view(game.state, seat).players[RED] for seat in (RED, BLUE, None)]
    assert [len(player.delivered) if player.delivered else None for player in seen] == [
        1,
        None,
        None,
    ]
    assert [player.trains for player in seen] == [1, 1, 1]
    game.shift(7).all_pass_and_settle()
    assert len(KARTENSPIEL.view(game.state, BLUE).players[RED].delivered) == 1


@pytest.mark.rulebook("kartenspiel", "12")
def test_what_lies_open_is_seen_by_all() -> None:
    game = played(Setup(4, secret=5), seed=5, actions=150)
    public = KARTENSPIEL.view(game.state, None)
    for seat in range(4):
        view = KARTENSPIEL.view(game.state, seat)
        assert view.seat == seat
        assert (view.stacks, view.areas, view.box) == (public.stacks, public.areas, public.box)
        for own, theirs in zip(view.players, public.players, strict=True):
            assert msgspec.structs.replace(own, hand=None, delivered=None) == theirs


@pytest.mark.rulebook("kartenspiel", "15.5")
def test_a_reader_gives_a_player_the_benefit_of_the_doubt() -> None:
    """What was taken in secret may be played; the reader does not know that it could not."""
    game = Situation().innovations(RED, "innovation.take-share.1").orders(RED, "order.barracks.1")
    game.engine(RED, 1, "engine.a.1").loaded(RED, 1, "wagon.wheel.01", "lorry.wheel.01")
    player = game.of(RED)
    player.innovations, player.orders = [UNKNOWN], [UNKNOWN]
    actions: list[Action] = [
        PlayInnovation("innovation.take-share.1", TakeShare()),
        place("deliver", workers("01"), delivery((1, "order.barracks.1"))),
        place("share", (WorkerValue("innovation.worker-1-5.1", 1),)),
    ]
    for action in actions:
        assert game.allows(RED, action)


@pytest.mark.rulebook("kartenspiel", "15.5")
def test_a_reader_who_cannot_see_the_drawn_cards_follows_the_choice() -> None:
    game = Situation().top("wagon-left", "wagon.fox.01", "wagon.joker.01")
    game.does(RED, place("wild", workers("06"), wild("wagon-left")))
    assert game.state.pending is not None
    game.state.pending.cards[1:] = [UNKNOWN] * 3
    taken, returned, *_ = KARTENSPIEL.decide(
        game.state, RED, ChooseDrawnCard("wagon.joker.01", 2), CHANCE
    )
    assert taken.card == "wagon.joker.01"
    assert returned.cards == ("wagon.fox.01", UNKNOWN, UNKNOWN)
    assert redacted(ChooseDrawnCard("wagon.joker.01", 2), RED) == ChooseDrawnCard(UNSET, 2)
