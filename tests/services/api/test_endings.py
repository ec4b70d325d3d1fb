"""How things end: a service that is told to stop, and callers who hang up in mid-sentence."""

import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.services.api.house import House
from tests.services.api.raw import Raw, request
from tests.services.api.table import Json, Table
from tests.waiting import eventually

JSON = "Content-Type: application/json"


class ApiProcess:
    """`schichtbuch api` on the server of a house, and what it logs."""

    def __init__(self, house: House, log: Path) -> None:
        self.log = log
        environment = {
            **os.environ,
            "SCHICHTBUCH_DATA": str(house.data),
            "SCHICHTBUCH_REDIS_URL": house.server.url,
            "SCHICHTBUCH_OPEN_CREATION": "yes",
        }
        with socket.create_server(("127.0.0.1", 0)) as listener, log.open("wb") as written:
            self.port = listener.getsockname()[1]
            descriptor = listener.fileno()
            command = (sys.executable, "-m", "services.cli.main", "api", "--fd", str(descriptor))
            self.process = subprocess.Popen(
                command, env=environment, stderr=written, pass_fds=[descriptor]
            )
        self.url = f"http://127.0.0.1:{self.port}"
        self.http = httpx.Client(base_url=f"{self.url}/api/v1", timeout=30)
        eventually(lambda: self.http.get(f"{self.url}/health/live").status_code == 200, 60)

    def lines(self) -> list[Json]:
        return [msgspec.json.decode(line) for line in self.log.read_bytes().splitlines()]

    def hung_up(self) -> list[Json]:
        return [line for line in self.lines() if line["event"] == "the caller hung up"]

    def has_hung_up(self, times: int) -> bool:
        return len(self.hung_up()) == times

    def stop(self) -> int:
        self.http.close()
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def kill(self) -> None:
        self.http.close()
        self.process.kill()
        self.process.wait()


@pytest.fixture
def api(house: House, tmp_path: Path) -> Iterator[ApiProcess]:
    started = ApiProcess(house, tmp_path / "api.log")
    yield started
    started.kill()


def test_a_stop_ends_streams_well_and_at_once(api: ApiProcess) -> None:
    """That it is at once shows in what is not logged: nobody was waited for, nothing cancelled."""
    table = Table.open(api.http)
    table.play_on(random.Random(1), 3)
    with Raw(api.port) as stream, Raw(api.port) as silent, Raw(api.port) as half:
        stream.send(request("GET", f"/api/v1{table.path('/stream')}")).read_until(b"id: 4")
        half.send(b"GET /api/v1")
        silent.send(request("GET", "/health/live")).read_until(b"alive")
        assert api.stop() == 0
        assert stream.rest().endswith(b"0\r\n\r\n"), "the end of an answer, not of a connection"
        assert silent.rest() == b""
    said = api.log.read_text()
    assert "Traceback" not in said
    assert "Cancel" not in said
    assert {line["level"] for line in api.lines()} == {"info"}


HALVES = (
    ("/actions", (JSON, "Content-Length: 100")),
    ("/actions", (JSON, "Transfer-Encoding: chunked")),
    ("/choices", (JSON, "Content-Length: 100")),
    ("", ("Content-Length: 100",)),
)
"""The last one is an upload."""


def test_callers_who_hang_up_in_mid_body_are_no_bug_of_ours(api: ApiProcess) -> None:
    table = Table.open(api.http)
    token = f"Authorization: {table.tokens[0]['Authorization']}"
    for path, headers in HALVES:
        where = f"/api/v1{table.path(path)}" if path else "/api/v1/audits"
        before = len(api.hung_up())
        with Raw(api.port) as raw:
            raw.send(request("POST", where, token, *headers), b"5\r\n{\r\n")
        eventually(partial(api.has_hung_up, before + 1))
        line = api.hung_up()[-1]
        assert (line["status"], line["path"], line["level"]) == (499, where, "info")
    assert {line["level"] for line in api.lines()} == {"info"}
    figures = api.http.get(f"{api.url}/metrics").text
    assert 'status_code="499"' in figures
    assert 'status_code="500"' not in figures
    assert table.summary()["version"] == 1
