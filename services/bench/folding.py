"""Events folded per second, against the `eventsourcing` package and as many events.

Twice, like against like: from event objects in memory, and from what is stored (log lines here,
stored events there), which is what rebuilding an aggregate means to somebody who waits for it.
Theirs are as many aggregates of the same lengths.
"""

from collections.abc import Callable, Iterator
from itertools import chain

from domain.kernel.seals import Fact
from replays.entry import read_entry
from replays.record import Record
from services.bench.games import TITLES, four_player_games
from services.bench.row import Figure, Goal, Row, compared, in_turn, per_second

GOAL = Goal(least=10)
PEER = "the eventsourcing package and as many events"
ROUNDS = 21
"""As for accepted actions: short ones, and many."""


def folding() -> Iterator[Row]:
    for game in TITLES:
        yield from _rows(game)


def _rows(name: str) -> Iterator[Row]:
    records = four_player_games(game=name)
    histories = [events_of(record) for record in records]
    lengths = [len(events) for events in histories]
    game = records[0].game

    def rebuild_all() -> int:
        for record in records:
            game.fold(events_of(record))
        return sum(lengths)

    def fold_all() -> int:
        for events in histories:
            game.fold(events)
        return sum(lengths)

    stored = f"events of four-player games of {TITLES[name]} rebuilt from the stored log"
    yield _row(f"fold-{name}", stored, rebuild_all, lengths, goal=GOAL, is_stored=True)
    in_memory = "the same events folded from objects in memory"
    yield _row(f"fold-objects-{name}", in_memory, fold_all, lengths, goal=None, is_stored=False)


def _row(
    name: str,
    what: str,
    ours: Callable[[], int],
    lengths: list[int],
    *,
    goal: Goal | None,
    is_stored: bool,
) -> Row:
    try:
        from services.bench.eventsourcing_peer import mutating, rebuilding
    except ImportError:
        [values] = in_turn(per_second(ours))
        note = "eventsourcing is not installed: try make bench"
        return Row(name=name, what=what, unit="events/s", value=Figure.of(values), note=note)
    theirs = rebuilding(lengths) if is_stored else mutating(lengths)
    return compared(
        name,
        what,
        "events/s",
        per_second(ours),
        per_second(theirs),
        peer=PEER,
        goal=goal,
        rounds=ROUNDS,
    )


def events_of(record: Record) -> list[Fact]:
    lines = [read_entry(record.game, entry) for entry in record.entries]
    return list(chain.from_iterable(line.events for line in lines))
