"""What follows in a stream behind a cursor: read from the log, whoever has noted what.

A cursor is `17` when all of version 17 is delivered, `17:game.action` when it is as far as that
kind. Without one, a stream begins for a subscription with the first entry that is not older.
"""

from collections.abc import AsyncIterator, Collection, Sequence

from msgspec import Struct

from domain.table.clock import milliseconds
from infra.game_log import UnknownGame
from infra.tournament_log import UnknownTournament
from infra.webhook_subscriptions import Subscription
from replays.entry import Entry
from replays.tournaments.aggregate import Tournament
from services.api.clock import written_at
from services.bootstrap import Resources
from services.embargo import Embargo
from services.remembered import Remembered
from services.webhooks.game_messages import Message, messages_of
from services.webhooks.kinds import PLACES
from services.webhooks.message_ids import MessageId, Stream
from services.webhooks.tournament_messages import tournament_messages

CHUNK = 50
"""Entries that are read at once."""
REMEMBERED = 20
"""Tournaments that are kept folded: their logs are long, and are told one entry at a time."""


class StreamGone(Exception):
    """There is no such log."""


class Cursor(Struct, frozen=True):
    version: int
    kind: str = ""
    """Empty: all of the version is delivered."""

    @property
    def text(self) -> str:
        return f"{self.version}:{self.kind}" if self.kind else str(self.version)

    @classmethod
    def read(cls, text: str) -> "Cursor":
        version, _, kind = text.partition(":")
        return cls(int(version), kind)

    @property
    def next_version(self) -> int:
        return self.version if self.kind else self.version + 1

    def is_before(self, message: MessageId) -> bool:
        if message.version != self.version:
            return message.version > self.version
        return bool(self.kind) and PLACES[message.kind] > PLACES[self.kind]


class Step(Struct, frozen=True):
    """An entry, and what it is worth telling."""

    version: int
    messages: Sequence[Message]


class StreamReader:
    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._embargo = Embargo(resources.log, resources.tournaments)
        self._folded: Remembered[str, Tournament] = Remembered(REMEMBERED)

    async def is_held_back(self, stream: Stream) -> bool:
        """Whether the deal is still played at other tables: only those at the table know of it."""
        return stream.what == "game" and await self._embargo.holds(stream.id)

    async def version(self, stream: Stream) -> int:
        try:
            if stream.is_tournament:
                return await self._resources.tournament_log.version(stream.id)
            return await self._resources.log.version(stream.id)
        except (UnknownGame, UnknownTournament) as error:
            raise StreamGone(stream.name) from error

    async def start(self, stream: Stream, subscription: Subscription) -> Cursor:
        """Before the first entry that is not older than the subscription: found by halving, as the
        times of a log never go back."""
        since = milliseconds(subscription.created)
        low, high = 0, await self.version(stream)
        while low < high:
            middle = (low + high + 1) // 2
            if await self._written_ms(stream, middle) < since:
                low = middle
            else:
                high = middle - 1
        return Cursor(low)

    async def is_newer(self, stream: Stream, subscription: Subscription) -> bool:
        """Whether its last entry is not older than the subscription."""
        last = await self._written_ms(stream, await self.version(stream))
        return last >= milliseconds(subscription.created)

    async def following(
        self, stream: Stream, cursor: Cursor, wanted: Collection[str]
    ) -> AsyncIterator[tuple[Cursor, Message | None]]:
        """Every message behind the cursor, and where the cursor is once it is delivered; without a
        message, where it is when there was nothing to tell."""
        while steps := await self.steps(stream, cursor.next_version, wanted):
            for step in steps:
                for message in step.messages:
                    if cursor.is_before(message.id):
                        yield Cursor(step.version, message.id.kind), message
            cursor = Cursor(steps[-1].version)
            yield cursor, None

    async def steps(self, stream: Stream, first: int, wanted: Collection[str]) -> list[Step]:
        """Some entries from this version on; none if the log has no more."""
        reached = await self.version(stream)
        if first > reached:
            return []
        last = min(reached, first + CHUNK - 1)
        if stream.is_tournament:
            return await self._tournament_steps(stream, first, last, wanted)
        past, entries = await self._resources.games.before(stream.id, first, last)
        return [
            Step(version, messages_of(stream, past, entry, wanted))
            for version, entry in enumerate(entries, first)
        ]

    async def message(self, wanted: MessageId) -> Message | None:
        """One of them, made anew; None if there is no such message."""
        found = await self.steps(wanted.stream, wanted.version, {wanted.kind})
        return next((one for step in found[:1] for one in step.messages), None)

    async def _tournament_steps(
        self, stream: Stream, first: int, last: int, wanted: Collection[str]
    ) -> list[Step]:
        entries = await self._resources.tournament_log.read(stream.id, first, last)
        past = self._folded.pop(stream.id, None)
        steps: list[Step] = []
        if first > 1 and (past is None or past.version != first - 1):
            past = await self._resources.tournaments.at(stream.id, first - 1)
        for version, entry in enumerate(entries, first):
            if version == 1 or past is None:
                past = Tournament.begin(stream.id, entry)
            else:
                past.follow(entry)
            steps.append(Step(version, tournament_messages(stream, past, entry, wanted)))
        if past:
            self._folded.keep(stream.id, past)
        return steps

    async def _written_ms(self, stream: Stream, version: int) -> int:
        entries: Sequence[Entry]
        if stream.is_tournament:
            entries = await self._resources.tournament_log.read(stream.id, version, version)
        else:
            entries = await self._resources.log.read(stream.id, version, version)
        if not entries:
            raise StreamGone(stream.name)
        return milliseconds(written_at(entries[0].line))
