"""Ids that the catalog does not know are refused before anything else is looked at (21.7)."""

from collections.abc import Container, Iterable

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel.params import NOTHING, Params
from domain.schichtwechsel.state import State


def refuse_unknown(names: Iterable[str], *known: Container[str]) -> None:
    for name in names:
        for among in known:
            if name in among:
                break
        else:
            raise RuleViolation("unknown_id", id=name)


def refuse_unknown_card(state: State, card: str, mode: str | None) -> None:
    refuse_unknown([card], state.catalog.cards)
    if mode is not None:
        refuse_unknown([mode], [known.id for known in state.catalog.cards[card].modes])


def refuse_unknown_ids(state: State, params: Params) -> None:
    """Everything that params name, the params of a copied card included."""
    if params == NOTHING:
        return
    catalog = state.catalog
    ovens = (state.ovens, catalog.grey_ovens)
    refuse_unknown((hoist.lorry for hoist in params.lorries), catalog.lorries)
    refuse_unknown((w for hoist in params.lorries for w in hoist.wagons), catalog.coal_wagons)
    refuse_unknown((conversion.wagon for conversion in params.conversions), catalog.coal_wagons)
    refuse_unknown((conversion.oven for conversion in params.conversions), *ovens)
    refuse_unknown(params.ovens, *ovens)
    refuse_unknown(params.order, catalog.tracks)
    refuse_unknown((move.field for move in params.moves), catalog.headframe_fields)
    if params.house:
        refuse_unknown([params.house.row_field], catalog.row)
        refuse_unknown([params.house.site], catalog.sites)
    if params.place is not None:
        refuse_unknown([params.place], catalog.lorries, catalog.coal_wagons, *ovens)
    if params.copy and params.copy.card != catalog.own_card.id:
        refuse_unknown_card(state, params.copy.card, params.copy.mode)
        refuse_unknown_ids(state, params.copy.params)


def refuse_absent_copies(state: State, params: Params) -> None:
    """A card of the catalog that is not in this game; own cards are, if never copied (R-09)."""
    if params.copy and params.copy.card != state.catalog.own_card.id:
        if params.copy.card not in state.cards:
            raise RuleViolation("not_in_play", id=params.copy.card)
        refuse_absent_copies(state, params.copy.params)
