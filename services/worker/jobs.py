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
from services.archive import import_replay
from services.bootstrap import Workplace
from services.games import StaleVersion
from services.worker.at_work import at_work

MOVES = 20
"""So many of a game's bots in one job, so that other games have their turn, too."""


def settle_shifts(shifts: Sequence[tuple[str, int]]) -> int:
    """Score the shifts that ended with these versions: how many were not scored yet."""
    return at_work(lambda workplace: settle_together(workplace, shifts))


def play_bots(game_id: str, version: int) -> int:
    """Move for the bot whose turn came with this version, and for bots after it: how many moves."""
    return at_work(lambda workplace: _play_bots(workplace, game_id, version))


def import_sample(name: str) -> bool:
    """Put a sample replay into the log, if it is not there yet."""
    data = dict(samples())[name]
    return at_work(lambda workplace: import_replay(workplace, data))


async def settle_together(workplace: Workplace, shifts: Sequence[tuple[str, int]]) -> int:
    """One that cannot be scored stands in the way of none of the others."""
    settled = await asyncio.gather(
        *(workplace.games.settle(game_id, version) for game_id, version in shifts),
        return_exceptions=True,
    )
    failures = [failure for failure in settled if isinstance(failure, BaseException)]
    if failures:
        raise failures[0]
    return settled.count(True)


async def _play_bots(workplace: Workplace, game_id: str, version: int) -> int:
    aggregate = await workplace.games.current(game_id)
    moves = 0
    while moves < MOVES and aggregate.version == version + moves:
        seat = aggregate.bot_to_move()
        if seat is None or aggregate.state.phase == "scoring":
            break
        action = _bot_move(aggregate, seat)
        try:
            await workplace.games.act(game_id, seat, [action], expected=aggregate.version)
        except StaleVersion:
            break
        moves += 1
    return moves


def _bot_move(aggregate: Aggregate, seat: Seat) -> Fact:
    game, state = aggregate.game, aggregate.state

    def offer(draft: Fact | None = None) -> Sequence[Choice[Fact]]:
        return game.choices(state, seat, draft)

    bot = bots_for(game)[aggregate.seats[seat].bot or "random"]
    luck = CommittedChance(secrets.token_bytes(32))
    return bot(game.view(state, seat), offer, luck, "move", aggregate.catalog)
