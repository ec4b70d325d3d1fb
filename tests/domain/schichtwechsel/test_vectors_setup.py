"""Test vectors of setup, bag and steps I to VI (rules, section 20, TV-01 to TV-29)."""

from collections import Counter
from functools import cache

import pytest

from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel.actions.assign_bundle import AssignBundle
from domain.schichtwechsel.actions.choose_tile import ChooseTile
from domain.schichtwechsel.actions.load_cubes import LoadCubes
from domain.schichtwechsel.actions.resolve_row_field import ResolveRowField
from domain.schichtwechsel.actions.sell_coke import SellCoke
from domain.schichtwechsel.actions.use_card import UseCard
from domain.schichtwechsel.actions.use_own_card import UseOwnCard
from domain.schichtwechsel.catalog import CATALOG
from domain.schichtwechsel.events import (
    BundleAssigned,
    BundleDrawn,
    CokeReceived,
    HouseBuilt,
    PitCubeReturned,
    Placement,
    ToolsTaken,
    TurnStarted,
    WhiteStonesReceived,
)
from domain.schichtwechsel.params import Hoist, Params, Parts
from domain.schichtwechsel.state import State
from tests.domain.kit.game import played
from tests.domain.schichtwechsel.random_games import Setup
from tests.domain.schichtwechsel.situations import (
    BIG_WAGON,
    BLOCKABLE,
    CHANCE,
    COAL_ONLY,
    ONE,
    OTHER_ONE,
    SPOT_LEVEL,
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


def started(players: int) -> State:
    """The game right after it was started, before its first round."""
    return SCHICHTWECHSEL.fold(created(players)[:3])


@pytest.mark.rulebook("schichtwechsel", "TV-01")
def test_four_players_start() -> None:
    state = started(4)
    assert state.bag == {"coal": 16, "spoil": 4, "pit": 0}
    assert state.supply == {"coal": 24, "spoil": 32}
    assert len(state.cards) == 21
    assert len(state.tiles_on_display) == 7
    assert "water_dual" not in state.cards
    for player in state.players:
        assert (player.coins, player.tools, player.reserve) == (1, 6, 11)
        assert list(player.row.values()) == [True] * 5
        assert (player.on_card, player.pool) == (2, 0)
        assert list(player.discs.values()) == [0, 0, 0]
        assert (player.miner, player.water) == (0, START_LEVEL)
        assert (player.points, player.white, player.player_stone) == (0, 0, 1)


@pytest.mark.rulebook("schichtwechsel", "TV-02")
def test_three_players_start() -> None:
    state = started(3)
    assert state.bag == {"coal": 12, "spoil": 3, "pit": 0}
    assert state.supply == {"coal": 28, "spoil": 33}
    assert state.covered_fields == ("shift_cage_down",)
    assert state.covered_ovens == CATALOG.covered_ovens(3)
    assert len(state.covered_ovens) == 1
    assert len(state.cards) == CATALOG.setups[3].general_action_cards
    assert len(state.tiles_on_display) == CATALOG.setups[3].selection_tiles
    assert not {"water_medium", "water_large"} & set(state.cards)
    assert "water_dual" in state.cards


@pytest.mark.rulebook("schichtwechsel", "TV-03")
def test_two_players_start() -> None:
    state = started(2)
    assert state.bag == {"coal": 8, "spoil": 2, "pit": 0}
    assert state.supply == {"coal": 32, "spoil": 34}
    assert state.covered_fields == ("shift_deputy", "shift_cage_down")
    assert sum(oven in CATALOG.grey_ovens for oven in state.ovens) == 3
    assert len(state.cards) == CATALOG.setups[2].general_action_cards
    assert len(state.tiles_on_display) == CATALOG.setups[2].selection_tiles


BAGS = {
    4: ([28, 24, 20, 16, 12], [16, 12, 8, 4, 0]),
    3: ([21, 18, 15, 12, 9], [12, 9, 6, 3, 0]),
    2: ([14, 12, 10, 8, 6], [8, 6, 4, 2, 0]),
}


@cache
def bags(players: int, secret: int) -> tuple[list[int], list[int], int]:
    """Material cubes before and after the draws of every round, and how often the pit was drawn."""
    before: dict[int, int] = {}
    after: dict[int, int] = {}
    pits = 0

    def watch(state: State, event: object) -> None:
        nonlocal pits
        if isinstance(event, BundleDrawn):
            cubes = state.bag["coal"] + state.bag["spoil"]
            drawn = sum(cube != "pit" for cube in event.cubes)
            pits += "pit" in event.cubes
            before.setdefault(state.round, cubes + drawn)
            after[state.round] = cubes

    played(Setup(players, secret=secret), seed=0, watcher=watch)
    return list(before.values()), list(after.values()), pits


@pytest.mark.rulebook("schichtwechsel", "TV-04")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_bag_runs_out_exactly_with_the_last_draw(players: int) -> None:
    dry = next(found for secret in range(12) if (found := bags(players, secret))[2] == 0)
    assert dry[:2] == BAGS[players]


@pytest.mark.rulebook("schichtwechsel", "TV-05")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_drawn_pit_cube_leaves_a_cube_in_the_bag(players: int) -> None:
    found = [bags(players, secret) for secret in range(12)]
    wet = [(after, pits) for _, after, pits in found if pits]
    assert wet, "some games must draw the pit cube"
    assert all(after[-1] == pits for after, pits in wet)


def assigning() -> Situation:
    """C is the start player and has drawn the first bundle."""
    game = Situation()
    game.state = SCHICHTWECHSEL.fold(created(chance=CHANCE))
    game.state.start_seat = game.state.marker_seat = C
    game.state.active = C
    return game


@pytest.mark.rulebook("schichtwechsel", "TV-06")
def test_the_last_bundle_goes_to_the_last_player_without_a_command() -> None:
    game = assigning()
    game.refuses("not_your_turn", B, AssignBundle(1, A))
    game.does(C, AssignBundle(1, A))
    game.refuses("already_served", C, AssignBundle(2, A))
    game.does(C, AssignBundle(2, C))
    events = game.does(C, AssignBundle(3, D))
    assert [event for event in events if isinstance(event, BundleAssigned)] == [
        BundleAssigned(3, D),
        BundleAssigned(4, B),
    ]
    assert {bundle.no: bundle.seat for bundle in game.state.bundles} == {1: A, 2: C, 3: D, 4: B}


@pytest.mark.rulebook("schichtwechsel", "TV-07")
def test_cubes_without_a_place_cost_a_tool_marker_each() -> None:
    game = Situation().lorry(A, ONE, "spoil", 1).lorry(A, OTHER_ONE, "spoil", 1)
    game.lorry(A, TWO, "coal", 2).lorry(A, COAL_ONLY, "coal", 2).lorry(A, BLOCKABLE, "coal", 1)
    game.bundle(A, "spoil", "spoil", "coal")
    spoil = game.state.supply["spoil"]
    placed = (Placement("coal", BLOCKABLE), Placement("spoil", None), Placement("spoil", None))
    game.does(A, LoadCubes(placed))
    assert game.state.supply["spoil"] == spoil + 2
    assert game.of(A).tools == 6 + 2
    assert game.of(A).lorries[BLOCKABLE].count == 2


@pytest.mark.rulebook("schichtwechsel", "TV-08")
def test_a_cube_that_finds_a_place_must_be_loaded() -> None:
    game = Situation().bundle(A, "coal", "coal", "spoil")
    placed = (Placement("coal", ONE), Placement("coal", TWO), Placement("spoil", None))
    game.refuses("must_place_cube", A, LoadCubes(placed), cube="spoil")
    game.refuses("must_place_cube", A, LoadCubes(placed[:2]), cube="spoil")


@pytest.mark.rulebook("schichtwechsel", "TV-09")
def test_no_lorry_holds_two_kinds() -> None:
    game = Situation().lorry(A, TWO, "spoil", 1).bundle(A, "coal", "spoil")
    game.refuses("mixed_material", A, LoadCubes((Placement("coal", TWO),)))
    game.refuses("coal_only", A, LoadCubes((Placement("spoil", COAL_ONLY),)))


@pytest.mark.rulebook("schichtwechsel", "TV-10")
def test_the_pit_cube_raises_the_water_and_goes_back_into_the_bag() -> None:
    game = Situation().water(A, 2)
    game.state.bag["pit"] = 1
    game.bundle(A, "pit", "coal", "coal")
    events = game.does(A, LoadCubes((Placement("coal", TWO), Placement("coal", TWO))))
    assert game.of(A).water == 3
    assert game.of(A).lorries[TWO].count == 2
    only(events, PitCubeReturned)
    assert game.state.bag["pit"] == 1


@pytest.mark.rulebook("schichtwechsel", "TV-11")
def test_a_blocked_lorry_is_neither_loaded_nor_hoisted() -> None:
    game = Situation().lorry(A, BLOCKABLE, "coal", 2)
    game.state.lorry_block = True
    hoist = Params(lorries=(Hoist(BLOCKABLE, (BIG_WAGON, BIG_WAGON)),))
    game.refuses("lorry_blocked", A, UseCard("lorry_small", ("white",), params=hoist))
    game.lorry(A, BLOCKABLE, "coal", 1)
    loading = Situation().lorry(A, BLOCKABLE, "coal", 1).bundle(A, "coal")
    loading.state.lorry_block = True
    loading.refuses("lorry_blocked", A, LoadCubes((Placement("coal", BLOCKABLE),)))

    game.lorry(A, BLOCKABLE, "coal", 2).all_passed(card="round_5").settles()
    assert game.of(A).lorries[BLOCKABLE].count == 2
    assert not game.state.lorry_block or game.state.round_card != "round_5"
    game.step("action", A).purse(A, white=1)
    game.state.lorry_block = False
    game.does(A, UseCard("lorry_small", ("white",), params=hoist))
    assert game.of(A).coal_wagons[BIG_WAGON] == 2


@pytest.mark.rulebook("schichtwechsel", "TV-12")
def test_the_start_player_chooses_the_first_tile_last() -> None:
    game = Situation().bundle(A)
    order = [event.seat for event in all_of(game.does(A, LoadCubes()), TurnStarted)]
    for tile in ("tile_coal_merchant", "tile_gatekeeper", "tile_mine_rescue"):
        events = game.does(order[-1], ChooseTile(tile))
        if game.state.decision:
            events += game.answers(game.options[0])
        order += [event.seat for event in all_of(events, TurnStarted)]
    assert order == [D, C, B, A]


@pytest.mark.rulebook("schichtwechsel", "TV-14")
def test_a_tile_whose_cube_finds_no_lorry_costs_a_tool_marker() -> None:
    game = Situation().full_lorries(A).step("II", A, 2)
    game.tile(B, "tile_hewer").tile(C, "tile_haulier").tile(D, "tile_coal_merchant")
    game.tile(A, "tile_gatekeeper")
    coal = game.state.supply["coal"]
    game.does(A, ChooseTile("tile_deputy"))
    assert game.of(A).tools == 7
    assert game.state.supply["coal"] == coal


@pytest.mark.rulebook("schichtwechsel", "TV-15")
def test_the_gatekeeper_brings_coke_water_and_a_tool_marker() -> None:
    game = Situation().step("II", B, 1).water(B, 3)
    events = game.does(B, ChooseTile("tile_gatekeeper"))
    assert (game.of(B).coke_wagons, game.of(B).reserve) == (1, 10)
    assert (game.of(B).water, game.of(B).tools) == (4, 7)
    only(events, CokeReceived)


@pytest.mark.rulebook("schichtwechsel", "TV-16")
def test_water_that_reaches_the_top_falls_and_costs_a_tool_marker() -> None:
    game = Situation().water(A, TOP_LEVEL - 1).lorry(A, ONE, "coal", 1)
    params = Params(lorries=(Hoist(ONE, (BIG_WAGON,)),))
    game.does(A, UseCard("lorry_small", ("white",), params=params))
    assert game.of(A).tools == 7
    assert game.of(A).water == TOP_LEVEL - 3


@pytest.mark.rulebook("schichtwechsel", "TV-17")
def test_the_bottom_gives_a_point_on_arrival_only() -> None:
    game = Situation().water(A, 1)
    events = game.does(A, UseOwnCard(("white",)))
    assert game.of(A).water == 0
    assert points_by_cause(events) == {"water_bottom": 1}
    game.turn_of(A).of(A).own_card_payments = ()
    game.refuses("no_effect", A, UseOwnCard(("white",)))
    game.coke(A, "oven_grey_3")
    events = game.does(
        A, UseCard("loading_medium", ("white",), params=Params(ovens=("oven_grey_3",)))
    )
    assert points_by_cause(events) == {}


@pytest.mark.rulebook("schichtwechsel", "TV-18")
def test_a_long_fall_gives_one_point() -> None:
    game = Situation().water(A, 2)
    events = game.does(A, UseCard("water_medium", ("white",)))
    assert game.of(A).water == 0
    assert points_by_cause(events) == {"water_bottom": 1}


def stones_received(game: Situation) -> dict[int, int]:
    """What step IV gives, after the last tile was chosen."""
    game.step("II", D, 2)
    for seat, tile in enumerate(("tile_hewer", "tile_haulier", "tile_deputy", "tile_gatekeeper")):
        game.tile(seat, tile)
    for player in game.state.players:
        player.white = 0
    events = game.does(D, ChooseTile("tile_coal_merchant"))
    received = [event for event in all_of(events, WhiteStonesReceived) if event.cause == "step_IV"]
    return {event.seat: event.count for event in received}


@pytest.mark.rulebook("schichtwechsel", "TV-19")
def test_white_stones_lie_on_uncovered_spots() -> None:
    assert stones_received(Situation())[A] == 3
    assert stones_received(Situation().coke(A, Situation().own_oven(A)))[A] == 2
    game = Situation().coke(A, Situation().own_oven(A)).wagon(A, SPOT_WAGON, 1)
    game.water(A, SPOT_LEVEL - 1)  # it rises in step III
    assert A not in stones_received(game)
    assert (game.of(A).white, game.of(A).player_stone, game.of(A).coins) == (0, 1, 1)


@pytest.mark.rulebook("schichtwechsel", "TV-20")
def test_a_sale_brings_a_coin_and_a_white_stone() -> None:
    game = Situation().coke(A, wagons=2).step("V", A, 2)
    game.does(A, SellCoke(sell=True))
    player = game.of(A)
    assert (player.sold, player.coins, player.white, player.coke_wagons) == (2, 2, 4, 0)


@pytest.mark.rulebook("schichtwechsel", "TV-21")
def test_one_pair_is_sold_a_round() -> None:
    game = Situation().coke(A, wagons=4).step("V", A, 2)
    game.does(A, SellCoke(sell=True))
    assert game.of(A).coke_wagons == 2
    game.step("V", A)
    game.refuses("already_sold", A, SellCoke(sell=True))


@pytest.mark.rulebook("schichtwechsel", "TV-22")
def test_a_single_coke_is_not_sold() -> None:
    game = Situation().coke(A, wagons=1).step("V", A, 2)
    game.refuses("no_pair", A, SellCoke(sell=True))


@pytest.mark.rulebook("schichtwechsel", "TV-23")
def test_a_field_freed_in_step_vi_counts_from_the_next_round() -> None:
    before = next(b.between[0] for b in CATALOG.tracks["road"].barriers if b.benefit == "house")
    game = Situation().house(A, "row_2", "site_two").house(A, "row_3", "site_two")
    game.disc(A, "road", before).row_step(A)
    white = game.of(A).white
    game.does(A, ResolveRowField("row_2"))
    assert game.of(A).white == white + 1
    game.does(A, ResolveRowField("row_3", "road"))
    assert game.of(A).discs["road"] == before + 1
    assert game.asked == "place_house"
    events = game.answers(Parts(row_field="row_4", site="site_two"))
    only(events, HouseBuilt)
    assert game.state.phase == "action"
    assert not game.of(A).row["row_4"]
    game.row_step(A, 3)
    assert game.of(A).row_open == ("row_2", "row_3", "row_4")


def on_row_5(tile: str) -> Situation:
    return Situation().tile(A, tile).house(A, "row_5", "site_two").row_step(A)


@pytest.mark.rulebook("schichtwechsel", "TV-24")
@pytest.mark.parametrize("params", [Params(amount=0), Params()])
def test_the_water_part_of_mine_rescue_may_be_left_out(params: Params) -> None:
    game = on_row_5("tile_mine_rescue")
    game.does(A, ResolveRowField("row_5", "A", params))
    if game.state.decision:
        assert game.asked == "water_amount"
        game.answers(0)
    assert (game.of(A).points, game.of(A).water) == (1, START_LEVEL)


@pytest.mark.rulebook("schichtwechsel", "TV-25")
def test_a_hewer_without_a_place_takes_a_tool_marker() -> None:
    game = on_row_5("tile_hewer").heap(A, 6).full_lorries(A)
    game.does(A, ResolveRowField("row_5"))
    assert game.of(A).tools == 7


@pytest.mark.rulebook("schichtwechsel", "TV-26")
def test_a_full_heap_forces_the_deputys_coke() -> None:
    game = on_row_5("tile_deputy").heap(A, 6)
    game.refuses("heap_full", A, ResolveRowField("row_5", "B"))
    game.does(A, ResolveRowField("row_5", "A"))
    assert (game.of(A).coke_wagons, game.of(A).tools) == (1, 7)


@pytest.mark.rulebook("schichtwechsel", "TV-27")
def test_a_gatekeeper_before_a_barrier_and_on_dry_ground_does_nothing() -> None:
    before = CATALOG.tracks["road"].barriers[0].between[0]
    game = on_row_5("tile_gatekeeper").disc(A, "road", before).water(A, 0)
    game.refuses("barrier_ahead", A, ResolveRowField("row_5", "A"))
    game.does(A, ResolveRowField("row_5"))
    assert (game.of(A).discs["road"], game.of(A).water, game.of(A).tools) == (before, 0, 6)


@pytest.mark.rulebook("schichtwechsel", "TV-28")
def test_an_engine_driver_without_an_option_takes_a_tool_marker() -> None:
    before = CATALOG.tracks["rail"].barriers[0].between[0]
    game = on_row_5("tile_engine_driver").disc(A, "rail", before).full_wagons(A)
    events = game.does(A, ResolveRowField("row_5"))
    assert only(events, ToolsTaken).count == 1


@pytest.mark.rulebook("schichtwechsel", "TV-29")
def test_a_haulier_without_coke_in_the_plant_loads_coal() -> None:
    game = on_row_5("tile_haulier").full_lorries(A).lorry(A, TWO, "coal", 1)
    game.refuses("option_impossible", A, ResolveRowField("row_5", "A"))
    game.does(A, ResolveRowField("row_5", "B"))
    assert game.of(A).lorries[TWO].count == 2


def test_what_the_bag_lacks_makes_the_last_bundles_smaller() -> None:
    game = assigning()
    game.state.supply["coal"] += game.state.bag["coal"] - 4
    game.state.supply["spoil"] += game.state.bag["spoil"]
    game.state.bag.update(coal=4, spoil=0)
    events = game.does(C, AssignBundle(1, A)) + game.does(C, AssignBundle(2, B))
    events += game.does(C, AssignBundle(3, C))
    drawn = [len(event.cubes) for event in all_of(events, BundleDrawn)]
    assert drawn == [3, 1, 0]
    assert Counter(bundle.seat for bundle in game.state.bundles) == Counter([A, B, C, D])
