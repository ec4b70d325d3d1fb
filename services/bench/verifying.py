"""Whole replays verified a second, on one core."""

from replays.verify import verify
from services.bench.games import SIGNER, replay_files
from services.bench.row import Row, in_turn

GOAL = 40


def verifying() -> Row:
    files = replay_files()

    def verify_all() -> int:
        for file in files:
            report = verify(file, [SIGNER.key])
            assert all(verdict.verdict == "holds" for verdict in report.verdicts.values())
        return len(files)

    [speed] = in_turn(verify_all)
    return Row(
        name="verify",
        what="four-player Glück Auf replays fully verified on one core",
        unit="replays/s",
        value=speed,
        against=None,
        ratio=None,
        goal=f"at least {GOAL}/s",
        holds=speed >= GOAL,
    )
