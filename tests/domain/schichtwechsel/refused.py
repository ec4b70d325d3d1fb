"""Situations in which each refusal code is due (sections 21.5 and 21.7)."""

from collections.abc import Callable

from domain.kernel.actions import By, CreateGame, SeatSetup
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel.actions import Action
from domain.schichtwechsel.actions.answer import Answer
from domain.schichtwechsel.actions.assign_bundle import AssignBundle
from domain.schichtwechsel.actions.choose_tile import ChooseTile
from domain.schichtwechsel.actions.end_turn import EndTurn, Pass
from domain.schichtwechsel.actions.exchange_spoil import ExchangeSpoil
from domain.schichtwechsel.actions.load_cubes import LoadCubes
from domain.schichtwechsel.actions.move_final_miner import MoveFinalMiner
from domain.schichtwechsel.actions.resolve_row_field import ResolveRowField
from domain.schichtwechsel.actions.sell_coke import SellCoke
from domain.schichtwechsel.actions.use_card import UseCard
from domain.schichtwechsel.actions.use_own_card import UseOwnCard
from domain.schichtwechsel.catalog import CATALOG
from domain.schichtwechsel.components import Item
from domain.schichtwechsel.events import Placement
from domain.schichtwechsel.params import (
    Conversion,
    Copy,
    HeadframeMove,
    Hoist,
    Params,
    Parts,
    Place,
)
from tests.domain.schichtwechsel.situations import (
    BIG_WAGON,
    BLOCKABLE,
    COAL_ONLY,
    ONE,
    SMALL_WAGON,
    TWO,
    A,
    B,
    C,
    D,
    Situation,
    created,
)

W: tuple[Item, ...] = ("white",)
P: tuple[Item, ...] = ("player",)
COIN: tuple[Item, ...] = ("coin",)
ROAD, CANAL = CATALOG.tracks["road"], CATALOG.tracks["canal"]


def hoist(card: str, lorry: str, *wagons: str) -> UseCard:
    payment = P if card == "lorry_large" else W
    return UseCard(card, payment, params=Params(lorries=(Hoist(lorry, wagons),)))


def coke(*conversions: tuple[str, str], card: str = "coke_small") -> UseCard:
    made = tuple(Conversion(wagon, oven) for wagon, oven in conversions)
    return UseCard(card, P if card == "coke_large" else W, params=Params(conversions=made))


def load(*ovens: str) -> UseCard:
    return UseCard("loading_medium", W, params=Params(ovens=ovens))


def frames(card: str, *moves: tuple[Place, str]) -> UseCard:
    made = tuple(HeadframeMove(place, field) for place, field in moves)
    return UseCard(card, COIN if card == "headframe_coin" else P, params=Params(moves=made))


def copying(card: str, mode: str | None = None, params: Params | None = None) -> UseCard:
    copy = Copy(card, mode, params or Params())
    return UseCard("start_copy", P, params=Params(copy=copy))


def assigning() -> Situation:
    game = Situation()
    game.state = SCHICHTWECHSEL.fold(created())
    game.state.start_seat = game.state.active = A
    return game


def loading(*cubes: str) -> Callable[[], Situation]:
    return lambda: Situation().bundle(A, *cubes)


def deciding() -> Situation:
    """A has crossed a barrier and may decide."""
    game = Situation().disc(A, "canal", 3)
    game.does(A, UseCard("track_medium_canal", W))
    assert game.asked == "barrier_benefit"
    return game


def building() -> Situation:
    """A must place a house."""
    game = Situation().disc(A, "canal", 1)
    game.house(A, "row_1", "site_speed").house(A, "row_2", "site_speed")
    game.house(B, "row_1", "site_four")
    game.does(A, UseCard("track_medium_canal", W))
    assert game.asked == "place_house"
    return game


def in_lamp_room() -> Situation:
    game = Situation(2).miner(A, CATALOG.shift_fields["shift_lamp_room"].index - 2)
    game.does(A, UseCard("miner_first", W))
    assert game.asked == "copy"
    return game


def crowded() -> Situation:
    """Three coke of A in the plant, one of B, and a full wagon of A."""
    game = Situation().wagon(A, SMALL_WAGON, 1).coke(B, "oven_grey_5")
    return game.coke(A, "oven_grey_3", "oven_grey_4", game.own_oven(A))


def on_row(field: str, tile: str = "tile_gatekeeper") -> Situation:
    return Situation().tile(A, tile).house(A, field, "site_two").row_step(A)


def used() -> Situation:
    game = Situation()
    game.does(A, UseCard("track_medium_canal", W))
    return game.turn_of(A)


def own_used() -> Situation:
    game = Situation()
    game.does(A, UseOwnCard(W))
    return game.turn_of(A)


def acted() -> Situation:
    """A has acted and may still exchange."""
    game = Situation().heap(A, 3)
    game.does(A, UseCard("track_medium_canal", W))
    return game


def last_move() -> Situation:
    game = Situation().house(A, "row_1", "site_miner").all_passed(5)
    game.settles()
    return game


def finished() -> Situation:
    game = Situation().all_passed(5)
    game.settles()
    return game


def selling(wagons: int = 2, sold: int = 0, sales: int = 0) -> Callable[[], Situation]:
    def make() -> Situation:
        game = Situation().coke(A, wagons=wagons, sold=sold).step("V", A, 2)
        game.of(A).sales = sales
        return game

    return make


def with_headframes(pool: int = 1, top: str | None = None) -> Callable[[], Situation]:
    def make() -> Situation:
        game = Situation().headframes(A, pool=pool, top=top)
        return game.headframes(B, pool=1, top="headframe_top_2")

    return make


SMALL_ROAD = UseCard("track_small_road", W, params=Params(choice="points"))
SEATS = tuple(SeatSetup(f"player {seat}") for seat in range(3))
Case = tuple[str, Callable[[], Situation], By, Action | CreateGame]

CASES: list[Case] = [
    ("wrong_phase", Situation, A, ChooseTile("tile_deputy")),
    ("wrong_phase", Situation, A, Answer(1, "points")),
    ("wrong_phase", Situation, A, LoadCubes()),
    ("wrong_phase", Situation, A, MoveFinalMiner(1)),
    ("wrong_phase", Situation, "service", CreateGame("g", "schichtwechsel", SEATS)),
    ("wrong_phase", assigning, A, LoadCubes()),
    ("wrong_phase", loading(), A, AssignBundle(1, A)),
    ("wrong_phase", acted, A, SMALL_ROAD),
    ("wrong_phase", acted, A, UseOwnCard(W)),
    ("wrong_phase", acted, A, Pass()),
    ("wrong_phase", lambda: Situation().all_passed(), A, Pass()),
    ("wrong_phase", finished, A, Pass()),
    ("not_your_turn", Situation, B, SMALL_ROAD),
    ("not_your_turn", Situation, "service", Pass()),
    ("not_your_turn", Situation, "arbiter", EndTurn()),
    ("not_your_turn", deciding, B, Answer(1, "miner")),
    ("not_your_turn", assigning, B, AssignBundle(1, B)),
    ("not_your_turn", last_move, B, MoveFinalMiner(1)),
    ("decision_pending", deciding, A, SMALL_ROAD),
    ("decision_pending", deciding, B, SMALL_ROAD),
    ("decision_pending", building, A, EndTurn()),
    ("stale_sequence", deciding, A, Answer(7, "miner")),
    ("unknown_id", Situation, A, UseCard("track_tiny", W)),
    ("unknown_id", Situation, A, hoist("lorry_small", "lorry_9")),
    ("unknown_id", Situation, A, hoist("lorry_small", ONE, "wagon_9")),
    ("unknown_id", Situation, A, coke((SMALL_WAGON, "oven_grey_9"))),
    ("unknown_id", Situation, A, coke(("wagon_9", "oven_grey_1"))),
    ("unknown_id", Situation, A, load("oven_own_9")),
    ("unknown_id", Situation, A, UseCard("track_medium_canal", W, params=Params(order=("air",)))),
    ("unknown_id", Situation, A, frames("headframe_single", ("pool", "headframe_top_9"))),
    ("unknown_id", Situation, A, copying("no_such_card")),
    ("unknown_id", lambda: Situation(3), A, copying("water_dual", "blue")),
    ("unknown_id", lambda: Situation(3), A, UseCard("water_dual", W, "blue")),
    ("unknown_id", Situation, A, UseOwnCard(W, owner=7)),
    ("unknown_id", Situation, A, ExchangeSpoil("exchange_4")),
    ("unknown_id", assigning, A, AssignBundle(9, A)),
    ("unknown_id", assigning, A, AssignBundle(1, 4)),
    ("unknown_id", loading("coal"), A, LoadCubes((Placement("coal", "lorry_9"),))),
    ("unknown_id", lambda: Situation().step("II", A, 2), A, ChooseTile("tile_cook")),
    ("unknown_id", lambda: on_row("row_1"), A, ResolveRowField("row_9")),
    ("unknown_id", building, A, Answer(1, Parts(row_field="row_9", site="site_two"))),
    ("unknown_id", building, A, Answer(1, Parts(row_field="row_3", site="site_moon"))),
    ("not_in_play", Situation, A, UseCard("water_dual", W, "white")),
    ("not_in_play", lambda: Situation(2), A, UseCard("water_medium", W)),
    ("not_in_play", lambda: Situation(2), A, copying("track_medium_canal")),
    ("not_in_play", lambda: Situation(2).step("II", A, 2), A, ChooseTile("tile_hewer")),
    ("not_in_play", in_lamp_room, A, Answer(1, Parts(card="water_large"))),
    ("card_already_used", used, A, UseCard("track_medium_canal", W)),
    ("card_already_used", own_used, A, UseOwnCard(W)),
    ("not_your_card", Situation, A, UseOwnCard(W, owner=B)),
    ("cannot_pay", lambda: Situation().purse(A, 0, 1, 1), A, SMALL_ROAD),
    ("cannot_pay", lambda: Situation().purse(A, 3, 0, 1), A, UseOwnCard(P)),
    ("cannot_pay", lambda: Situation().purse(A, 3, 1, 0), A, UseCard("water_large", COIN)),
    ("payment_mismatch", Situation, A, UseCard("water_large", W, params=Params(amount=1))),
    ("payment_mismatch", Situation, A, UseCard("track_small_road", ())),
    ("payment_mismatch", Situation, A, UseCard("track_small_road", ("white", "white"))),
    ("payment_mismatch", Situation, A, UseOwnCard(())),
    ("no_effect", lambda: Situation().water(A, 0), A, UseCard("water_medium", W)),
    ("no_effect", lambda: Situation().water(A, 0), A, UseOwnCard(W)),
    ("no_effect", Situation, A, UseCard("lorry_small", W)),
    ("no_effect", Situation, A, UseCard("coke_small", W)),
    ("no_effect", Situation, A, UseCard("loading_large", P)),
    ("no_effect", with_headframes(), A, UseCard("headframe_single", P)),
    ("no_effect", lambda: Situation().water(A, 0), A, copying("water_medium")),
    ("already_served", lambda: _served(), A, AssignBundle(2, B)),
    ("already_served", lambda: _served(), A, AssignBundle(1, C)),
    ("must_place_cube", loading("coal"), A, LoadCubes((Placement("coal", None),))),
    ("must_place_cube", loading("coal"), A, LoadCubes()),
    ("mixed_material", lambda: _mixed(), A, LoadCubes((Placement("spoil", TWO),))),
    ("coal_only", loading("spoil"), A, LoadCubes((Placement("spoil", COAL_ONLY),))),
    ("lorry_full", lambda: _full(), A, LoadCubes((Placement("coal", ONE),))),
    ("lorry_blocked", lambda: _blocked(), A, LoadCubes((Placement("coal", BLOCKABLE),))),
    ("lorry_not_full", Situation, A, hoist("lorry_small", ONE)),
    (
        "lorry_not_full",
        lambda: _coal(),
        A,
        UseCard(
            "lorry_medium",
            W,
            params=Params(lorries=(Hoist(ONE, (BIG_WAGON,)), Hoist(ONE, (BIG_WAGON,)))),
        ),
    ),
    (
        "wagon_full",
        lambda: _coal().wagon(A, SMALL_WAGON, 1),
        A,
        hoist("lorry_small", ONE, SMALL_WAGON),
    ),
    ("wagon_full", lambda: _coal().full_wagons(A), A, hoist("lorry_small", ONE, SMALL_WAGON)),
    (
        "wagon_not_full",
        lambda: Situation().wagon(A, BIG_WAGON, 1),
        A,
        coke((BIG_WAGON, "oven_grey_1")),
    ),
    (
        "heap_full",
        lambda: Situation().lorry(A, ONE, "spoil", 1).heap(A, 6),
        A,
        hoist("lorry_small", ONE),
    ),
    (
        "heap_full",
        lambda: on_row("row_5", "tile_deputy").heap(A, 6),
        A,
        ResolveRowField("row_5", "B"),
    ),
    ("not_enough_spoil", lambda: Situation().heap(A, 4), A, ExchangeSpoil("exchange_5", "road")),
    ("oven_occupied", crowded, A, coke((SMALL_WAGON, "oven_grey_5"))),
    (
        "oven_covered",
        lambda: Situation(3).wagon(A, SMALL_WAGON, 1),
        A,
        coke(
            (SMALL_WAGON, CATALOG.covered_ovens(3)[0]),
        ),
    ),
    ("own_oven_required", lambda: _two_grey(), A, coke((SMALL_WAGON, "oven_grey_1"))),
    ("own_oven_required", lambda: _four(), A, load("oven_own_0")),
    (
        "plant_limit",
        lambda: _four().wagon(A, SMALL_WAGON, 1),
        A,
        coke((SMALL_WAGON, "oven_grey_5")),
    ),
    ("reserve_empty", lambda: _no_reserve(), A, coke((SMALL_WAGON, "oven_grey_1"))),
    (
        "coke_wagons_full",
        lambda: Situation().coke(A, "oven_grey_3", wagons=4),
        A,
        load("oven_grey_3"),
    ),
    ("no_pair", selling(wagons=1), A, SellCoke(sell=True)),
    ("no_pair", selling(wagons=1, sold=10), A, SellCoke(sell=True)),
    ("already_sold", selling(sales=1), A, SellCoke(sell=True)),
    (
        "at_goal",
        lambda: Situation().disc(A, "canal", CANAL.goal),
        A,
        UseCard("track_medium_canal", W),
    ),
    (
        "at_goal",
        lambda: Situation().disc(A, "road", ROAD.goal),
        A,
        UseCard(
            "track_small_road",
            W,
            params=Params(choice="road"),
        ),
    ),
    ("barrier_ahead", lambda: on_row("row_5").disc(A, "road", 2), A, ResolveRowField("row_5", "A")),
    ("bad_steps", Situation, A, UseCard("miner_first", W, params=Params(steps=2))),
    ("bad_steps", Situation, A, UseCard("miner_first", W, params=Params(steps=0))),
    ("bad_steps", Situation, A, UseOwnCard(W, 1)),
    ("bad_steps", last_move, A, MoveFinalMiner(0)),
    ("copy_protected", Situation, A, copying("start_copy")),
    ("copy_protected", in_lamp_room, A, Answer(1, Parts(card="headframe_single"))),
    ("copy_size", Situation, A, copying("water_large", params=Params(amount=1))),
    ("copy_size", lambda: Situation(3), A, copying("water_dual", "player", Params(amount=1))),
    ("copy_size", in_lamp_room, A, Answer(1, Parts(card="water_dual"))),
    ("headframe_missing", Situation, A, frames("headframe_coin", ("pool", "headframe_top_1"))),
    (
        "headframe_missing",
        with_headframes(),
        A,
        frames("headframe_single", ("top", "headframe_top_1")),
    ),
    (
        "headframe_missing",
        with_headframes(),
        A,
        frames(
            "headframe_coin",
            ("pool", "headframe_top_1"),
            ("pool", "headframe_left_1"),
        ),
    ),
    ("headframe_missing", lambda: _no_headframe_left(), A, Answer(1, "headframe")),
    (
        "headframe_area_taken",
        with_headframes(1, "headframe_top_1"),
        A,
        frames(
            "headframe_single",
            ("pool", "headframe_top_3"),
        ),
    ),
    (
        "headframe_field_taken",
        with_headframes(),
        A,
        frames("headframe_single", ("pool", "headframe_top_2")),
    ),
    (
        "headframe_field_taken",
        with_headframes(0, "headframe_top_1"),
        A,
        frames(
            "headframe_single",
            ("top", "headframe_top_1"),
        ),
    ),
    ("site_full", building, A, Answer(1, Parts(row_field="row_3", site="site_four"))),
    ("site_limit", building, A, Answer(1, Parts(row_field="row_3", site="site_speed"))),
    ("no_house", building, A, Answer(1, Parts(row_field="row_1", site="site_two"))),
    ("tile_not_available", lambda: _tiles(), A, ChooseTile("tile_hewer")),
    ("tile_not_available", lambda: _tiles(), A, ChooseTile("tile_deputy")),
    ("option_impossible", Situation, A, UseCard("track_small_road", W)),
    (
        "option_impossible",
        Situation,
        A,
        UseCard("track_small_road", W, params=Params(choice="air")),
    ),
    ("option_impossible", Situation, A, UseCard("water_large", P, params=Params(amount=5))),
    ("option_impossible", Situation, A, UseCard("water_large", P, params=Params(amount=-1))),
    ("option_impossible", Situation, A, UseCard("track_medium_canal", W, params=Params(steps=1))),
    (
        "option_impossible",
        Situation,
        A,
        UseCard(
            "track_large_road_canal",
            P,
            params=Params(order=("road", "canal", "canal")),
        ),
    ),
    ("option_impossible", lambda: Situation(3), A, UseCard("water_dual", W)),
    ("option_impossible", lambda: Situation().coke(B, "oven_grey_1"), A, load("oven_grey_1")),
    ("option_impossible", lambda: _coal(), A, hoist("lorry_small", ONE)),
    (
        "option_impossible",
        lambda: _coal().lorry(A, TWO, "coal", 2),
        A,
        UseCard(
            "lorry_small",
            W,
            params=Params(lorries=(Hoist(ONE, (BIG_WAGON,)), Hoist(TWO, (BIG_WAGON, SMALL_WAGON)))),
        ),
    ),
    (
        "option_impossible",
        lambda: Situation().wagon(A, SMALL_WAGON, 1),
        A,
        coke((SMALL_WAGON, "oven_own_1")),
    ),
    (
        "option_impossible",
        with_headframes(),
        A,
        frames("headframe_coin", ("pool", "headframe_left_1")),
    ),
    (
        "option_impossible",
        with_headframes(2),
        A,
        frames(
            "headframe_single",
            ("pool", "headframe_top_1"),
            ("pool", "headframe_left_1"),
        ),
    ),
    ("option_impossible", loading(), A, LoadCubes((Placement("spoil", ONE),))),
    ("option_impossible", lambda: on_row("row_3"), A, ResolveRowField("row_1", "points")),
    (
        "option_impossible",
        lambda: on_row("row_1").water(A, 0),
        A,
        ResolveRowField("row_1", "water"),
    ),
    ("option_impossible", deciding, A, Answer(1, "points")),
    ("option_impossible", deciding, A, Answer(1, 3)),
    ("option_impossible", building, A, Answer(1, "row_3")),
    ("option_impossible", last_move, A, MoveFinalMiner(1, 1)),
    ("exchange_used", lambda: _exchanged(), A, ExchangeSpoil("exchange_3", "points")),
    ("must_act", lambda: Situation().purse(A).heap(A, 5), A, ExchangeSpoil("exchange_3", "points")),
    ("must_act", Situation, A, EndTurn()),
    ("must_act", lambda: _exchanged(), A, Pass()),
    ("must_not_pass", Situation, A, Pass()),
    ("must_not_pass", lambda: Situation().purse(A, stone=1), A, Pass()),
]


def _served() -> Situation:
    game = assigning()
    game.does(A, AssignBundle(1, B))
    return game


def _mixed() -> Situation:
    return Situation().lorry(A, TWO, "coal", 1).bundle(A, "spoil")


def _full() -> Situation:
    return Situation().lorry(A, ONE, "coal", 1).bundle(A, "coal")


def _blocked() -> Situation:
    game = Situation().bundle(A, "coal")
    game.state.lorry_block = True
    return game


def _coal() -> Situation:
    return Situation().lorry(A, ONE, "coal", 1)


def _two_grey() -> Situation:
    return Situation().wagon(A, SMALL_WAGON, 1).coke(A, "oven_grey_3", "oven_grey_4")


def _four() -> Situation:
    game = Situation()
    return game.coke(A, "oven_own_0", "oven_grey_1", "oven_grey_2", "oven_grey_3")


def _no_reserve() -> Situation:
    return Situation().wagon(A, SMALL_WAGON, 1).coke(A, wagons=1, sold=10)


def _no_headframe_left() -> Situation:
    game = Situation().headframes(A, pool=2).disc(A, "canal", 3)
    game.does(A, UseCard("track_medium_canal", W))
    return game


def _tiles() -> Situation:
    game = Situation().step("II", A, 2).tile(A, "tile_deputy").tile(B, "tile_hewer")
    return game.tile(C, "tile_haulier").tile(D, "tile_gatekeeper")


def _exchanged() -> Situation:
    game = Situation().heap(A, 6)
    game.does(A, ExchangeSpoil("exchange_3", "points"))
    return game


def _house(row_field: str, site: str) -> Answer:
    return Answer(1, Parts(row_field=row_field, site=site))


PRECEDENCE: list[tuple[str, Callable[[], Situation], By, Action]] = [
    # wrong_phase before decision_pending and not_your_turn
    ("wrong_phase", deciding, B, ChooseTile("no_such_tile")),
    # decision_pending before not_your_turn and unknown_id
    ("decision_pending", deciding, B, UseCard("no_such_card", W)),
    # not_your_turn before unknown_id
    ("not_your_turn", Situation, B, UseCard("no_such_card", W)),
    # unknown_id before not_in_play, payment and effect
    ("unknown_id", Situation, A, UseCard("water_dual", COIN, "white", Params(ovens=("nowhere",)))),
    ("unknown_id", used, A, UseCard("track_medium_canal", P, params=Params(order=("air",)))),
    # not_in_play before payment
    ("not_in_play", lambda: Situation().purse(A), A, UseCard("water_dual", W, "white")),
    # use before payment, cannot_pay before payment_mismatch, both before the effect
    ("card_already_used", lambda: used().purse(A), A, UseCard("track_medium_canal", W)),
    ("cannot_pay", lambda: Situation().purse(A), A, UseCard("water_large", W)),
    ("payment_mismatch", Situation, A, UseCard("coke_large", W)),
    ("not_your_card", lambda: own_used().purse(A), A, UseOwnCard(W, owner=B)),
    # the particular code before no_effect
    (
        "at_goal",
        lambda: Situation().disc(A, "canal", CANAL.goal),
        A,
        UseCard("track_medium_canal", W),
    ),
    ("headframe_missing", Situation, A, UseCard("headframe_coin", COIN)),
    ("stale_sequence", deciding, A, Answer(9, Parts(card="no_such_card"))),
    # payment before a mode that is not named
    ("cannot_pay", lambda: Situation(3).purse(A), A, UseCard("water_dual", W)),
    ("payment_mismatch", lambda: Situation(3), A, UseCard("water_dual", ())),
    # the particular code before option_impossible
    ("mixed_material", lambda: _mixed(), A, LoadCubes((Placement("spoil", TWO),) * 2)),
    (
        "must_place_cube",
        loading("coal", "spoil"),
        A,
        LoadCubes((Placement("coal", ONE), Placement("coal", BLOCKABLE))),
    ),
    (
        "lorry_not_full",
        Situation,
        A,
        UseCard("lorry_small", W, params=Params(lorries=(Hoist(ONE), Hoist(TWO)))),
    ),
    (
        "wagon_full",
        lambda: Situation().lorry(A, TWO, "coal", 2).wagon(A, SMALL_WAGON, 1),
        A,
        hoist("lorry_small", TWO, SMALL_WAGON),
    ),
    (
        "wagon_not_full",
        lambda: Situation().wagon(A, SMALL_WAGON, 1),
        A,
        coke((SMALL_WAGON, "oven_grey_1"), (BIG_WAGON, "oven_grey_2")),
    ),
    (
        "oven_occupied",
        lambda: Situation().wagon(A, SMALL_WAGON, 1).coke(B, "oven_own_1"),
        A,
        coke((SMALL_WAGON, "oven_own_1")),
    ),
    ("own_oven_required", lambda: _two_grey(), A, coke((SMALL_WAGON, "oven_own_1"))),
    (
        "coke_wagons_full",
        lambda: Situation().coke(A, "oven_grey_3", wagons=4),
        A,
        load("oven_grey_4", "oven_grey_3", "oven_grey_5"),
    ),
    ("own_oven_required", lambda: _four(), A, load("oven_own_0", "oven_own_1")),
    ("site_full", lambda: _building_in_order(), A, _house("row_4", "site_four")),
]


def _building_in_order() -> Situation:
    game = Situation(options={"house_removal": "left_to_right"}).disc(A, "canal", 1)
    game.house(B, "row_1", "site_four")
    game.does(A, UseCard("track_medium_canal", W))
    return game
