"""What an answer of several parts may say to which question, and nothing else (21.3).

Since version 2 of the rules: in version 1 whatever an answer said beside the point was ignored.
"""

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel.effects import Choose
from domain.schichtwechsel.events import DecisionRequested
from domain.schichtwechsel.params import NOTHING, Copy, Params, Parts, shown
from domain.schichtwechsel.state import State
from domain.schichtwechsel.unknown_ids import (
    refuse_absent_copies,
    refuse_unknown,
    refuse_unknown_card,
    refuse_unknown_ids,
)

PLACE = {frozenset({"lorry"}), frozenset({"wagon"})}
CHOICE = {frozenset({"choice"}), *(place | {"choice"} for place in PLACE)}
"""A choice alone, or at once with the place for what was chosen."""

MEMBERS: dict[str, set[frozenset[str]]] = {
    "place_gained": PLACE,
    "place_house": {frozenset({"row_field", "site"})},
    "copy": {
        frozenset({"card"}),
        frozenset({"card", "mode"}),
        frozenset({"card", "params"}),
        frozenset({"card", "mode", "params"}),
    },
}
PARAM = {
    "raise_lorries": "lorries",
    "process_wagons": "conversions",
    "load_coke": "ovens",
    "move_headframes": "moves",
}
"""Questions that are answered by the one param of a card that would have said it."""


def refuse_inexact(state: State, decision: DecisionRequested, said: Parts) -> None:
    refuse_strange_ids(state, said)
    if not (_fits(decision, said) and _in_its_member(state, said)):
        raise RuleViolation("option_impossible", option=shown(said))


def refuse_strange_ids(state: State, said: Parts) -> None:
    """Ids come first, whether or not they were asked for (21.7)."""
    catalog = state.catalog
    places = [place for place in (said.lorry, said.wagon) if place is not None]
    refuse_unknown(places, catalog.lorries, catalog.coal_wagons)
    if said.row_field is not None:
        refuse_unknown([said.row_field], catalog.row)
    if said.site is not None:
        refuse_unknown([said.site], catalog.sites)
    if said.card is not None and said.card != catalog.own_card.id:
        refuse_unknown_card(state, said.card, said.mode)
    refuse_unknown_ids(state, said.params)
    copied = said.params if said.card is None else Params(copy=Copy(said.card, None, said.params))
    refuse_absent_copies(state, copied)


def _fits(decision: DecisionRequested, said: Parts) -> bool:
    kind, members = decision.kind, _set(said, Parts())
    if kind == "tile_bonus":
        chosen = isinstance(decision.then[0].effect, Choose)
        return members in (CHOICE if chosen else PLACE)
    if kind in PARAM:
        return members == {"params"} and _set(said.params, NOTHING) == {PARAM[kind]}
    return members in MEMBERS.get(kind, ())


def _in_its_member(state: State, said: Parts) -> bool:
    lorries, wagons = state.catalog.lorries, state.catalog.coal_wagons
    return (said.lorry is None or said.lorry in lorries) and (
        said.wagon is None or said.wagon in wagons
    )


def _set(said: Parts | Params, nothing: Parts | Params) -> frozenset[str]:
    """The members that say anything."""
    names = said.__struct_fields__
    return frozenset(name for name in names if getattr(said, name) != getattr(nothing, name))
