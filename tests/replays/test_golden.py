"""Logs of every release are read, folded and judged the same for ever."""

from pathlib import Path

import pytest

from replays.checkpoint import VerifierKey
from replays.history import History
from replays.verify import verify

GOLDEN = Path(__file__).parent.parent / "golden"
LOGS = sorted(GOLDEN.glob("*/*.schicht"))


def keys(release: Path) -> list[VerifierKey]:
    return [VerifierKey.parse(line) for line in (release / "keys.txt").read_text().splitlines()]


def test_there_are_logs_of_every_game_and_of_an_own_catalog() -> None:
    assert {log.name.split("-")[0] for log in LOGS} == {"gluck", "kartenspiel", "schichtwechsel"}
    assert any("own-catalog" in log.name for log in LOGS)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.stem}")
def test_a_log_of_a_release_holds_in_everything(log: Path) -> None:
    report = verify(log.read_bytes(), keys(log.parent))
    assert {v.verdict for v in report.verdicts.values()} == {"holds"}, report.verdicts


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.stem}")
def test_a_log_of_a_release_can_be_told_and_drawn(log: Path) -> None:
    history = History(log.read_bytes())
    view = history.game.view(history.state_at(history.end), None)
    assert history.game.draw(view, "en", history.catalog)
    for _, event in history.events():
        assert history.game.tell(event, "en", history.names, history.catalog)
