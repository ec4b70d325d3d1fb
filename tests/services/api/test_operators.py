"""`doctor`, `export` and `import` against a real house."""

import asyncio
import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from redis import Redis

from domain.kernel.chance import CommittedChance
from infra.connections import connect, disconnect
from infra.game_log import GameLog, log_key
from infra.server_files import lock_as_supervisor
from infra.snapshots import Snapshots
from infra.transparency_log import LEAVES
from replays.samples import samples
from replays.verify import verify
from services.cli.examination import Finding, diagnose
from services.games import Games
from tests.services.api.house import House
from tests.services.api.table import Table
from tests.services.test_every_game import advance
from tests.waiting import eventually


def schichtbuch(data: Path, *args: str, expect: int = 0) -> str:
    environment = {name: v for name, v in os.environ.items() if not name.startswith("SCHICHTBUCH_")}
    ran = subprocess.run(
        [sys.executable, "-m", "services.cli.main", *args],
        env={**environment, "SCHICHTBUCH_DATA": str(data), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == expect, ran.stdout + ran.stderr
    return ran.stdout if "--json" in args else ran.stdout + ran.stderr


def wrong(data: Path) -> dict[str, Finding]:
    """What the doctor would print, without a process of its own."""
    with pytest.MonkeyPatch.context() as environment:
        for name in [name for name in os.environ if name.startswith("SCHICHTBUCH_")]:
            environment.delenv(name)
        environment.setenv("SCHICHTBUCH_DATA", str(data))
        diagnosis = asyncio.run(diagnose())
    found = {finding.what: finding for finding in diagnosis.findings if not finding.ok}
    assert diagnosis.ok == (not found)
    assert all(finding.mend for finding in found.values())
    return found


def test_the_doctor_finds_nothing_in_a_sound_house_and_everything_in_a_sick_one(
    tmp_path: Path,
) -> None:
    house = House(tmp_path / "ward")
    try:
        api = house.open_api(late_scoring_seconds=0.01)
        assert wrong(house.data).keys() == {"workers of games", "workers of audits"}
        house.start_workers()
        ready = f"{api.url}/health/ready"
        eventually(lambda: api.http.get(ready).json()["warnings"] == [], 60)
        eventually(lambda: api.http.get(ready).status_code == 200)
        assert "Nothing is wrong." in schichtbuch(house.data, "doctor")
        table = Table.open(api.http)
        redis = Redis.from_url(house.server.url)
        redis.xadd(log_key(table.id), {"line": b"{}"}, id="2-0")
        redis.config_set("appendfsync", "no")
        redis.close()
        (house.data / "organizer-key.txt").chmod(0o644)
        found = wrong(house.data)
        assert found.keys() == {"logs", "persistence", "organizer key"}
        assert table.id in found["logs"].said
        said = msgspec.json.decode(schichtbuch(house.data, "doctor", "--json", expect=1))
        assert not said["ok"]
        assert {f["what"] for f in said["findings"] if not f["ok"]} == found.keys()
        printed = schichtbuch(house.data, "doctor", expect=1)
        assert "chmod 600" in printed
    finally:
        house.close()


def test_leaves_that_are_gone_are_said_by_ready_and_doctor_with_the_way_back(
    tmp_path: Path,
) -> None:
    house = House(tmp_path / "ward")
    try:
        api = house.open_api()
        house.start_workers()

        def warnings() -> str:
            return " ".join(api.http.get(f"{api.url}/health/ready").json()["warnings"])

        table = Table.open(api.http)
        eventually(lambda: table.get("/proof").status_code == 200, 60)
        with Redis.from_url(house.server.url) as redis:
            leaves = redis.dump(LEAVES)
            redis.delete(LEAVES)
            eventually(lambda: "the transparency log is not signed" in warnings(), 60)
            assert "a head of 1 leaves was signed" in warnings()
            finding = wrong(house.data)["transparency log"]
            assert finding.said.endswith("but there are only 0")
            assert "restore a backup" in finding.mend
            assert "schichtbuch log begin-anew" in finding.mend
            other = Table.open(api.http)  # games go on
            redis.restore(LEAVES, 0, leaves)
        eventually(lambda: "transparency" not in warnings(), 60)
        eventually(lambda: other.get("/proof").status_code == 200, 60)
        assert "transparency log" not in wrong(house.data)
    finally:
        house.close()


def test_what_the_documents_allow_is_not_wrong(tmp_path: Path) -> None:
    house = House(tmp_path / "ward")
    try:
        with Redis.from_url(house.server.url) as redis:
            redis.config_set("appendfsync", "everysec")
        assert "persistence" not in wrong(house.data)
        assert "may lose the last second" in schichtbuch(house.data, "doctor", expect=1)
    finally:
        house.close()


def test_a_server_that_died_under_a_running_service_is_told_apart_from_none(
    tmp_path: Path,
) -> None:
    """As on a full disk, where the server ends again and again."""
    house = House(tmp_path / "ward")
    try:
        pid = house.server.pid
        assert pid
        os.kill(pid, signal.SIGKILL)
        eventually(lambda: not house.server.alive())
        found = wrong(house.data)["server"]
        assert f"`schichtbuch up` is running (process {os.getpid()})" in found.said
        assert "start `schichtbuch up`" not in found.mend
    finally:
        house.close()


def test_a_full_disk_is_named_as_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with lock_as_supervisor(tmp_path / "supervisor.lock"):
        usage = shutil.disk_usage(tmp_path)
        monkeypatch.setenv("SCHICHTBUCH_DATA", str(tmp_path))
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=0))
        found = {finding.what: finding for finding in asyncio.run(diagnose()).findings}
    assert "its disk is full" in found["server"].said
    assert "free space" in found["server"].mend


def test_workers_of_audits_must_see_the_folder_that_the_others_see(tmp_path: Path) -> None:
    house = House(tmp_path / "ward")
    try:
        house.start_worker("audits", uploads=str(tmp_path / "elsewhere"))
        eventually(lambda: "uploads" in wrong(house.data), 60)
        found = wrong(house.data)["uploads"]
        assert str(house.workers[0].pid) in found.said
        assert "SCHICHTBUCH_UPLOADS" in found.mend
    finally:
        house.close()


def test_a_server_that_is_nearly_full_is_wrong(tmp_path: Path) -> None:
    house = House(tmp_path / "ward", max_memory=1)
    try:
        assert "SCHICHTBUCH_MAX_MEMORY" in wrong(house.data)["memory"].mend
    finally:
        house.close()


def test_the_doctor_says_that_no_server_runs(tmp_path: Path) -> None:
    assert "schichtbuch up" in wrong(tmp_path)["server"].mend


async def played_to_its_end(house: House, game_id: str) -> None:
    """By bots of our own, in the log itself: what is tested is where it goes then."""
    client = connect(house.server.url)
    games, luck = Games(GameLog(client), Snapshots(client)), CommittedChance(b"luck")
    while not (aggregate := await games.current(game_id)).over:
        await advance(games, aggregate, luck)
    await disconnect(client)


def test_games_go_out_and_come_in(tmp_path: Path) -> None:
    house, other = House(tmp_path / "one"), House(tmp_path / "other")
    try:
        here, there = house.open_api(), other.open_api()
        table = Table.open(here.http)
        table.play_on(random.Random(2), 4)
        schichtbuch(house.data, "export", table.id, "--out", str(tmp_path))
        running = tmp_path / f"{table.id}.schicht"
        assert verify(running.read_bytes()).version == 5
        said = schichtbuch(other.data, "import", str(running), expect=1)
        assert "the game is not over" in said
        asyncio.run(played_to_its_end(house, table.id))
        schichtbuch(house.data, "export", table.id, "--out", str(running))
        assert running.read_bytes() == table.get("/replay").content
        foreign = ("import", "--foreign", str(running))
        assert "--trust" in schichtbuch(other.data, "import", str(running), expect=1)
        assert "imported" in schichtbuch(other.data, *foreign)
        assert "is there already" in schichtbuch(other.data, *foreign)
        moved = Table(there.http, table.begun)
        assert moved.get("/log").content == table.get("/log").content
        assert moved.get("/state", seat=0).json()["code"] == "token_unknown"
        said = schichtbuch(house.data, "export", "no-such-game", expect=1)
        assert "there is no game no-such-game" in said
    finally:
        house.close()
        other.close()


def test_a_sample_is_imported_and_served(tmp_path: Path) -> None:
    house = House(tmp_path / "shelf")
    try:
        name, data = next(iter(samples()))
        file = tmp_path / f"{name.rpartition('/')[2]}.schicht"
        file.write_bytes(data)
        schichtbuch(house.data, "import", str(file))
        http = house.open_api().http
        [listed] = http.get("/games", params={"status": "finished"}).json()["games"]
        assert http.get(f"/games/{listed['id']}/state?at=2").status_code == 200
    finally:
        house.close()
