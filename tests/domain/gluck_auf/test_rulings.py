"""Rules, sections 5 to 13: rulings R1 to R32 and the clarifications that no vector covers."""

import pytest

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.actions.buy_tunnel_tile import BuyTunnelTile
from domain.gluck_auf.actions.deliver_orders import DeliverOrders
from domain.gluck_auf.actions.look_at_five import (
    ChooseOrder,
    ChooseTunnelTile,
    LookAtOrders,
    LookAtTunnelTiles,
)
from domain.gluck_auf.actions.mine import (
    Load,
    Mine,
    MoveCage,
    PlaceFromCage,
    PlaceFromStorage,
    Store,
)
from domain.gluck_auf.actions.take_money import TakeMoney
from domain.gluck_auf.actions.take_order import TakeOrder
from domain.gluck_auf.actions.use_bank import UseBank
from domain.gluck_auf.events import (
    CoalLoaded,
    CoalPlaced,
    DeliveredOrdersConcealed,
    DeliveredOrdersRevealed,
    ElementScored,
    End,
    Event,
    FinalScoreComputed,
    GameCreated,
    GameFinished,
    MiningFinished,
    OrderDelivered,
    OrderSpaceLeftEmpty,
    OrdersReturned,
    OrderTaken,
    Place,
    ShiftScored,
    ShiftStarted,
    StartingPlayerChosen,
    StartingPlayerDrawn,
    TunnelTileAcquired,
    TunnelTilesReturned,
    WorkersPlaced,
    WorkersReturned,
)
from domain.kernel.actions import OptionValue
from domain.kernel.chance import CommittedChance
from tests.domain.gluck_auf.situations import COLORS, A, B, C, D, Situation, created, only

TWO_GRAY = "tile-gray-2-light-1"
MANDATORY: dict[str, OptionValue] = {"shortage_rule": "mandatory"}
SAME_ACTION: dict[str, OptionValue] = {"substitution_rule": "same_action"}


@pytest.mark.rulebook("gluck_auf", "R1")
def test_a_mining_space_taken_for_nothing_is_dearer_for_the_next() -> None:
    game = Situation()
    game.does(A, Mine("mining-10"))
    [placed, *_] = game.does(B, Mine("mining-10"))
    assert placed == WorkersPlaced(B, "mining-10", 2, A, 1)


@pytest.mark.rulebook("gluck_auf", "R2")
def test_the_bank_is_open_although_everything_else_is_too() -> None:
    game = Situation()
    game.does(A, UseBank())
    game.does(B, UseBank())
    assert game.state.bank == [1, 1, 0]
    assert game.state.canteen == [0, 0, 0]
    assert [game.of(seat).marks for seat in (A, B, C)] == [10, 10, 9]


@pytest.mark.rulebook("gluck_auf", "R3")
@pytest.mark.parametrize("there", [0, 1, 2, 7])
def test_a_space_takes_exactly_one_worker_more_than_stand_there(there: int) -> None:
    game = Situation()
    if there:
        game.standing("money-4", B, there)
    placed = only(game.does(A, TakeMoney("money-4")), WorkersPlaced)
    assert placed.count == there + 1
    assert game.of(A).workers == 15 - placed.count


@pytest.mark.rulebook("gluck_auf", "R5")
def test_exactly_the_price_is_enough_and_one_mark_less_is_not() -> None:
    game = Situation().open_tile("factory-1", "tile-black-2-light-1").marks(A, 7)
    assert game.refuses(A, BuyTunnelTile("factory-1")) == ("not_enough_marks", {"n": 8})
    game.marks(A, 8).does(A, BuyTunnelTile("factory-1"))
    assert game.of(A).marks == 0


@pytest.mark.rulebook("gluck_auf", "R6")
def test_who_has_no_marks_may_look_and_keep_nothing() -> None:
    game = Situation().marks(A, 0)
    game.does(A, LookAtTunnelTiles())
    seen = tuple(game.state.look_area)
    rest = tuple(tile for tile in seen if tile != seen[0])
    assert game.refuses(A, ChooseTunnelTile(seen[0], "top", rest))[0] == "not_enough_marks"
    game.does(A, ChooseTunnelTile(None, "top", seen))
    assert game.of(A).tiles == []
    assert game.of(A).marks == 0


@pytest.mark.rulebook("gluck_auf", "R7")
@pytest.mark.parametrize("left", [1, 4, 5, 6])
def test_a_look_shows_five_or_what_is_left(left: int) -> None:
    cards = [f"order-barrow-0{number}" for number in range(1, left + 1)]
    game = Situation().order_stack(*cards)
    game.does(A, LookAtOrders())
    assert game.state.look_area == cards[:5]
    assert game.state.order_stack == cards[5:]


@pytest.mark.rulebook("gluck_auf", "R8")
def test_an_empty_order_stack_closes_the_emptied_space_and_the_look() -> None:
    game = Situation().order_stack()
    events = game.does(A, TakeOrder("new-order-3"))
    assert only(events, OrderSpaceLeftEmpty) == OrderSpaceLeftEmpty("new-order-3")
    assert game.refuses(B, TakeOrder("new-order-3"))[0] == "space_exhausted"
    assert game.refuses(B, LookAtOrders())[0] == "stack_empty"
    assert game.allows(B, TakeOrder("new-order-2"))


@pytest.mark.rulebook("gluck_auf", "R9")
@pytest.mark.parametrize("end", ["top", "bottom"])
def test_all_returned_cards_go_to_one_end(end: End) -> None:
    cards = [f"order-barrow-0{number}" for number in range(1, 8)]
    game = Situation().order_stack(*cards)
    game.does(A, LookAtOrders())
    back = (cards[4], cards[0], cards[3], cards[1])
    events = game.does(A, ChooseOrder(cards[2], end, back))
    assert only(events, OrdersReturned) == OrdersReturned(A, end, 4, back)
    rest = cards[5:]
    assert game.state.order_stack == ([*back, *rest] if end == "top" else [*rest, *back])


@pytest.mark.rulebook("gluck_auf", "R10")
@pytest.mark.rulebook("gluck_auf", "16.5 return_to may be null")
@pytest.mark.parametrize("end", [None, "top", "bottom"])
def test_the_only_card_left_may_be_kept_and_nothing_goes_back(end: End | None) -> None:
    game = Situation().order_stack("order-engine-11")
    game.does(A, LookAtOrders())
    events = game.does(A, ChooseOrder("order-engine-11", end))
    assert only(events, OrderTaken) == OrderTaken(A, "order-engine-11", "new-order-draw")
    assert only(events, OrdersReturned) == OrdersReturned(A, None, 0, ())
    assert game.state.order_stack == []
    assert game.state.phase == "turn"


@pytest.mark.rulebook("gluck_auf", "R10")
@pytest.mark.parametrize("end", [None, "top", "bottom"])
def test_the_only_tile_left_may_be_kept_and_nothing_goes_back(end: End | None) -> None:
    game = Situation().tile_stack("tile-yellow-1-dark-1")
    game.does(A, LookAtTunnelTiles())
    events = game.does(A, ChooseTunnelTile("tile-yellow-1-dark-1", end))
    assert only(events, TunnelTilesReturned) == TunnelTilesReturned(A, None, 0, ())
    assert game.of(A).tiles == ["tile-yellow-1-dark-1"]


@pytest.mark.rulebook("gluck_auf", "R11")
@pytest.mark.parametrize(
    ("tile", "level", "side"),
    [
        ("tile-yellow-1-dark-1", 1, "dark"),
        ("tile-brown-1-light-1", 2, "light"),
        ("tile-gray-1-dark-1", 3, "dark"),
        ("tile-black-1-light-1", 4, "light"),
    ],
)
def test_the_tile_itself_fixes_level_and_side(tile: str, level: int, side: str) -> None:
    game = Situation().open_tile("factory-1", tile)
    acquired = only(game.does(A, BuyTunnelTile("factory-1")), TunnelTileAcquired)
    assert (acquired.level, acquired.side) == (level, side)


@pytest.mark.rulebook("gluck_auf", "R12")
def test_tiles_orders_and_stored_cubes_have_no_limit() -> None:
    game = Situation().marks(A, 100)
    game.empty_tiles(A, *(f"tile-gray-{n}-{s}-1" for n in (1, 2) for s in ("light", "dark")))
    for number in range(1, 10):
        game.order(A, f"order-engine-0{number}")
    game.storage(A, *["black"] * 12).cage(A, 0, "brown").order(A, "order-carriage-11")
    assert game.allows(A, BuyTunnelTile("factory-1"))
    assert game.allows(A, TakeOrder("new-order-1"))
    free = Situation(options={"storage_rule": "free"})
    free.storage(A, *["black"] * 12).cage(A, 0, "black")
    free.does(A, Mine("mining-6", (Store("black"),)))
    assert free.of(A).pit.storage["black"] == 13


@pytest.mark.rulebook("gluck_auf", "R13")
def test_an_order_never_filled_costs_one_point() -> None:
    game = Situation().open_order("new-order-1", "order-motorcar-10")
    game.does(A, TakeOrder("new-order-1"))
    score = game.finished_with(A, vp=10)
    assert (score.outstanding, score.outstanding_vp) == (1, -1)


@pytest.mark.rulebook("gluck_auf", "11 outstanding orders")
def test_even_a_complete_order_costs_if_it_was_not_delivered() -> None:
    game = Situation().complete_order(A, "order-motorcar-01")
    game.order(A, "order-motorcar-02", ("yellow",)).order(A, "order-motorcar-03")
    score = game.finished_with(A, vp=10)
    assert (score.outstanding, score.outstanding_vp) == (3, -3)


@pytest.mark.rulebook("gluck_auf", "R14")
def test_all_complete_orders_of_the_vehicle_go_and_the_others_stay() -> None:
    game = Situation().complete_order(A, "order-barrow-02").complete_order(A, "order-barrow-01")
    game.order(A, "order-barrow-07", ("gray",)).complete_order(A, "order-engine-01")
    game.order(A, "order-barrow-04", ("yellow",))
    events = game.does(A, DeliverOrders("delivery-barrow"))
    delivered = [event.order_id for event in events if isinstance(event, OrderDelivered)]
    assert delivered == ["order-barrow-01", "order-barrow-02"]
    assert set(game.of(A).pit.outstanding) == {
        "order-barrow-07",
        "order-engine-01",
        "order-barrow-04",
    }
    assert game.of(A).vp == 5


@pytest.mark.rulebook("gluck_auf", "R15")
@pytest.mark.parametrize("spots", [[], [("gray",)], [("gray",), ("black",)]])
def test_without_a_complete_order_there_is_no_delivery(spots: list[tuple[str, ...]]) -> None:
    game = Situation().order(A, "order-barrow-07", *spots)
    game.complete_order(A, "order-engine-01").complete_order(B, "order-barrow-01")
    refused = game.refuses(A, DeliverOrders("delivery-barrow"))
    assert refused == ("nothing_to_deliver", {"vehicle": "barrow"})


@pytest.mark.rulebook("gluck_auf", "R16")
def test_the_cage_may_stop_where_there_is_nothing_to_load() -> None:
    game = Situation().empty_pit(A)
    game.does(A, Mine("mining-6", (MoveCage(3), MoveCage(4), MoveCage(2))))
    assert game.of(A).pit.level == 2


@pytest.mark.rulebook("gluck_auf", "6 cage")
def test_the_cage_stays_where_it_is_between_actions_and_shifts() -> None:
    game = Situation()
    game.does(A, Mine("mining-6", (MoveCage(4), Load("base-black"))))
    game.shift_over().settles()
    assert game.of(A).pit.level == 4
    assert game.of(A).pit.cage["black"] == 1


@pytest.mark.rulebook("gluck_auf", "R17")
@pytest.mark.parametrize(
    ("color", "level"), [("yellow", 1), ("brown", 2), ("gray", 3), ("black", 4)]
)
def test_base_lorries_are_mined_at_the_level_of_their_color(color: str, level: int) -> None:
    game = Situation()
    loaded = only(
        game.does(A, Mine("mining-6", (MoveCage(level), Load(f"base-{color}")))), CoalLoaded
    )
    assert loaded == CoalLoaded(A, f"base-{color}", color)
    assert game.of(A).pit.lorries[f"base-{color}"] is None


@pytest.mark.rulebook("gluck_auf", "R18")
def test_a_full_cage_is_unloaded_as_usual() -> None:
    order = "order-carriage-10"
    game = Situation().cage(A, 3, *["black"] * 5).order(A, order)
    places = [PlaceFromCage("black", order, spot) for spot in range(3)]
    game.does(A, Mine("mining-6", (MoveCage(0), *places)))
    assert game.state.is_complete(A, order)
    assert game.of(A).pit.cage["black"] == 2


@pytest.mark.rulebook("gluck_auf", "6.2")
def test_a_substitute_may_mix_cage_and_storage_and_any_colors() -> None:
    order = "order-barrow-08"
    game = Situation().cage(A, 0, "yellow", "gray").storage(A, "yellow", "black").order(A, order)
    steps = (
        PlaceFromStorage("yellow", order, 0),
        PlaceFromCage("yellow", order, 0),
        PlaceFromCage("gray", order, 1),
        PlaceFromStorage("black", order, 1),
    )
    events = game.does(A, Mine("mining-6", steps))
    states = [event.spot_state_after for event in events if isinstance(event, CoalPlaced)]
    assert states == ["half", "filled", "half", "filled"]
    assert game.of(A).pit.outstanding == {order: [("yellow", "yellow"), ("gray", "black")]}
    assert game.state.is_complete(A, order)


@pytest.mark.rulebook("gluck_auf", "R20")
def test_a_cube_of_the_own_color_fills_at_once_and_a_second_is_illegal() -> None:
    order = "order-barrow-04"
    game = Situation().cage(A, 0, "black", "yellow").order(A, order)
    fill = PlaceFromCage("black", order, 0)
    second = Mine("mining-6", (fill, PlaceFromCage("yellow", order, 0)))
    assert game.refuses(A, second) == ("spot_filled", {"order": order, "spot": 0})
    game.does(A, Mine("mining-6", (fill,)))
    assert game.state.is_complete(A, order)


@pytest.mark.rulebook("gluck_auf", "6.2 same_action")
def test_under_same_action_the_second_cube_must_follow_at_once() -> None:
    order = "order-barrow-08"
    game = Situation(options=SAME_ACTION).cage(A, 0, "gray", "gray", "black").order(A, order)
    begin, end = PlaceFromCage("gray", order, 0), PlaceFromCage("gray", order, 0)
    between = PlaceFromCage("black", order, 1)
    unfinished = ("substitute_unfinished", {"order": order, "spot": 0})
    assert game.refuses(A, Mine("mining-6", (begin,))) == unfinished
    assert game.refuses(A, Mine("mining-6", (begin, between, end))) == unfinished
    game.does(A, Mine("mining-6", (begin, end, between)))
    assert game.state.is_complete(A, order)


@pytest.mark.rulebook("gluck_auf", "6.2 split_allowed")
def test_by_default_a_half_spot_may_wait_for_a_later_shift() -> None:
    order = "order-barrow-04"
    game = Situation().cage(A, 0, "gray", "yellow").order(A, order)
    game.does(A, Mine("mining-6", (PlaceFromCage("gray", order, 0), MoveCage(1))))
    game.shift_over().settles()
    assert game.of(A).pit.outstanding == {order: [("gray",)]}
    game.turn_of(A).does(A, Mine("mining-6", (MoveCage(0), PlaceFromCage("yellow", order, 0))))
    assert game.state.is_complete(A, order)


@pytest.mark.rulebook("gluck_auf", "R21")
def test_both_cubes_of_a_substitute_go_back_to_the_supply() -> None:
    game = Situation().order(A, "order-barrow-08", ("yellow", "gray"), ("black",))
    before = dict(game.state.supply)
    game.does(A, DeliverOrders("delivery-barrow"))
    gained = {color: game.state.supply[color] - before[color] for color in COLORS}
    assert gained == {"yellow": 1, "brown": 0, "gray": 1, "black": 1}


@pytest.mark.rulebook("gluck_auf", "R22")
def test_a_cube_of_another_color_is_mined_as_what_it_is_from_a_lorry_that_keeps_its_color() -> None:
    game = Situation().tile(A, "tile-gray-1-dark-1", "yellow")
    steps = (MoveCage(3), Load("tile-gray-1-dark-1:1"))
    assert CoalLoaded(A, "tile-gray-1-dark-1:1", "yellow") in game.does(A, Mine("mining-6", steps))
    assert game.of(A).pit.cage == {"yellow": 1, "brown": 0, "gray": 0, "black": 0}
    assert game.scored("empty-gray").counts[A] == 1
    assert game.scored("empty-yellow").counts[A] == 0


@pytest.mark.rulebook("gluck_auf", "R26")
def test_canteen_and_bank_do_not_count_for_the_starting_player() -> None:
    game = Situation().standing("factory-1", B, 1).standing("money-6", A, 9)
    game.workers(A, 0).workers(C, 0)
    game.state.canteen[C], game.state.bank[C] = game.state.bank[C], 0
    chosen = only(game.shift_over().settles(), StartingPlayerChosen)
    assert chosen == StartingPlayerChosen((0, 1, 0), (), A, B)


@pytest.mark.rulebook("gluck_auf", "R27")
def test_the_look_at_five_space_counts_as_factory() -> None:
    game = Situation().standing("factory-draw", C, 2).standing("factory-1", B, 1)
    game.standing("new-order-draw", A, 3)
    chosen = only(game.shift_over().settles(), StartingPlayerChosen)
    assert chosen == StartingPlayerChosen((0, 1, 2), (), A, C)


@pytest.mark.rulebook("gluck_auf", "10 tie for the starting player")
@pytest.mark.parametrize(
    ("workers", "old", "new"),
    [
        ((0, 0, 0), A, B),
        ((0, 0, 0), C, A),
        ((2, 2, 0), A, B),
        ((2, 2, 0), B, A),
        ((2, 2, 0), C, A),
        ((2, 0, 2), A, C),
        ((2, 2, 2), B, C),
    ],
)
def test_a_tie_passes_the_marker_to_the_next_tied_player_clockwise(
    workers: tuple[int, ...], old: int, new: int
) -> None:
    game = Situation(options={"starting_player": old})
    for seat, count in enumerate(workers):
        if count:
            game.standing(f"factory-{seat + 1}", seat, count)
    chosen = only(game.shift_over().settles(), StartingPlayerChosen)
    tied = tuple(seat for seat in (A, B, C) if workers[seat] == max(workers))
    assert chosen == StartingPlayerChosen(workers, tied, old, new)


@pytest.mark.rulebook("gluck_auf", "10 tie for the starting player")
@pytest.mark.parametrize("old", [A, B])
def test_with_two_players_a_tie_always_hands_the_marker_over(old: int) -> None:
    game = Situation(2, options={"starting_player": old})
    game.standing("factory-1", A, 3).standing("factory-2", B, 3)
    assert only(game.shift_over().settles(), StartingPlayerChosen).new == 1 - old


@pytest.mark.rulebook("gluck_auf", "R28")
def test_every_shift_scores_all_orders_delivered_so_far() -> None:
    game = Situation().delivered(A, "order-barrow-03")
    first = only_element(game.shift_over(1).settles(), "coal-gray")
    game.delivered(B, "order-engine-07")
    second = only_element(game.shift_over(2).settles(), "coal-gray")
    assert (first.counts, first.first) == ((1, 0, 0), (A,))
    assert (second.counts, second.first, second.second) == ((1, 2, 0), (B,), (A,))


def only_element(events: list[Event], element: str) -> ElementScored:
    return only(
        [e for e in events if isinstance(e, ElementScored) and e.element_id == element],
        ElementScored,
    )


@pytest.mark.rulebook("gluck_auf", "R30")
@pytest.mark.parametrize(
    ("options", "fill", "cubes"),
    [
        ({}, ("yellow",), ("gray", "yellow")),
        ({}, (None,), ("gray", None)),
        (MANDATORY, ("black",), ("gray", "black")),
    ],
)
def test_in_a_shortage_the_first_lorry_gets_the_right_cube(
    options: dict[str, OptionValue], fill: tuple[str | None, ...], cubes: tuple[str | None, ...]
) -> None:
    game = Situation(options=options).open_tile("factory-1", TWO_GRAY).supply(gray=1)
    acquired = only(game.does(A, BuyTunnelTile("factory-1", fill)), TunnelTileAcquired)
    assert acquired.cubes == cubes
    assert acquired.substituted == (False, True)
    assert game.state.supply["gray"] == 0
    assert game.of(A).marks == 9 - 6


@pytest.mark.rulebook("gluck_auf", "16.5 mandatory shortage rule")
@pytest.mark.parametrize(
    ("fill", "allowed"),
    [
        (("brown", None), True),
        (("brown", "brown"), False),
        ((None, "brown"), False),
        ((None, None), False),
        (("brown",), False),
        ((), False),
    ],
)
def test_mandatory_leaves_a_lorry_empty_only_once_the_supply_is_empty(
    fill: tuple[str | None, ...], allowed: bool
) -> None:
    game = Situation(options=MANDATORY).open_tile("factory-1", TWO_GRAY)
    game.supply(yellow=0, brown=1, gray=0, black=0)
    assert game.allows(A, BuyTunnelTile("factory-1", fill)) == allowed


@pytest.mark.rulebook("gluck_auf", "8.2 optional shortage rule")
@pytest.mark.parametrize(
    ("fill", "allowed"),
    [
        (("brown", None), True),
        ((None, "brown"), True),
        ((None, None), True),
        (("yellow", "brown"), True),
        (("brown", "brown"), False),
        (("gray", None), False),
        (("brown",), False),
        ((), False),
    ],
)
def test_optional_lets_the_buyer_leave_any_short_lorry_empty(
    fill: tuple[str | None, ...], allowed: bool
) -> None:
    game = Situation().open_tile("factory-1", TWO_GRAY)
    game.supply(yellow=5, brown=1, gray=0, black=0)
    assert game.allows(A, BuyTunnelTile("factory-1", fill)) == allowed


@pytest.mark.rulebook("gluck_auf", "8.2")
def test_a_kept_tile_meets_the_shortage_like_a_bought_one() -> None:
    game = Situation().tile_stack(TWO_GRAY, "tile-yellow-1-dark-1").supply(gray=0)
    game.does(A, LookAtTunnelTiles())
    keep = ChooseTunnelTile(TWO_GRAY, "top", ("tile-yellow-1-dark-1",), ("yellow", None))
    acquired = only(game.does(A, keep), TunnelTileAcquired)
    assert acquired.cubes == ("yellow", None)
    assert game.of(A).pit.lorries[f"{TWO_GRAY}:2"] is None
    assert game.scored("empty-gray").counts[A] == 1


@pytest.mark.rulebook("gluck_auf", "16.5 fill may be left out")
def test_without_a_shortage_no_fill_is_needed_and_none_allowed() -> None:
    game = Situation().open_tile("factory-1", TWO_GRAY).supply(gray=2)
    assert game.refuses(A, BuyTunnelTile("factory-1", (None,)))[0] == "bad_shortage_choice"
    game.does(A, BuyTunnelTile("factory-1"))
    assert game.of(A).pit.lorries[f"{TWO_GRAY}:2"] == "gray"


@pytest.mark.rulebook("gluck_auf", "R31")
@pytest.mark.parametrize("taken", [("01", "05", "11"), ("11", "05", "01"), ("05", "11", "01")])
def test_several_orders_are_delivered_in_catalog_order(taken: tuple[str, ...]) -> None:
    game = Situation()
    for number in taken:
        game.complete_order(A, f"order-motorcar-{number}")
    events = game.does(A, DeliverOrders("delivery-motorcar"))
    delivered = [event.order_id for event in events if isinstance(event, OrderDelivered)]
    assert delivered == ["order-motorcar-01", "order-motorcar-05", "order-motorcar-11"]


@pytest.mark.rulebook("gluck_auf", "5.8")
def test_a_kept_order_is_outstanding_and_no_order_space_is_refilled() -> None:
    game = Situation()
    shown = dict(game.state.open_orders)
    game.does(A, LookAtOrders())
    keep, *rest = game.state.look_area
    game.does(A, ChooseOrder(keep, "bottom", tuple(rest)))
    assert list(game.of(A).pit.outstanding) == [keep]
    assert game.state.open_orders == shown
    assert game.state.order_stack[-4:] == rest


@pytest.mark.rulebook("gluck_auf", "5.3")
def test_after_a_look_the_turn_passes_only_with_the_choice() -> None:
    game = Situation().workers(A, 1).workers(B, 0).workers(C, 0)
    game.does(A, LookAtOrders())
    assert game.state.active == A
    events = game.does(A, ChooseOrder(None, "top", tuple(game.state.look_area)))
    assert [type(event).__name__ for event in events] == [
        "OrdersReturned",
        "TurnEnded",
        "ShiftEnded",
    ]


@pytest.mark.rulebook("gluck_auf", "9")
@pytest.mark.parametrize(("shift", "elements"), [(1, 4), (2, 8), (3, 12)])
def test_each_shift_scores_four_elements_more_in_the_order_of_the_clock(
    shift: int, elements: int
) -> None:
    clock = [
        *(f"coal-{color}" for color in COLORS),
        *(f"vehicle-{vehicle}" for vehicle in ("barrow", "carriage", "motorcar", "engine")),
        *(f"empty-{color}" for color in COLORS),
    ]
    events = Situation().shift_over(shift).settles()
    scored = [event.element_id for event in events if isinstance(event, ElementScored)]
    assert scored == clock[:elements]


@pytest.mark.rulebook("gluck_auf", "9")
@pytest.mark.parametrize(
    ("element", "first", "standard", "hungarian"),
    [
        ("coal-yellow", 2, 1, 1),
        ("coal-brown", 3, 1, 1),
        ("coal-gray", 4, 2, 2),
        ("coal-black", 5, 2, 2),
        ("vehicle-barrow", 6, 3, 3),
        ("vehicle-carriage", 7, 3, 3),
        ("vehicle-motorcar", 8, 4, 3),
        ("vehicle-engine", 9, 4, 3),
        ("empty-yellow", 10, 5, 5),
        ("empty-brown", 11, 5, 5),
        ("empty-gray", 12, 6, 6),
        ("empty-black", 13, 6, 6),
    ],
)
def test_the_points_of_an_element_are_those_of_the_clock(
    element: str, first: int, standard: int, hungarian: int
) -> None:
    for points, second in (("standard", standard), ("hungarian", hungarian)):
        scored = Situation(options={"second_place_points": points}).scored(element)
        assert (scored.first_vp, scored.second_vp) == (first, second)


@pytest.mark.rulebook("gluck_auf", "9 eligibility")
@pytest.mark.parametrize(
    ("edition", "options", "points"),
    [
        ("de", {}, [5, 10, 0]),
        ("en", {}, [5, 10, 0]),
        ("hu", {}, [10, 0, 0]),
        ("hu", {"scoring_eligibility": "per_element"}, [5, 10, 0]),
        ("de", {"scoring_eligibility": "any_delivered_order"}, [10, 0, 0]),
    ],
)
def test_the_hungarian_edition_leaves_out_who_delivered_nothing(
    edition: str, options: dict[str, OptionValue], points: list[int]
) -> None:
    game = Situation(edition=edition, options=options).delivered(A, "order-engine-04")
    game.lorry(A, "base-yellow", None).lorry(B, "base-yellow", None)
    game.empty_tiles(B, "tile-yellow-1-dark-1")
    assert game.scored("empty-yellow").counts == (1, 2, 0)
    assert game.points("empty-yellow") == points


@pytest.mark.rulebook("gluck_auf", "9")
def test_a_count_of_zero_never_scores() -> None:
    game = Situation().delivered(A, "order-engine-03")
    assert game.points("coal-gray") == [4, 0, 0]
    assert game.points("coal-black") == [0, 0, 0]


@pytest.mark.rulebook("gluck_auf", "10")
def test_the_next_shift_returns_all_workers_and_keeps_everything_else() -> None:
    game = (
        Situation()
        .standing("factory-1", B, 2)
        .standing("mining-6", A, 3)
        .delivered(C, "order-engine-03")
    )
    game.workers(A, 0).workers(B, 1).workers(C, 0)
    game.state.canteen[C], game.state.bank[C] = 5, 10
    game.cage(A, 2, "gray").marks(A, 7).vp(A, 12)
    tiles, orders = dict(game.state.open_tiles), dict(game.state.open_orders)
    stacks = (list(game.state.tile_stack), list(game.state.order_stack))
    pit = game.of(A).pit.copy()
    events = game.shift_over(1).settles()

    assert only(events, WorkersReturned).counts == (15, 14, 15)
    assert [player.workers for player in game.state.players] == [15, 15, 15]
    assert game.state.workers == {}
    assert game.state.canteen == game.state.bank == [0, 0, 0]
    assert (game.state.open_tiles, game.state.open_orders) == (tiles, orders)
    assert (game.state.tile_stack, game.state.order_stack) == stacks
    assert game.of(A).pit == pit
    assert (game.of(A).marks, game.of(A).vp) == (7, 12)
    assert only(events, ShiftStarted) == ShiftStarted(2, B)
    assert (game.state.phase, game.state.shift, game.state.active) == ("turn", 2, B)


@pytest.mark.rulebook("gluck_auf", "16.3 settlement")
@pytest.mark.parametrize("shift", [1, 2])
def test_a_settlement_goes_from_the_reveal_to_the_next_shift(shift: int) -> None:
    game = Situation().delivered(A, "order-engine-03").delivered(B, "order-barrow-03")
    events = game.shift_over(shift).settles()
    assert events[0] == DeliveredOrdersRevealed(
        shift, (("order-engine-03",), ("order-barrow-03",), ())
    )
    names = [type(event) for event in events if not isinstance(event, ElementScored)]
    assert names == [
        DeliveredOrdersRevealed,
        ShiftScored,
        DeliveredOrdersConcealed,
        StartingPlayerChosen,
        WorkersReturned,
        ShiftStarted,
    ]


@pytest.mark.rulebook("gluck_auf", "16.3 settlement")
def test_the_shift_score_sums_its_elements() -> None:
    game = Situation().delivered(A, "order-engine-11").delivered(B, "order-barrow-07").vp(B, 30)
    scored = only(game.shift_over(1).settles(), ShiftScored)
    # A: yellow 2, brown 3, gray second 2, black 5. B: gray 4.
    assert scored == ShiftScored(1, (12, 4, 0), (12, 34, 0))
    assert [player.vp for player in game.state.players] == [12, 34, 0]


@pytest.mark.rulebook("gluck_auf", "16.3 settlement")
def test_the_last_settlement_ends_the_game_and_returns_no_workers() -> None:
    game = Situation().standing("factory-1", B, 2)
    events = game.shift_over(3).settles()
    assert [type(event) for event in events[-3:]] == [ShiftScored, FinalScoreComputed, GameFinished]
    assert game.state.phase == "finished"
    assert game.state.active is None
    assert game.of(B).workers == 13


def finish(marks: list[int], vp: list[int], players: int = 4) -> Situation:
    """Nobody has cubes, tiles or orders, and all lorries are empty, so that all score alike."""
    game = Situation(players)
    for seat in range(players):
        game.empty_pit(seat).marks(seat, marks[seat]).vp(seat, vp[seat])
    game.shift_over(3).settles()
    return game


@pytest.mark.rulebook("gluck_auf", "11")
def test_more_marks_left_break_a_tie() -> None:
    game = finish(marks=[13, 9, 4, 5], vp=[20, 21, 22, 10])
    # 20 + 2, 21 + 1, 22 + 0 are equal; left are 3, 4 and 4 Marks. Empty lorries: 46 for each.
    assert game.state.ranking == (
        Place(B, 68, 4, 1),
        Place(C, 68, 4, 1),
        Place(A, 68, 3, 3),
        Place(D, 57, 0, 4),
    )
    assert game.state.winners == (B, C)


@pytest.mark.rulebook("gluck_auf", "16.5 places after a tie")
def test_after_two_first_places_comes_the_third() -> None:
    game = finish(marks=[0, 0, 0, 0], vp=[5, 9, 9, 5])
    assert [(place.player, place.rank) for place in game.state.ranking] == [
        (B, 1),
        (C, 1),
        (A, 3),
        (D, 3),
    ]


@pytest.mark.rulebook("gluck_auf", "16.5 places after a tie")
def test_the_final_scoring_leaves_the_marks_as_they_are() -> None:
    game = finish(marks=[13, 9, 4, 5], vp=[0, 0, 0, 0])
    assert [player.marks for player in game.state.players] == [13, 9, 4, 5]


@pytest.mark.rulebook("gluck_auf", "R24")
def test_the_points_are_a_plain_number_also_in_the_shift_scoring() -> None:
    game = Situation().vp(A, 99).delivered(A, "order-engine-03")
    game.shift_over(1).settles()
    assert game.of(A).vp == 103


@pytest.mark.rulebook("gluck_auf", "13")
@pytest.mark.parametrize("edition", ["de", "en", "hu"])
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("second_place_points", "standard"),
        ("second_place_points", "hungarian"),
        ("scoring_eligibility", "per_element"),
        ("scoring_eligibility", "any_delivered_order"),
        ("storage_rule", "free"),
        ("substitution_rule", "same_action"),
        ("shortage_rule", "mandatory"),
        ("delivered_visibility", "all"),
    ],
)
def test_any_option_may_be_set_over_any_edition(edition: str, option: str, value: str) -> None:
    plain = only(created(3, edition), GameCreated).options
    chosen = only(created(3, edition, {option: value}), GameCreated).options
    assert chosen == {**plain, option: value}


@pytest.mark.rulebook("gluck_auf", "13")
def test_the_editions_differ_in_two_options_and_german_is_the_default() -> None:
    options = {
        edition: only(created(3, edition, {"starting_player_method": "lot"}), GameCreated).options
        for edition in ("de", "en", "hu")
    }
    assert (
        options["de"]
        == options["en"]
        == {
            "second_place_points": "standard",
            "scoring_eligibility": "per_element",
            "storage_rule": "no_matching_spot",
            "substitution_rule": "split_allowed",
            "shortage_rule": "optional",
            "delivered_visibility": "owner",
            "starting_player_method": "lot",
        }
    )
    assert options["hu"] == {
        **options["de"],
        "second_place_points": "hungarian",
        "scoring_eligibility": "any_delivered_order",
    }
    assert only(created(3), GameCreated).edition == "de"


@pytest.mark.rulebook("gluck_auf", "13 starting_player_method")
def test_the_starting_player_is_drawn_by_lot_or_assigned() -> None:
    drawn = {
        only(
            created(
                4, options={"starting_player_method": "lot"}, chance=CommittedChance(bytes([n]))
            ),
            StartingPlayerDrawn,
        )
        for n in range(40)
    }
    assert drawn == {StartingPlayerDrawn(seat, "lot") for seat in range(4)}
    for seat in range(4):
        events = created(4, options={"starting_player": seat})
        assert only(events, StartingPlayerDrawn) == StartingPlayerDrawn(seat, "assigned")


@pytest.mark.rulebook("gluck_auf", "6.4")
def test_unused_steps_are_lost() -> None:
    game = Situation()
    events = game.does(A, Mine("mining-8", (MoveCage(1), Load("base-yellow"))))
    assert only(events, MiningFinished) == MiningFinished(A, "mining-8", 8, 2)
    assert game.state.active == B


@pytest.mark.rulebook("gluck_auf", "16.5 settlement")
def test_the_end_of_a_shift_waits_for_the_settlement() -> None:
    game = Situation().workers(A, 1).workers(B, 0).workers(C, 0)
    game.does(A, TakeMoney("money-4"))
    assert game.state.phase == "scoring"
    assert not game.state.delivered_revealed
    assert GLUCK_AUF.awaited(game.state) == ()

    assert isinstance(game.settles()[-1], ShiftStarted)
    assert GLUCK_AUF.awaited(game.state) == (game.state.active,)
