"""What workers of games do. A job may run twice: it looks at the log first, and writes once."""

import asyncio
import secrets
from collections.abc import Sequence

from domain.bots import bots_for
from domain.kernel.chance import CommittedChance
from domain.kernel.choices import Choice
from domain.kernel.seals import Fact, Seat
from replays.aggregate import Aggregate
from replays.samples import samples
from services.bootstrap import Resources
from services.errands import is_paced
from services.exporting import import_replay
from services.games import StaleVersion
from services.sample_event import bring_sample_event
from services.worker.run_job import run_job

MOVES = 20
"""So many of a game's bots in one job, so that other games have their turn, too."""


def settle_shifts(shifts: Sequence[tuple[str, int]]) -> int:
    """Score the shifts that ended with these versions: how many were not scored yet."""
    return run_job(lambda resources: settle_together(resources, shifts))


def play_bots(game_id: str, version: int) -> int:
    """Move for the bot whose turn came with this version, and for bots after it: how many moves."""
    return run_job(lambda resources: _play_bots(resources, game_id, version))


def import_sample(name: str) -> bool:
    """Put a sample replay into the log, if it is not there yet."""
    data = dict(samples())[name]
    return run_job(lambda resources: import_replay(resources, data))


def bring_event() -> bool:
    """The sample event, if it is not there yet."""
    return run_job(bring_sample_event)


async def settle_together(resources: Resources, shifts: Sequence[tuple[str, int]]) -> int:
    """One that cannot be scored stands in the way of none of the others."""
    settled = await asyncio.gather(
        *(resources.games.settle(game_id, version) for game_id, version in shifts),
        return_exceptions=True,
    )
    failures = [failure for failure in settled if isinstance(failure, BaseException)]
    if failures:
        raise failures[0]
    return settled.count(True)


async def _play_bots(resources: Resources, game_id: str, version: int) -> int:
    aggregate = await resources.games.current(game_id)
    most = 1 if is_paced(aggregate, resources.settings.bot_pace) else MOVES
    moves = 0
    while moves < most and aggregate.version == version + moves:
        seat = aggregate.bot_to_move()
        if seat is None or aggregate.state.phase == "scoring":
            break
        action = _bot_move(aggregate, seat)
        try:
            await resources.games.act(game_id, seat, [action], expected=aggregate.version)
        except StaleVersion:
            break
        moves += 1
    return moves


def _bot_move(aggregate: Aggregate, seat: Seat) -> Fact:
    game, state = aggregate.game, aggregate.state

    def offer(draft: Fact | None = None) -> Sequence[Choice[Fact]]:
        return game.choices(state, seat, draft)

    bot = bots_for(game)[aggregate.table.seats[seat].bot or "random"]
    luck = CommittedChance(secrets.token_bytes(32))
    return bot(game.view(state, seat), offer, luck, "move", aggregate.catalog)
