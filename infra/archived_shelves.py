"""Shelves of games in the archive: by game, and by player, packed.

A line is shelf, time of creation, id and game: the shelf is the game, or a digest of a player's
name. All of them are finished, and what stands on the shelves of all games stands on one of these.
"""

import asyncio
from collections.abc import Iterator, Sequence

from domain.registry import GAMES
from infra.connections import AnyRedis
from infra.games_search import FINISHED, Filing, Search, player_digest
from infra.packed_lines import UNCOUNTED, PackedLines

DIGEST_DIGITS = 12
"""Who has another name with the same digest is told apart by whoever looks at the game."""
BEHIND_ALL = "~"


class ArchivedShelves:
    def __init__(self, redis: AnyRedis) -> None:
        self._lines = PackedLines(redis, "schichtbuch:index:archived")

    async def put(self, filings: Sequence[Filing]) -> None:
        await self._lines.change(added=[line for one in filings for line in _lines(one)])

    async def remove(self, filings: Sequence[Filing]) -> None:
        await self._lines.change(gone=[line for one in filings for line in _lines(one)])

    async def forget_names(self, filing: Filing) -> None:
        await self._lines.change(gone=_player_lines(filing))

    async def missing(self, filings: Sequence[Filing]) -> list[Filing]:
        """Those that are not on all of their shelves."""
        lines = {filing.game_id: set(_lines(filing)) for filing in filings}
        missing = await self._lines.missing(line for some in lines.values() for line in some)
        return [filing for filing in filings if lines[filing.game_id] & missing]

    async def members(self, search: Search, most: int) -> list[str]:
        """So many of whatever game is asked for, in no particular order."""
        if search.status not in (None, FINISHED):
            return []
        games = [search.game] if search.game else list(GAMES)
        found = await asyncio.gather(*(self._on_shelf(game, search, most) for game in games))
        return [member for shelf in found for member in shelf]

    async def of_player(self, search: Search, name: str, most: int) -> dict[str, str]:
        """The games of so many of them, whatever else is asked for."""
        return await self._on_shelf(_player_shelf(name), search, most)

    async def count(self, game: str | None) -> int:
        counts = await self._lines.counts()
        return counts.get(game, 0) if game else sum(counts.values())

    async def _on_shelf(self, shelf: str, search: Search, most: int) -> dict[str, str]:
        low = search.oldest[1:].replace("/", " ")
        high = search.newest[1:].replace("/", " ") or BEHIND_ALL
        backwards = not search.oldest_first
        # One more: the game of the cursor may be among them.
        lines = await self._lines.between(
            f"{shelf} {low}", f"{shelf} {high}", most + 1, backwards=backwards
        )
        found = dict(_member_and_game(line) for line in lines)
        return {member: game for member, game in found.items() if search.is_on_page(member)}


def _member_and_game(line: str) -> tuple[str, str]:
    _, created_at, game_id, game = line.split(" ")
    return f"{created_at}/{game_id}", game


def _lines(filing: Filing) -> Iterator[str]:
    yield f"{filing.game} {filing.created_at} {filing.game_id} {filing.game}"
    yield from _player_lines(filing)


def _player_lines(filing: Filing) -> Iterator[str]:
    for name in filing.names:
        yield f"{_player_shelf(name)} {filing.created_at} {filing.game_id} {filing.game}"


def _player_shelf(name: str) -> str:
    return f"{UNCOUNTED}{player_digest(name)[:DIGEST_DIGITS]}"
