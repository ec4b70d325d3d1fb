"""What webhooks tell. Check the signature first, with a library of Standard Webhooks."""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from schichtbuch_client.models.games import Result
from schichtbuch_client.models.json import Json
from schichtbuch_client.models.turns import Entry


class GameNews(Struct, frozen=True):
    """A game, as it is after the entry that the message is about."""

    game: str
    """Its id."""
    rules: str
    """Which game it is: a name of `GET /rules`."""
    version: int
    """Of the entry."""
    status: str
    """As in `GET /games/{id}`."""
    phase: str
    """What the game itself calls it."""
    period: int
    """The shift or round that is played, counted from 1; 0 before the first."""
    periods: int
    """How many there are."""
    awaited: list[int]
    """All seats that may act now; none once the game is over."""
    scores: list[int]
    """The seats' points."""
    winners: list[int]
    """Their seats, once the game is over."""
    result: Result | None
    """How the game ended for the table, rulings included."""
    tournament: str | None
    """The id of the event that it belongs to, if it does."""
    seat: int | None
    """Through whose eyes the entry is seen; None: everybody's."""
    entry: Entry | None
    """The entry as it may be seen; None if it is larger than 64 KiB: read it at `links`."""
    links: dict[str, str]
    """Where the game is (`self`), and the entry (`entry`)."""


class TournamentNews(Struct, frozen=True):
    """A tournament, as it is after the entry that the message is about."""

    tournament: str
    """Its id."""
    title: str
    """What the regulation calls it."""
    version: int
    """Of the entry."""
    phase: str
    """As in `GET /tournaments/{id}`."""
    round: int | None
    """The latest round, counted from 1."""
    facts: list[Json] | None
    """The facts of the entry that the message is about; None if they are larger than 64 KiB:
    read them at `links`."""
    links: dict[str, str]
    """Where the tournament is (`self`), and the entry (`entry`)."""


class TestNews(Struct, frozen=True):
    """Somebody wanted to know whether messages arrive."""

    __test__ = False  # pytest takes the name for its own

    webhook: str
    """The id of the subscription."""


class GameMessage(Struct, frozen=True):
    type: str
    """Its kind, like `game.action`."""
    timestamp: str
    """When it happened, by the log (RFC 3339, UTC)."""
    data: GameNews
    """What happened."""


class TournamentMessage(Struct, frozen=True):
    type: str
    """Its kind, like `round.published`."""
    timestamp: str
    """When it happened, by the log (RFC 3339, UTC)."""
    data: TournamentNews
    """What happened."""


class TestMessage(Struct, frozen=True):
    """A message that says nothing."""

    __test__ = False

    type: str
    """`webhook.test`"""
    timestamp: str
    """When it was asked for (RFC 3339, UTC)."""
    data: TestNews
    """Where it comes from."""


WebhookMessage: TypeAlias = GameMessage | TournamentMessage | TestMessage


class _Data(Struct):
    game: str | None = None
    webhook: str | None = None


class _Glance(Struct):
    data: _Data


def read_message(body: bytes) -> WebhookMessage:
    """The body of a message; `msgspec.DecodeError` if it is none."""
    seen = msgspec.json.decode(body, type=_Glance).data
    if seen.webhook is not None:
        return msgspec.json.decode(body, type=TestMessage)
    if seen.game is not None:
        return msgspec.json.decode(body, type=GameMessage)
    return msgspec.json.decode(body, type=TournamentMessage)
