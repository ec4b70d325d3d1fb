"""One entry of the log: an accepted action with all the events it caused, as exact bytes.

`line` is public and is what the hash chain covers. `seals` hold what some must not see; the line
names the SHA-256 of each, so an opened seal can be checked against the chain.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from domain.kernel.actions import By, CreateGame, EraseNames, Settle
from domain.kernel.chance import CommittedChance
from domain.kernel.decider import AnyGame
from domain.kernel.events import NamesErased
from domain.kernel.seals import (
    EVERYBODY,
    Audience,
    Fact,
    Seat,
    audiences,
    hidden_for,
    redacted,
    revealed,
)
from domain.table.actions import AnyTableAction
from domain.table.events import AnyTableEvent

A = TypeVar("A")
E = TypeVar("E")

FIRST_PREV = "0" * 64
ORGANIZER = "organizer"
"""The name of whoever has the organizer key."""
FOR_EVERYBODY = b'{"seal":1,"for":"all",'
"""How the one seal begins that everybody may open."""
UNREADABLE = (msgspec.MsgspecError, RecursionError, UnicodeDecodeError)
"""What decoding bytes from a stranger can raise."""


class SealNote(Struct, frozen=True, forbid_unknown_fields=True):
    audience: Audience = field(name="for")
    """The seat that may open it, `all` for everybody, or `null` for nobody until the end."""
    sha256: str
    """The digest of the sealed bytes, lower-case hex."""


class Line(Struct, Generic[A, E], frozen=True, forbid_unknown_fields=True, kw_only=True):
    v: int
    at: str
    by: By
    name: str | UnsetType = UNSET
    """Of the arbiter, where one acts; the organizer key is called `organizer`."""
    key: str | None
    action: A
    events: tuple[E, ...]
    seals: tuple[SealNote, ...]
    prev: str

    @property
    def actor(self) -> Audience:
        return self.by if isinstance(self.by, int) else None


class Hidden(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a seal holds: fields left out of the action and of the events, by their index."""

    secret: str | None = None
    action: dict[str, Any] = field(default_factory=dict)
    events: dict[str, dict[str, Any]] = field(default_factory=dict)


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    version: int = field(name="seal")
    audience: Audience = field(name="for")
    salt: str
    data: Hidden


class Creation(Struct):
    """What entry 1 of every log says, whatever the game."""

    class Player(Struct):
        name: str | UnsetType = UNSET

    class Action(Struct, tag_field="type", tag="create_game"):
        game_id: str
        game: str
        seats: tuple["Creation.Player", ...] = ()
        rules: str | UnsetType = UNSET

    class Event(Struct):
        catalog: str = ""

    at: str
    action: Action
    events: tuple[Event, ...]

    @property
    def catalog(self) -> str:
        """The digest of the catalog that the game is played on."""
        return self.events[0].catalog if self.events else ""

    @property
    def names(self) -> tuple[str, ...]:
        """Of the players, as far as the line tells them."""
        return tuple(player.name for player in self.action.seats if player.name is not UNSET)


class Notes(Struct):
    """What a line says of its seals."""

    seals: tuple[SealNote, ...]


AnyLine = Line[Any, Any]


class Entry(Struct, frozen=True):
    line: bytes
    seals: tuple[bytes, ...] = ()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def write_entry(
    *,
    version: int,
    at: str,
    by: By,
    key: str | None,
    action: Fact,
    events: Sequence[Fact],
    prev: str,
    chance: CommittedChance,
    name: str | UnsetType = UNSET,
    secret: bytes | None = None,
    names_salt: str | None = None,
    mark: str = "",
) -> Entry:
    """The bytes to store. With entry 1 come the `secret`, sealed for nobody, and `names_salt`.

    `mark` sets the salts of games apart that are dealt from the same secret.

    The secret opens at the end of the game: were that salt made of it, as all others are, erased
    names could be guessed and checked against their digest.
    """
    actor = by if isinstance(by, int) else None
    seals = []
    notes = []
    seen_by = audiences((action, *events), actor)
    if secret and None not in seen_by:  # a game in which nothing else is hidden has a secret, too
        seen_by.insert(0, None)
    for audience in seen_by:
        hidden = Hidden(
            secret.hex() if secret and audience is None else None,
            hidden_for(action, actor, audience),
            {
                str(at): data
                for at, e in enumerate(events)
                if (data := hidden_for(e, actor, audience))
            },
        )
        salt = chance.salt(f"seal/{version}/{audience}{mark}")
        if audience == EVERYBODY:
            if names_salt is None:
                raise ValueError("what is sealed for everybody needs a salt of its own")
            salt = names_salt
        seal = msgspec.json.encode(Seal(version, audience, salt, hidden))
        seals.append(seal)
        notes.append(SealNote(audience, sha256(seal)))
    line = Line(
        v=version,
        at=at,
        by=by,
        name=name,
        key=key,
        action=redacted(action, actor) if seals else action,
        events=tuple(redacted(event, actor) for event in events) if seals else tuple(events),
        seals=tuple(notes),
        prev=prev,
    )
    return Entry(msgspec.json.encode(line), tuple(seals))


_decoders: dict[str, msgspec.json.Decoder[AnyLine]] = {}
"""By the game's name: finding one by its types took half as long as decoding."""


def read_line(game: AnyGame, line: bytes, seals: Iterable[Seal] = ()) -> AnyLine:
    """The line with what these seals hold put back, and old facts as those of today."""
    read = _open(_decoder(game).decode(line), seals)
    return _upcast(game.upcasters, read) if game.upcasters else read


def _decoder(game: AnyGame) -> msgspec.json.Decoder[AnyLine]:
    decoder = _decoders.get(game.name)
    if decoder is None:
        actions = game.actions | AnyTableAction | CreateGame | EraseNames | Settle
        events = game.events | AnyTableEvent | NamesErased
        for old in game.upcasters:
            actions, events = actions | old, events | old
        of_game = Line[actions, events]  # type: ignore[valid-type]
        decoder = _decoders[game.name] = msgspec.json.Decoder(of_game)
    return decoder


def _upcast(upcasters: Mapping[type[Fact], Callable[[Any], Fact]], line: AnyLine) -> AnyLine:
    def today(fact: Fact) -> Fact:
        upcaster = upcasters.get(type(fact))
        return upcaster(fact) if upcaster else fact

    events = tuple(map(today, line.events))
    return msgspec.structs.replace(line, action=today(line.action), events=events)


_seals = msgspec.json.Decoder(Seal)


def read_seal(seal: bytes) -> Seal:
    return _seals.decode(seal)


def _open(line: AnyLine, seals: Iterable[Seal]) -> AnyLine:
    """The line with what the seals hold put back into its action and events."""
    opened = list(seals)
    if not opened:
        return line
    action, events = line.action, list(line.events)
    # Only as we write them: `0`, `00`, `000` … would be one event, copied again for each.
    places = {str(at): at for at in range(len(events))}
    for seal in opened:
        if seal.data.action:
            action = revealed(action, seal.data.action)
        for at, fields in seal.data.events.items():
            if at not in places:
                raise msgspec.ValidationError(f"the seal speaks of event {at}, which is not there")
            events[places[at]] = revealed(events[places[at]], fields)
    return msgspec.structs.replace(line, action=action, events=tuple(events))


def read_entry(game: AnyGame, entry: Entry) -> AnyLine:
    """With everything that its seals hold."""
    return read_line(game, entry.line, map(read_seal, entry.seals))


def seals_for(entry: Entry, reader: Seat | None, *, open_all: bool) -> list[bytes]:
    """The seals of an entry that a reader may open; None is the public."""
    if open_all:
        return list(entry.seals)
    if reader is None:
        return [seal for seal in entry.seals if is_for_everybody(seal)]
    return [seal for seal in entry.seals if read_seal(seal).audience in (reader, EVERYBODY)]


def names_are_sealed(first: Entry) -> bool:
    """Whether entry 1 promises a seal for everybody, be it there or not."""
    notes = msgspec.json.decode(first.line, type=Notes).seals
    return any(note.audience == EVERYBODY for note in notes)


def commitment_in(first: Entry) -> str:
    """The digest of entry 1's seal for nobody, which holds the secret."""
    notes = msgspec.json.decode(first.line, type=Notes).seals
    return next(note.sha256 for note in notes if note.audience is None)


def is_for_everybody(seal: bytes) -> bool:
    """Whether it holds the players' names, which are kept apart from the log."""
    return seal.startswith(FOR_EVERYBODY)
