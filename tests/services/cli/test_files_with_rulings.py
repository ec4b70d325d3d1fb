"""`verify` and `show` on a file that also tells what happened around the board."""

import json
from pathlib import Path

import pytest

from domain.kernel.actions import SeatSetup
from domain.kernel.clock import Clock
from domain.registry import GAMES
from domain.table import actions as table
from replays.file import replay_of
from replays.record import Record
from services.bench.games import SIGNER
from tests.services.cli.running import schichtbuch

ENDINGS = {
    "en": (
        "6 entries; the game is over.",
        "The arbiter corrected the result to these places: 1. Cili, 2. Anna.",
    ),
    "de": (
        "6 Einträge; die Partie ist zu Ende.",
        "Der Schiedsrichter hat das Ergebnis auf diese Plätze berichtigt: 1. Cili, 2. Anna.",
    ),
    "hu": (
        "6 bejegyzés; a játszma véget ért.",
        "A játékvezető ezekre a helyezésekre javította az eredményt: 1. Cili, 2. Anna.",
    ),
}


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Seat 1 is handed over, seat 0 runs out of time, the arbiter ends it and corrects that."""
    record = Record.create(
        GAMES["gluck-auf"],
        game_id="ruled",
        seats=[SeatSetup("Anna"), SeatSetup("Béla")],
        secret=b"\1" * 32,
        names_salt="00" * 16,
        at="2026-01-01T00:00:00.000Z",
        clock=Clock(kind="game", seconds=60, on_flag="stand_in"),
    )
    record.rule(table.HandOver(1, "Cili", "Béla is ill"), "2026-01-01T00:00:10.000Z", "Ria")
    record.flag(0, "2026-01-01T00:01:00.000Z")
    record.act(1, table.Claim("3.1", "She was there!"), "2026-01-01T00:01:01.000Z")
    record.rule(table.Adjudicate((1, 2), "enough"), "2026-01-01T00:01:02.000Z", "Ria")
    corrected = table.CorrectResult((5, 9), "counted again", ("8.1",))
    record.rule(corrected, "2026-01-01T00:01:03.000Z", "Ria")
    path = tmp_path_factory.mktemp("ruled") / "ruled.schicht"
    path.write_bytes(replay_of(record, None, SIGNER))
    return path


@pytest.mark.parametrize("language", ENDINGS)
def test_verify_says_what_the_arbiter_made_of_it(ruled: Path, language: str) -> None:
    printed = schichtbuch("verify", str(ruled), "--lang", language, data=ruled.parent)
    for sentence in ENDINGS[language]:
        assert sentence in printed


def test_verify_speaks_of_the_result_in_json(ruled: Path) -> None:
    printed = schichtbuch("verify", str(ruled), "--json", data=ruled.parent)
    [file] = json.loads(printed)["files"]
    result = {"status": "corrected", "points": [5, 9], "places": [2, 1]}
    assert file["report"]["result"] == result
    assert file["report"]["players"] == ["Anna", "Cili"]
    for guarantee in ("clock", "rulings", "result"):
        assert file["report"]["verdicts"][guarantee]["verdict"] == "holds"


def test_show_tells_what_happened_around_the_board(ruled: Path) -> None:
    story = schichtbuch("show", str(ruled), "--log", data=ruled.parent)
    assert "Cili takes the seat of Béla" in story
    assert "The time of Anna is over; greedy plays on." in story
    assert "Cili calls the arbiter about 3.1" in story
    assert "ruled, 3.1 / 6.1" in schichtbuch("show", str(ruled), "--at", "3.1", data=ruled.parent)
