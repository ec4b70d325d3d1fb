"""What an entry of a game is worth telling: which kinds of messages, and their bodies."""

from collections.abc import Collection

import msgspec
from msgspec import UNSET, Struct

from domain.kernel.actions import Settle
from domain.table.actions import TableAction
from domain.table.events import Claimed, Flagged
from replays.aggregate import Aggregate, table_result
from replays.entry import AnyLine, Entry
from services.api.clock import written_at
from services.api.http.links import PREFIX
from services.api.reading import Reader, seen_bytes, whole_line
from services.games import status_of
from services.webhooks.bodies import GameMessage, GameNews
from services.webhooks.message_ids import MessageId, Stream

LARGEST = 64 * 1024
"""Bytes of an entry that travel with a message."""


class Message(Struct, frozen=True):
    id: MessageId
    body: bytes


class Before(Struct, frozen=True):
    """What a game was before an entry, as far as it is compared with what it is after it."""

    awaited: tuple[int, ...]
    over: bool

    @classmethod
    def of(cls, game: Aggregate) -> "Before":
        return cls(_awaited(game), game.version > 0 and game.over)


def messages_of(
    stream: Stream, past: Aggregate, entry: Entry, wanted: Collection[str]
) -> list[Message]:
    """In the order in which they are sent. The game is one entry further afterwards."""
    before = Before.of(past) if past.version else Before((), False)
    line = whole_line(past.game, past.game_id, entry)
    past.follow(entry)
    kinds = [kind for kind in kinds_of(before, past, line) if kind in wanted]
    if not kinds:
        return []
    news = news_of(stream, past, entry)
    at = written_at(entry.line)
    return [
        Message(
            MessageId(stream, past.version, kind), msgspec.json.encode(GameMessage(kind, at, news))
        )
        for kind in kinds
    ]


def kinds_of(before: Before, after: Aggregate, line: AnyLine) -> list[str]:
    """All that the entry is, in order."""
    facts = line.events
    is_first = after.version == 1
    found = {
        "game.created": is_first,
        "game.action": not is_first,
        "table.claim": any(isinstance(fact, Claimed) for fact in facts),
        "table.ruled": line.by == "arbiter" and isinstance(line.action, TableAction),
        "table.flag": any(isinstance(fact, Flagged) for fact in facts),
        "game.scored": isinstance(line.action, Settle),
        "game.turn": _awaited(after) not in (before.awaited, ()),
        "game.finished": after.over and not before.over,
    }
    return [kind for kind, is_so in found.items() if is_so]


def news_of(stream: Stream, game: Aggregate, entry: Entry) -> GameNews:
    seen = seen_bytes(game.game, entry, Reader(stream.seat))
    period, periods = game.game.period(game.state)
    here = f"{PREFIX}/games/{game.game_id}"
    return GameNews(
        game=game.game_id,
        rules=game.game.name,
        version=game.version,
        status=status_of(game),  # type: ignore[arg-type]  # it is one of these three
        phase=game.state.phase,
        period=period,
        periods=periods,
        awaited=list(_awaited(game)),
        scores=list(game.game.points(game.state)),
        winners=list(game.state.winners),
        result=table_result(game),
        tournament=None if game.tournament is UNSET else game.tournament.id,
        seat=stream.seat,
        entry=msgspec.Raw(seen) if len(seen) <= LARGEST else None,
        links={"self": here, "entry": f"{here}/log?from={game.version}&to={game.version}"},
    )


def _awaited(game: Aggregate) -> tuple[int, ...]:
    return () if game.over else tuple(game.game.awaited(game.state))
