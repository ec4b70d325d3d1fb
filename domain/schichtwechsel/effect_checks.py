"""What the effects in a catalog must fulfil: bounded amounts, known tracks, chains that end (6.4).

The events of a log hold effects, too, so what they may be is said here and not in their types.
"""

from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from math import factorial, prod
from typing import TYPE_CHECKING

from domain.schichtwechsel.effects import (
    Advance,
    AdvanceUpTo,
    Choose,
    CopyCard,
    Effect,
    Effects,
    GainCoke,
    GainCube,
    MoveHeadframe,
    MoveHeadframes,
    MoveMiner,
    Size,
    TileLowerBonus,
    op_of,
)

if TYPE_CHECKING:
    from domain.schichtwechsel.catalog import SchichtwechselCatalog

MOST = 30
"""The largest amount of an effect; printed are up to 4."""
MOST_EFFECTS = 12
"""In one place, options included; printed are up to 7."""
MOST_OPTIONS = 26
"""Options are named by letters."""
MOST_ORDERS = 100
"""In which the track steps of one card can be made; printed are up to 3."""
KNOWN_OPS = {str(kind.__struct_config__.tag) for kind in Effect.__args__}

Problems = Iterator[str]


def effects(catalog: "SchichtwechselCatalog") -> Problems:
    for where, listed in (*catalog.effect_lists(), *catalog.unasked_lists()):
        yield from (f"{where}{problem}" for problem in _list_problems(catalog, listed))
    for where, listed in catalog.effect_lists():
        yield from (f"{where}{problem}" for problem in negative_amounts(listed))
    for tile in catalog.tiles.values():
        if len(tile.lower.options) > MOST_OPTIONS:
            yield f"selection tile {tile.id} has more than {MOST_OPTIONS} options"
    for op in catalog.shift.ops_kept_without_field_use:
        if op not in KNOWN_OPS:
            yield f"ops_kept_without_field_use names an unknown effect: {op}"


def _list_problems(catalog: "SchichtwechselCatalog", listed: Effects) -> Problems:
    every = list(_deep(listed))
    if len(every) > MOST_EFFECTS:
        yield f" has {len(every)} effects; at most {MOST_EFFECTS} are played"
    for effect in every:
        if isinstance(effect, Advance | AdvanceUpTo) and effect.track not in catalog.tracks:
            yield f" moves along an unknown track: {effect.track}"
        if isinstance(effect, Choose) and len(effect.options) > MOST_OPTIONS:
            yield f": choose has more than {MOST_OPTIONS} options"
        yield from _amount_problems(effect)
    if _orders(listed) > MOST_ORDERS:
        yield f": its track steps can be made in more than {MOST_ORDERS} orders"


def _amount_problems(effect: Effect) -> Problems:
    amounts = [_amount(effect), getattr(effect, "delta", 0)]
    if isinstance(effect, GainCube | GainCoke) and effect.requires:
        amounts += [effect.requires.own_coke_in_plant_at_least, effect.requires.heap_at_least]
    if any(isinstance(number, int) and abs(number) > MOST for number in amounts):
        yield f": {op_of(effect)} has an amount of more than {MOST}"


def negative_amounts(listed: Effects) -> Problems:
    for effect in _deep(listed):
        if _amount(effect) < 0:
            yield f": {op_of(effect)} has a negative amount"


def _amount(effect: Effect) -> int:
    amount = getattr(effect, "n", getattr(effect, "up_to", 0))
    return amount if isinstance(amount, int) else 0


def _orders(listed: Effects) -> int:
    """In how many orders the printed track steps can be made, as far as it matters."""
    steps: dict[str, int] = {}
    for effect in listed:
        if isinstance(effect, Advance):
            steps[effect.track] = steps.get(effect.track, 0) + max(0, effect.n)
    if len(steps) < 2:
        return 1
    fewer = [min(count, MOST_ORDERS) for count in steps.values()]
    return factorial(sum(fewer)) // prod(map(factorial, fewer))


def _deep(listed: Effects) -> Iterator[Effect]:
    for effect in listed:
        yield effect
        if isinstance(effect, Choose):
            for option in effect.options:
                yield from _deep(option)


def endless(catalog: "SchichtwechselCatalog") -> Problems:
    """Chains must come to an end (6.4). Discs, miners, houses and coke only ever move forward;
    copies, headframe bonuses, tile bonuses and the overrun could lead back to themselves."""
    lists: dict[str, list[Effect]] = {}
    for where, listed in catalog.effect_lists():
        lists.setdefault(where, []).extend(_deep(listed))
    leads = Leads(catalog)
    try:
        TopologicalSorter({where: leads.to(found) for where, found in lists.items()}).prepare()
    except CycleError as cycle:
        yield f"{cycle.args[1][0]} leads back to itself without an end"


class Leads:
    """What follows from an effect beyond itself, looked up once for all effects alike."""

    def __init__(self, catalog: "SchichtwechselCatalog") -> None:
        self._catalog = catalog
        self._tiles = {f"selection tile {tile}" for tile in catalog.tiles}
        self._fields = {f"headframe field {name}" for name in catalog.headframe_fields}
        self._copies: dict[tuple[Size, ...], set[str]] = {}

    def to(self, listed: Iterable[Effect]) -> set[str]:
        found: set[str] = set()
        for effect in set(listed):
            if isinstance(effect, CopyCard):
                found |= self._copyable(effect.sizes)
            elif isinstance(effect, MoveMiner):
                found.add("shift overrun")
            elif isinstance(effect, TileLowerBonus):
                found |= self._tiles
            elif isinstance(effect, MoveHeadframe | MoveHeadframes):
                found |= self._fields
        return found

    def _copyable(self, sizes: tuple[Size, ...]) -> set[str]:
        if sizes not in self._copies:
            self._copies[sizes] = {
                f"action card {card.id}"
                for card in self._catalog.cards.values()
                if not card.copy_protected
                and {card.size, *(m.size for m in card.modes if m.id in card.copy_modes)}
                & set(sizes)
            }
        return self._copies[sizes]
