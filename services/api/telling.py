"""In what form those who watch live are told what happens: as entries, or as frames."""

from typing import Protocol

from msgspec import Struct, field

from domain.kernel.decider import AnyGame
from infra.game_log import GameLog
from replays.entry import Entry
from services.api.live_frames import LiveFrames
from services.api.reading import Reader, seen_bytes


class Notice(Struct):
    """An entry on its way to the viewers; its bytes are made once for all who see the same."""

    version: int
    entry: Entry
    last: bool
    _encoded: dict[Reader, bytes] = field(default_factory=dict)

    def bytes_for(self, game: AnyGame, reader: Reader) -> bytes:
        encoded = self._encoded.get(reader)
        if encoded is None:
            encoded = as_event(game, self.version, self.entry, reader)
            self._encoded[reader] = encoded
        return encoded


def as_event(game: AnyGame, version: int, entry: Entry, reader: Reader) -> bytes:
    return event_of(version, seen_bytes(game, entry, reader))


def event_of(version: int, body: bytes) -> bytes:
    return b"id: %d\nevent: entry\ndata: %b\n\n" % (version, body)


class Telling(Protocol):
    """In what form a viewer is told what happens; every entry is one event."""

    async def live(self, notice: Notice) -> bytes | None:
        """An entry that has just come; None if the log has to be read again."""

    async def past(self, first: int, last: int) -> list[bytes]:
        """Entries that the log has, beginning with the first one; perhaps not all of them."""


class Entries:
    """As they stand in the log."""

    def __init__(self, log: GameLog, game_id: str, game: AnyGame, reader: Reader) -> None:
        self._log, self._game_id, self._game, self._reader = log, game_id, game, reader

    async def live(self, notice: Notice) -> bytes:
        return notice.bytes_for(self._game, self._reader)

    async def past(self, first: int, last: int) -> list[bytes]:
        entries = await self._log.read(self._game_id, first, last)
        return [as_event(self._game, v, e, self._reader) for v, e in enumerate(entries, first)]


class ReadsLines(Protocol):
    async def read(self, stream: str, first: int, last: int) -> list[Entry]: ...


class PublicLines:
    """As they stand in a log that hides nothing from anybody."""

    def __init__(self, log: ReadsLines, stream: str) -> None:
        self._log, self._stream = log, stream

    async def live(self, notice: Notice) -> bytes:
        return event_of(notice.version, notice.entry.line)

    async def past(self, first: int, last: int) -> list[bytes]:
        entries = await self._log.read(self._stream, first, last)
        return [event_of(version, entry.line) for version, entry in enumerate(entries, first)]


class FramesTold:
    """As frames; the first that is sent has the whole view."""

    def __init__(self, frames: LiveFrames) -> None:
        self._frames = frames
        self._begun = False

    async def live(self, notice: Notice) -> bytes | None:
        made = await self._frames.of_entry(notice.version, notice.entry)
        if made is None:
            return None
        begun, self._begun = self._begun, True
        return made.next if begun else made.first

    async def past(self, first: int, last: int) -> list[bytes]:
        made = await self._frames.of_past(first, last)
        begun, self._begun = self._begun, True
        return [one.next if begun or at else one.first for at, one in enumerate(made)]
