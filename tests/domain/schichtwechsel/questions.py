"""Situations in which each kind of decision is open, and what one could think of answering."""

from collections.abc import Callable, Iterator
from itertools import chain, combinations, product

from domain.schichtwechsel.actions.choose_tile import ChooseTile
from domain.schichtwechsel.actions.resolve_row_field import ResolveRowField
from domain.schichtwechsel.actions.use_card import UseCard
from domain.schichtwechsel.params import (
    DECLINE,
    Conversion,
    Copy,
    HeadframeMove,
    Hoist,
    House,
    Params,
    Parts,
    Said,
)
from domain.schichtwechsel.state import State
from domain.schichtwechsel.versions import NEWEST
from tests.domain.schichtwechsel.refused import P, W, frames
from tests.domain.schichtwechsel.situations import BIG_WAGON, ONE, TWO, A, Situation
from tests.domain.schichtwechsel.test_catalog import FOLLOW_UPS, Content, corrected

Question = Callable[[int], Situation]


def tile(name: str) -> Question:
    def ask(rules: int) -> Situation:
        game = Situation(rules=rules).step("II", A, 1)
        game.does(A, ChooseTile(name))
        return game

    return ask


def shift_field(position: int, houses: int = 0) -> Question:
    """The miner walks on to the field after this one, or has a choice of ways."""

    def ask(rules: int) -> Situation:
        game = Situation(rules=rules).miner(A, position).coke(A, "oven_grey_3", "oven_grey_4")
        for row_field in ("row_1", "row_2")[:houses]:
            game.house(A, row_field, "site_speed")
        game.does(A, UseCard("miner_first", W))
        return game

    return ask


def canal(position: int) -> Question:
    def ask(rules: int) -> Situation:
        game = Situation(rules=rules).disc(A, "canal", position)
        game.does(A, UseCard("track_medium_canal", W))
        return game

    return ask


def coke_onto_an_oven(rules: int) -> Situation:
    game = Situation(rules=rules).headframes(A, pool=1)
    game.does(A, frames("headframe_single", ("pool", "headframe_top_3")))
    return game


def water_level(rules: int) -> Situation:
    game = Situation(rules=rules)
    game.does(A, UseCard("water_large", P))
    return game


def optional_water(rules: int) -> Situation:
    game = Situation(rules=rules).tile(A, "tile_mine_rescue").house(A, "row_5", "site_two")
    game.row_step(A).does(A, ResolveRowField("row_5", "A"))
    return game


def follow_up(effect: Content) -> Question:
    """An operation of a card on a shift field, in a corrected catalog."""

    def ask(rules: int) -> Situation:
        catalog = corrected(lambda c: c["shift"]["fields"][2].update(effects=[effect]))
        game = Situation(catalog=catalog, rules=rules).miner(A, 2).lorry(A, ONE, "coal", 1)
        game.lorry(A, TWO, "coal", 2).wagon(A, "wagon_1", 1).wagon(A, BIG_WAGON, 2)
        game.coke(A, "oven_grey_4").headframes(A, pool=1)
        game.does(A, UseCard("miner_first", W))
        return game

    return ask


QUESTIONS: list[tuple[str, Question]] = [
    ("tile_bonus", tile("tile_engine_driver")),
    ("tile_bonus", tile("tile_deputy")),
    ("tile_bonus", tile("tile_mine_rescue")),
    ("place_gained", shift_field(0)),
    ("place_gained", shift_field(7)),
    ("place_gained", coke_onto_an_oven),
    ("barrier_benefit", canal(3)),
    ("miner_steps", shift_field(7, houses=2)),
    ("place_house", canal(1)),
    ("copy", shift_field(3)),
    ("copy", shift_field(4)),
    ("return_tools", shift_field(12)),
    ("water_amount", water_level),
    ("water_amount", optional_water),
    *((kind, follow_up(effect)) for kind, effect, _ in FOLLOW_UPS),
]


def conceivable_answers(state: State) -> Iterator[Said]:
    """Words, numbers, and up to three of the members that an answer can have."""
    catalog = state.catalog
    yield from (DECLINE, "A", "B", "C", "", "miner", "headframe", "points", "coal", "spoil", "nil")
    ids = (catalog.lorries, catalog.coal_wagons, state.ovens, catalog.row, catalog.sites)
    yield from chain(*ids, state.cards, catalog.headframe_fields, catalog.tracks)
    yield from range(-1, 5)
    members = conceivable_members(state)
    for count in range(4):
        for names in combinations(members, count):
            for values in product(*(members[name] for name in names)):
                yield Parts(**dict(zip(names, values, strict=True)))  # type: ignore[arg-type]  # by name


def conceivable_members(state: State) -> dict[str, tuple[object, ...]]:
    card = state.cards[0]
    return {
        "choice": ("coal", "miner"),
        "lorry": (ONE, "wagon_1"),
        "wagon": ("wagon_1", ONE),
        "card": ("loading_small", card),
        "row_field": ("row_3",),
        "site": ("site_two",),
        "mode": ("white",),
        "params": tuple(conceivable_params()),
    }


def conceivable_params() -> Iterator[Params]:
    """Each param alone, and pairs of those that answer something."""
    hoists, conversions = (Hoist(ONE, (BIG_WAGON,)),), (Conversion("wagon_1", "oven_grey_3"),)
    ovens, moves = ("oven_grey_4",), (HeadframeMove("pool", "headframe_top_4"),)
    yield Params(lorries=(Hoist(ONE, ("wagon_2",)),))
    yield Params(conversions=conversions)
    yield Params(ovens=ovens)
    yield Params(moves=moves)
    yield Params(lorries=(Hoist(ONE, ("wagon_2",)),), ovens=ovens)
    yield Params(conversions=conversions, lorries=hoists)
    yield Params(moves=moves, order=("road",))
    yield from (Params(choice="points"), Params(steps=1), Params(amount=1), Params(place=ONE))
    yield from (Params(copy=Copy("loading_small")), Params(house=House("row_3", "site_two")))


def question_at(kind: str, at: int = 0, rules: int = NEWEST) -> Situation:
    """The situation of the first question of this kind, or of a later one."""
    return [ask for known, ask in QUESTIONS if known == kind][at](rules)
