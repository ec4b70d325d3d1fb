"""Entries as a caller may see them: public lines exact, hidden fields back for whom they are."""

from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.decider import AnyGame
from domain.kernel.seals import Seat
from replays.aggregate import Aggregate, DamagedLog
from replays.entry import (
    UNREADABLE,
    AnyLine,
    Entry,
    read_entry,
    read_line,
    read_seal,
    seals_for,
)


class Reader(Struct, frozen=True):
    """`everything` is the organizer, who looks through nobody's eyes in particular."""

    seat: Seat | None = None
    everything: bool = False

    @property
    def eyes(self) -> str:
        """For an ETag."""
        if self.everything:
            return "all"
        return "public" if self.seat is None else str(self.seat)


class Versioned(Struct):
    v: int


PUBLIC = Reader()


def seen_view(past: Aggregate, reader: Reader) -> Any:
    game = past.game
    return game.view(past.state, reader.seat, past.names, everything=reader.everything)


def seen_line(game: AnyGame, entry: Entry, reader: Reader) -> AnyLine:
    seals = _seals(entry, reader)
    return read_line(game, entry.line, map(read_seal, seals))


def seen_bytes(game: AnyGame, entry: Entry, reader: Reader) -> bytes:
    """The same bytes whenever asked, also after the game: an answer that is repeated is equal."""
    if not entry.seals or reader == PUBLIC or not _seals(entry, reader):
        return entry.line
    return msgspec.json.encode(seen_line(game, entry, reader))


def whole_line(game: AnyGame, game_id: str, entry: Entry) -> AnyLine:
    """With all its seals: for folding, never for answering."""
    try:
        return read_entry(game, entry)
    except UNREADABLE as error:
        raise DamagedLog(game_id, version_of(entry), str(error)) from error


def version_of(entry: Entry) -> int:
    return msgspec.json.decode(entry.line, type=Versioned).v


def _seals(entry: Entry, reader: Reader) -> list[bytes]:
    return seals_for(entry, reader.seat, open_all=reader.everything)
