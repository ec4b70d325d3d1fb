"""The rulings R-01 to R-34, the switches that turn them, and special cases (sections 15, 19)."""

import pytest

from domain.kernel.actions import OptionValue
from domain.kernel.chance import CommittedChance
from domain.schichtwechsel import SCHICHTWECHSEL
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
from domain.schichtwechsel.events import (
    BagRefilled,
    CardCopied,
    CokeLoaded,
    CokePlaced,
    CokeSold,
    CopyDeclined,
    CubesGained,
    DiscAdvanced,
    GameFinished,
    HeadframeMoved,
    HouseBuilt,
    PitCubeAdded,
    PlayerPassed,
    PointsScored,
    RoundScored,
    StartMarkerTaken,
    StartPlayerDetermined,
    ToolsTaken,
    TurnStarted,
    WaterChanged,
)
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
    CHANCE,
    EXIT,
    ONE,
    OTHER_BIG_WAGON,
    OTHER_ONE,
    SMALL_WAGON,
    SPOT_WAGON,
    START_LEVEL,
    TOP_LEVEL,
    TWO,
    A,
    B,
    C,
    D,
    Situation,
    all_of,
    created,
    only,
    points_by_cause,
)

W: tuple[Item, ...] = ("white",)
P: tuple[Item, ...] = ("player",)
COIN: tuple[Item, ...] = ("coin",)


def index(field: str) -> int:
    return CATALOG.shift_fields[field].index


def moves(*made: tuple[Place, str]) -> Params:
    return Params(moves=tuple(HeadframeMove(place, field) for place, field in made))


def empty_supply(game: Situation, cube: str) -> Situation:
    """All cubes of a kind are in the bag."""
    game.state.bag[cube] += game.state.supply[cube]
    game.state.supply[cube] = 0
    return game


@pytest.mark.rulebook("schichtwechsel", "R-01")
def test_an_empty_supply_costs_nothing() -> None:
    game = empty_supply(Situation().step("II", B, 1), "coal")
    events = game.does(B, ChooseTile("tile_deputy"))
    assert all_of(events, CubesGained) == []
    assert all_of(events, ToolsTaken) == []
    game = empty_supply(Situation(), "spoil").all_passed()
    assert only(game.settles(), BagRefilled) == BagRefilled(4, 0)


@pytest.mark.rulebook("schichtwechsel", "R-01")
def test_the_supply_can_be_without_limit() -> None:
    game = empty_supply(Situation(options={"cube_supply_limited": False}), "spoil").all_passed()
    assert only(game.settles(), BagRefilled) == BagRefilled(4, 4)
    assert game.state.supply["spoil"] == -4


@pytest.mark.rulebook("schichtwechsel", "R-01")
def test_tokens_can_be_limited() -> None:
    game = Situation(options={"token_supply_limited": True}).heap(A, 6)
    game.of(D).coins = CATALOG.components.coins - 3
    assert sum(player.coins for player in game.state.players) == CATALOG.components.coins
    game.does(A, ExchangeSpoil("exchange_6"))
    assert game.of(A).coins == 1
    game = Situation(options={"token_supply_limited": True}).tools(D, 56 - 18).full_lorries(B)
    game.step("II", B, 1)
    assert all_of(game.does(B, ChooseTile("tile_deputy")), ToolsTaken) == []


@pytest.mark.rulebook("schichtwechsel", "R-02")
def test_the_start_player_comes_by_lot() -> None:
    chances = [CommittedChance(bytes([secret]) * 32) for secret in range(40)]
    seats = {only(created(4, chance=chance), StartPlayerDetermined).seat for chance in chances}
    assert seats == {A, B, C, D}


@pytest.mark.rulebook("schichtwechsel", "R-03")
def test_the_covered_ovens() -> None:
    assert CATALOG.covered_ovens(3) == ("oven_grey_5",)
    assert CATALOG.covered_ovens(2) == ("oven_grey_5", "oven_grey_4")
    assert CATALOG.covered_ovens(4) == ()


@pytest.mark.rulebook("schichtwechsel", "R-04")
def test_loading_begins_when_all_bundles_are_given_and_follows_the_turn_order() -> None:
    game = Situation()
    game.state = SCHICHTWECHSEL.fold(created(3))
    start = game.state.start_seat
    order = game.state.turn_order()
    game.refuses("wrong_phase", start, LoadCubes())
    game.does(start, AssignBundle(1, order[2]))
    game.refuses("wrong_phase", start, LoadCubes())
    game.does(start, AssignBundle(2, order[1]))
    assert game.state.active == start
    game.refuses("not_your_turn", order[1], LoadCubes())


@pytest.mark.rulebook("schichtwechsel", "R-05")
def test_the_upper_bonus_comes_before_the_next_choice() -> None:
    game = Situation().step("II", D, 1)
    game.does(D, ChooseTile("tile_engine_driver"))
    assert (game.asked, game.options) == ("tile_bonus", ("spoil", "coal"))
    game.refuses("decision_pending", C, ChooseTile("tile_deputy"))
    game.answers("coal")
    assert game.asked == "tile_bonus"
    events = game.answers(TWO)
    assert only(events, CubesGained) == CubesGained(D, "coal", 1, TWO)
    assert only(events, TurnStarted).seat == C


@pytest.mark.rulebook("schichtwechsel", "R-05")
def test_the_engine_driver_may_say_everything_at_once_and_choose_what_finds_no_lorry() -> None:
    game = Situation().step("II", D, 1)
    game.does(D, ChooseTile("tile_engine_driver"))
    game.answers(Parts(choice="spoil", lorry=ONE))
    assert game.of(D).lorries[ONE].cube == "spoil"
    game = Situation().full_lorries(D).lorry(D, ONE, "coal", 0).step("II", D, 1)
    game.lorry(D, OTHER_ONE, "spoil", 1).lorry(D, ONE, "spoil", 1)
    game.does(D, ChooseTile("tile_engine_driver"))
    game.answers("spoil")
    assert game.of(D).tools == 7


@pytest.mark.rulebook("schichtwechsel", "R-06")
def test_the_own_card_is_used_once() -> None:
    game = Situation()
    game.does(A, UseOwnCard(W))
    game.turn_of(A).refuses("card_already_used", A, UseOwnCard(W))
    game = Situation(options={"own_card_uses_per_round": 2})
    game.does(A, UseOwnCard(W))
    game.turn_of(A).does(A, UseOwnCard(W))


@pytest.mark.rulebook("schichtwechsel", "R-07")
def test_stones_must_be_used_up_unless_the_switch_says_otherwise() -> None:
    Situation().refuses("must_not_pass", A, Pass())
    game = Situation(options={"pass_requires_no_stones": False})
    game.does(A, Pass())
    for seat in (B, C, D):
        game.does(seat, Pass())
    game.settles()
    assert game.of(A).white == 0


@pytest.mark.rulebook("schichtwechsel", "R-08")
def test_a_declined_copy_still_costs_the_lamp_rooms_tool_marker() -> None:
    game = Situation().miner(A, index("shift_lamp_room") - 1)
    game.does(A, UseCard("miner_first", W))
    events = game.answers("decline")
    assert only(events, CopyDeclined) == CopyDeclined(A, "shift_lamp_room")
    assert game.of(A).tools == 7
    game = Situation()
    game.state.marker_seat = B
    events = game.does(A, UseCard("start_copy", P))
    only(events, CopyDeclined)
    assert game.state.marker_seat == A


@pytest.mark.rulebook("schichtwechsel", "R-09")
def test_own_cards_are_not_copied() -> None:
    params = Params(copy=Copy("own_card"))
    Situation().refuses("copy_protected", A, UseCard("start_copy", P, params=params))
    Situation().refuses("unknown_id", A, UseCard("own_card", W))


@pytest.mark.rulebook("schichtwechsel", "R-10")
def test_no_exchange_in_a_turn_that_ends_with_a_pass() -> None:
    game = Situation().purse(A, coins=1).heap(A, 3)
    game.does(A, ExchangeSpoil("exchange_3", "points"))
    game.refuses("must_act", A, Pass())
    game = Situation(options={"heap_exchange_needs_action": False}).purse(A).heap(A, 3)
    game.does(A, ExchangeSpoil("exchange_3", "points"))
    game.does(A, Pass())
    assert (game.of(A).points, game.of(A).passed) == (1, True)


@pytest.mark.rulebook("schichtwechsel", "R-10")
def test_the_exchange_may_follow_the_action() -> None:
    game = Situation().heap(A, 3)
    game.does(A, UseCard("track_medium_canal", W))
    assert (game.state.active, game.state.action_done) == (A, True)
    game.does(A, ExchangeSpoil("exchange_3", "road"))
    assert game.state.active == B
    game = Situation().heap(A, 3)
    game.does(A, UseCard("track_medium_canal", W))
    game.does(A, EndTurn())
    assert game.state.active == B
    game = Situation().heap(A, 2)
    game.does(A, UseCard("track_medium_canal", W))
    assert game.state.active == B


@pytest.mark.rulebook("schichtwechsel", "R-11")
def test_effects_run_in_the_printed_order_and_depth_first() -> None:
    road = CATALOG.tracks["road"].barriers[0].between[0]
    game = Situation().disc(A, "road", road)
    game.does(A, UseCard("track_large_road_canal", P))
    assert (game.of(A).discs["road"], game.of(A).discs["canal"]) == (road + 1, 0)
    assert game.asked == "place_house"
    game.answers(Parts(row_field="row_1", site="site_two"))
    assert (game.of(A).discs["road"], game.of(A).discs["canal"]) == (road + 2, 1)


@pytest.mark.rulebook("schichtwechsel", "R-11")
def test_track_steps_may_be_made_in_another_order() -> None:
    game = Situation()
    order = Params(order=("road", "canal", "road"))
    events = game.does(A, UseCard("track_large_road_canal", P, params=order))
    assert [event.track for event in all_of(events, DiscAdvanced)] == ["road", "canal", "road"]


@pytest.mark.rulebook("schichtwechsel", "R-12")
def test_a_headframe_the_marker_and_two_points_are_effects() -> None:
    game = Situation().headframes(A, pool=1).coke(A, wagons=4).tools(A, 0)
    game.does(A, UseCard("headframe_single", P, params=moves(("pool", "headframe_left_3"))))
    game = Situation()
    game.does(A, UseCard("start_copy", P))
    assert game.state.marker_seat == A
    game = Situation().water(A, 0)
    game.does(A, UseCard("water_large", P, params=Params(amount=0)))
    game = Situation(options={"null_action_allowed": True}).water(A, 0)
    game.does(A, UseCard("water_medium", W))
    assert game.of(A).white == 2


@pytest.mark.rulebook("schichtwechsel", "R-13")
def test_a_lorry_is_hoisted_completely_or_not_at_all() -> None:
    game = Situation().lorry(A, TWO, "coal", 2).full_wagons(A).wagon(A, SMALL_WAGON, 0)
    params = Params(lorries=(Hoist(TWO, (SMALL_WAGON,)),))
    game.refuses("wagon_full", A, UseCard("lorry_small", W, params=params))


@pytest.mark.rulebook("schichtwechsel", "R-14")
def test_two_points_belong_to_the_player_stone_version() -> None:
    game = Situation(3).water(A, 3)
    events = game.does(A, UseCard("water_dual", W, "white"))
    assert points_by_cause(events) == {"water_bottom": 1}
    game = Situation(3).water(A, 3)
    events = game.does(A, UseCard("water_dual", P, "player", Params(amount=1)))
    assert points_by_cause(events) == {"water_dual": 2}


@pytest.mark.rulebook("schichtwechsel", "R-15")
def test_water_dual_is_copied_in_mode_white_only() -> None:
    game = Situation(3).water(A, 4)
    events = game.does(A, UseCard("start_copy", P, params=Params(copy=Copy("water_dual"))))
    assert only(events, CardCopied).mode == "white"
    assert game.of(A).water == 1
    lamp_room = Situation(3).miner(A, index("shift_lamp_room") - 1)
    lamp_room.does(A, UseCard("miner_first", W))
    assert "water_dual" not in lamp_room.options


@pytest.mark.rulebook("schichtwechsel", "R-16")
def test_nothing_is_rearranged() -> None:
    """Cubes stay where they are until they are hoisted or processed: no action moves them."""
    game = Situation().lorry(A, TWO, "spoil", 1).lorry(A, ONE, "spoil", 1).bundle(A, "spoil")
    before = dict(game.of(A).lorries)
    game.does(A, SCHICHTWECHSEL.choices(game.state, A, LoadCubes())[0].action)
    changed = [name for name, load in game.of(A).lorries.items() if load != before[name]]
    assert len(changed) == 1


@pytest.mark.rulebook("schichtwechsel", "R-17")
def test_any_house_may_leave_the_row() -> None:
    game = Situation().disc(A, "canal", 1)
    game.does(A, UseCard("track_medium_canal", W))
    game.answers(Parts(row_field="row_5", site="site_two"))
    game = Situation(options={"house_removal": "left_to_right"}).disc(A, "canal", 1)
    game.does(A, UseCard("track_medium_canal", W))
    assert game.options[0] == "row_1"
    assert "row_5" not in game.options
    game.refuses_answer("option_impossible", Parts(row_field="row_5", site="site_two"))
    game.answers(Parts(row_field="row_1", site="site_two"))


@pytest.mark.rulebook("schichtwechsel", "R-18")
def test_lowering_water_is_mandatory() -> None:
    game = Situation().coke(A, "oven_grey_3").water(A, 1)
    params = Params(ovens=("oven_grey_3",), amount=0)
    game.refuses("option_impossible", A, UseCard("loading_medium", W, params=params))


@pytest.mark.rulebook("schichtwechsel", "R-19")
def test_the_own_oven_rule_holds_after_loading_as_a_whole() -> None:
    four = ("oven_own_0", "oven_grey_1", "oven_grey_2", "oven_grey_3")
    game = Situation().coke(A, *four)
    load = Params(ovens=("oven_own_0",))
    game.refuses("own_oven_required", A, UseCard("loading_medium", W, params=load))
    both = Params(ovens=("oven_own_0", "oven_grey_1"))
    game.does(A, UseCard("loading_medium", W, params=both))
    game = Situation(options={"plant_own_oven_invariant": False}).coke(A, *four)
    game.does(A, UseCard("loading_medium", W, params=load))
    assert game.state.coke_in_plant(A) == 3


@pytest.mark.rulebook("schichtwechsel", "R-20")
def test_barrier_options_may_be_declined_but_no_house() -> None:
    game = Situation().disc(A, "canal", 3)
    game.does(A, UseCard("track_medium_canal", W))
    assert game.options == ("miner", "headframe", "decline")
    game.answers("decline")
    assert (game.of(A).miner, game.of(A).pool) == (0, 0)
    game = Situation().disc(A, "canal", 1)
    game.does(A, UseCard("track_medium_canal", W))
    game.refuses_answer("option_impossible", "decline")
    for field, house in game.of(A).row.items():
        assert house, field


@pytest.mark.rulebook("schichtwechsel", "R-20")
def test_a_barrier_without_a_possible_benefit_gives_nothing() -> None:
    game = Situation().disc(A, "canal", 1)
    for field in CATALOG.row:
        game.house(A, field, "site_two")
    events = game.does(A, UseCard("track_medium_canal", W))
    assert all_of(events, HouseBuilt) == []
    assert game.asked is None
    game = Situation().disc(A, "canal", 5).tools(A, 0)
    game.does(A, UseCard("track_medium_canal", W))
    assert game.asked is None


@pytest.mark.rulebook("schichtwechsel", "R-21")
def test_cubes_from_fields_that_find_no_place_are_skipped() -> None:
    game = Situation().full_lorries(A).miner(A, index("shift_gate_in") - 1)
    events = game.does(A, UseCard("miner_first", W))
    assert all_of(events, CubesGained) == []
    assert all_of(events, ToolsTaken) == []
    game = Situation().heap(A, 6).miner(A, index("shift_mine_train") - 1)
    game.does(A, UseCard("miner_first", W))
    assert (game.of(A).heap, game.of(A).tools) == (6, 6)
    game = Situation().heap(A, 6).disc(A, "canal", 3)
    game.does(A, UseCard("track_medium_canal", W))
    game.answers("headframe")
    assert (game.of(A).heap, game.of(A).pool) == (6, 1)


@pytest.mark.rulebook("schichtwechsel", "R-22")
def test_the_overrun_counts_moves_or_fields() -> None:
    options: list[tuple[dict[str, OptionValue], int]] = [
        ({}, 2),
        ({"miner_overrun_unit": "field"}, 6),
    ]
    for switches, points in options:
        game = Situation(options=switches).miner(A, EXIT).tools(A, 0)
        game.house(A, "row_1", "site_speed").house(A, "row_2", "site_speed")
        events = game.does(A, UseCard("miner_first", W, params=Params(steps=3)))
        assert points_by_cause(events) == {"overrun": points}


@pytest.mark.rulebook("schichtwechsel", "R-23")
def test_the_coin_card_moves_one_or_both_headframes() -> None:
    game = Situation().headframes(A, pool=2).purse(A, coins=3)
    both = moves(("pool", "headframe_left_4"), ("pool", "headframe_top_4"))
    events = game.does(A, UseCard("headframe_coin", COIN, params=both))
    made = only(events, HeadframeMoved).moves
    assert [move.to for move in made] == ["headframe_top_4", "headframe_left_4"]
    assert list(points_by_cause(events)) == ["headframe_top_4", "headframe_left_4"]
    only_left = moves(("left", "headframe_left_3"))
    game.turn_of(A).tools(A, 0).does(A, UseCard("headframe_coin", COIN, params=only_left))
    assert game.of(A).left == "headframe_left_3"
    alone = Situation().headframes(A, pool=1)
    left = moves(("pool", "headframe_left_4"))
    alone.refuses("option_impossible", A, UseCard("headframe_coin", COIN, params=left))


@pytest.mark.rulebook("schichtwechsel", "R-23")
def test_headframes_may_change_areas() -> None:
    """The field that the top move leaves is free for the second move (21.7)."""
    game = Situation().headframes(A, top="headframe_top_1", left="headframe_left_4")
    crossed = moves(("left", "headframe_top_4"), ("top", "headframe_left_4"))
    game.does(A, UseCard("headframe_coin", COIN, params=crossed))
    assert (game.of(A).top, game.of(A).left) == ("headframe_top_4", "headframe_left_4")


@pytest.mark.rulebook("schichtwechsel", "R-24")
def test_a_headframe_may_move_for_a_bonus_that_cannot_be_used() -> None:
    game = Situation().headframes(A, pool=1).disc(A, "canal", CATALOG.tracks["canal"].goal)
    events = game.does(A, UseCard("headframe_single", P, params=moves(("pool", "headframe_top_4"))))
    assert points_by_cause(events) == {"headframe_top_4": 2}
    game = Situation().headframes(A, pool=1).coke(A, wagons=4)
    game.does(A, UseCard("headframe_single", P, params=moves(("pool", "headframe_top_2"))))
    assert (game.of(A).coke_wagons, game.of(A).water) == (4, START_LEVEL + 1)


@pytest.mark.rulebook("schichtwechsel", "R-25")
def test_round_cards_count_total_progress_unless_the_switch_says_otherwise() -> None:
    game = Situation().disc(A, "road", 7).all_passed(card="round_1")
    assert only(game.settles(), RoundScored).points[A] == 4
    game = Situation(options={"round_card_progress": "this_round"}).disc(A, "road", 7)
    game.of(A).discs_before = {"road": 3, "rail": 0, "canal": 0}
    scored = only(game.all_passed(card="round_1").settles(), RoundScored)
    assert (scored.counts[A], scored.points[A]) == (4, 2)


@pytest.mark.rulebook("schichtwechsel", "R-26")
def test_tied_leaders_score_and_discs_on_the_start_never_lead() -> None:
    def scored(**options: OptionValue) -> tuple[int, ...]:
        game = Situation(options=options).disc(A, "road", 5).disc(B, "road", 5).disc(C, "rail", 1)
        return only(game.all_passed(card="round_4").settles(), RoundScored).points

    assert scored() == (2, 2, 2, 0)
    assert scored(leader_ties_score=False) == (0, 0, 2, 0)
    assert scored(leader_min_position=2) == (2, 2, 0, 0)
    assert scored(leader_min_position=0) == (4, 4, 4, 2)


@pytest.mark.rulebook("schichtwechsel", "R-27")
def test_upper_bonuses_without_a_place() -> None:
    game = Situation().full_wagons(B).step("II", B, 1)
    game.does(B, ChooseTile("tile_mine_rescue"))
    assert game.of(B).tools == 7
    game = Situation().coke(B, wagons=4).step("II", B, 1)
    game.does(B, ChooseTile("tile_gatekeeper"))
    assert (game.of(B).coke_wagons, game.of(B).tools, game.of(B).water) == (4, 7, START_LEVEL + 1)


@pytest.mark.rulebook("schichtwechsel", "R-28")
def test_the_highest_milestone_counts_and_not_with_the_goal() -> None:
    def scored(position: int, **options: OptionValue) -> int:
        game = Situation(options=options).disc(A, "road", position).all_passed(5, "round_5")
        return points_by_cause(game.settles())["final_road"]

    goal = CATALOG.tracks["road"].goal
    assert scored(8) == 2
    assert scored(8, track_milestones="cumulative") == 3
    assert scored(goal) == 8
    assert scored(goal, milestone_with_goal=True) == 11
    assert scored(goal, milestone_with_goal=True, track_milestones="cumulative") == 14


@pytest.mark.rulebook("schichtwechsel", "R-29")
def test_ties_go_to_whoever_sits_farthest_from_the_marker() -> None:
    game = Situation().all_passed(5, "round_5")
    game.state.marker_seat = C
    game.of(C).points = -2  # the marker itself is worth two points
    ranking = only(game.settles(), GameFinished).ranking
    assert [place.seat for place in ranking] == [B, A, D, C]
    assert [place.place for place in ranking] == [1, 2, 3, 4]
    assert len({place.points for place in ranking}) == 1
    assert game.state.winners == (B,)


@pytest.mark.rulebook("schichtwechsel", "R-30")
def test_tool_markers_return_without_field_use() -> None:
    game = Situation().headframes(A, pool=1).miner(A, index("shift_meal_break") - 1)
    game.does(A, UseCard("headframe_single", P, params=moves(("pool", "headframe_top_1"))))
    assert game.asked == "return_tools"
    game.answers(1)
    assert game.of(A).tools == 5


@pytest.mark.rulebook("schichtwechsel", "R-31")
def test_a_miner_move_in_step_vi_is_made_at_once() -> None:
    road = next(
        b.between[0] for b in CATALOG.tracks["road"].barriers if b.benefit == "miner_or_headframe"
    )
    game = Situation().house(A, "row_3", "site_two").disc(A, "road", road)
    game.miner(A, index("shift_cage_up") - 1).row_step(A)
    coins = game.of(A).coins
    game.does(A, ResolveRowField("row_3", "road"))
    game.answers("miner")
    assert game.of(A).coins == coins + 1
    assert game.state.phase == "action"


@pytest.mark.rulebook("schichtwechsel", "R-32")
def test_a_copied_card_crosses_barriers_and_chains_are_depth_first() -> None:
    """Lamp room, copied track card, house barrier, then the rest of the card, then the marker."""
    road = CATALOG.tracks["road"].barriers[0].between[0]
    game = Situation().miner(A, index("shift_lamp_room") - 1).disc(A, "road", road)
    game.does(A, UseCard("miner_first", W))
    game.answers(Parts(card="track_large_road_canal"))
    assert (game.asked, game.of(A).tools) == ("place_house", 6)
    events = game.answers(Parts(row_field="row_2", site="site_heap"))
    kinds = [type(event) for event in events]
    assert kinds.index(HouseBuilt) < kinds.index(DiscAdvanced) < kinds.index(ToolsTaken)
    assert (game.of(A).discs["canal"], game.of(A).tools) == (1, 7)


@pytest.mark.rulebook("schichtwechsel", "R-32")
def test_a_chain_of_barrier_miner_copy_and_barrier() -> None:
    game = Situation().disc(A, "canal", 3).disc(A, "road", 2).miner(A, index("shift_deputy") - 1)
    game.does(A, UseCard("track_medium_canal", W))
    game.answers("miner")
    assert game.asked == "copy"
    params = Params(choice="road")
    game.answers(Parts(card="track_small_road", params=params))
    assert game.asked == "place_house"
    game.answers(Parts(row_field="row_1", site="site_speed"))
    assert game.state.active == B


@pytest.mark.rulebook("schichtwechsel", "R-33")
def test_the_marker_taken_in_the_last_round_counts() -> None:
    game = Situation().step("action", D, 5)
    events = game.does(D, UseCard("start_copy", P))
    assert only(events, StartMarkerTaken) == StartMarkerTaken(D, A)
    assert game.state.start_seat == A
    events = game.all_passed(5, "round_5").settles()
    assert points_by_cause(events, D)["final_start_marker"] == 2
    assert game.state.start_seat == D


@pytest.mark.rulebook("schichtwechsel", "R-34")
def test_the_pit_cube_is_added_once_and_stays() -> None:
    for secret in range(30):
        chance = CommittedChance(bytes([secret]) * 32)
        events = created(2, chance=chance)
        if all_of(events, PitCubeAdded):
            break
    state = SCHICHTWECHSEL.fold(events)
    assert state.round_card == "round_4"
    drawn = sum("pit" in bundle.cubes for bundle in state.bundles)
    assert state.bag["pit"] + drawn == 1


def test_the_last_miner_moves_come_in_turn_order_before_the_final_scoring() -> None:
    game = Situation().house(A, "row_1", "site_miner").house(C, "row_1", "site_miner")
    game.miner(A, EXIT).miner(C, EXIT - 1).tools(C, 0)
    game.state.marker_seat = B
    game.all_passed(5).settles()
    assert (game.state.phase, game.state.active) == ("final", C)
    game.does(C, MoveFinalMiner(1))
    assert game.state.active == A
    events = game.does(A, MoveFinalMiner(1, 1))
    assert points_by_cause(events) == {"overrun": 2}
    assert (game.of(A).tools, game.state.phase) == (5, "scoring")
    events = game.settles()
    assert points_by_cause(events, A)["final_miner"] == 8
    assert points_by_cause(events, C)["final_miner"] == 5


def test_the_final_loading_takes_the_own_oven_last() -> None:
    game = Situation().house(A, "row_1", "site_loading").house(A, "row_2", "site_loading")
    game.coke(A, "oven_own_0", "oven_grey_4", "oven_grey_2").all_passed(5)
    events = game.settles()
    loads = [event.ovens for event in all_of(events, CokeLoaded)]
    assert loads == [("oven_grey_2", "oven_grey_4"), ("oven_own_0",)]
    assert [event.column for event in all_of(events, CokeSold)] == [1]
    assert points_by_cause(events)["final_unsold_coke"] == 1


def test_a_pair_may_be_kept() -> None:
    game = Situation().coke(A, wagons=3).coke(C, wagons=2).step("V", A, 2)
    game.does(A, SellCoke(sell=False))
    assert game.of(A).coke_wagons == 3
    assert game.state.active == C


def test_a_rise_goes_on_from_where_the_water_fell_to() -> None:
    """Two rises at once: a bundle cannot, but an oven and a card can."""
    game = Situation().water(A, TOP_LEVEL - 1).wagon(A, SPOT_WAGON, 1)
    coking = Params(conversions=(Conversion(SPOT_WAGON, "oven_grey_2"),))
    events = game.does(A, UseCard("coke_small", W, params=coking))
    assert (game.of(A).water, game.of(A).tools) == (TOP_LEVEL - 3 + 1, 7)
    assert only(events, WaterChanged).from_ == TOP_LEVEL - 3


def test_headframe_top_3_puts_coke_on_a_legal_oven() -> None:
    game = Situation().headframes(A, pool=1).coke(A, "oven_grey_3", "oven_grey_4")
    events = game.does(A, UseCard("headframe_single", P, params=moves(("pool", "headframe_top_3"))))
    assert only(events, CokePlaced) == CokePlaced(A, "oven_own_0")


def on_row_5(tile: str) -> Situation:
    return Situation().tile(A, tile).house(A, "row_5", "site_two").row_step(A)


@pytest.mark.parametrize(
    ("tile", "prepare", "choice", "tools", "changed"),
    [
        ("tile_coal_merchant", "canal_barrier", None, 6, {"points": 1}),
        ("tile_deputy", "no_room_for_coke", "A", 7, {"coke_wagons": 4}),
        ("tile_haulier", "plant_full_lorries_full", None, 7, {}),
        ("tile_hewer", "heap_5_lorries_full", None, 7, {"heap": 5}),
        ("tile_hewer", "heap_1", "A", 6, {"heap": 3}),
        ("tile_mine_rescue", "dry", "B", 5, {}),
    ],
)
def test_special_cases_of_the_tiles(
    tile: str, prepare: str, choice: str | None, tools: int, changed: dict[str, int]
) -> None:
    game = on_row_5(tile)
    if prepare == "canal_barrier":
        game.disc(A, "canal", 1)
    elif prepare == "no_room_for_coke":
        game.coke(A, wagons=4)
    elif prepare == "plant_full_lorries_full":
        game.coke(A, "oven_own_0", "oven_grey_1", "oven_grey_2", "oven_grey_3").full_lorries(A)
    elif prepare == "heap_5_lorries_full":
        game.heap(A, 5).full_lorries(A)
    elif prepare == "heap_1":
        game.heap(A, 1)
    game.does(A, ResolveRowField("row_5", choice))
    if game.state.decision:
        game.answers(game.options[-1])
    assert game.of(A).tools == tools
    assert {name: getattr(game.of(A), name) for name in changed} == changed


def test_exchange_5_with_both_discs_on_the_goal_gives_its_point_only() -> None:
    game = Situation().heap(A, 5)
    for track in ("road", "rail"):
        game.disc(A, track, CATALOG.tracks[track].goal)
    events = game.does(A, ExchangeSpoil("exchange_5"))
    assert [event.cause for event in all_of(events, PointsScored)] == ["exchange_5"]


def test_row_4_may_be_skipped_and_hoists_one_lorry() -> None:
    game = Situation().house(A, "row_4", "site_two").lorry(A, TWO, "coal", 2).row_step(A)
    params = Params(lorries=(Hoist(TWO, (BIG_WAGON, OTHER_BIG_WAGON)),))
    game.does(A, ResolveRowField("row_4", params=params))
    assert game.of(A).coal_wagons[BIG_WAGON] == 1
    game = Situation().house(A, "row_4", "site_two").lorry(A, TWO, "coal", 2).row_step(A)
    game.does(A, ResolveRowField("row_4"))
    assert game.of(A).lorries[TWO].count == 2
    assert game.state.phase == "action"


def test_bundles_can_be_drawn_all_at_once() -> None:
    state = SCHICHTWECHSEL.fold(created(4, {"bundle_assignment": "all_at_once"}))
    assert [bundle.no for bundle in state.bundles] == [1, 2, 3, 4]
    game = Situation()
    game.state = state
    start = state.start_seat
    game.does(start, AssignBundle(3, A))
    game.does(start, AssignBundle(1, B))
    game.does(start, AssignBundle(4, C))
    assert {bundle.no: bundle.seat for bundle in game.state.bundles} == {1: B, 2: D, 3: A, 4: C}


def test_a_player_is_let_go_who_cannot_act_at_all() -> None:
    """Only a corrected catalog can bring this about: R-07 rests on a card that always works."""
    game = Situation().purse(A, white=1)
    game.state.cards = ("lorry_small",)
    game.of(A).own_card_payments = ()
    game.water(A, 0)
    assert PlayerPassed(A) in SCHICHTWECHSEL.decide(game.state, A, Pass(), CHANCE)
