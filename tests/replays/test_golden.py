"""Logs of every release are read, folded and judged the same for ever."""

import tomllib
from pathlib import Path

import msgspec
import pytest

from domain.registry import GAMES
from replays.checkpoint import VerifierKey
from replays.entry import Creation
from replays.file import read_replay
from replays.history import History
from replays.verify import verify
from tests.replays.verdicts import judged

GOLDEN = Path(__file__).parent.parent / "golden"
LOGS = sorted(GOLDEN.glob("*/*.schicht"))


def keys(release: Path) -> list[VerifierKey]:
    return [VerifierKey.parse(line) for line in (release / "keys.txt").read_text().splitlines()]


def test_there_are_logs_of_every_game_and_of_an_own_catalog() -> None:
    assert {log.name.split("-")[0] for log in LOGS} == {"gluck", "kartenspiel", "schichtwechsel"}
    assert any("own-catalog" in log.name for log in LOGS)


def test_the_release_that_is_made_here_has_a_log_of_every_game() -> None:
    project = tomllib.loads((GOLDEN.parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    logs = (GOLDEN / project["version"]).glob("*.schicht")
    assert {History(log.read_bytes()).game.name for log in logs} == set(GAMES)


@pytest.mark.parametrize("log", sorted((GOLDEN / "0.2.0").glob("*.schicht")), ids=lambda p: p.stem)
def test_since_0_2_0_names_are_sealed_and_the_rules_named(log: Path) -> None:
    replay = read_replay(log.read_bytes())
    assert replay.header is not None
    assert replay.header.format == "schichtbuch-replay/2"
    created = msgspec.json.decode(replay.entries[0].line, type=Creation).action
    assert created.rules is not None
    assert all(seat.name is msgspec.UNSET for seat in created.seats)
    assert History(log.read_bytes()).names == ("Anna", "Bruno")


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.stem}")
def test_a_log_of_a_release_holds_in_everything(log: Path) -> None:
    report = verify(log.read_bytes(), keys(log.parent))
    assert judged(report) == {"holds"}, report.verdicts


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.stem}")
def test_a_log_of_a_release_can_be_told_and_drawn(log: Path) -> None:
    history = History(log.read_bytes())
    view = history.game.view(history.state_at(history.end), None)
    assert history.game.draw(view, "en", history.catalog)
    for _, event in history.events():
        assert history.game.tell(event, "en", history.names, history.catalog)
