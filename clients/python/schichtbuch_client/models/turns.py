"""What may be played, what would refuse it, and what was written."""

from msgspec import Struct, field

from schichtbuch_client.models.json import Json


class OfferedChoice(Struct, frozen=True):
    action: Json
    """As it could be posted, or be extended."""
    complete: bool
    """May be played as it stands."""
    open: bool
    """Can be given to `choices` as a draft, which then offers it with one part more."""
    text: str | None = None
    """With `lang`: a sentence; of a draft that has grown, what was added to it."""
    verb: str | None = None
    """With `lang`: what kind of thing it is to do; `headings` has the words for it."""
    touches: list[str] | None = None
    """With `lang`: the places on the board, from what is taken to where it goes; of a draft
    that has grown, those of what was added."""
    effects: list[str] | None = None
    """With `effects`: what it would do, told, as far as the seat may know it; `null` if it
    cannot be played as it stands, and beyond the first 60 of a long offer: post that one as a
    draft."""


class Offered(Struct, frozen=True):
    version: int
    """Of the game, for `If-Match`."""
    seat: int
    """Whose choices they are."""
    choices: list[OfferedChoice]
    """Those of the game, and after them answers that the table waits for; empty when it is not
    the seat's turn, and while the game is paused."""
    headings: dict[str, str] | None = None
    """With `lang`: what stands above the choices of each verb."""
    effects: list[str] | None = None
    """With `effects`, of the draft that was posted: what it would do, told; `null` if it cannot
    be played as it stands."""
    view: Json | None = None
    """Beside `effects`: what the seat would see then; an unknown card is `?`. `null` also if
    chance decides what follows."""


class Refused(Struct, frozen=True):
    code: str
    """What is wrong; stable."""
    detail: str
    """What is wrong, as a sentence."""
    facts: Json
    """What the sentence speaks of."""
    game: str
    """Whose rules; `table` for those around any game."""
    section: str
    """The section of the rules document that forbids it."""
    rule: str
    """The game and the section together."""
    rule_url: str
    """Where the rules document says so."""


class Explained(Struct, frozen=True):
    version: int
    """Of the game."""
    seat: int
    """Who would play it."""
    refusal: Refused | None
    """`null` if it could be played as it stands."""


class HintTold(Struct, frozen=True):
    version: int
    """Of the game."""
    seat: int
    """Who asks."""
    action: Json | None
    """What the greedy bot would play in this place; `null` if it is not the seat's turn."""
    effects: list[str]
    """What that would do, told, as far as the seat may know it."""
    why: str | None
    """Why the bot would do so."""


class SealNote(Struct, frozen=True):
    audience: int | str | None = field(name="for")
    """The seat that may open it, `all` for everybody, or `null` for nobody until the end."""
    sha256: str
    """The digest of the sealed bytes, lower-case hex."""


class Entry(Struct, frozen=True):
    """One entry of the log, as the caller may see it."""

    v: int
    """The version: 1, 2, 3 … without gaps."""
    at: str
    """When it was written (RFC 3339, UTC)."""
    by: int | str
    """The seat that acted, or `service`, or `arbiter`."""
    key: str | None
    """The idempotency key that it was sent with, if there was one."""
    action: Json
    """What was done."""
    events: list[Json]
    """All that it caused, in order."""
    seals: list[SealNote]
    """What some must not see yet: for whom it is, and its digest."""
    prev: str
    """SHA-256 of the exact bytes of the line before, lower-case hex; 64 zeros in line 1."""
    name: str | None = None
    """Of the arbiter, where one acts."""
    token: str | None = None
    """Only in the answer to whoever hands a seat over: its new token, once."""
