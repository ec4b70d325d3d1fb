"""The archive compared with Redis: is every game that should be there somewhere, and only once?"""

import random

from msgspec import Struct

from infra.archive_file import digest_of_archive
from infra.archive_mark import Mark
from infra.games_index import Search
from services.bootstrap import Resources

READ = 1000
"""So many files are read; of more than that a random part."""
PAGE = 1000


class Comparison(Struct, frozen=True):
    archived: int
    """Games that are marked as archived."""
    files: int
    bytes: int
    """Of all files together."""
    candidates: int
    """Finished games that wait for their time, or were begun."""
    read: int
    """So many files were read."""
    missing: list[str]
    """Marked as archived, but there is no such file."""
    changed: list[str]
    """The file is not the one that was written."""
    nowhere: list[str]
    """Listed as finished, but neither in the log nor marked as archived."""
    unknown: list[str]
    """Files of games that Redis knows nothing of."""


async def compare(resources: Resources, *, read: int = READ) -> Comparison:
    archived = resources.archived
    files = {file.game_id: file.size async for file in archived.store.files()}
    marked = {game_id async for game_id in archived.marked()}
    found = sorted(marked & files.keys())
    looked_at = random.sample(found, read) if len(found) > read else found
    return Comparison(
        len(marked),
        len(files),
        sum(files.values()),
        await archived.waiting(),
        len(looked_at),
        # Asked for again: it may have come back while the files were listed.
        [
            game_id
            for game_id in sorted(marked - files.keys())
            if await _is_lost(resources, game_id)
        ],
        [game_id for game_id in looked_at if await _is_changed(resources, game_id)],
        await _nowhere(resources, marked),
        [
            game_id
            for game_id in sorted(files.keys() - marked)
            if await archived.where(game_id) is None
        ],
    )


async def _is_lost(resources: Resources, game_id: str) -> bool:
    is_marked = isinstance(await resources.archived.where(game_id), Mark)
    return is_marked and await resources.archived.store.get(game_id) is None


async def _is_changed(resources: Resources, game_id: str) -> bool:
    content = await resources.archived.store.get(game_id)
    where = await resources.archived.where(game_id)
    return (
        isinstance(where, Mark)
        and content is not None
        and digest_of_archive(content) != where.digest
    )


async def _nowhere(resources: Resources, marked: set[str]) -> list[str]:
    """Of the games that the index has as finished."""
    here = {game_id async for game_id in resources.log.games()} | marked
    lost: list[str] = []
    cursor: str | None = None
    while True:
        page = await resources.index.page(Search(status="finished", after=cursor), PAGE)
        for game_id in page.game_ids:
            if game_id not in here and await resources.archived.where(game_id) is None:
                lost.append(game_id)
        cursor = page.cursor
        if cursor is None:
            return lost
