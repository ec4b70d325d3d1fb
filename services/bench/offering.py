"""How long a player waits for what may be played next, on the fullest tables there can be."""

from collections.abc import Iterator, Sequence
from time import perf_counter

from services.bench.games import TITLES
from services.bench.load import percentile
from services.bench.row import Figure, Row, in_turn
from services.bench.worst_states import Position, positions

GOAL_MS = 50
"""For the slowest call of all."""


def offering() -> Iterator[Row]:
    for game in TITLES:
        yield _row(game)


def asked_about(tables: Sequence[Position]) -> list[float]:
    """Milliseconds of every call."""
    times = []
    for table in tables:
        for draft in table.drafts():
            begun = perf_counter()
            table.ask_in_words(draft)
            times.append(1000 * (perf_counter() - begun))
    return times


def _row(game: str) -> Row:
    tables = list(positions(game))
    rounds: list[list[float]] = []

    def slowest() -> float:
        rounds.append(asked_about(tables))
        return max(rounds[-1])

    [values] = in_turn(slowest)
    worst = Figure.of(values)
    return Row(
        name=f"choices-{game}",
        what=f"`choices` in words and with effects on the fullest tables of {TITLES[game]},"
        f" the slowest of {len(rounds[-1])} calls",
        unit="ms",
        value=worst,
        goal=f"at most {GOAL_MS} ms",
        holds=worst.median <= GOAL_MS,
        more={"p50 ms": Figure.of([percentile(times, 50) for times in rounds[1:]])},
    )
