"""A tournament that bots have played, so that there is something to look at after the first start.

Nothing of it is stored with the program: the plan is, and the same plan gives the same event. The
key of this installation signs it.
"""

import asyncio
import secrets
from functools import partial

from domain.table.clock import milliseconds
from infra.game_log import VersionTaken
from infra.signing_key import load_or_create
from infra.tournament_log import BOT, CREATOR, TABLES, Beside
from replays.tournaments.simulation import EventPlan, PlayByBots, Simulated, Simulation
from services.bootstrap import Resources
from services.exporting import import_replay
from services.pairing.solve import pair_round
from services.tokens import digest_of, new_token

PLAN = EventPlan(entrants=9, rounds=2, seed=23, deals="duplicate", final=4)
"""Threes, fours and a final; a late entry, a repaired round, a corrected result, a penalty."""
PAIRING_SECONDS = 60.0


async def bring_sample_event(resources: Resources) -> bool:
    """Its games first, so that it never names one that is not there; False if it is there."""
    signer = load_or_create(resources.settings.data)
    pair = partial(pair_round, seconds=PAIRING_SECONDS, with_program=False)
    made = await asyncio.to_thread(Simulation(PLAN, pair, PlayByBots(signer)).run)
    for file in made.games.values():
        await import_replay(resources, file)
    tournament = made.tournament
    try:
        await resources.tournament_log.write(
            tournament.tournament_id, 0, made.entries, _beside(made)
        )
    except VersionTaken:
        return False
    await resources.tournament_log.file(
        tournament.tournament_id, milliseconds(tournament.created_at)
    )
    return True


def _beside(made: Simulated) -> Beside:
    """Nobody has its key: it is over, and the organizer may still erase names."""
    bots = {
        f"{BOT}{one.number}": PLAN.bots[one.number % len(PLAN.bots)]
        for one in made.tournament.state.entrants
    }
    setup = {CREATOR: digest_of(new_token()), TABLES: secrets.token_hex(32), **bots}
    return Beside(setup, names=made.names)
