"""Test vectors of paying, production, tracks, miner, water, heap, copying (TV-30 to TV-66)."""

import pytest

from domain.schichtwechsel.actions.end_turn import EndTurn, Pass
from domain.schichtwechsel.actions.exchange_spoil import ExchangeSpoil
from domain.schichtwechsel.actions.use_card import UseCard
from domain.schichtwechsel.actions.use_own_card import UseOwnCard
from domain.schichtwechsel.catalog import CATALOG
from domain.schichtwechsel.components import Item
from domain.schichtwechsel.events import (
    CardCopied,
    CardPaid,
    CoinsReceived,
    HeadframeErected,
    HouseBuilt,
    MinerMoved,
    StartMarkerTaken,
    WaterChanged,
)
from domain.schichtwechsel.params import Conversion, Copy, HeadframeMove, Hoist, Params, Parts
from tests.domain.schichtwechsel.situations import (
    BIG_WAGON,
    EXIT,
    ONE,
    SMALL_WAGON,
    SPOT_WAGON,
    START_LEVEL,
    TWO,
    A,
    B,
    C,
    D,
    Situation,
    all_of,
    only,
    points_by_cause,
)

W: tuple[Item, ...] = ("white",)
P: tuple[Item, ...] = ("player",)
COIN: tuple[Item, ...] = ("coin",)
ROAD_GOAL = CATALOG.tracks["road"].goal


def before_barrier(track: str, benefit: str) -> int:
    barriers = CATALOG.tracks[track].barriers
    return next(barrier.between[0] for barrier in barriers if barrier.benefit == benefit)


def hoist(lorry: str, *wagons: str) -> Params:
    return Params(lorries=(Hoist(lorry, wagons),))


def field_index(name: str) -> int:
    return CATALOG.shift_fields[name].index


@pytest.mark.rulebook("schichtwechsel", "TV-30")
@pytest.mark.parametrize("payment", [W, P, COIN])
def test_a_white_cost_is_paid_with_anything(payment: tuple[Item, ...]) -> None:
    game = Situation().purse(A, 1, 1, 1)
    game.does(A, UseCard("track_medium_canal", payment))
    assert game.of(A).discs["canal"] == 1


@pytest.mark.rulebook("schichtwechsel", "TV-30")
def test_a_higher_cost_is_not_paid_with_less() -> None:
    game = Situation().purse(A, 1, 1, 1).headframes(A, pool=1)
    game.refuses("payment_mismatch", A, UseCard("water_large", W, params=Params(amount=1)))
    move = Params(moves=(HeadframeMove("pool", "headframe_top_4"),))
    game.refuses("payment_mismatch", A, UseCard("headframe_coin", P, params=move))
    game.does(A, UseCard("water_large", COIN, params=Params(amount=1)))
    assert game.of(A).coins == 0


@pytest.mark.rulebook("schichtwechsel", "TV-31")
def test_coins_may_be_kept_and_stones_may_not() -> None:
    game = Situation().purse(A, coins=1)
    game.does(A, Pass())
    assert game.of(A).passed
    for seat in (B, C, D):
        game.purse(seat).does(seat, Pass())
    game.settles()
    assert game.of(A).coins == 1
    game = Situation().purse(A, white=1)
    game.refuses("must_not_pass", A, Pass())


@pytest.mark.rulebook("schichtwechsel", "TV-32")
def test_single_use_and_multiple_use() -> None:
    game = Situation().lorry(A, ONE, "coal", 1).lorry(B, ONE, "coal", 1)
    game.does(A, UseCard("lorry_large", P, params=hoist(ONE, BIG_WAGON)))
    game.refuses("card_already_used", B, UseCard("lorry_large", P, params=hoist(ONE, BIG_WAGON)))

    game = Situation()
    ovens = ("oven_grey_1", "oven_grey_3", game.own_oven(A))
    for seat in (A, B):
        game.full_wagons(seat)
    for wagon, oven in zip((SMALL_WAGON, SPOT_WAGON, BIG_WAGON), ovens, strict=True):
        coking = Params(conversions=(Conversion(wagon, oven),))
        game.turn_of(A).does(A, UseCard("coke_small", W, params=coking))
    coking = Params(conversions=(Conversion(BIG_WAGON, "oven_grey_4"),))
    game.turn_of(B).does(B, UseCard("coke_small", W, params=coking))
    assert len(game.state.card_payments["coke_small"]) == 4


@pytest.mark.rulebook("schichtwechsel", "TV-33")
def test_the_own_card_is_for_its_owner() -> None:
    game = Situation().turn_of(B)
    game.refuses("not_your_card", B, UseOwnCard(W, owner=A))


@pytest.mark.rulebook("schichtwechsel", "TV-34")
def test_after_all_pass_the_cards_are_cleared() -> None:
    game = Situation()
    game.does(A, UseCard("track_medium_canal", W))
    game.turn_of(A).does(A, UseOwnCard(P))
    for seat in (A, B, C, D):
        game.turn_of(seat).purse(seat, coins=2)
        game.does(seat, Pass())
    game.settles()
    assert game.state.card_payments == {}
    for player in game.state.players:
        assert player.own_card_payments == ()
        assert (player.player_stone, player.white, player.coins) == (1, 0, 2)


@pytest.mark.rulebook("schichtwechsel", "TV-35")
def test_only_full_lorries_are_hoisted() -> None:
    game = Situation().lorry(A, TWO, "coal", 1)
    game.refuses("lorry_not_full", A, UseCard("lorry_small", W, params=hoist(TWO, BIG_WAGON)))


@pytest.mark.rulebook("schichtwechsel", "TV-36")
def test_coal_is_spread_freely_over_the_wagons() -> None:
    game = Situation().lorry(A, TWO, "coal", 2)
    game.does(A, UseCard("lorry_small", W, params=hoist(TWO, SMALL_WAGON, BIG_WAGON)))
    wagons = game.of(A).coal_wagons
    assert (wagons[SMALL_WAGON], wagons[BIG_WAGON]) == (1, 1)
    assert game.of(A).lorries[TWO].count == 0
    assert game.of(A).water == START_LEVEL + 1


@pytest.mark.rulebook("schichtwechsel", "TV-37")
def test_a_heap_without_room_for_all_keeps_the_lorry_down() -> None:
    game = Situation().lorry(A, TWO, "spoil", 2).heap(A, 5)
    game.refuses("heap_full", A, UseCard("lorry_small", W, params=hoist(TWO)))


@pytest.mark.rulebook("schichtwechsel", "TV-38")
def test_a_full_wagon_makes_one_coke_whatever_it_holds() -> None:
    game = Situation().wagon(A, SMALL_WAGON, 1).wagon(A, BIG_WAGON, 2)
    coal = game.state.supply["coal"]
    both = (Conversion(SMALL_WAGON, "oven_grey_3"), Conversion(BIG_WAGON, "oven_grey_4"))
    game.does(A, UseCard("coke_large", P, params=Params(conversions=both)))
    assert game.state.supply["coal"] == coal + 3
    assert game.state.coke_in_plant(A) == 2
    assert game.of(A).reserve == 11 - 2


@pytest.mark.rulebook("schichtwechsel", "TV-40")
def test_four_coke_in_the_plant_are_the_limit() -> None:
    game = Situation()
    game.coke(A, game.own_oven(A), "oven_grey_1", "oven_grey_2", "oven_grey_3")
    game.wagon(A, SMALL_WAGON, 1)
    coking = Params(conversions=(Conversion(SMALL_WAGON, "oven_grey_4"),))
    game.refuses("plant_limit", A, UseCard("coke_small", W, params=coking))


@pytest.mark.rulebook("schichtwechsel", "TV-41")
def test_two_grey_ovens_have_effects() -> None:
    game = Situation().wagon(A, SMALL_WAGON, 1).wagon(A, SPOT_WAGON, 1)
    coking = Params(conversions=(Conversion(SMALL_WAGON, "oven_grey_1"),))
    events = game.does(A, UseCard("coke_medium", W, params=coking))
    assert points_by_cause(events) == {"oven_grey_1": 1}
    coking = Params(conversions=(Conversion(SPOT_WAGON, "oven_grey_2"),))
    events = game.turn_of(A).does(A, UseCard("coke_large", P, params=coking))
    assert only(events, WaterChanged) == WaterChanged(
        A, START_LEVEL, START_LEVEL + 1, "oven_grey_2"
    )


@pytest.mark.rulebook("schichtwechsel", "TV-42")
@pytest.mark.parametrize(
    ("card", "payment", "ovens", "points", "water"),
    [
        ("loading_large", P, ("oven_grey_3", "oven_grey_4"), 1, 0),
        ("loading_medium", W, ("oven_grey_3", "oven_grey_4"), 0, -1),
        ("loading_small", W, ("oven_grey_3",), 0, 0),
    ],
)
def test_loading_cards_have_their_bonuses(
    card: str, payment: tuple[Item, ...], ovens: tuple[str, ...], points: int, water: int
) -> None:
    game = Situation().coke(A, "oven_grey_3", "oven_grey_4")
    game.does(A, UseCard(card, payment, params=Params(ovens=ovens)))
    assert game.of(A).coke_wagons == len(ovens)
    assert game.state.coke_in_plant(A) == 2 - len(ovens)
    assert game.of(A).points == points
    assert game.of(A).water == START_LEVEL + water


@pytest.mark.rulebook("schichtwechsel", "TV-43")
def test_coke_small_raises_the_water_every_time() -> None:
    game = Situation().wagon(A, SMALL_WAGON, 1).wagon(A, SPOT_WAGON, 1).water(A, 1)
    for wagon, oven, level in ((SMALL_WAGON, "oven_grey_3", 2), (SPOT_WAGON, "oven_grey_4", 3)):
        coking = Params(conversions=(Conversion(wagon, oven),))
        game.turn_of(A).does(A, UseCard("coke_small", W, params=coking))
        assert game.of(A).water == level


@pytest.mark.rulebook("schichtwechsel", "TV-44")
def test_the_lamp_room_copies_a_large_card_for_a_tool_marker() -> None:
    game = Situation().miner(A, field_index("shift_lamp_room") - 1)
    game.turn_of(B).does(B, UseCard("track_large_road_canal", P))
    game.turn_of(A).does(A, UseCard("miner_first", W))
    assert game.asked == "copy"
    assert "track_large_road_canal" in game.options
    events = game.answers(Parts(card="track_large_road_canal"))
    assert (game.of(A).discs["road"], game.of(A).discs["canal"]) == (2, 1)
    assert game.of(A).tools == 7
    assert all_of(events, CardPaid) == []
    assert len(game.state.card_payments["track_large_road_canal"]) == 1


@pytest.mark.rulebook("schichtwechsel", "TV-45")
def test_a_house_barrier_moves_a_house_to_a_site() -> None:
    game = Situation().disc(A, "canal", before_barrier("canal", "house"))
    game.does(A, UseCard("track_medium_canal", W))
    assert game.asked == "place_house"
    events = game.answers(Parts(row_field="row_1", site="site_heap"))
    assert only(events, HouseBuilt) == HouseBuilt(A, "row_1", "site_heap")
    assert not game.of(A).row["row_1"]
    assert game.state.sites["site_heap"] == (A,)


@pytest.mark.rulebook("schichtwechsel", "TV-46")
def test_the_first_on_a_goal_scores_more() -> None:
    goal = CATALOG.tracks["rail"].goal
    game = Situation().disc(C, "rail", goal).disc(A, "rail", goal).all_passed(5)
    events = game.settles()
    assert points_by_cause(events, C)["final_rail"] == 8
    assert points_by_cause(events, A)["final_rail"] == 5


@pytest.mark.rulebook("schichtwechsel", "TV-47")
def test_the_last_road_barrier_gives_points_or_a_headframe() -> None:
    at = before_barrier("road", "headframe_or_2_points")
    game = Situation().disc(A, "road", at)
    game.does(A, UseCard("track_small_road", W, params=Params(choice="road")))
    assert game.options == ("headframe", "points", "decline")
    assert points_by_cause(game.answers("points")) == {"road_barrier_4": 2}
    game = Situation().disc(A, "road", at)
    game.does(A, UseCard("track_small_road", W, params=Params(choice="road")))
    game.answers("headframe")
    assert (game.of(A).pool, game.of(A).on_card, game.of(A).heap) == (1, 1, 1)


@pytest.mark.rulebook("schichtwechsel", "TV-48")
def test_the_first_headframe_brings_spoil_and_the_second_points() -> None:
    at = before_barrier("canal", "miner_or_headframe")
    game = Situation().disc(A, "canal", at)
    game.does(A, UseCard("track_medium_canal", W))
    events = game.answers("headframe")
    assert only(events, HeadframeErected).number == 1
    assert (game.of(A).heap, game.of(A).points) == (1, 0)
    game.disc(A, "rail", before_barrier("rail", "miner_or_headframe")).turn_of(A)
    game.does(A, UseCard("track_medium_road_rail", W))
    events = game.answers("headframe")
    assert only(events, HeadframeErected).number == 2
    assert (game.of(A).heap, game.of(A).points) == (1, 2)


@pytest.mark.rulebook("schichtwechsel", "TV-49")
@pytest.mark.parametrize("removed", [0, 1, 2])
def test_every_headframe_off_the_own_card_uncovers_a_rail_field(removed: int) -> None:
    for steps in range(removed + 1):
        game = Situation().headframes(A, pool=removed).disc(A, "rail", 4)
        game.does(A, UseOwnCard(W, steps))
        assert game.of(A).water == START_LEVEL - 1
        assert game.of(A).discs["rail"] == 4 + steps
    game = Situation().headframes(A, pool=removed)
    game.refuses("bad_steps", A, UseOwnCard(W, removed + 1))


@pytest.mark.rulebook("schichtwechsel", "TV-50")
def test_a_step_beyond_the_goal_is_lost() -> None:
    game = Situation().disc(A, "road", ROAD_GOAL - 1)
    game.does(A, UseCard("track_large_road_canal", P))
    assert game.of(A).discs["road"] == ROAD_GOAL
    assert game.of(A).discs["canal"] == 1
    assert game.state.goal_order["road"] == (A,)


@pytest.mark.rulebook("schichtwechsel", "TV-51")
def test_occupied_fields_are_skipped() -> None:
    game = Situation().miner(A, 2).miner(B, 3).miner(C, 4)
    events = game.does(A, UseCard("miner_first", W))
    assert only(events, MinerMoved) == MinerMoved(A, 2, 5, (3, 4))


@pytest.mark.rulebook("schichtwechsel", "TV-52")
def test_work_speed_lengthens_the_move_and_only_the_last_field_is_used() -> None:
    for steps in (1, 2, 3):
        game = Situation().house(A, "row_1", "site_speed").house(A, "row_2", "site_speed")
        game.miner(A, field_index("shift_clean_lockers") - steps)
        events = game.does(A, UseCard("miner_first", W, params=Params(steps=steps)))
        assert points_by_cause(events) == {"shift_clean_lockers": 1}
        assert (game.of(A).water, game.of(A).lorries[ONE].count) == (START_LEVEL, 0)
    game = Situation().house(A, "row_1", "site_speed").house(A, "row_2", "site_speed")
    game.refuses("bad_steps", A, UseCard("miner_first", W, params=Params(steps=4)))
    game.refuses("bad_steps", A, UseCard("miner_first", W, params=Params(steps=0)))


@pytest.mark.rulebook("schichtwechsel", "TV-53")
def test_covered_fields_are_skipped() -> None:
    game = Situation(2).miner(A, 3)
    events = game.does(A, UseCard("miner_first", W))
    assert only(events, MinerMoved) == MinerMoved(A, 3, 5, (4,))


@pytest.mark.rulebook("schichtwechsel", "TV-54")
def test_the_exit_is_shared_and_the_first_scores_more() -> None:
    game = Situation().miner(B, EXIT - 1).miner(A, EXIT)
    game.turn_of(B).does(B, UseCard("miner_first", W))
    assert game.of(B).miner == game.of(A).miner == EXIT
    events = game.all_passed(5).settles()
    assert points_by_cause(events, A)["final_miner"] == 8
    assert points_by_cause(events, B)["final_miner"] == 5


@pytest.mark.rulebook("schichtwechsel", "TV-55")
def test_a_move_after_the_exit_gives_points_and_returns_a_tool_marker() -> None:
    game = Situation().miner(A, EXIT)
    events = game.does(A, UseCard("miner_first", W))
    assert points_by_cause(events) == {"overrun": 2}
    assert (game.asked, game.options) == ("return_tools", (0, 1))
    game.answers(1)
    assert game.of(A).tools == 5


@pytest.mark.rulebook("schichtwechsel", "TV-56")
def test_without_field_use_only_tool_markers_return() -> None:
    move = Params(moves=(HeadframeMove("pool", "headframe_top_1"),))
    [back] = CATALOG.shift_fields["shift_end_of_shift"].effects
    up_to = getattr(back, "up_to")  # noqa: B009  # the effect's type does not matter here
    game = Situation().headframes(A, pool=1).miner(A, EXIT - 2).tools(A, 3)
    game.does(A, UseCard("headframe_single", P, params=move))
    assert game.of(A).miner == EXIT - 1
    assert game.options == tuple(range(up_to + 1))
    game.answers(up_to)
    assert game.of(A).tools == 3 - up_to

    game = Situation().headframes(A, pool=1).miner(A, field_index("shift_cage_up") - 1)
    events = game.does(A, UseCard("headframe_single", P, params=move))
    assert game.of(A).miner == field_index("shift_cage_up")
    assert all_of(events, CoinsReceived) == []


@pytest.mark.rulebook("schichtwechsel", "TV-57")
def test_water_large_lowers_by_choice_and_gives_two_points() -> None:
    game = Situation().water(A, 4)
    events = game.does(A, UseCard("water_large", P, params=Params(amount=4)))
    assert game.of(A).water == 0
    assert points_by_cause(events) == {"water_bottom": 1, "water_large": 2}
    game = Situation().water(A, 4)
    events = game.does(A, UseCard("water_large", P, params=Params(amount=0)))
    assert (game.of(A).water, game.of(A).points) == (4, 2)


@pytest.mark.rulebook("schichtwechsel", "TV-58")
def test_water_dual_is_used_once_whichever_mode() -> None:
    game = Situation(3).water(B, 4)
    game.does(A, UseCard("water_dual", W, "white"))
    assert game.of(A).water == 0
    again = UseCard("water_dual", P, "player", Params(amount=2))
    game.refuses("card_already_used", B, again)


@pytest.mark.rulebook("schichtwechsel", "TV-59")
def test_six_spoil_give_a_coin_and_three_a_field() -> None:
    game = Situation().heap(A, 6)
    game.does(A, ExchangeSpoil("exchange_6"))
    assert (game.of(A).heap, game.of(A).coins) == (0, 2)
    game = Situation().heap(A, 6)
    game.does(A, ExchangeSpoil("exchange_3", "rail"))
    assert (game.of(A).heap, game.of(A).discs["rail"]) == (3, 1)
    game.refuses("exchange_used", A, ExchangeSpoil("exchange_3", "rail"))


@pytest.mark.rulebook("schichtwechsel", "TV-60")
@pytest.mark.parametrize("track", ["road", "rail"])
def test_five_spoil_give_a_point_and_a_field(track: str) -> None:
    game = Situation().heap(A, 5)
    game.does(A, ExchangeSpoil("exchange_5", track))
    assert (game.of(A).heap, game.of(A).points, game.of(A).discs[track]) == (0, 1, 1)


@pytest.mark.rulebook("schichtwechsel", "TV-61")
def test_an_exchange_must_be_followed_by_an_action() -> None:
    game = Situation().purse(A).heap(A, 6)
    game.does(A, ExchangeSpoil("exchange_6"))
    assert game.of(A).coins == 1
    game.refuses("must_act", A, Pass())
    game.refuses("must_act", A, EndTurn())
    game.does(A, UseCard("track_small_road", COIN, params=Params(choice="points")))
    assert game.state.active == B

    game = Situation().purse(A).heap(A, 3)
    game.refuses("must_act", A, ExchangeSpoil("exchange_3", "points"))
    game.does(A, Pass())


@pytest.mark.rulebook("schichtwechsel", "TV-64")
def test_headframe_cards_need_a_headframe_on_the_board() -> None:
    game = Situation()
    move = Params(moves=(HeadframeMove("pool", "headframe_top_4"),))
    game.refuses("headframe_missing", A, UseCard("headframe_coin", COIN, params=move))
    game.refuses("headframe_missing", A, UseCard("headframe_single", P, params=move))
    game.refuses("headframe_missing", A, UseCard("headframe_single", P))


@pytest.mark.rulebook("schichtwechsel", "TV-65")
def test_bonus_fields_are_free_after_the_round() -> None:
    game = Situation().headframes(A, top="headframe_top_2", left="headframe_left_1")
    game.headframes(B, pool=1, left="headframe_left_4").all_passed().settles()
    assert set(game.state.headframe_fields.values()) == {None}
    assert (game.of(A).pool, game.of(B).pool) == (2, 2)
    assert game.of(A).top is game.of(A).left is None


@pytest.mark.rulebook("schichtwechsel", "TV-66")
def test_the_start_player_card_copies_medium_and_small_cards() -> None:
    game = Situation().coke(A, "oven_grey_3").coke(B, "oven_grey_4").turn_of(B)
    game.does(B, UseCard("loading_medium", W, params=Params(ovens=("oven_grey_4",))))
    game.state.marker_seat = C
    copy = Copy("loading_medium", params=Params(ovens=("oven_grey_3",)))
    events = game.turn_of(A).does(A, UseCard("start_copy", P, params=Params(copy=copy)))
    assert (game.of(A).coke_wagons, game.of(A).water) == (1, START_LEVEL - 1)
    assert only(events, CardCopied) == CardCopied(A, "loading_medium", "start_copy")
    assert only(events, StartMarkerTaken) == StartMarkerTaken(A, C)
    assert (game.state.marker_seat, game.state.start_seat) == (A, A)

    game = Situation().lorry(A, ONE, "coal", 1)
    large = Params(copy=Copy("lorry_large", params=hoist(ONE, BIG_WAGON)))
    game.refuses("copy_size", A, UseCard("start_copy", P, params=large))
    miner = Params(copy=Copy("miner_first"))
    game.refuses("copy_protected", A, UseCard("start_copy", P, params=miner))
