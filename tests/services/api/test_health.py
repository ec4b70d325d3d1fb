"""Health that is honest, figures that hold no secret."""

import random
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from tests.services.api.house import House
from tests.services.api.table import Table
from tests.waiting import eventually


def root(http: httpx.Client) -> str:
    return str(http.base_url).removesuffix("/api/v1/")


def test_a_house_with_a_worker_is_ready(http: httpx.Client) -> None:
    assert http.get(f"{root(http)}/health/live").json() == {"status": "alive"}
    eventually(lambda: http.get(f"{root(http)}/health/ready").status_code == 200)
    assert http.get(f"{root(http)}/health/ready").json() == {"ready": True, "reasons": []}


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
        "failed_jobs",
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


@pytest.mark.parametrize("path", ["/", "/schema", "/pages/schema.js", "/pages/page.css"])
def test_the_pages_need_nothing_from_elsewhere(http: httpx.Client, path: str) -> None:
    page = http.get(root(http) + path)
    assert page.status_code == 200
    assert not re.search(r"(src|href)=.https?:|url\(https?:|import .*https?:", page.text)
