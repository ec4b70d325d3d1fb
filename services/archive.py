"""Games between the log and replay files."""

from contextlib import suppress

import msgspec
from msgspec import UNSET

from domain.kernel.seals import Seat
from infra.game_log import Founding, VersionTaken
from infra.signing_key import load_or_create
from replays.aggregate import Aggregate
from replays.file import read_replay, write_replay
from replays.verify import verify
from services.bootstrap import Workplace


class NotImportable(Exception):
    """The file is no finished, sound game, or the game is there already with another log."""


async def replay_file(
    workplace: Workplace,
    game_id: str,
    version: int | None = None,
    reader: Seat | None = None,
    *,
    all_seals: bool = False,
) -> bytes:
    """The replay as a reader may have it, up to a version or to the end; or with every seal."""
    entries = await workplace.log.read(game_id, 1, version)
    founding = await workplace.log.founding(game_id)
    aggregate = Aggregate.begin(game_id, entries[0], founding.catalog)
    for entry in entries[1:]:
        aggregate.follow(entry)
    return write_replay(
        aggregate.game,
        game_id,
        aggregate.catalog,
        entries,
        reader=reader,
        game_over=aggregate.over or all_seals,
        signer=load_or_create(workplace.settings.data),
    )


async def import_replay(workplace: Workplace, data: bytes) -> bool:
    """A finished game becomes a log, byte for byte; False if it is there already."""
    report = verify(data)
    replay = read_replay(data)
    if not report.ok or report.phase != "finished" or replay.header is None:
        broken = [name for name, v in report.verdicts.items() if v.verdict == "broken"]
        raise NotImportable(f"broken: {', '.join(broken)}" if broken else "the game is not over")
    own = replay.header.catalog
    founding = Founding({}, b"" if own is UNSET else msgspec.json.encode(own))
    game_id = replay.header.game
    with suppress(VersionTaken):
        await workplace.log.create(game_id, replay.entries[0], founding)
    there = await workplace.log.read(game_id)
    if [entry.line for entry in there] != [e.line for e in replay.entries[: len(there)]]:
        raise NotImportable(f"there is another game {game_id}")
    missing = replay.entries[len(there) :]
    if missing:
        with suppress(VersionTaken):
            await workplace.log.append_all(game_id, len(there), missing)
    await workplace.errands.chase(await workplace.games.current(game_id))
    return bool(missing)
