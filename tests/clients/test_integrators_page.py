"""The programs of docs/integrators.md run as they stand there."""

import os
import re
import shutil
import subprocess
import sys
from ast import literal_eval
from base64 import b64decode, b64encode
from pathlib import Path

import pytest

from tests.services.api.events import Event
from tests.services.api.house import House, LiveApi
from tests.services.api.table import Table
from tests.waiting import eventually

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "integrators.md").read_text("utf-8")


def program(language: str, says: str = "") -> str:
    """The only one in this language that says this."""
    found = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    [wanted] = [text for text in found if says in text]
    return str(wanted)


def run(command: list[str], folder: Path) -> str:
    ran = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "clients" / "python")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_a_move_from_a_shell(api: LiveApi, tmp_path: Path) -> None:
    said = run(["bash", "-euc", program("bash"), "bash", api.url], tmp_path)
    assert '"key":"first"' in said


def test_a_game_and_its_proof_from_python(api: LiveApi, tmp_path: Path) -> None:
    said = run([sys.executable, "-c", program("python", "check_replay"), api.url], tmp_path)
    assert said == "finished holds holds holds\n"


def test_a_webhook_is_received(
    house: House, api: LiveApi, webhook_worker: None, tmp_path: Path
) -> None:
    del webhook_worker
    text = program("python", "standardwebhooks")
    said = run([sys.executable, "-c", text, api.url, house.organizer_key], tmp_path)
    assert said.startswith("game.created 1 [0, 0]\ngame.scored ")


def test_a_tournament_is_followed(house: House, api: LiveApi, tmp_path: Path) -> None:
    event = Event.create(house, api.http, 2)
    [table] = event.begin_round([1, 2])
    event.end(table)
    event.act("close_round")
    event.act("finish", reason="An example.")
    said = run(
        [sys.executable, "-c", program("python", "event.stream()"), api.url, event.id], tmp_path
    )
    assert said.splitlines()[0] == "1 tournament_created"
    assert said.splitlines()[-2:] == [
        f"{event.version()} tournament_finished",
        "standings after round 1",
    ]


def test_a_tournament_is_run(house: House, api: LiveApi, tmp_path: Path) -> None:
    text = program("python", "create_tournament")
    said = run([sys.executable, "-c", text, api.url, house.organizer_key], tmp_path).splitlines()
    assert {line.split()[1] for line in said[:-1]} == {"Anna", "Béla", "Cili"}
    assert said[0].startswith("1 ")
    assert set(literal_eval(said[-1])) <= {"holds", "cannot tell"}


def test_every_program_of_the_page_is_run() -> None:
    """One test each, here; what begins with `$` is a session that is read, not run."""
    programs = re.findall(r"```(bash|python|javascript)\n", PAGE)
    assert sorted(programs) == ["bash", "javascript", *["python"] * 5]


def has_proof(table: Table) -> bool:
    return table.get("/proof?version=1").status_code == 200


def test_a_proof_is_checked(api: LiveApi, tmp_path: Path) -> None:
    tables = [Table.open(api.http) for _ in range(3)]
    eventually(lambda: all(map(has_proof, tables)), 60)
    [key] = [one["key"] for one in api.http.get("/keys").json()["keys"] if one["use"] == "log"]
    command = [sys.executable, "-c", program("python", "ed25519"), api.url]
    for table in tables:
        said = run([*command, table.id, key], tmp_path)
        assert re.fullmatch(r"holds: leaf [0-9]+ of [0-9]+ in 127\.0\.0\.1/tlog\n", said)
    name, number, public = key.split("+", 2)
    forged = b64encode(b64decode(public)[:1] + bytes(32)).decode()
    with pytest.raises(AssertionError, match="InvalidSignature"):
        run([*command, tables[0].id, f"{name}+{number}+{forged}"], tmp_path)


def test_a_seat_from_javascript(api: LiveApi, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    (tmp_path / "seat.mjs").write_text(program("javascript"), "utf-8")
    said = run([node, "seat.mjs", api.url], tmp_path).splitlines()
    assert said[0] == "1 create_game"
    assert [int(line.split()[0]) for line in said] == list(range(1, len(said) + 1))
