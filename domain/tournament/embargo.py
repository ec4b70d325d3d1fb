"""Duplicate deals: how long what a table plays must not be seen from outside."""

from collections.abc import Sequence

from domain.kernel.in_tournament import InTournament
from domain.tournament.state import State, TableNow


def is_embargoed(state: State, game: InTournament) -> bool:
    """Until the last table that plays the same deal has a result."""
    if state.rules.deals != "duplicate":
        return False
    # If the event knows of no such table, nobody can say that it is over.
    playing = tables_of_deal(state, game.round, game.table)
    return not playing or any(table.result is None for table in playing)


def tables_of_deal(state: State, round: int, table: int) -> Sequence[TableNow]:
    """Those that play what this one plays: itself, and with duplicate deals all of its size."""
    found = state.round(round)
    own = found.table(table) if found else None
    if found is None or own is None:
        return ()
    if state.rules.deals != "duplicate":
        return (own,)
    return [one for one in found.tables if len(one.seats) == len(own.seats)]
