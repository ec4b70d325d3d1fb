"""What is asked of a catalog only where a new game begins: games of old go on without it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.kernel.errors import InvalidSetup
from domain.kernel.new_catalog import refuse_below_zero, refuse_strange_ids
from domain.schichtwechsel.consistency import doubled, ids_of
from domain.schichtwechsel.effect_checks import negative_amounts
from domain.schichtwechsel.switches import MOST, too_large

if TYPE_CHECKING:
    from domain.schichtwechsel.catalog import SchichtwechselCatalog

LONGEST_PATTERN = 64
COUNTS = frozenset(
    {
        "round_cards_used",
        "cubes_drawn_per_player",
        "capacity",
        "exchanges_per_turn",
        "maximum_in_step_IV",
        "max_coke_per_player",
        "own_oven_required_from_unit",
        "max_per_player",
        "slots",
        "uses_per_round",
    }
)
"""Never below 0."""

Problems = Iterator[str]


def check(catalog: "SchichtwechselCatalog") -> None:
    """InvalidSetup with the first thing that only games of old may be played on."""
    refuse_strange_ids(catalog.content)
    refuse_below_zero(catalog.content, COUNTS)
    for part in (_switches, _payments, _own_ovens, _unasked):
        for problem in part(catalog):
            raise InvalidSetup(f"the catalog contradicts itself: {problem}")


def _switches(catalog: "SchichtwechselCatalog") -> Problems:
    if large := too_large(catalog.switches):
        yield f"rule switch {large} is above {MOST}"


def _payments(catalog: "SchichtwechselCatalog") -> Problems:
    costs = [(f"action card {card.id}", card.cost) for card in catalog.cards.values()]
    costs += [(f"action card {c.id}", m.cost) for c in catalog.cards.values() for m in c.modes]
    for where, cost in (*costs, ("own card", catalog.own_card.cost)):
        for item in cost:
            if item not in catalog.accepts:
                yield f"payment.accepts does not say what pays for {item}, which {where} costs"


def _own_ovens(catalog: "SchichtwechselCatalog") -> Problems:
    """Every seat's own oven has an id of its own; the pattern is no template for anything else."""
    pattern = catalog.own_oven_pattern
    if pattern.count("{") != 1 or "{seat}" not in pattern or len(pattern) > LONGEST_PATTERN:
        yield "coking_plant.own_ovens.id_pattern must be a short name with {seat} in it once"
    ovens = [catalog.own_oven(seat) for seat in range(max(catalog.player_counts))]
    yield from doubled((*ids_of(catalog), *ovens))


def _unasked(catalog: "SchichtwechselCatalog") -> Problems:
    for where, listed in catalog.unasked_lists():
        yield from (f"{where}{problem}" for problem in negative_amounts(listed))
