"""What may not be seen (section 7), by the cards; for any game see `tests/domain`."""

from typing import TypeVar

import msgspec
import pytest

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.actions.deliver_orders import DeliverOrders
from domain.gluck_auf.actions.draft_order import DraftOrder
from domain.gluck_auf.actions.look_at_five import (
    ChooseOrder,
    ChooseTunnelTile,
    LookAtOrders,
    LookAtTunnelTiles,
)
from domain.gluck_auf.actions.use_bank import UseBank
from domain.gluck_auf.events import (
    DeliveredOrdersConcealed,
    DeliveredOrdersRevealed,
    ElementScored,
    End,
    OrdersShuffled,
    TunnelTilesShuffled,
)
from domain.gluck_auf.view import View
from domain.kernel.seals import UNKNOWN, hidden_for, redacted
from tests.domain.gluck_auf.random_games import Setup
from tests.domain.gluck_auf.situations import CHANCE, A, B, C, Situation
from tests.domain.kit.eyes import Eyes, as_seen_by, public_lines
from tests.domain.kit.game import Game, Stacked, played

T = TypeVar("T")


EYES = Eyes(Setup)
shown, scored, offered, told = EYES.shown, EYES.scored, EYES.offered, EYES.told


def dealt(*first: str) -> tuple[Game, list[str]]:
    """A game of three with these cards on top, played until A's first turn."""
    game = Game(Setup(3), chance=Stacked(*first))
    while game.state.phase == "draft":
        game.does(DraftOrder(game.state.display[0]))
    return game, list(game.state.tile_stack)


SETUP_TILES = [f"tile-{color}-1-light-1" for color in ("yellow", "brown", "gray", "black")] + [
    f"tile-{color}-2-light-1" for color in ("yellow", "brown", "gray")
]
FIVE = [f"tile-yellow-1-dark-{n}" for n in (1, 2, 3)] + [
    "tile-brown-1-dark-1",
    "tile-brown-1-dark-2",
]
OTHER_FIVE = ["tile-black-2-dark-1", "tile-black-2-dark-2", *FIVE[:3]]


@pytest.mark.rulebook("gluck_auf", "7")
def test_two_deals_that_differ_below_what_was_revealed_are_the_same_for_everybody() -> None:
    one, stack = dealt(*SETUP_TILES, *FIVE)
    other, other_stack = dealt(*SETUP_TILES, *OTHER_FIVE)
    assert stack != other_stack
    assert public_lines(one.log) == public_lines(other.log)
    for seat in (A, B, C, None):
        assert shown(one.state, seat) == shown(other.state, seat)
    for seat in (A, B, C):
        assert offered(one.state, seat) == offered(other.state, seat)


@pytest.mark.rulebook("gluck_auf", "7")
def test_what_somebody_looks_at_is_seen_by_nobody_else() -> None:
    games = [dealt(*SETUP_TILES, *five)[0] for five in (FIVE, OTHER_FIVE)]
    one, other = games
    for game in games:
        game.does(LookAtTunnelTiles())
    assert shown(one.state, A) != shown(other.state, A)
    assert offered(one.state, A) != offered(other.state, A)
    for seat in (B, C, None):
        assert shown(one.state, seat) == shown(other.state, seat)
    for seat in (B, C):
        for action in (UseBank(), ChooseTunnelTile(FIVE[0]), ChooseTunnelTile(OTHER_FIVE[0])):
            assert told(one.state, seat, action) == told(other.state, seat, action)
    assert public_lines(one.log) == public_lines(other.log)


@pytest.mark.rulebook("gluck_auf", "7")
def test_the_player_who_looks_sees_the_cards_and_the_others_their_number() -> None:
    game, _ = dealt(*SETUP_TILES, *FIVE)
    game.does(LookAtTunnelTiles())
    views: list[View] = [GLUCK_AUF.view(game.state, seat) for seat in (A, B, None)]
    looks = [view.look_area for view in views]
    assert [look.cards if look else () for look in looks] == [tuple(FIVE), None, None]
    assert [look.count if look else 0 for look in looks] == [5, 5, 5]
    assert [view.tile_stack for view in views] == [36, 36, 36]


@pytest.mark.rulebook("gluck_auf", "7")
@pytest.mark.parametrize("end", ["top", "bottom"])
def test_the_order_in_which_cards_went_back_is_known_to_nobody_else(end: End) -> None:
    one, other = dealt(*SETUP_TILES, *FIVE)[0], dealt(*SETUP_TILES, *FIVE)[0]
    for game, order in ((one, FIVE), (other, FIVE[::-1])):
        game.does(LookAtTunnelTiles())
        action = ChooseTunnelTile(None, end, tuple(order))
        assert redacted(action, A) == ChooseTunnelTile(None, end, msgspec.UNSET)
        game.does(action)
    assert one.state.tile_stack != other.state.tile_stack
    assert public_lines(one.log) == public_lines(other.log)
    for seat in (B, C, None):
        assert shown(one.state, seat) == shown(other.state, seat)
    assert offered(one.state, B) == offered(other.state, B)


@pytest.mark.rulebook("gluck_auf", "7")
def test_what_was_kept_and_where_the_rest_went_is_public() -> None:
    game, _ = dealt()
    game.does(LookAtOrders())
    keep, *rest = game.state.look_area
    returned = game.does(ChooseOrder(keep, "bottom", tuple(rest)))[1]
    assert msgspec.to_builtins(redacted(returned, A)) == {
        "type": "orders_returned",
        "player": A,
        "to": "bottom",
        "count": 4,
    }
    for seat in (A, B, None):
        assert keep in GLUCK_AUF.view(game.state, seat).players[A].pit.outstanding


@pytest.mark.rulebook("gluck_auf", "7")
def test_the_shuffles_are_sealed_for_everybody() -> None:
    game = Game(Setup(3))
    for by, event in game.log:
        actor = by if isinstance(by, int) else None
        if isinstance(event, TunnelTilesShuffled | OrdersShuffled):
            assert event.hides(actor) == {"order": None}
            assert all(hidden_for(event, actor, seat) == {} for seat in (A, B, C))
        else:
            assert event.hides(actor) == {}
    public = GLUCK_AUF.fold(as_seen_by(game.log, None))
    assert set(public.tile_stack) == set(public.order_stack) == {UNKNOWN}
    assert (len(public.tile_stack), len(public.order_stack)) == (41, 34)


def delivered_seen(game: Situation, of: int) -> list[tuple[str, ...] | None]:
    """What A, B, C and the public see of a player's delivered orders."""
    return [GLUCK_AUF.view(game.state, seat).players[of].delivered for seat in (A, B, C, None)]


@pytest.mark.rulebook("gluck_auf", "7 delivered_visibility")
def test_delivered_orders_lie_face_down_before_their_owner() -> None:
    game = Situation().complete_order(A, "order-barrow-01")
    game.does(A, DeliverOrders("delivery-barrow"))
    assert delivered_seen(game, A) == [("order-barrow-01",), None, None, None]
    assert [GLUCK_AUF.view(game.state, seat).players[A].delivered_count for seat in (A, B)] == [
        1,
        1,
    ]


@pytest.mark.rulebook("gluck_auf", "7 delivered_visibility")
def test_as_an_option_delivered_orders_are_open_to_all() -> None:
    game = Situation(options={"delivered_visibility": "all"})
    game.complete_order(A, "order-barrow-01").does(A, DeliverOrders("delivery-barrow"))
    assert delivered_seen(game, A) == [("order-barrow-01",)] * 4


@pytest.mark.rulebook("gluck_auf", "7 delivered_visibility")
def test_other_delivered_orders_look_the_same_unless_they_are_open() -> None:
    def twins(visibility: str) -> list[Situation]:
        options = {"delivered_visibility": visibility}
        return [
            Situation(options=options).delivered(B, order)
            for order in ("order-engine-01", "order-engine-02")
        ]

    one, other = twins("owner")
    assert shown(one.state, A) == shown(other.state, A)
    assert scored(one.state, A) == scored(other.state, A)
    assert scored(one.state, B) != scored(other.state, B)
    assert shown(one.state, B) != shown(other.state, B)
    one, other = twins("all")
    assert shown(one.state, A) != shown(other.state, A)


@pytest.mark.rulebook("gluck_auf", "9")
def test_everybody_sees_the_delivered_orders_while_a_shift_is_scored() -> None:
    game = Situation().delivered(B, "order-engine-01").shift_over(1)
    face_down = [None, ("order-engine-01",), None, None]
    assert delivered_seen(game, B) == face_down
    for event in GLUCK_AUF.settle(game.state, CHANCE):
        game.happen([event])
        if isinstance(event, DeliveredOrdersRevealed | ElementScored):
            assert delivered_seen(game, B) == [("order-engine-01",)] * 4
        if isinstance(event, DeliveredOrdersConcealed):
            assert delivered_seen(game, B) == face_down
    assert delivered_seen(game, B) == face_down


@pytest.mark.rulebook("gluck_auf", "7")
def test_what_is_public_is_the_same_for_all() -> None:
    game = played(Setup(4, secret=5), seed=5, actions=80)
    public = GLUCK_AUF.view(game.state, None)
    for seat in range(4):
        view = GLUCK_AUF.view(game.state, seat)
        assert view.seat == seat
        assert (view.spaces, view.supply, view.display) == (
            public.spaces,
            public.supply,
            public.display,
        )
        for mine, theirs in zip(view.players, public.players, strict=True):
            assert msgspec.structs.replace(mine, delivered=None) == theirs
