"""`up`, `api` and `worker`: the whole tree, and one sentence where it cannot begin."""

import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import httpx
import psutil
import pytest

from infra.embedded import EmbeddedServer
from tests.services.cli.running import as_a_process
from tests.waiting import eventually, is_running


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("SCHICHTBUCH_")]:
        monkeypatch.delenv(name)


def test_everything_runs_survives_a_death_and_stops(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "services.cli.main", "up", "--port", "0", "--data"]
    out = tmp_path / "out"
    with (
        out.open("wb") as printed,
        (tmp_path / "log").open("wb") as log,
        subprocess.Popen([*command, str(tmp_path / "data")], stdout=printed, stderr=log) as up,
    ):
        try:
            eventually(lambda: "Ctrl-C stops it" in out.read_text(), 60)
            address = out.read_text().split()[3].rstrip(";")
            family = psutil.Process(up.pid).children(recursive=True)
            [api] = [process for process in family if "api" in process.cmdline()]
            assert [
                process for process in family if "--queue audits" in " ".join(process.cmdline())
            ]
            api.kill()
            api.wait(30)  # its socket is kept open: who calls meanwhile waits, and is answered
            assert httpx.get(f"{address}/health/live", timeout=60).status_code == 200
        finally:
            up.terminate()
        assert up.wait(60) == 0
    assert not any(is_running(process.pid) for process in family)


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = as_a_process("up", "--port", port, data=tmp_path / "data", expect=1)
    assert f"cannot listen on 127.0.0.1:{port}" in said


def test_a_folder_is_served_once_and_its_keys_are_ours_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = EmbeddedServer(data)
    server.start()
    try:
        said = as_a_process("up", "--port", "0", "--data", str(data), data=tmp_path, expect=1)
    finally:
        server.stop()
    assert f"already being served by process {os.getpid()}" in said
    for name in ("organizer-key.txt", "signing-key.pem"):
        assert stat.S_IMODE((data / name).stat().st_mode) == 0o600
    assert (data / "organizer-key.txt").read_text().strip() not in said


@pytest.mark.parametrize("command", ["up", "api", "worker"])
def test_a_bad_setting_is_named(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHICHTBUCH_RATE_LIMIT", "many")
    said = as_a_process(command, data=tmp_path, expect=1)
    assert "SCHICHTBUCH_RATE_LIMIT must be a whole number" in said


@pytest.mark.parametrize("command", ["api", "worker"])
def test_a_part_alone_needs_a_server(command: str, tmp_path: Path) -> None:
    said = as_a_process(command, data=tmp_path, expect=2)
    assert "SCHICHTBUCH_REDIS_URL" in said
