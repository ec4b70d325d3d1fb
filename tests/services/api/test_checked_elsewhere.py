"""The served log under tools that are not ours: Go's packages, and the script for auditors."""

import json
from pathlib import Path

import httpx
import pytest

from replays.entry import sha256
from replays.leaves import last_with_leaf
from replays.tlog.leaf import Leaf
from services.api.http.links import PREFIX
from tests.replays.tlog.go_check import CheckLog, needs_go
from tests.replays.tlog.test_proofs_document import needs_openssl, run_script
from tests.services.api.served_log import ServedLog
from tests.services.api.table import Table
from tests.waiting import eventually


@pytest.fixture(scope="module")
def served(http: httpx.Client) -> ServedLog:
    return ServedLog(str(http.base_url).replace(f"{PREFIX}/", ""))


def log_key(http: httpx.Client) -> str:
    [key] = [one["key"] for one in http.get("/keys").json()["keys"] if one["use"] == "log"]
    return str(key)


@needs_go
def test_go_confirms_the_whole_log_its_growth_and_a_game(
    http: httpx.Client, finished: Table, served: ServedLog, tmp_path: Path
) -> None:
    checklog, url = CheckLog(tmp_path), f"{served.url}/tlog"
    known, old, before = ("-key", log_key(http)), tmp_path / "old", served.head()
    old.write_bytes(httpx.get(f"{url}/checkpoint", timeout=30).content)
    Table.open(http)
    eventually(lambda: served.head().size > before.size, 60)
    said = checklog(*known, "-old", old, url)
    assert "leaves, signed, 0 witnesses" in said
    assert f"leaves begin with those {before.size}" in said

    lines = finished.get("/log").content.splitlines()
    proof, entry = tmp_path / "proof", tmp_path / "entry"
    proof.write_bytes(finished.get("/proof").content)
    entry.write_bytes(Leaf(f"game/{finished.id}", len(lines), sha256(lines[-1])).entry())
    assert "included: entry" in checklog(*known, "-proof", proof, "-entry", entry)
    entry.write_bytes(Leaf(f"game/{finished.id}", len(lines), sha256(lines[0])).entry())
    assert "DOES NOT HOLD" in checklog(*known, "-proof", proof, "-entry", entry)


@needs_openssl
def test_the_script_for_auditors_confirms_a_served_game(
    http: httpx.Client, finished: Table, tmp_path: Path
) -> None:
    replay, key = finished.get("/replay").content, log_key(http)
    version = last_with_leaf(finished.get("/log").content.splitlines())
    assert version
    within = json.loads(replay.splitlines()[-1])["proof"]
    for proof in (within, finished.get("/proof").text):
        said = run_script(tmp_path, replay, version, proof, key)
        assert said.startswith(f"holds: entry {version} of {finished.id} is in 127.0.0.1/tlog")
    first = finished.get("/proof?version=1").text
    assert run_script(tmp_path, replay, 1, first, key).startswith("holds: entry 1 of")
    assert run_script(tmp_path, replay, version, first, key).startswith("DOES NOT HOLD")
