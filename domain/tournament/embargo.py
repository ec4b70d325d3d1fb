"""Duplicate deals: how long what a table plays must not be seen from outside."""

from domain.kernel.in_tournament import InTournament
from domain.tournament.state import State


def is_embargoed(state: State, game: InTournament) -> bool:
    """Until the last table that plays the same deal, one of the round and size, has a result."""
    if state.rules.deals != "duplicate":
        return False
    found = state.round(game.round)
    own = found.table(game.table) if found else None
    if found is None or own is None:
        return True  # the event knows of no such table, so nobody can say that it is over
    return any(table.result is None for table in found.tables if len(table.seats) == len(own.seats))
