"""One entry of an event's log: like a game's, but for who may write it [B1]."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.kernel.chance import CommittedChance
from domain.tournament.actions import AnyTournamentAction, Author, TournamentAction
from domain.tournament.events import AnyTournamentEvent, TournamentEvent
from replays.entry import Entry, Hidden, Seal, SealNote, read_seal, sha256


class TournamentLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    v: int
    at: str
    by: Author
    """An entrant's number, `organizer`, `arbiter` or `service`."""
    name: str | UnsetType = UNSET
    """Of the arbiter, where one acts."""
    key: str | None
    action: AnyTournamentAction
    events: tuple[AnyTournamentEvent, ...]
    seals: tuple[SealNote, ...]
    prev: str


_lines = msgspec.json.Decoder(TournamentLine)


def read_line(line: bytes) -> TournamentLine:
    return _lines.decode(line)


def write_entry(
    *,
    version: int,
    at: str,
    by: Author,
    key: str | None,
    action: TournamentAction,
    events: Sequence[TournamentEvent],
    prev: str,
    name: str | UnsetType = UNSET,
    secret: bytes | None = None,
) -> Entry:
    """The bytes to store. With entry 1 comes the secret, sealed for nobody; nothing else is."""
    seals = () if secret is None else (secret_seal(secret),)
    line = TournamentLine(
        v=version,
        at=at,
        by=by,
        name=name,
        key=key,
        action=action,  # type: ignore[arg-type]  # the union of all of them
        events=tuple(events),  # type: ignore[arg-type]  # likewise
        seals=tuple(SealNote(None, sha256(seal)) for seal in seals),
        prev=prev,
    )
    return Entry(msgspec.json.encode(line), seals)


def secret_seal(secret: bytes) -> bytes:
    salt = CommittedChance(secret).salt("seal/1/None")
    return msgspec.json.encode(Seal(1, None, salt, Hidden(secret.hex())))


def secret_in(first: Entry) -> bytes | None:
    """None if entry 1 comes without it, because the event is not over."""
    for raw in first.seals:
        secret = read_seal(raw).data.secret
        if secret:
            return bytes.fromhex(secret)
    return None
