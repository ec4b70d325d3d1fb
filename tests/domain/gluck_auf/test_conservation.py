"""`imbalance` notices what a forged event makes appear or vanish, as soon as it is folded."""

from collections.abc import Callable

import pytest

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf import events as e
from domain.gluck_auf.actions.look_at_five import LookAtOrders, LookAtTunnelTiles
from domain.gluck_auf.conservation import EVERYTHING
from domain.kernel.texts import language_file
from tests.domain.gluck_auf.situations import A, B, Situation

TILE = "tile-gray-2-light-1"
ORDER = "order-barrow-07"


def plain() -> Situation:
    return Situation().open_tile("factory-1", TILE).open_order("new-order-1", ORDER)


def short_of_gray() -> Situation:
    return plain().supply(gray=1)


def mining() -> Situation:
    return Situation().cage(A, 0, "gray", "black").storage(A, "yellow").order(A, ORDER, ("gray",))


def full_cage() -> Situation:
    return Situation().cage(A, 3, *["black"] * 5)


def standing() -> Situation:
    return Situation().standing("money-5", B, 2)


def looking_at_tiles() -> Situation:
    game = Situation()
    game.does(A, LookAtTunnelTiles())
    return game


def looking_at_orders() -> Situation:
    game = Situation()
    game.does(A, LookAtOrders())
    return game


def complete() -> Situation:
    return Situation().complete_order(A, "order-barrow-01")


FORGED: list[tuple[str, Callable[[], Situation], e.Event]] = [
    ("workers", plain, e.WorkersPlaced(A, "money-4", 2, B, 1)),
    ("workers", standing, e.WorkersPlaced(A, "money-5", 2, B, 1)),
    ("workers", standing, e.WorkersPlaced(A, "money-5", 3, None, 0)),
    ("hand", plain, e.WorkersPlaced(A, "money-4", 16, None, 0)),
    ("locked_workers", plain, e.WorkersPlaced(A, "money-3", 1, None, 0)),
    ("hand", plain, e.BankUsed(A, 16)),
    (
        "lorries",
        plain,
        e.TunnelTileAcquired(
            A, TILE, "factory-1", 3, "light", ("gray", "gray", None), (False, False, True)
        ),
    ),
    ("workers", standing, e.WorkersReturned((0, 1, 0))),
    ("marks", plain, e.MarksPaid(A, 10, TILE)),
    (
        "supply",
        short_of_gray,
        e.TunnelTileAcquired(A, TILE, "factory-1", 3, "light", ("gray", "gray"), (False, False)),
    ),
    (
        "tile_twice",
        plain,
        e.TunnelTileAcquired(
            A, "tile-gray-2-dark-1", "factory-1", 3, "dark", ("gray", "gray"), (False, False)
        ),
    ),
    ("tiles", plain, e.FactorySpaceFilled("factory-1", TILE)),
    ("tiles", plain, e.FactorySpaceLeftEmpty("factory-1")),
    ("tile_twice", plain, e.TunnelTilesLookedAt(A, 5, (TILE,) * 5)),
    ("tiles", looking_at_tiles, e.TunnelTilesReturned(A, "top", 4, ("tile-gray-1-dark-1",) * 4)),
    ("order_twice", plain, e.OrderTaken(A, "order-barrow-01", "new-order-1")),
    ("orders", plain, e.OrderSpaceFilled("new-order-1", ORDER)),
    ("orders", plain, e.OrderSpaceLeftEmpty("new-order-1")),
    ("order_twice", plain, e.OrdersLookedAt(A, 5, (ORDER,) * 5)),
    ("orders", looking_at_orders, e.OrdersReturned(A, "bottom", 6, (ORDER,) * 6)),
    ("cubes", complete, e.OrderDelivered(A, "order-barrow-01", 2, {"yellow": 2})),
    ("cubes", complete, e.OrderDelivered(A, "order-barrow-01", 2, {})),
    ("cubes", complete, e.OrderDelivered(A, "order-barrow-01", 2, {"black": 1})),
    ("cubes", mining, e.CoalLoaded(A, "base-gray", "black")),
    ("cage", full_cage, e.CoalLoaded(A, "base-gray", "gray")),
    ("stored", mining, e.CoalStored(A, "brown")),
    ("stored", mining, e.CoalPlaced(A, "storage", "black", ORDER, 1, "half")),
    ("spot", mining, e.CoalPlaced(A, "cage", "black", ORDER, 0, "filled")),
    ("cage_level", mining, e.CageMoved(A, 0, 5)),
    ("cage_level", mining, e.CageMoved(A, 0, -1)),
    ("locked_spaces", plain, e.SpacesLocked(("nowhere",))),
]


@pytest.mark.rulebook("gluck_auf", "17")
@pytest.mark.parametrize(
    ("what", "given", "forged"),
    FORGED,
    ids=[f"{at}-{type(case[2]).__name__}" for at, case in enumerate(FORGED)],
)
def test_a_forged_event_is_noticed_when_it_is_folded(
    what: str, given: Callable[[], Situation], forged: e.Event
) -> None:
    state = given().state
    assert all(check(state) is None for check in EVERYTHING)
    GLUCK_AUF.evolve(state, forged)
    found = GLUCK_AUF.imbalance(state, forged)
    assert found is not None
    assert found.code == what


def test_every_code_is_reached() -> None:
    assert {code for code, _, _ in FORGED} == language_file("domain.gluck_auf", "en")[
        "imbalances"
    ].keys()
