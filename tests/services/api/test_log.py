"""The public lines, exact to the byte."""

import hashlib

import httpx
import msgspec
import pytest

from replays.file import read_replay
from tests.services.api.house import House
from tests.services.api.table import Table


def test_the_lines_are_the_stored_bytes_and_chain_up(finished: Table) -> None:
    answer = finished.get("/log")
    lines = answer.content.splitlines()
    assert answer.headers["Content-Type"].startswith("application/x-ndjson")
    assert lines == [entry.line for entry in read_replay(finished.get("/replay").content).entries]
    prev = "0" * 64
    for line in lines:
        assert msgspec.json.decode(line)["prev"] == prev
        prev = hashlib.sha256(line).hexdigest()


def test_a_range_of_lines(finished: Table) -> None:
    lines = finished.get("/log").content.splitlines(keepends=True)
    assert finished.get("/log?from=3&to=5").content == b"".join(lines[2:5])
    assert finished.get("/log?from=5").content == b"".join(lines[4:])
    assert finished.get("/log?to=2").content == b"".join(lines[:2])
    assert finished.get("/log?to=2").headers["Cache-Control"].endswith("immutable")
    assert finished.get("/log?from=5&to=3").content == b""
    assert finished.get(f"/log?from={len(lines) + 1}").content == b""


@pytest.mark.parametrize("query", ["from=0", "from=-1", "from=x", "to=0"])
def test_a_range_that_is_none(table: Table, query: str) -> None:
    answer = table.get(f"/log?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")
    assert answer.json()["errors"]


def test_the_log_has_no_seals_for_anybody(
    looked: tuple[Table, int], house: House, http: httpx.Client
) -> None:
    table, seat = looked
    public = table.get("/log").content
    assert b'"seal":' not in public
    assert table.get("/log", seat).content == public
    assert http.get(table.path("/log"), headers=house.organizer).content == public


def test_a_long_log_comes_in_chunks(
    house: House, finished: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = finished.get("/log").content
    monkeypatch.setattr("services.api.calls.log.CHUNK", 7)
    assert finished.through(house.open_api().http).get("/log").content == whole
