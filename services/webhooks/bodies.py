"""What is sent: the bodies of all messages, as receivers read them.

They hold what everybody may see, and no names of people: those can be erased here, but not there.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from domain.table.result import Result


class GameNews(Struct):
    """A game, as it is after the entry that the message is about."""

    game: str
    """Its id."""
    rules: str
    """Which game it is: a name of `GET /rules`."""
    version: int
    """Of the entry."""
    status: Literal["running", "scoring", "finished"]
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
    """Through whose eyes the entry is seen; null: everybody's."""
    entry: msgspec.Raw | None
    """The entry as it may be seen; null if it is larger than 64 KiB: read it at `links.entry`."""
    links: dict[str, str]
    """Where the game is (`self`), and the entry (`entry`)."""


class TournamentNews(Struct):
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
    facts: list[Any] | None
    """The facts of the entry that the message is about, as the event's log has them; null if they
    are larger than 64 KiB: read them at `links.entry`."""
    links: dict[str, str]
    """Where the tournament is (`self`), and the entry (`entry`)."""


class TestNews(Struct):
    """Somebody wanted to know whether messages arrive."""

    __test__ = False  # pytest takes the name for its own

    webhook: str
    """The id of the subscription."""


class GameMessage(Struct):
    """A message on a game."""

    type: str
    """Its kind, like `game.action`."""
    timestamp: str
    """When it happened, by the log (RFC 3339, UTC)."""
    data: GameNews
    """What happened."""


class TournamentMessage(Struct):
    """A message on a tournament."""

    type: str
    """Its kind, like `round.published`."""
    timestamp: str
    """When it happened, by the log (RFC 3339, UTC)."""
    data: TournamentNews
    """What happened."""


class TestMessage(Struct):
    """A message that says nothing."""

    __test__ = False

    type: Literal["webhook.test"]
    """Its kind."""
    timestamp: str
    """When it was asked for (RFC 3339, UTC)."""
    data: TestNews
    """Where it comes from."""
