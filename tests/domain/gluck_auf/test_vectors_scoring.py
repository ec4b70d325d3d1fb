"""Rules, section 15: shift scoring and the next starting player."""

import pytest

from domain.gluck_auf.actions.deliver_orders import DeliverOrders
from domain.gluck_auf.events import OrderDelivered, ShiftStarted, StartingPlayerChosen
from tests.domain.gluck_auf.situations import COLORS, A, B, C, D, Situation, only

VEHICLES = ("barrow", "carriage", "motorcar", "engine")


def rulebook_deliveries() -> Situation:
    return Situation().delivered(A, "order-barrow-07", "order-carriage-08", "order-carriage-11")


@pytest.mark.rulebook("gluck_auf", "15.1.9")
def test_coal_counts_the_spots_of_a_color_on_delivered_orders() -> None:
    game = rulebook_deliveries()
    counts = [game.scored(f"coal-{color}").counts[A] for color in COLORS]
    assert counts == [1, 1, 3, 3]


@pytest.mark.rulebook("gluck_auf", "15.1.10")
def test_vehicles_count_all_spots_on_their_delivered_orders() -> None:
    game = rulebook_deliveries()
    counts = [game.scored(f"vehicle-{vehicle}").counts[A] for vehicle in VEHICLES]
    assert counts == [2, 6, 0, 0]


@pytest.mark.rulebook("gluck_auf", "15.1.11")
def test_empty_lorries_count_one_by_one_base_lorries_too() -> None:
    game = Situation().lorry(A, "base-gray", None).tile(A, "tile-gray-2-dark-1", None, None)
    game.lorry(A, "base-black", None).tile(A, "tile-black-1-light-1", None)
    game.tile(A, "tile-black-2-light-1", None, None)
    game.tile(A, "tile-yellow-2-light-1", "yellow", "yellow").tile(A, "tile-gray-1-dark-1", "gray")
    counts = [game.scored(f"empty-{color}").counts[A] for color in COLORS]
    assert counts == [0, 0, 3, 4]


@pytest.mark.rulebook("gluck_auf", "15.1.13")
@pytest.mark.rulebook("gluck_auf", "R27")
@pytest.mark.parametrize("old", [A, B, C])
def test_most_workers_in_the_factory_make_the_starting_player(old: int) -> None:
    game = Situation(options={"starting_player": old})
    game.standing("factory-1", A, 3).standing("factory-draw", A, 2)
    game.standing("factory-2", B, 2).standing("factory-7", C, 4)
    events = game.shift_over().settles()
    assert only(events, StartingPlayerChosen) == StartingPlayerChosen((5, 2, 4), (), old, A)
    assert only(events, ShiftStarted) == ShiftStarted(2, A)
    assert game.state.active == A


@pytest.mark.rulebook("gluck_auf", "15.2.36")
@pytest.mark.parametrize(
    ("of_a", "of_b", "counts", "points"),
    [
        (["order-barrow-10"], ["order-barrow-03"], (3, 1), [4, 0]),
        (["order-barrow-07"], ["order-engine-07"], (2, 2), [4, 4]),
        ([], [], (0, 0), [0, 0]),
    ],
)
def test_with_two_players_there_is_no_second_place(
    of_a: list[str], of_b: list[str], counts: tuple[int, int], points: list[int]
) -> None:
    game = Situation(2).delivered(A, *of_a).delivered(B, *of_b)
    assert game.scored("coal-gray").counts == counts
    assert game.points("coal-gray") == points


@pytest.mark.rulebook("gluck_auf", "15.2.37")
@pytest.mark.parametrize(
    ("vehicle", "edition", "points"),
    [
        ("motorcar", "de", [8, 4, 0]),
        ("motorcar", "en", [8, 4, 0]),
        ("motorcar", "hu", [8, 3, 0]),
        ("engine", "de", [9, 4, 0]),
        ("engine", "en", [9, 4, 0]),
        ("engine", "hu", [9, 3, 0]),
    ],
)
def test_the_hungarian_second_place_is_worth_less_for_the_faster_vehicles(
    vehicle: str, edition: str, points: list[int]
) -> None:
    game = Situation(edition=edition)
    game.delivered(A, f"order-{vehicle}-11", f"order-{vehicle}-01")
    game.delivered(B, f"order-{vehicle}-09").delivered(C, f"order-{vehicle}-02")
    assert game.scored(f"vehicle-{vehicle}").counts == (5, 3, 1)
    assert game.points(f"vehicle-{vehicle}") == points


@pytest.mark.rulebook("gluck_auf", "15.2.39")
def test_three_tied_for_second_all_get_the_second_place() -> None:
    game = Situation(4).delivered(A, "order-carriage-10", "order-barrow-08")
    game.delivered(B, "order-carriage-08").delivered(C, "order-motorcar-08")
    game.delivered(D, "order-engine-08")
    assert game.scored("coal-black").counts == (5, 2, 2, 2)
    assert game.points("coal-black") == [5, 2, 2, 2]


@pytest.mark.rulebook("gluck_auf", "15.2.39")
def test_two_tied_for_first_leave_no_second_place() -> None:
    game = Situation(4).delivered(A, "order-barrow-08", "order-carriage-08")
    game.delivered(B, "order-motorcar-08", "order-engine-08").delivered(C, "order-carriage-10")
    assert game.scored("coal-black").counts == (4, 4, 3, 0)
    assert game.points("coal-black") == [5, 5, 0, 0]


@pytest.mark.rulebook("gluck_auf", "15.2.40")
@pytest.mark.rulebook("gluck_auf", "R21")
def test_the_printed_color_counts_whatever_cubes_filled_the_spot() -> None:
    game = Situation().order(A, "order-barrow-04", ("yellow", "yellow"))
    in_supply = game.state.supply["yellow"]
    events = game.does(A, DeliverOrders("delivery-barrow"))
    assert only(events, OrderDelivered).cubes_returned == {"yellow": 2}
    assert game.state.supply["yellow"] == in_supply + 2
    assert game.scored("coal-black").counts[A] == 1
    assert game.scored("coal-yellow").counts[A] == 0


@pytest.mark.rulebook("gluck_auf", "15.2.41")
def test_outstanding_orders_score_nothing_even_when_complete() -> None:
    game = Situation()
    for vehicle in VEHICLES:
        game.complete_order(A, f"order-{vehicle}-11")
    for element in [*(f"coal-{c}" for c in COLORS), *(f"vehicle-{v}" for v in VEHICLES)]:
        assert game.scored(element).counts == (0, 0, 0)
        assert game.points(element) == [0, 0, 0]
