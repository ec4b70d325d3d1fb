"""The replay file `<game id>.schicht`: header, lines with their opened seals, signed footer.

One JSON value a line, each byte as it stands in the log. `read_replay` is patient: it takes apart
whatever it is given and leaves judging to the verifier.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from domain.kernel.catalog import Catalog
from domain.kernel.decider import AnyGame
from domain.kernel.seals import Audience
from replays.checkpoint import Checkpoint, Signer
from replays.entry import UNREADABLE, Creation, Entry, seals_for, sha256
from replays.record import Record
from replays.rules import catalog_of, game_of

FORMAT = "schichtbuch-replay/1"
SUFFIX = ".schicht"


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


class Stray(Struct, frozen=True):
    """A line of the file that belongs to nothing."""

    after_version: int
    code: str
    """Why, as in the table of the findings."""
    facts: dict[str, str | int] = field(default_factory=dict)


class Replay(Struct):
    """A file taken apart."""

    header: Header | None = None
    entries: list[Entry] = field(default_factory=list)
    footer: Footer | None = None
    strays: list[Stray] = field(default_factory=list)


def rules_of(header: Header, creation: Creation) -> tuple[AnyGame, Catalog]:
    """What the game was played on; UnknownRules, UnknownCatalog or InvalidSetup."""
    own = b"" if header.catalog is UNSET else msgspec.json.encode(header.catalog)
    game = game_of(creation)
    return game, catalog_of(game, creation, own)


def replay_of(record: Record, reader: Audience, signer: Signer) -> bytes:
    return write_replay(
        record.game,
        record.game_id,
        record.catalog,
        record.entries,
        reader=reader,
        game_over=record.over,
        signer=signer,
    )


def write_replay(
    game: AnyGame,
    game_id: str,
    catalog: Catalog,
    entries: Sequence[Entry],
    *,
    reader: Audience,
    game_over: bool,
    signer: Signer,
) -> bytes:
    """The file as one reader may have it; None is the public. After the game all seals are open."""
    own = game.catalogs.find(catalog.digest) is None
    header = Header(FORMAT, game_id, game.name, catalog.content if own else UNSET)
    lines = [msgspec.json.encode(header)]
    for entry in entries:
        lines += [entry.line, *seals_for(entry, reader, game_over=game_over)]
    checkpoint = Checkpoint(game_id, len(entries), sha256(entries[-1].line))
    lines.append(msgspec.json.encode(Footer(signer.sign(checkpoint), str(signer.key))))
    return b"\n".join(lines) + b"\n"


def read_replay(data: bytes) -> Replay:
    replay = Replay()
    first, *rest = data.removesuffix(b"\n").split(b"\n")
    try:
        replay.header = msgspec.json.decode(first, type=Header)
    except UNREADABLE as error:
        replay.strays.append(Stray(0, "file.header", {"error": str(error)}))
        return replay
    for line in rest:
        _sort_in(replay, line)
    return replay


def _sort_in(replay: Replay, line: bytes) -> None:
    if replay.footer:
        _stray(replay, "file.behind_footer")
    elif line.startswith(b'{"v":'):
        replay.entries.append(Entry(line))
    elif line.startswith(b'{"seal":') and replay.entries:
        entry = replay.entries[-1]
        replay.entries[-1] = Entry(entry.line, (*entry.seals, line))
    else:
        try:
            replay.footer = msgspec.json.decode(line, type=Footer)
        except UNREADABLE:
            _stray(replay, "file.stray_line")


def _stray(replay: Replay, code: str) -> None:
    replay.strays.append(Stray(len(replay.entries), code))
