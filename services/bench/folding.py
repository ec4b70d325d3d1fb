"""Events folded a second, against the `eventsourcing` package and as many events."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from replays.entry import open_line, read_line, read_seal
from services.bench.games import four_player_games
from services.bench.row import Row, in_turn

GOAL = 10


def folding() -> Row:
    games = [_events(record) for record in four_player_games()]
    game = four_player_games()[0].game
    total = sum(len(events) for events in games)

    def fold_all() -> int:
        for events in games:
            game.fold(events)
        return total

    row = Row(
        name="fold",
        what="events of whole four-player Glück Auf games folded from the start",
        unit="events/s",
        value=0.0,
        against=None,
        ratio=None,
        goal=f"at least {GOAL} times eventsourcing",
        holds=None,
    )
    return _against_eventsourcing(row, fold_all, [len(events) for events in games])


def _events(record: Any) -> list[Any]:
    return [
        event
        for entry in record.entries
        for event in open_line(
            read_line(record.game, entry.line), map(read_seal, entry.seals)
        ).events
    ]


def _against_eventsourcing(row: Row, fold_all: Callable[[], int], lengths: list[int]) -> Row:
    try:
        from services.bench.eventsourcing_peer import rebuild
    except ImportError:
        [speed] = in_turn(fold_all)
        return replace(row, value=speed, note="eventsourcing is not installed: try make bench")
    ours, theirs = in_turn(fold_all, rebuild(lengths))
    ratio = ours / theirs
    return replace(row, value=ours, against=theirs, ratio=ratio, holds=ratio >= GOAL)
