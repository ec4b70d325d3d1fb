"""Every refusal code of section 16.4, with its facts, and which code wins (16.5).

`Situation.refuses` also compares the state before and after: a refused action leaves no trace.
"""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.actions import Action
from domain.gluck_auf.actions.buy_tunnel_tile import BuyTunnelTile
from domain.gluck_auf.actions.deliver_orders import DeliverOrders
from domain.gluck_auf.actions.draft_order import DraftOrder
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
    Step,
    Store,
)
from domain.gluck_auf.actions.take_money import TakeMoney
from domain.gluck_auf.actions.take_order import TakeOrder
from domain.gluck_auf.actions.use_bank import UseBank
from domain.kernel.actions import By, CreateGame, OptionValue, SeatSetup
from domain.kernel.errors import InvalidSetup, RuleViolation
from tests.domain.gluck_auf.situations import CHANCE, COLORS, A, B, C, Situation, created

CODES = (
    "not_your_turn",
    "wrong_phase",
    "unknown_space",
    "space_locked",
    "not_enough_workers",
    "space_exhausted",
    "stack_empty",
    "not_enough_marks",
    "nothing_to_deliver",
    "too_many_steps",
    "cage_same_level",
    "cage_wrong_level",
    "cage_not_at_surface",
    "cage_full",
    "lorry_unknown",
    "lorry_empty",
    "cube_missing",
    "order_not_outstanding",
    "spot_unknown",
    "spot_filled",
    "storage_not_allowed",
    "substitute_unfinished",
    "order_not_on_offer",
    "not_looked_at",
    "return_mismatch",
    "bad_shortage_choice",
    "game_full_or_short",
)

ORDER = "order-barrow-07"
TILES = ("tile-yellow-1-dark-1", "tile-black-2-dark-1", "tile-gray-1-light-3")
ORDERS = ("order-barrow-01", "order-engine-11", "order-carriage-08")
SAME_ACTION: dict[str, OptionValue] = {"substitution_rule": "same_action"}


def drafting() -> Situation:
    game = Situation()
    game.state = GLUCK_AUF.fold(created())
    return game


def looking_at_tiles() -> Situation:
    game = Situation().tile_stack(*TILES)
    game.does(A, LookAtTunnelTiles())
    return game


def looking_at_orders() -> Situation:
    game = Situation().order_stack(*ORDERS)
    game.does(A, LookAtOrders())
    return game


def finished() -> Situation:
    game = Situation().shift_over(3)
    game.settles()
    return game


def mining(*steps: Step) -> Mine:
    return Mine("mining-10", steps)


Case = tuple[str, Callable[[], Situation], By, Action | CreateGame, dict[str, object]]


CASES: list[Case] = [
    ("not_your_turn", Situation, B, UseBank(), {"turn": A}),
    ("not_your_turn", Situation, "service", UseBank(), {"turn": A}),
    ("not_your_turn", Situation, "arbiter", TakeMoney("money-4"), {"turn": A}),
    ("not_your_turn", drafting, A, DraftOrder("order-barrow-01"), {"turn": C}),
    ("not_your_turn", looking_at_tiles, B, ChooseTunnelTile(None, "top", TILES), {"turn": A}),
    ("not_your_turn", looking_at_orders, C, ChooseOrder(None, "top", ORDERS), {"turn": A}),
    ("wrong_phase", drafting, C, UseBank(), {"phase": "draft"}),
    ("wrong_phase", Situation, A, DraftOrder("order-barrow-01"), {"phase": "turn"}),
    ("wrong_phase", Situation, A, ChooseTunnelTile(None), {"phase": "turn"}),
    ("wrong_phase", Situation, A, ChooseOrder(None), {"phase": "turn"}),
    ("wrong_phase", looking_at_tiles, A, UseBank(), {"phase": "awaiting_tile_choice"}),
    ("wrong_phase", looking_at_tiles, A, ChooseOrder(None), {"phase": "awaiting_tile_choice"}),
    ("wrong_phase", looking_at_orders, A, LookAtOrders(), {"phase": "awaiting_order_choice"}),
    ("wrong_phase", lambda: Situation().shift_over(), A, UseBank(), {"phase": "scoring"}),
    ("wrong_phase", finished, A, UseBank(), {"phase": "finished"}),
    ("unknown_space", Situation, A, TakeMoney("money-7"), {"space": "money-7"}),
    ("unknown_space", Situation, A, TakeMoney("mining-6"), {"space": "mining-6"}),
    ("unknown_space", Situation, A, Mine("money-4"), {"space": "money-4"}),
    ("unknown_space", Situation, A, BuyTunnelTile("factory-draw"), {"space": "factory-draw"}),
    ("unknown_space", Situation, A, TakeOrder("new-order-draw"), {"space": "new-order-draw"}),
    ("unknown_space", Situation, A, DeliverOrders("delivery-ship"), {"space": "delivery-ship"}),
    ("space_locked", Situation, A, TakeMoney("money-3"), {"space": "money-3"}),
    ("space_locked", Situation, A, Mine("mining-4"), {"space": "mining-4"}),
    ("space_locked", Situation, A, BuyTunnelTile("factory-8"), {"space": "factory-8"}),
    ("space_locked", lambda: Situation(2), A, TakeOrder("new-order-1"), {"space": "new-order-1"}),
    (
        "not_enough_workers",
        lambda: Situation().workers(A, 3).standing("money-4", B, 3),
        A,
        TakeMoney("money-4"),
        {"n": 4},
    ),
    ("not_enough_workers", lambda: Situation().workers(A, 0), A, UseBank(), {"n": 1}),
    (
        "space_exhausted",
        lambda: exhausted_orders(),
        A,
        TakeOrder("new-order-1"),
        {"space": "new-order-1"},
    ),
    (
        "stack_empty",
        lambda: Situation().tile_stack(),
        A,
        LookAtTunnelTiles(),
        {"space": "factory-draw"},
    ),
    (
        "stack_empty",
        lambda: Situation().order_stack(),
        A,
        LookAtOrders(),
        {"space": "new-order-draw"},
    ),
    (
        "not_enough_marks",
        lambda: Situation().marks(A, 7).open_tile("factory-1", "tile-black-2-light-1"),
        A,
        BuyTunnelTile("factory-1"),
        {"n": 8},
    ),
    (
        "not_enough_marks",
        lambda: looking_at_tiles().marks(A, 7),
        A,
        ChooseTunnelTile(TILES[1], "top", (TILES[0], TILES[2])),
        {"n": 8},
    ),
    (
        "nothing_to_deliver",
        lambda: Situation().complete_order(A, "order-engine-01").order(A, ORDER, ("gray",)),
        A,
        DeliverOrders("delivery-barrow"),
        {"vehicle": "barrow"},
    ),
    ("too_many_steps", Situation, A, Mine("mining-6", (MoveCage(1), MoveCage(2)) * 4), {"n": 6}),
    ("cage_same_level", Situation, A, mining(MoveCage(0)), {"level": 0}),
    ("cage_wrong_level", Situation, A, mining(MoveCage(5)), {"level": 5}),
    ("cage_wrong_level", Situation, A, mining(MoveCage(-1)), {"level": -1}),
    ("cage_wrong_level", Situation, A, mining(Load("base-gray")), {"level": 0}),
    ("cage_wrong_level", Situation, A, mining(MoveCage(2), Load("base-gray")), {"level": 2}),
    (
        "cage_not_at_surface",
        lambda: Situation().cage(A, 3, "gray").order(A, ORDER),
        A,
        mining(PlaceFromCage("gray", ORDER, 0)),
        {"level": 3},
    ),
    (
        "cage_not_at_surface",
        lambda: Situation().cage(A, 1, "gray"),
        A,
        mining(Store("gray")),
        {"level": 1},
    ),
    (
        "cage_full",
        lambda: Situation().cage(A, 3, *["gray"] * 5),
        A,
        mining(Load("base-gray")),
        {"n": 5},
    ),
    (
        "lorry_unknown",
        lambda: Situation().tile(B, "tile-gray-1-dark-1", "gray"),
        A,
        mining(MoveCage(3), Load("tile-gray-1-dark-1:1")),
        {"lorry": "tile-gray-1-dark-1:1"},
    ),
    ("lorry_unknown", Situation, A, mining(MoveCage(1), Load("cart")), {"lorry": "cart"}),
    (
        "lorry_empty",
        Situation,
        A,
        mining(MoveCage(3), Load("base-gray"), Load("base-gray")),
        {"lorry": "base-gray"},
    ),
    (
        "cube_missing",
        lambda: Situation().cage(A, 0, "black").storage(A, "gray").order(A, ORDER),
        A,
        mining(PlaceFromCage("gray", ORDER, 0)),
        {"color": "gray"},
    ),
    (
        "cube_missing",
        lambda: Situation().cage(A, 0, "gray").order(A, ORDER),
        A,
        mining(PlaceFromStorage("gray", ORDER, 0)),
        {"color": "gray"},
    ),
    ("cube_missing", Situation, A, mining(Store("purple")), {"color": "purple"}),
    (
        "order_not_outstanding",
        lambda: Situation().cage(A, 0, "gray").order(B, ORDER),
        A,
        mining(PlaceFromCage("gray", ORDER, 0)),
        {"order": ORDER},
    ),
    (
        "order_not_outstanding",
        lambda: Situation().cage(A, 0, "gray").delivered(A, ORDER),
        A,
        mining(PlaceFromCage("gray", ORDER, 0)),
        {"order": ORDER},
    ),
    (
        "spot_unknown",
        lambda: Situation().cage(A, 0, "gray").order(A, ORDER),
        A,
        mining(PlaceFromCage("gray", ORDER, 2)),
        {"order": ORDER, "spot": 2},
    ),
    (
        "spot_unknown",
        lambda: Situation().storage(A, "gray").order(A, ORDER),
        A,
        mining(PlaceFromStorage("gray", ORDER, -1)),
        {"order": ORDER, "spot": -1},
    ),
    (
        "spot_filled",
        lambda: Situation().storage(A, "gray").order(A, ORDER, ("gray",)),
        A,
        mining(PlaceFromStorage("gray", ORDER, 0)),
        {"order": ORDER, "spot": 0},
    ),
    (
        "storage_not_allowed",
        lambda: Situation().cage(A, 0, "gray").order(A, ORDER, ("gray",)),
        A,
        mining(Store("gray")),
        {"color": "gray"},
    ),
    (
        "substitute_unfinished",
        lambda: Situation(options=SAME_ACTION).cage(A, 0, "black", "black").order(A, ORDER),
        A,
        mining(PlaceFromCage("black", ORDER, 1)),
        {"order": ORDER, "spot": 1},
    ),
    (
        "substitute_unfinished",
        lambda: Situation(options=SAME_ACTION).cage(A, 0, "black", "black").order(A, ORDER),
        A,
        mining(PlaceFromCage("black", ORDER, 1), PlaceFromCage("black", ORDER, 0)),
        {"order": ORDER, "spot": 1},
    ),
    ("order_not_on_offer", drafting, C, DraftOrder("order-boat-01"), {"order": "order-boat-01"}),
    (
        "not_looked_at",
        looking_at_tiles,
        A,
        ChooseTunnelTile("tile-yellow-1-light-1", "top", TILES),
        {"card": "tile-yellow-1-light-1"},
    ),
    (
        "not_looked_at",
        looking_at_orders,
        A,
        ChooseOrder(ORDER, "top", ORDERS),
        {"card": ORDER},
    ),
    ("return_mismatch", looking_at_orders, A, ChooseOrder(None, "top", ORDERS[:2]), {"n": 3}),
    ("return_mismatch", looking_at_orders, A, ChooseOrder(ORDERS[0], "top", ORDERS), {"n": 2}),
    (
        "return_mismatch",
        looking_at_orders,
        A,
        ChooseOrder(None, "bottom", (*ORDERS, ORDERS[0])),
        {"n": 3},
    ),
    ("return_mismatch", looking_at_orders, A, ChooseOrder(None, None, ORDERS), {"n": 3}),
    (
        "not_looked_at",
        looking_at_tiles,
        A,
        ChooseTunnelTile(TILES[0], "bottom", (TILES[1], "tile-gray-2-light-1")),
        {"card": "tile-gray-2-light-1"},
    ),
    ("not_looked_at", looking_at_orders, A, ChooseOrder(None, "top", ("cart",)), {"card": "cart"}),
    (
        "bad_shortage_choice",
        lambda: Situation().open_tile("factory-1", "tile-gray-2-light-1").supply(gray=1),
        A,
        BuyTunnelTile("factory-1", ("gray",)),
        {"n": 1},
    ),
    (
        "bad_shortage_choice",
        lambda: Situation().open_tile("factory-1", "tile-gray-2-light-1"),
        A,
        BuyTunnelTile("factory-1", (None,)),
        {"n": 0},
    ),
    (
        "bad_shortage_choice",
        looking_at_tiles,
        A,
        ChooseTunnelTile(None, "top", TILES, ("yellow",)),
        {"n": 0},
    ),
]


def exhausted_orders() -> Situation:
    game = Situation().order_stack()
    game.does(A, TakeOrder("new-order-1"))
    return game.turn_of(A)


@pytest.mark.rulebook("gluck_auf", "16.4")
@pytest.mark.parametrize(
    ("code", "given", "by", "action", "facts"),
    CASES,
    ids=[f"{at}-{case[0]}" for at, case in enumerate(CASES)],
)
def test_the_refusal_names_the_rule_and_its_facts(
    code: str,
    given: Callable[[], Situation],
    by: By,
    action: Action,
    facts: dict[str, object],
) -> None:
    assert given().refuses(by, action) == (code, facts)


@pytest.mark.rulebook("gluck_auf", "16.4")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_a_game_needs_two_to_four_players(seats: int) -> None:
    action = CreateGame("a-game", "gluck-auf", tuple(SeatSetup(str(n)) for n in range(seats)))
    state = GLUCK_AUF.initial(GLUCK_AUF.catalog)
    with pytest.raises(RuleViolation) as refusal:
        GLUCK_AUF.decide(state, "service", action, CHANCE)
    assert refusal.value.code == "game_full_or_short"
    assert refusal.value.facts == {"least": 2, "most": 4}
    assert state == GLUCK_AUF.initial(GLUCK_AUF.catalog)


def test_a_game_is_created_once() -> None:
    action = CreateGame("a-game", "gluck-auf", (SeatSetup("x"), SeatSetup("y")))
    for game in (drafting(), Situation(), finished()):
        code, facts = game.refuses("service", action)
        assert (code, facts) == ("wrong_phase", {"phase": game.state.phase})


def test_before_a_game_exists_nothing_can_be_played() -> None:
    state = GLUCK_AUF.initial(GLUCK_AUF.catalog)
    with pytest.raises(RuleViolation) as refusal:
        GLUCK_AUF.decide(state, A, UseBank(), CHANCE)
    assert refusal.value.code == "wrong_phase"


@pytest.mark.parametrize("given", [drafting, Situation, looking_at_tiles, finished])
def test_only_a_shift_that_is_over_can_be_settled(given: Callable[[], Situation]) -> None:
    with pytest.raises(RuleViolation) as refusal:
        GLUCK_AUF.settle(given().state, CHANCE)
    assert refusal.value.code == "wrong_phase"


def test_every_code_of_the_rules_is_reached() -> None:
    assert len(set(CODES)) == 27
    reached = {case[0] for case in CASES} | {"game_full_or_short"}
    assert reached == set(CODES)


PRECEDENCE: list[tuple[str, Callable[[], Situation], By, Action]] = [
    # Any phase but the right one comes before whose turn it is.
    ("wrong_phase", Situation, B, DraftOrder("nothing")),
    ("wrong_phase", drafting, A, TakeMoney("nowhere")),
    ("wrong_phase", lambda: Situation().shift_over(), B, TakeMoney("nowhere")),
    ("wrong_phase", finished, B, TakeMoney("nowhere")),
    # Whose turn it is comes before the space.
    ("not_your_turn", Situation, B, TakeMoney("nowhere")),
    ("not_your_turn", Situation, B, TakeMoney("money-3")),
    ("not_your_turn", looking_at_tiles, B, ChooseTunnelTile("nothing")),
    # A space of another kind is unknown, even if it is locked.
    ("unknown_space", Situation, A, TakeMoney("mining-4")),
    ("unknown_space", lambda: Situation().workers(A, 0), A, Mine("money-4")),
    # A locked space comes before its workers.
    ("space_locked", lambda: Situation().workers(A, 0), A, TakeMoney("money-3")),
    ("space_locked", Situation, A, Mine("mining-4", (MoveCage(9),) * 9)),
    # The workers come before everything that the action itself needs.
    (
        "not_enough_workers",
        lambda: Situation().tile_stack().workers(A, 0),
        A,
        LookAtTunnelTiles(),
    ),
    ("not_enough_workers", lambda: exhausted_orders().workers(A, 1), A, TakeOrder("new-order-1")),
    (
        "not_enough_workers",
        lambda: Situation().workers(A, 0).marks(A, 0),
        A,
        BuyTunnelTile("factory-1"),
    ),
    ("not_enough_workers", lambda: Situation().workers(A, 0), A, Mine("mining-6", ())),
    ("not_enough_workers", lambda: Situation().workers(A, 0), A, DeliverOrders("delivery-barrow")),
    # Then the order of 16.4.
    (
        "not_enough_marks",
        lambda: Situation().marks(A, 0).supply(yellow=0, brown=0, gray=0, black=0),
        A,
        BuyTunnelTile("factory-1", ("purple",) * 9),
    ),
    (
        "not_enough_marks",
        lambda: looking_at_tiles().marks(A, 0),
        A,
        ChooseTunnelTile(TILES[0], None, ("nothing",), ("purple",)),
    ),
    (
        "not_looked_at",
        looking_at_tiles,
        A,
        ChooseTunnelTile("tile-yellow-1-light-1", None, ("nothing",), ("purple",)),
    ),
    (
        "return_mismatch",
        looking_at_tiles,
        A,
        ChooseTunnelTile(TILES[0], "top", TILES, ("purple",)),
    ),
    ("return_mismatch", looking_at_tiles, A, ChooseTunnelTile(None, "top", (), ("purple",))),
    ("too_many_steps", Situation, A, Mine("mining-6", (MoveCage(9),) * 7)),
    (
        "cage_wrong_level",
        lambda: Situation().cage(A, 0, *["gray"] * 5),
        A,
        mining(Load("cart")),
    ),
    (
        "cage_wrong_level",
        lambda: Situation().cage(A, 1, *["gray"] * 5).lorry(A, "base-gray", None),
        A,
        mining(Load("base-gray")),
    ),
    ("cage_full", lambda: Situation().cage(A, 1, *["gray"] * 5), A, mining(Load("cart"))),
    (
        "cage_full",
        lambda: Situation().cage(A, 3, *["gray"] * 5).lorry(A, "base-gray", None),
        A,
        mining(Load("base-gray")),
    ),
    ("cage_not_at_surface", lambda: Situation().cage(A, 1), A, mining(Store("gray"))),
    (
        "cage_not_at_surface",
        lambda: Situation().cage(A, 1),
        A,
        mining(PlaceFromCage("gray", "nothing", 7)),
    ),
    ("cube_missing", Situation, A, mining(PlaceFromCage("gray", "nothing", 7))),
    ("cube_missing", Situation, A, mining(PlaceFromStorage("gray", "nothing", 7))),
    (
        "cube_missing",
        lambda: Situation().order(A, ORDER),
        A,
        mining(Store("gray")),
    ),
    (
        "order_not_outstanding",
        lambda: Situation().cage(A, 0, "gray"),
        A,
        mining(PlaceFromCage("gray", ORDER, 7)),
    ),
    # In a list of work steps the first illegal step decides.
    ("cage_same_level", Situation, A, mining(MoveCage(1), MoveCage(1), MoveCage(9))),
    ("cage_wrong_level", Situation, A, mining(MoveCage(1), MoveCage(9), MoveCage(1))),
    ("cube_missing", Situation, A, mining(Store("gray"), MoveCage(0))),
    # The first cube of a substitute is the illegal step if the second does not follow it.
    (
        "substitute_unfinished",
        lambda: Situation(options=SAME_ACTION).cage(A, 0, "black", "black").order(A, ORDER),
        A,
        mining(PlaceFromCage("black", ORDER, 1), MoveCage(0)),
    ),
    (
        "cage_same_level",
        lambda: Situation(options=SAME_ACTION).cage(A, 0, "black", "black").order(A, ORDER),
        A,
        mining(MoveCage(0), PlaceFromCage("black", ORDER, 1)),
    ),
]


@pytest.mark.rulebook("gluck_auf", "16.5 which code")
@pytest.mark.parametrize(
    ("code", "given", "by", "action"),
    PRECEDENCE,
    ids=[f"{at}-{case[0]}" for at, case in enumerate(PRECEDENCE)],
)
def test_of_several_codes_the_first_of_the_rules_is_reported(
    code: str, given: Callable[[], Situation], by: By, action: Action
) -> None:
    assert given().refuses(by, action)[0] == code


@pytest.mark.rulebook("gluck_auf", "16.5 which code")
@pytest.mark.parametrize(
    "wrong_shape",
    [
        {"type": "choose_order", "keep": None, "return_to": "middle"},
        {"type": "choose_tunnel_tile", "keep": None, "return_to": "both"},
        {"type": "choose_order", "return_to": "top"},
        {"type": "take_money"},
        {"type": "take_money", "space_id": 4},
        {"type": "take_money", "space_id": "money-4", "workers": 3},
        {"type": "mine", "space_id": "mining-6", "steps": [{"type": "sleep"}]},
        {"type": "mine", "space_id": "mining-6", "steps": [{"type": "move_cage", "to_level": "x"}]},
        {"type": "buy_tunnel_tile", "space_id": "factory-1", "fill": [1]},
        {"type": "pass"},
        {},
    ],
)
def test_what_has_not_the_right_shape_is_no_action_at_all(wrong_shape: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong_shape, GLUCK_AUF.actions)


@pytest.mark.parametrize(
    ("edition", "options", "said"),
    [
        ("fr", {}, "'fr'"),
        ("de", {"storage": "free"}, "'storage'"),
        ("de", {"storage_rule": "never"}, "'never'"),
        ("de", {"storage_rule": True}, "True"),
        ("de", {"starting_player_method": "assigned", "starting_player": 3}, "0, 1, 2"),
        ("de", {"starting_player_method": "assigned", "starting_player": -1}, "0, 1, 2"),
        ("de", {"starting_player_method": "assigned", "starting_player": True}, "0, 1, 2"),
        ("de", {"starting_player_method": "assigned", "starting_player": "0"}, "0, 1, 2"),
        ("de", {"starting_player_method": "assigned"}, "0 to 2"),
        ("de", {"starting_player": 0}, "assigned"),
    ],
)
def test_an_unknown_edition_or_option_is_named(
    edition: str, options: dict[str, OptionValue], said: str
) -> None:
    seats = tuple(SeatSetup(name) for name in ("x", "y", "z"))
    action = CreateGame("a-game", "gluck-auf", seats, edition, options)
    with pytest.raises(InvalidSetup) as refusal:
        GLUCK_AUF.decide(GLUCK_AUF.initial(GLUCK_AUF.catalog), "service", action, CHANCE)
    assert said in str(refusal.value)


def test_a_refusal_reads_as_code_and_facts() -> None:
    assert str(RuleViolation("cage_full", n=5)) == "cage_full (n=5)"
    assert str(RuleViolation("not_a_code")) == "not_a_code"


def test_the_colors_of_the_situations_are_those_of_the_catalog() -> None:
    assert tuple(GLUCK_AUF.catalog.colors) == COLORS
