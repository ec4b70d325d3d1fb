"""The standings of events: worked out in a thread, and once per version whoever asks.

A thousand entrants and a hundred rounds take seconds, and everybody may ask.
"""

import asyncio

from domain.tournament.standings import Standings, standings
from domain.tournament.view import ledger_now
from services.api.backend import Backend


async def standings_of(
    backend: Backend, tournament_id: str, after: int | None = None
) -> Standings | None:
    """After a round, else the latest there are; None if there are none."""
    async with backend.long_answers:
        async with backend.resources.tournaments.held(tournament_id) as tournament:
            key = (tournament_id, tournament.version, after)
            known = backend.standings.get(key)
            if known is not None:
                return known
            rules, chance = tournament.state.rules, tournament.chance
            ledger = await asyncio.to_thread(ledger_now, tournament.state, after)
        if ledger is None:
            return None
        found = await asyncio.to_thread(standings, ledger, rules, chance)
    return backend.standings.keep(key, found)
