"""Health that is honest, figures that hold no secret."""

import os
import random
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis
from redis.exceptions import OutOfMemoryError

from infra import connections
from infra.game_log import log_key
from infra.job_queue import JobQueue, Order
from services.api import looks
from tests.services.api.house import House
from tests.services.api.table import Table
from tests.waiting import eventually

OF_QUEUES = ("failed_jobs", "waiting_jobs", "workers")
LONG = 600.0
TWO = {"game": "gluck-auf", "seats": [{"name": "Anna"}, {"name": "Bruno"}]}


def sleeping(marker: str) -> None:
    Path(marker).touch()
    time.sleep(LONG)


@contextmanager
def frozen(pid: int | None) -> Iterator[None]:
    assert pid
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.fixture
def house_of_one(tmp_path: Path) -> Iterator[House]:
    """A house that a test may ruin."""
    built = House(tmp_path / "house")
    yield built
    built.close()


def asking(house: House, **settings: object) -> Callable[[], dict[str, Any]]:
    api = house.open_api(**settings)  # type: ignore[arg-type]  # mypy takes them for limits

    def ask() -> dict[str, Any]:
        answer = api.http.get(f"{api.url}/health/ready", timeout=60)
        said: dict[str, Any] = answer.json()
        assert answer.status_code == (200 if said["ready"] else 503)
        return said

    return ask


def root(http: httpx.Client) -> str:
    return str(http.base_url).removesuffix("/api/v1/")


def test_a_house_with_a_worker_is_ready(http: httpx.Client) -> None:
    assert http.get(f"{root(http)}/health/live").json() == {"status": "alive"}
    sound = {"ready": True, "reasons": [], "warnings": []}
    eventually(lambda: http.get(f"{root(http)}/health/ready").json() == sound, 60)


def test_without_a_worker_it_is_not_ready_and_a_game_that_waits_is_late(tmp_path: Path) -> None:
    house = House(tmp_path / "idle")
    try:
        api = house.open_api(late_scoring_seconds=0.01)
        where = f"{api.url}/health/ready"
        assert "no worker is alive" in api.http.get(where).json()["reasons"][0]
        table = Table.open(api.http)
        luck = random.Random(1)
        while table.summary()["status"] == "running":
            table.play_on(luck, 1)
        eventually(lambda: "wait too long" in api.http.get(where).text)
        house.start_worker()
        eventually(lambda: api.http.get(where).status_code == 200)
        assert table.summary()["status"] == "running"
        house.workers[0].kill()
        house.workers[0].wait()
        eventually(lambda: "no worker is alive" in api.http.get(where).text)
    finally:
        house.close()


def test_the_figures_count_what_happens(http: httpx.Client, table: Table) -> None:
    def figure(name: str) -> float:
        found = re.search(
            rf"^{re.escape(name)} (\S+)$", http.get(f"{root(http)}/metrics").text, re.M
        )
        return float(found[1]) if found else 0.0

    accepted = 'schichtbuch_actions_accepted_total{game="gluck-auf"}'
    refused = 'schichtbuch_actions_refused_total{code="not_your_turn",game="gluck-auf"}'
    before = figure(accepted), figure(refused)
    seat, move = table.first_move()
    table.act(1 - seat, move)
    table.act(seat, move)
    assert (figure(accepted), figure(refused)) == (before[0] + 1, before[1] + 1)
    assert figure('schichtbuch_games{game="gluck-auf",status="running"}') >= 1
    said = http.get(f"{root(http)}/metrics").text
    for name in (
        "append_conflicts_total",
        "fold_seconds_count",
        "append_seconds_count",
        "scoring_seconds_count",
        "viewers",
        *(f'{name}{{queue="{queue}"}}' for name in OF_QUEUES for queue in ("games", "audits")),
        "uploads_bytes",
        "uploads_quota_bytes",
        "server_memory_bytes",
        "server_max_memory_bytes",
    ):
        assert f"schichtbuch_{name} " in said
    requests = "schichtbuch_http_request_duration_seconds"
    asked = 'method="POST",path="/api/v1/games/{game_id}/actions"'
    for status in ("201", "422"):
        labels = f'{{{asked},status_code="{status}"}}'
        assert figure(f"{requests}_count{labels}") >= 1
        assert figure(f"{requests}_sum{labels}") > 0
        within = f'{requests}_bucket{{le="+Inf",{asked},status_code="{status}"}}'
        assert figure(within) == figure(f"{requests}_count{labels}")


def test_scoring_latency_is_seen(http: httpx.Client, finished: Table) -> None:
    assert finished.summary()["status"] == "finished"
    said = http.get(f"{root(http)}/metrics").text
    found = re.search(r"^schichtbuch_scoring_seconds_count (\S+)$", said, re.M)
    assert found
    assert float(found[1]) >= 1


def test_neither_log_lines_nor_figures_hold_a_secret(
    house: House, capfd: pytest.CaptureFixture[str]
) -> None:
    http = house.open_api().http
    table = Table.open(http)
    table.play_on(random.Random(1), 12)
    http.get(table.path("/state"), headers={"Authorization": "Bearer hush-hush"})
    table.get("/state?at=x")
    lines = "".join(capfd.readouterr())
    said = lines + http.get(f"{root(http)}/metrics").text
    redis = Redis.from_url(house.server.url)
    entries: Any = redis.xrange(f"schichtbuch:{{{table.id}}}:log")
    redis.close()
    [seal] = re.findall(rb'"secret":"([0-9a-f]{64})"', entries[0][1][b"seals"])
    secrets = [seal.decode(), "hush-hush", house.organizer["Authorization"][7:]]
    secrets += [token["Authorization"][7:] for token in table.tokens]
    assert f'"path":"/api/v1{table.path("/actions")}","status":201' in lines
    assert not [secret for secret in secrets if secret in said]


@pytest.mark.parametrize("path", ["/", "/schema"])
def test_the_pages_need_nothing_from_elsewhere(http: httpx.Client, path: str) -> None:
    page = http.get(root(http) + path)
    assert page.status_code == 200
    assert not re.search(r"(src|href)=.https?:|url\(https?:|import .*https?:", page.text)


def test_a_frozen_worker_is_not_alive_and_a_thawed_one_is(house_of_one: House) -> None:
    ready = asking(house_of_one)
    house_of_one.start_worker()
    eventually(lambda: ready()["ready"], 60)
    with frozen(house_of_one.workers[0].pid):
        eventually(lambda: not ready()["ready"], 60)
        assert "no worker is alive" in ready()["reasons"][0]
    eventually(lambda: ready()["ready"], 60)


def test_a_worker_that_is_busy_for_long_is_alive(house_of_one: House, tmp_path: Path) -> None:
    ready, busy = asking(house_of_one), tmp_path / "busy"
    with Redis.from_url(house_of_one.server.url) as redis:
        queue = JobQueue(redis)
        queue.enqueue(Order("tests.services.api.test_health.sleeping", (str(busy),), "long"))
        house_of_one.start_worker()
        eventually(busy.exists, 60)
        for _ in range(2):
            for key in redis.scan_iter("schichtbuch:worker:*"):
                redis.delete(key)
            eventually(lambda: [pulse.job for pulse in queue.pulses.alive("games")] == ["long"], 60)
            assert ready()["ready"]
    house_of_one.workers[0].kill()


def test_a_worker_of_audits_that_is_missing_is_a_warning(house_of_one: House) -> None:
    ready = asking(house_of_one)
    house_of_one.start_worker()
    eventually(lambda: ready()["ready"], 60)
    assert ready()["warnings"] == ["no worker of audits is alive: audits have to wait"]


def test_a_worker_of_audits_that_sees_another_folder_is_a_warning(
    house_of_one: House, tmp_path: Path
) -> None:
    ready = asking(house_of_one)
    house_of_one.start_worker("audits", uploads=str(tmp_path / "elsewhere"))
    eventually(lambda: "sees another folder of uploads" in str(ready()["warnings"]), 60)


def test_a_server_that_hangs_is_said_to_hang_without_waiting_for_it(
    house_of_one: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here it would be waited for until the end of the test."""
    monkeypatch.setattr(connections, "TIMEOUT", LONG)
    assert looks.PATIENCE <= 2
    ready = asking(house_of_one)
    with frozen(house_of_one.server.pid):
        said = ready()
        assert not said["ready"]
        assert "the server of the log does not answer" in said["reasons"]
        assert "the server of the queue does not answer" in said["reasons"]
        api = house_of_one.apis[0]
        assert "schichtbuch_viewers" in api.http.get(f"{api.url}/metrics", timeout=60).text
    eventually(lambda: "does not answer" not in str(ready()), 60)


def test_one_damaged_game_is_named_and_all_others_can_be_played(house_of_one: House) -> None:
    ready = asking(house_of_one)
    house_of_one.start_workers()
    table = Table.open(house_of_one.apis[0].http)
    with Redis.from_url(house_of_one.server.url) as redis:
        redis.xadd(log_key(table.id), {"line": b"{}"}, id="2-0")
    eventually(lambda: ready()["ready"] and len(ready()["warnings"]) == 1, 60)
    assert ready()["warnings"] == [f"the log of {table.id} is damaged"]


def fill(redis: Redis, share: float) -> None:
    """Until so much of its memory is used, or until it takes no more."""
    number = 0
    while True:
        info = redis.info("memory")
        if info["used_memory"] >= share * info["maxmemory"]:
            return
        number += 1
        redis.set(f"filler:{number}", bytes(20_000))


def test_a_server_that_fills_up_warns_then_refuses_then_takes_again(tmp_path: Path) -> None:
    house = House(tmp_path / "small", max_memory=6 * 2**20)
    try:
        ready = asking(house)
        http = house.apis[0].http
        table = Table.open(http)
        house.start_workers()
        eventually(lambda: ready() == {"ready": True, "reasons": [], "warnings": []}, 60)
        with Redis.from_url(house.server.url) as redis:
            fill(redis, 0.85)
            assert ready()["ready"]
            assert "the server of the log is nearly full: 5 of 6 MB" in ready()["warnings"]
            with pytest.raises(OutOfMemoryError):
                fill(redis, 2)
            # The buffers of its clients come and go, so a little more for certainty.
            redis.config_set("maxmemory", redis.info("memory")["used_memory"] - 200_000)
            seat, move = table.first_move()
            for refused in (table.act(seat, move), http.post("/games", json=TWO)):
                assert (refused.status_code, refused.json()["code"]) == (503, "storage_unavailable")
            eventually(lambda: "the server of the log is full" in str(ready()["reasons"]), 60)
            redis.delete(*redis.scan_iter("filler:*"))
        assert table.act(seat, move).status_code == 201
        eventually(lambda: ready()["ready"], 60)
    finally:
        house.close()
