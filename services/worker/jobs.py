"""What workers do. A job may run twice: it looks at the log first, and writes once or never."""

import secrets
from collections.abc import Sequence

import msgspec

from domain.bots import bots_for
from domain.kernel.chance import CommittedChance
from domain.kernel.choices import Choice
from domain.kernel.seals import Fact, Seat
from infra.signing_key import load_or_create
from replays.aggregate import Aggregate
from replays.samples import sample_keys, samples
from replays.verify import verify
from services.archive import import_replay, replay_file
from services.bootstrap import Workplace
from services.games import StaleVersion
from services.worker.at_work import at_work


def settle_shift(game_id: str, version: int) -> bool:
    """Score the shift that ended with this version."""
    return at_work(lambda workplace: workplace.games.settle(game_id, version))


def play_bot(game_id: str, version: int) -> bool:
    """Move for the bot whose turn came with this version."""
    return at_work(lambda workplace: _play_bot(workplace, game_id, version))


def audit_game(game_id: str, version: int) -> None:
    """Verify the game at this version and keep the verdicts."""
    at_work(lambda workplace: _audit_game(workplace, game_id, version))


def audit_file(audit_id: str) -> None:
    """Verify an uploaded replay file and keep the verdicts."""
    at_work(lambda workplace: _audit_file(workplace, audit_id))


def import_sample(name: str) -> bool:
    """Put a sample replay into the log, if it is not there yet."""
    data = dict(samples())[name]
    return at_work(lambda workplace: import_replay(workplace, data))


async def _play_bot(workplace: Workplace, game_id: str, version: int) -> bool:
    aggregate = await workplace.games.current(game_id)
    seat = aggregate.bot_to_move()
    if aggregate.version != version or seat is None:
        return False
    action = _bot_move(aggregate, seat)
    try:
        await workplace.games.act(game_id, seat, [action], expected=version)
    except StaleVersion:
        return False
    return True


def _bot_move(aggregate: Aggregate, seat: Seat) -> Fact:
    game, state = aggregate.game, aggregate.state

    def offer(draft: Fact | None = None) -> Sequence[Choice[Fact]]:
        return game.choices(state, seat, draft)

    bot = bots_for(game)[aggregate.seats[seat].bot or "random"]
    luck = CommittedChance(secrets.token_bytes(32))
    return bot(game.view(state, seat), offer, luck, "move", aggregate.catalog)


async def _audit_game(workplace: Workplace, game_id: str, version: int) -> None:
    data = await replay_file(workplace, game_id, version)
    key = load_or_create(workplace.settings.data).key
    report = verify(data, [key, *sample_keys()])
    await workplace.audits.keep_game(game_id, version, msgspec.json.encode(report))


async def _audit_file(workplace: Workplace, audit_id: str) -> None:
    data = await workplace.audits.file(audit_id)
    if data is not None:
        key = load_or_create(workplace.settings.data).key
        report = verify(data, [key, *sample_keys()])
        await workplace.audits.keep_file(audit_id, msgspec.json.encode(report))
