"""The replay file `<game id>.schicht`: header, lines with their opened seals, signed footer.

One JSON value per line, each byte as it stands in the log. `read_replay` is patient: it takes apart
whatever it is given, up to the limits, and leaves judging to the verifier.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from domain.kernel.catalog import Catalog
from domain.kernel.decider import AnyGame
from domain.kernel.seals import Seat
from replays.checkpoint import Checkpoint, Signer
from replays.entry import UNREADABLE, Creation, Entry, names_are_sealed, seals_for, sha256
from replays.limits import (
    LONGEST_LINE,
    MOST_BYTES,
    MOST_ENTRIES,
    MOST_LINES,
    MOST_SEALS,
    BeyondLimit,
    check_header,
    check_line,
)
from replays.record import Record
from replays.rules import catalog_of, game_of

FORMATS = ("schichtbuch-replay/1", "schichtbuch-replay/2")
"""The second has a seal for everybody, which holds the players' names and may be missing, or a
proof in its footer, or both."""
SUFFIX = ".schicht"
CUT_OFF = "file.cut_off"
BEGINS = b'{"format":"schichtbuch-replay/'


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    game: str
    rules: str
    catalog: dict[str, Any] | UnsetType = UNSET
    """Only if it is none that was ever built in."""


class Footer(Struct, frozen=True, forbid_unknown_fields=True):
    checkpoint: str
    key: str
    """The public key that signed, so that a stranger can check it against a list of their own."""
    proof: str | UnsetType = UNSET
    """That the last entry that has a leaf stands in a transparency log; only of finished games."""


class Fault(Struct, frozen=True):
    """Why the file is none, was not read to its end, or holds a line that belongs to nothing."""

    after_version: int
    code: str
    """As in the table of the findings."""
    facts: dict[str, str | int] = field(default_factory=dict)


class Replay(Struct):
    """A file taken apart."""

    header: Header | None = None
    entries: list[Entry] = field(default_factory=list)
    footer: Footer | None = None
    footer_line: bytes = b""
    stray: Fault | None = None
    """The first line that belongs to nothing."""
    torn: Fault | None = None
    """That the file ends within a line; what there is of it says nothing."""
    unread: Fault | None = None
    """Why the file was not read, or not to its end; then nothing of it proves anything."""
    lines: int = 0
    """How many were looked at."""

    @property
    def cut_off(self) -> bool:
        """Whether it ends before its signed end: every file of ours has one."""
        within_header = self.unread is not None and self.unread.code == CUT_OFF
        read_to_the_end = self.header is not None and self.unread is None
        return within_header or (read_to_the_end and self.footer is None)


def rules_of(header: Header, creation: Creation) -> tuple[AnyGame, Catalog]:
    """What the game was played on; UnknownRules, UnknownCatalog or InvalidSetup."""
    own = b"" if header.catalog is UNSET else msgspec.json.encode(header.catalog)
    game = game_of(creation)
    return game, catalog_of(game, creation, own)


def replay_of(record: Record, reader: Seat | None, signer: Signer) -> bytes:
    return write_replay(
        record.game,
        record.game_id,
        record.catalog,
        record.entries,
        reader=reader,
        open_all=record.over,
        footer=signed_footer(record.game_id, record.entries, signer),
    )


def signed_footer(
    game_id: str, entries: Sequence[Entry], signer: Signer, proof: str | None = None
) -> bytes:
    checkpoint = Checkpoint(game_id, len(entries), sha256(entries[-1].line))
    proven = UNSET if proof is None else proof
    return msgspec.json.encode(Footer(signer.sign(checkpoint), str(signer.key), proven))


def format_with(footer: bytes, *, has_names: bool) -> str:
    """The first that knows what the file holds."""
    is_proven = msgspec.json.decode(footer, type=Footer).proof is not UNSET
    return FORMATS[has_names or is_proven]


def write_replay(
    game: AnyGame,
    game_id: str,
    catalog: Catalog,
    entries: Sequence[Entry],
    *,
    reader: Seat | None,
    open_all: bool,
    footer: bytes,
) -> bytes:
    """The file as one reader may have it; None is the public. After the game all seals are open."""
    own = game.catalogs.find(catalog.digest) is None
    format_ = format_with(footer, has_names=names_are_sealed(entries[0]))
    header = Header(format_, game_id, game.name, catalog.content if own else UNSET)
    lines = [msgspec.json.encode(header)]
    for entry in entries:
        lines += [entry.line, *seals_for(entry, reader, open_all=open_all)]
    return b"\n".join([*lines, footer]) + b"\n"


def read_replay(data: bytes, check: Callable[[int, bytes], None] = check_line) -> Replay:
    """`check` says how much a line may be; the log of an event has longer ones than a game's."""
    replay = Replay()
    torn = _torn_line(data)
    try:
        for line in _lines(data):
            replay.lines += 1
            if replay.lines == 1:
                replay.header = _header(line)
                continue
            check(replay.lines, line)
            if replay.lines == torn:
                replay.torn = Fault(len(replay.entries), CUT_OFF)
            else:
                _sort_in(replay, line)
    except BeyondLimit as limit:
        replay.unread = Fault(len(replay.entries), limit.code, {**limit.facts})
    except UNREADABLE as error:
        replay.unread = _unread_header(data, str(error))
    else:
        if replay.header and replay.header.format not in FORMATS:
            replay.unread = Fault(0, "file.format", {"format": replay.header.format})
    return replay


def _torn_line(data: bytes) -> int | None:
    """The number of a last line that stops in its middle: editors drop a newline, no brackets."""
    last = data.rfind(b"\n") + 1
    if last == len(data) or len(data) > MOST_BYTES or len(data) - last > LONGEST_LINE:
        return None
    try:
        msgspec.json.decode(data[last:])
    except UNREADABLE:
        return data.count(b"\n") + 1
    return None


def _unread_header(data: bytes, error: str) -> Fault:
    if data and b"\n" not in data and BEGINS.startswith(data[: len(BEGINS)]):
        return Fault(0, CUT_OFF)
    return Fault(0, "file.header", {"error": error})


def _lines(data: bytes) -> Iterator[bytes]:
    """One after the other: what stands behind a limit is never looked at."""
    if len(data) > MOST_BYTES:
        raise BeyondLimit("file.too_large", most=MOST_BYTES)
    start, end = 0, len(data) - data.endswith(b"\n")
    for _ in range(MOST_LINES):
        stop = data.find(b"\n", start, end)
        if stop == -1:
            yield data[start:end]
            return
        yield data[start:stop]
        start = stop + 1
    raise BeyondLimit("file.too_many_lines", most=MOST_LINES)


def _header(line: bytes) -> Header:
    check_header(line)
    return msgspec.json.decode(line, type=Header)


def _sort_in(replay: Replay, line: bytes) -> None:
    if replay.footer:
        _stray(replay, "file.behind_footer")
    elif line.startswith(b'{"v":'):
        if len(replay.entries) == MOST_ENTRIES:
            raise BeyondLimit("file.too_many_entries", most=MOST_ENTRIES)
        replay.entries.append(Entry(line))
    elif line.startswith(b'{"seal":') and replay.entries:
        _seal(replay, line)
    else:
        _footer(replay, line)


def _footer(replay: Replay, line: bytes) -> None:
    try:
        footer = msgspec.json.decode(line, type=Footer)
    except UNREADABLE:
        _stray(replay, "file.stray_line")
        return
    if footer.proof is not UNSET and replay.header and replay.header.format == FORMATS[0]:
        _stray(replay, "file.stray_line")  # that format has no such footer
    else:
        replay.footer, replay.footer_line = footer, line


def _seal(replay: Replay, line: bytes) -> None:
    entry = replay.entries[-1]
    if len(entry.seals) == MOST_SEALS:
        raise BeyondLimit("file.too_many_seals", version=len(replay.entries), most=MOST_SEALS)
    replay.entries[-1] = Entry(entry.line, (*entry.seals, line))


def _stray(replay: Replay, code: str) -> None:
    if replay.stray is None:
        replay.stray = Fault(len(replay.entries), code)
