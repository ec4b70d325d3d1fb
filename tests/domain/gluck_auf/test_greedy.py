"""The greedy player: legal under all rules, sees only its view, and plays sensibly."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest

from domain.bots import bots_for
from domain.bots.random_choice import random_choice
from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.actions import Action
from domain.gluck_auf.actions.buy_tunnel_tile import BuyTunnelTile
from domain.gluck_auf.actions.deliver_orders import DeliverOrders
from domain.gluck_auf.actions.look_at_five import (
    ChooseOrder,
    ChooseTunnelTile,
    LookAtOrders,
    LookAtTunnelTiles,
)
from domain.gluck_auf.actions.mine import Load, Mine, MoveCage, PlaceFromCage, PlaceFromStorage
from domain.gluck_auf.actions.take_order import TakeOrder
from domain.gluck_auf.catalog import GluckAufCatalog
from domain.gluck_auf.events import OrderDelivered
from domain.gluck_auf.greedy import greedy
from domain.gluck_auf.state import State
from domain.gluck_auf.view import View
from domain.kernel.actions import CreateGame, OptionValue, SeatSetup
from domain.kernel.bots import Bot, Offer
from domain.kernel.chance import Chance, CommittedChance
from domain.kernel.choices import Choice
from domain.kernel.seals import Fact
from tests.domain.gluck_auf.random_games import SCARCE
from tests.domain.gluck_auf.situations import COLORS, A, Situation

OPTIONS = GLUCK_AUF.catalog.editions.options
HOUSE_OPTIONS = ("storage_rule", "substitution_rule", "shortage_rule")
HOUSE_RULES = list(product(*(OPTIONS[name] for name in HOUSE_OPTIONS)))
TREASURE = {"id": "order-engine-12", "vehicle": "engine", "vp": 40, "spots": ["gray", "brown"]}
MINING = {"mining-4": 0, "mining-6": 7, "mining-8": 3, "mining-10": 14}

Items = Any


def corrected(**blocks: Callable[[Items], Items]) -> GluckAufCatalog:
    """The printed catalog, but for what these blocks hold."""
    content = deepcopy(GLUCK_AUF.catalog.content)
    for block, change in blocks.items():
        content[block]["items"] = change(content[block]["items"])
    return GluckAufCatalog(msgspec.json.encode(content))


def each(field: str, values: dict[str, int]) -> Callable[[Items], Items]:
    """The field of the items with these ids."""
    return lambda items: [i | {field: values.get(i["id"], i.get(field))} for i in items]


ORGANIZERS = corrected(
    constants=lambda items: items | {"cage_capacity": 4, "bank_marks": 2},
    end_game=lambda items: items | {"marks_per_vp": 2, "vp_per_outstanding_order": -4},
    worker_spaces=each("parameter", MINING),
    orders=lambda items: [o | {"vp": 14 - o["vp"]} for o in items[:-1]] + [TREASURE],
    tiles=lambda items: [
        t | {"price": t["level"] + (t["id"][-1] == "1")} for t in items if t["color"] != "black"
    ],
    shift_clock=lambda items: [e | {"scored_after_shifts": [1, 3]} for e in items[:-1]],
)
"""Hardly a figure is as printed; black has no tiles, and its empty lorries are never scored."""


def plays(
    bots: Sequence[Bot],
    seed: int,
    edition: str | None = None,
    options: dict[str, OptionValue] | None = None,
    catalog: GluckAufCatalog = GLUCK_AUF.catalog,
) -> tuple[State, list[Fact]]:
    """A whole game: how it ended, and every action; `decide` refuses an illegal one."""
    chance = CommittedChance(seed.to_bytes(32, "big"))
    state, actions = GLUCK_AUF.initial(catalog), list[Fact]()
    seats = tuple(SeatSetup(f"player {seat}") for seat in range(len(bots)))
    create = CreateGame("a-game", "gluck-auf", seats, edition, options or {})
    events = GLUCK_AUF.decide(state, "service", create, chance)
    while True:
        for event in events:
            GLUCK_AUF.evolve(state, event)
        if state.phase == "finished":
            return state, actions
        if state.phase == "scoring":
            events = GLUCK_AUF.settle(state, chance)
            continue
        assert state.active is not None
        actions.append(asked(bots[state.active], state, chance, f"action {len(actions)}"))
        events = GLUCK_AUF.decide(state, state.active, actions[-1], chance)


@cache
def greedy_game(seed: int) -> tuple[State, list[Fact]]:
    """Among four of its equals."""
    return plays([greedy] * 4, seed)


def asked(bot: Bot, state: State, luck: Chance, label: str) -> Fact:
    """What the bot plays, given a view that came over the wire: no live state can leak in."""
    seat = state.active
    view = msgspec.json.encode(GLUCK_AUF.view(state, seat))

    def offer(draft: Fact | None) -> Sequence[Choice[Fact]]:
        return GLUCK_AUF.choices(state, seat, draft)

    return bot(msgspec.json.decode(view, type=View), offer, luck, label, state.catalog)


def answer(situation: Situation) -> Action:
    """What greedy plays here; it is legal."""
    luck = CommittedChance(b"the luck of a greedy player")
    action = asked(greedy, situation.state, luck, "an action")
    assert situation.state.active is not None
    assert situation.allows(situation.state.active, action)  # type: ignore[arg-type] # see below
    return action  # type: ignore[return-value] # a bot's type is any game's Fact


def taking_turns() -> Bot:
    """Greedy must get along with whatever somebody else left behind, half spots included."""
    turns = [0]

    def bot(view: View, offer: Offer, luck: Chance, label: str, catalog: Any) -> Fact:
        turns[0] += 1
        asked_now: Bot = greedy if turns[0] % 3 == 0 else random_choice
        return asked_now(view, offer, luck, label, catalog)

    return bot


def test_greedy_is_one_of_the_bots_of_the_game() -> None:
    assert bots_for(GLUCK_AUF)["greedy"] is greedy


PLAYER_COUNTS = GLUCK_AUF.catalog.constants.player_counts
EDITIONS = GLUCK_AUF.catalog.editions.presets


@pytest.mark.parametrize(("edition", "players"), [*zip(EDITIONS, PLAYER_COUNTS, strict=True)])
def test_it_plays_whole_games_in_every_edition(players: int, edition: str) -> None:
    """Each with another number of players: an edition is options, and those meet all below."""
    state, _ = plays([greedy] * players, seed=players, edition=edition)
    assert state.winners


PARTNERS: tuple[Callable[[], Bot], ...] = (
    lambda: greedy,
    lambda: random_choice,
    taking_turns,
)


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("values", HOUSE_RULES, ids="-".join)
def test_it_plays_legally_under_all_options(values: tuple[str, ...], at: int) -> None:
    """With every number of players, and each kind of partners with every number."""
    players = PLAYER_COUNTS[at]
    partner = PARTNERS[(at + HOUSE_RULES.index(values)) % len(PARTNERS)]
    options: dict[str, OptionValue] = dict(zip(HOUSE_OPTIONS, values, strict=True))
    options["delivered_visibility"] = "all" if players == 3 else "owner"
    bots = [greedy, *(partner() for _ in range(players - 1))]
    state, _ = plays(bots, seed=100 + players, options=options)
    assert state.winners


SUBSTITUTION = OPTIONS["substitution_rule"]


@pytest.mark.parametrize(("players", "rule"), [*zip((2, 4), SUBSTITUTION, strict=True)])
@pytest.mark.parametrize("catalog", [ORGANIZERS, SCARCE], ids=["changed", "scarce"])
@pytest.mark.parametrize("partner", [lambda: greedy, taking_turns])
def test_it_plays_legally_on_any_catalog(
    players: int, rule: str, catalog: GluckAufCatalog, partner: Callable[[], Bot]
) -> None:
    bots = [greedy, *(partner() for _ in range(players - 1))]
    state, _ = plays(bots, players, options={"substitution_rule": rule}, catalog=catalog)
    assert state.winners


def test_it_plays_for_what_the_catalog_has_to_offer() -> None:
    games = [plays([greedy] * 4, seed, catalog=ORGANIZERS) for seed in range(4)]
    delivered = [order for state, _ in games for p in state.players for order in p.delivered]
    assert delivered.count(str(TREASURE["id"])) >= 2
    mined = [a for _, actions in games for a in actions if isinstance(a, Mine)]
    assert max(len(trip.steps) for trip in mined if trip.space_id == "mining-10") > 10


def test_the_same_seed_makes_it_play_the_same() -> None:
    _, first = greedy_game(0)
    _, second = plays([greedy] * 4, seed=0)
    assert first == second


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_it_beats_random_players(players: int) -> None:
    won = 0
    for seed in range(5):
        bots: list[Bot] = [random_choice] * players
        bots[seed % players] = greedy
        state, _ = plays(bots, seed)
        won += state.winners == (seed % players,)
    assert won >= 4


def test_it_scores_well_among_its_equals() -> None:
    totals = [p.vp for seed in range(3) for p in greedy_game(seed)[0].players]
    assert sum(totals) / len(totals) > 75


def test_it_delivers_with_its_last_worker() -> None:
    here = Situation().empty_pit(A).complete_order(A, "order-engine-07").workers(A, 1)
    here.state.shift = 3
    assert answer(here) == DeliverOrders("delivery-engine")


def test_it_delivers_the_worthier_order_if_it_can_deliver_only_one() -> None:
    here = Situation().empty_pit(A).complete_order(A, "order-barrow-01").workers(A, 1)
    here.complete_order(A, "order-carriage-10")
    here.state.shift = 3
    assert answer(here) == DeliverOrders("delivery-carriage")


def test_the_worthier_order_is_the_one_that_the_catalog_of_the_game_says() -> None:
    here = Situation().empty_pit(A).complete_order(A, "order-barrow-01").workers(A, 1)
    here.complete_order(A, "order-carriage-10")
    here.state.shift = 3
    here.state.catalog = corrected(orders=each("vp", {"order-barrow-01": 30}))
    assert answer(here) == DeliverOrders("delivery-barrow")


def test_it_mines_what_its_order_needs_and_brings_it_up() -> None:
    here = Situation().order(A, "order-engine-08").marks(A, 0).workers(A, 3)
    here.empty_pit(A).tile(A, "tile-black-2-light-1", "black", "black")
    here.state.shift = 3
    action = answer(here)
    assert isinstance(action, Mine)
    assert action.steps == (
        MoveCage(4),
        Load("tile-black-2-light-1:1"),
        Load("tile-black-2-light-1:2"),
        MoveCage(0),
        PlaceFromCage("black", "order-engine-08", 0),
        PlaceFromCage("black", "order-engine-08", 1),
    )


def test_it_does_no_more_steps_than_the_catalog_of_the_game_allows() -> None:
    here = Situation().order(A, "order-engine-08").marks(A, 0).workers(A, 3)
    here.empty_pit(A).tile(A, "tile-black-2-light-1", "black", "black")
    here.state.shift = 3
    here.state.catalog = corrected(worker_spaces=each("parameter", dict.fromkeys(MINING, 3)))
    action = answer(here)
    assert isinstance(action, Mine)
    assert action.steps == (
        MoveCage(4),
        Load("tile-black-2-light-1:1"),
        Load("tile-black-2-light-1:2"),
    )


def test_it_loads_no_more_than_the_cage_of_the_game_holds() -> None:
    here = Situation().order(A, "order-engine-08").marks(A, 0).workers(A, 3)
    here.empty_pit(A).tile(A, "tile-black-2-light-1", "black", "black")
    here.state.shift = 3
    here.state.catalog = corrected(constants=lambda items: items | {"cage_capacity": 1})
    action = answer(here)
    assert isinstance(action, Mine)
    assert action.steps[:4] == (
        MoveCage(4),
        Load("tile-black-2-light-1:1"),
        MoveCage(0),
        PlaceFromCage("black", "order-engine-08", 0),
    )


def test_then_it_delivers() -> None:
    here = Situation().order(A, "order-engine-08").marks(A, 0).workers(A, 3)
    here.tile(A, "tile-black-1-light-1", "black")
    here.state.shift = 3
    here.does(A, answer(here))
    here.turn_of(A)
    events = here.does(A, answer(here))
    assert any(isinstance(event, OrderDelivered) for event in events)


def test_it_places_from_storage_without_coming_up() -> None:
    here = Situation().order(A, "order-engine-03").storage(A, "gray").marks(A, 0)
    here.cage(A, 3).empty_pit(A).workers(A, 2)
    here.state.shift = 3
    action = answer(here)
    assert isinstance(action, Mine)
    assert action.steps[0] == PlaceFromStorage("gray", "order-engine-03", 0)


@pytest.mark.parametrize("rule", OPTIONS["substitution_rule"])
def test_it_substitutes_to_complete_an_order(rule: str) -> None:
    here = Situation(options={"substitution_rule": rule}).empty_pit(A).marks(A, 0).workers(A, 2)
    here.order(A, "order-carriage-10", ("black",), ("black",)).cage(A, 0, "yellow", "gray")
    here.state.shift = 3
    action = answer(here)
    assert isinstance(action, Mine)
    here.does(A, action)
    assert set(here.of(A).pit.outstanding["order-carriage-10"][2]) == {"yellow", "gray"}


def test_it_finishes_a_half_spot_with_a_cube_it_does_not_need() -> None:
    here = Situation().order(A, "order-engine-04", ("yellow",)).storage(A, "brown").empty_pit(A)
    here.marks(A, 0).workers(A, 2)
    here.state.shift = 3
    action = answer(here)
    assert isinstance(action, Mine)
    assert action.steps[0] == PlaceFromStorage("brown", "order-engine-04", 0)


def test_it_buys_the_tile_that_its_order_waits_for() -> None:
    here = Situation().empty_pit(A).order(A, "order-engine-08").marks(A, 10)
    here.tile(A, "tile-gray-1-light-1", None)
    here.open_tile("factory-1", "tile-yellow-1-light-1")
    here.open_tile("factory-2", "tile-black-2-dark-1")
    here.state.shift = 3
    assert answer(here) == BuyTunnelTile("factory-2")


def test_of_two_tiles_alike_it_buys_the_cheaper_one() -> None:
    here = Situation().empty_pit(A).order(A, "order-engine-08").marks(A, 10)
    here.tile(A, "tile-gray-1-light-1", None)
    here.open_tile("factory-1", "tile-black-2-dark-1")
    here.open_tile("factory-2", "tile-black-2-dark-2")
    here.state.shift = 3
    assert answer(here) == BuyTunnelTile("factory-1")
    here.state.catalog = corrected(tiles=each("price", {"tile-black-2-dark-2": 7}))
    assert answer(here) == BuyTunnelTile("factory-2")


def test_it_takes_no_order_that_it_cannot_deliver_any_more() -> None:
    here = Situation().workers(A, 2)
    here.state.shift = 3
    assert not isinstance(answer(here), TakeOrder | LookAtOrders)


def test_after_a_look_it_keeps_the_order_it_can_fill_and_returns_all_others() -> None:
    here = Situation().storage(A, "gray", "gray")
    for number in ("01", "02", "05", "09"):
        here.order_on_top(f"order-barrow-{number}")
    here.order_on_top("order-engine-07").does(A, LookAtOrders())
    seen = list(here.state.look_area)
    action = answer(here)
    assert isinstance(action, ChooseOrder)
    assert action.keep == "order-engine-07"
    assert {action.keep, *(action.return_order or ())} == set(seen)


def test_with_the_last_tile_of_the_stack_nothing_goes_back() -> None:
    here = Situation().order(A, "order-carriage-09").lorry(A, "base-yellow", None)
    here.tile_stack("tile-yellow-2-dark-1").does(A, LookAtTunnelTiles())
    assert answer(here) == ChooseTunnelTile("tile-yellow-2-dark-1")


@pytest.mark.parametrize("rule", OPTIONS["shortage_rule"])
def test_in_a_shortage_it_takes_the_cube_that_its_order_waits_for(rule: str) -> None:
    here = Situation(options={"shortage_rule": rule}).empty_pit(A)
    here.order(A, "order-engine-07").order(A, "order-engine-01").supply(yellow=1)
    here.tile_stack("tile-yellow-2-dark-1").does(A, LookAtTunnelTiles())
    assert answer(here) == ChooseTunnelTile("tile-yellow-2-dark-1", fill=("gray",))


@pytest.mark.parametrize("rule", OPTIONS["shortage_rule"])
def test_without_any_cube_in_the_supply_the_lorries_stay_empty(rule: str) -> None:
    here = Situation(4, options={"shortage_rule": rule}).supply(**dict.fromkeys(COLORS, 0))
    here.tile(A, "tile-yellow-1-light-1", None)
    here.tile_stack("tile-yellow-2-dark-1").does(A, LookAtTunnelTiles())
    assert answer(here) == ChooseTunnelTile("tile-yellow-2-dark-1", fill=(None, None))


def test_it_minds_the_balance_when_tiles_are_otherwise_alike() -> None:
    here = (
        Situation().tile(A, "tile-yellow-1-light-1", None).order(A, "order-engine-08").marks(A, 9)
    )
    here.tile_stack("tile-black-2-light-1", "tile-black-2-dark-1").lorry(A, "base-black", None)
    here.does(A, LookAtTunnelTiles())
    action = answer(here)
    assert isinstance(action, ChooseTunnelTile)
    assert action.keep == "tile-black-2-dark-1"
