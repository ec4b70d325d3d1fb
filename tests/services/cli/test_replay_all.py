"""`replay-all`: every log of a folder or of the server, decided again."""

import json
import shutil
from pathlib import Path

from infra.embedded import EmbeddedServer
from tests.services.cli.running import as_a_process, schichtbuch

GOLDEN = Path(__file__).parents[2] / "golden"


def test_a_folder_and_what_is_below_it(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN, tmp_path / "logs" / "deep")
    said = as_a_process("replay-all", str(tmp_path / "logs"), data=tmp_path)
    assert f"{len(list(GOLDEN.rglob('*.schicht')))} logs" in said
    assert "under their own rules: 0" in said


def test_a_log_that_cannot_be_read_is_named_and_fails(tmp_path: Path) -> None:
    (tmp_path / "torn.schicht").write_bytes(b'{"format":"schichtbuch-replay/1"')
    said = as_a_process("replay-all", "--json", str(tmp_path), data=tmp_path, expect=1)
    answer = json.loads(said)
    assert not answer["ok"]
    assert "torn.schicht" in answer["logs"][0]["game"]
    assert answer["logs"][0]["unreadable"]


def test_an_empty_folder_is_said_to_be_empty(tmp_path: Path) -> None:
    assert "there is no .schicht file" in as_a_process(
        "replay-all", str(tmp_path), data=tmp_path, expect=2
    )


def test_all_games_of_the_server(tmp_path: Path) -> None:
    logs = [str(path) for path in sorted(GOLDEN.glob("*/*-2.schicht"))]
    keys = {path.read_text("utf-8").strip() for path in GOLDEN.glob("*/keys.txt")}
    trust = [word for key in sorted(keys) for word in ("--trust", key)]
    server = EmbeddedServer(tmp_path)
    server.start()
    try:
        schichtbuch("import", *trust, *logs, data=tmp_path)
        answer = json.loads(as_a_process("replay-all", "--json", data=tmp_path))
    finally:
        server.stop()
    assert answer["ok"]
    assert len(answer["logs"]) == len(logs)
    assert not any(log["sealed"] for log in answer["logs"])
