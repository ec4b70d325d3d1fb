"""Whole replays verified per second, on one core."""

from collections.abc import Iterator, Sequence

from replays.verify import verify
from services.bench.games import SIGNER, TITLES, replay_files
from services.bench.row import Figure, Row, in_turn, per_second

GOAL = 40
"""Replays per second."""


def verifying() -> Iterator[Row]:
    for game in TITLES:
        yield _row(game)


def verify_all(files: Sequence[bytes]) -> int:
    for file in files:
        report = verify(file, [SIGNER.key])
        proven = (found.verdict for name, found in report.verdicts.items() if name != "log")
        assert all(verdict == "holds" for verdict in proven)
    return len(files)


def _row(game: str) -> Row:
    files = replay_files(game=game)
    [values] = in_turn(per_second(lambda: verify_all(files)))
    speed = Figure.of(values)
    return Row(
        name=f"verify-{game}",
        what=f"four-player replays of {TITLES[game]} fully verified on one core",
        unit="replays/s",
        value=speed,
        goal=f"at least {GOAL}/s",
        holds=speed.median >= GOAL,
    )
