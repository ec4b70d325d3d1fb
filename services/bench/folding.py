"""Events folded a second, against the `eventsourcing` package and as many events.

Twice, like against like: from event objects in memory, and from what is stored (log lines here,
stored events there), which is what rebuilding an aggregate means to somebody who waits for it.
"""

from collections.abc import Callable
from itertools import chain

from msgspec.structs import replace

from domain.kernel.seals import Fact
from replays.entry import AnyLine, open_line, read_line, read_seal
from replays.record import Record
from services.bench.games import four_player_games
from services.bench.row import Row, in_turn

GOAL = 10


def folding() -> Row:
    """From what is stored: decode, open the seals, fold."""
    records = four_player_games()
    lengths = [len(_events(record)) for record in records]

    def rebuild_all() -> int:
        for record in records:
            record.game.fold(_events(record))
        return sum(lengths)

    row = _row("fold", "events of four-player Glück Auf games rebuilt from the stored log")
    return _against_eventsourcing(row, rebuild_all, lengths, stored=True)


def folding_objects() -> Row:
    """From events in memory: the fold alone."""
    games = [_events(record) for record in four_player_games()]
    lengths = [len(events) for events in games]
    game = four_player_games()[0].game

    def fold_all() -> int:
        for events in games:
            game.fold(events)
        return sum(lengths)

    row = _row("fold-objects", "the same events folded from objects in memory")
    return replace(
        _against_eventsourcing(row, fold_all, lengths, stored=False), goal="", holds=None
    )


def _events(record: Record) -> list[Fact]:
    return list(chain.from_iterable(line.events for line in _lines(record)))


def _lines(record: Record) -> list[AnyLine]:
    return [
        open_line(read_line(record.game, entry.line), map(read_seal, entry.seals))
        for entry in record.entries
    ]


def _row(name: str, what: str) -> Row:
    goal = f"at least {GOAL} times eventsourcing"
    return Row(name, what, "events/s", value=0.0, against=None, ratio=None, goal=goal, holds=None)


def _against_eventsourcing(
    row: Row, ours: Callable[[], int], lengths: list[int], *, stored: bool
) -> Row:
    try:
        from services.bench.eventsourcing_peer import mutating, rebuilding
    except ImportError:
        [speed] = in_turn(ours)
        return replace(row, value=speed, note="eventsourcing is not installed: try make bench")
    theirs = rebuilding(lengths) if stored else mutating(lengths)
    our_speed, their_speed = in_turn(ours, theirs)
    ratio = our_speed / their_speed
    return replace(row, value=our_speed, against=their_speed, ratio=ratio, holds=ratio >= GOAL)
