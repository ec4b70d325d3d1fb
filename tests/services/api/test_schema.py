"""The documentation holds: schemathesis tries every call with all its checks."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml  # type: ignore[import-untyped]  # its stubs are not among our tools

from domain.registry import GAMES
from services.api.openapi import schema
from services.api.openapi.document import complete
from tests.services.api.house import House
from tests.services.api.table import Table

SETTINGS = """
[parameters]
{parameters}

[checks.positive_data_acceptance]
# A wish can fit the schema and break a rule.
expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 422]

[[operations]]
# All parts of all actions of all games would be thousands of requests; these are fuzzed instead.
include-operation-id = ["act", "extendDraft"]
phases.coverage.enabled = false

[[operations]]
# An uploaded file can be watched only once it is judged, and if it can be followed.
include-path-regex = "^/api/v1/audits/"
checks.ensure_resource_availability.enabled = false

[[operations]]
# Only so many messages per subscription may wait to be sent once more, and nobody sends them here.
include-operation-id = ["redeliver", "testWebhook"]
checks.positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 422, 429]
"""


def schemathesis(
    folder: Path, root: str, token: dict[str, str], parameters: str, *args: str
) -> None:
    settings = folder / "schemathesis.toml"
    settings.write_text(SETTINGS.format(parameters=parameters))
    command = ["-m", "schemathesis.cli", "--config-file", str(settings), "run"]
    ran = subprocess.run(
        [
            sys.executable,
            *command,
            f"{root}/schema/openapi.json",
            "--checks=all",
            "--seed=1",
            "--warnings=off",
            "--request-timeout=60",
            "--max-response-time=60",  # how long it takes is no promise of the document
            "--exclude-path-regex=/stream$",  # it does not end before the game does
            f"--header=Authorization: {token['Authorization']}",
            *args,
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr[-2000:]


def root(http: httpx.Client) -> str:
    return str(http.base_url).removesuffix("/api/v1/")


def test_every_call_answers_as_documented(tmp_path: Path, house: House, http: httpx.Client) -> None:
    schemathesis(tmp_path, root(http), house.organizer, "", "--max-examples=3")
    # Nobody sends webhooks in this house: others would be warned of those that wait.
    for webhook in http.get("/webhooks", headers=house.organizer).json()["webhooks"]:
        http.delete(f"/webhooks/{webhook['id']}", headers=house.organizer)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_answered_as_documented_whatever_it_sends(
    tmp_path: Path, http: httpx.Client, game: str
) -> None:
    table = Table.open(http, game)
    parameters = f'"path.game_id" = "{table.id}"\n"header.If-Match" = "*"'
    token = table.tokens[table.summary()["turn"]]
    calls = ["--include-path-regex=/(actions|choices|state|frames)$", "--phases=fuzzing"]
    schemathesis(tmp_path, root(http), token, parameters, *calls, "--max-examples=15")


def test_the_schema_is_openapi_3_1_and_the_same_in_yaml(http: httpx.Client) -> None:
    answer = http.get(f"{root(http)}/schema/openapi.json")
    schema: Any = answer.json()
    assert schema["openapi"].startswith("3.1")
    told = http.get(f"{root(http)}/schema/openapi.yaml", timeout=120)  # made now, on any machine
    assert yaml.safe_load(told.text) == schema


def test_every_call_has_an_id_a_summary_and_problems(http: httpx.Client) -> None:
    paths = http.get(f"{root(http)}/schema/openapi.json").json()["paths"]
    for path, calls in paths.items():
        for call in calls.values():
            assert call["operationId"]
            assert call["summary"], path
            assert {"429", "503"} <= call["responses"].keys()
            if "{game_id}" in path:
                assert {"401", "404"} <= call["responses"].keys()
            if "requestBody" in call:
                assert "413" in call["responses"]


def test_the_examples_are_what_the_service_takes(http: httpx.Client) -> None:
    schema = http.get(f"{root(http)}/schema/openapi.json").json()
    body = schema["paths"]["/api/v1/games"]["post"]["requestBody"]["content"]["application/json"]
    assert body["examples"].keys() == GAMES.keys()
    for example in body["examples"].values():
        assert http.post("/games", json=example["value"]).status_code == 201


def test_the_documentation_is_made_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making it takes as long as hundreds of other answers, and anybody may ask for it."""
    made: list[str] = []

    def counted(plain: dict[str, Any]) -> dict[str, Any]:
        made.append("")
        return complete(plain)

    monkeypatch.setattr(schema, "complete", counted)
    api = house.open_api()
    for kind in ("json", "yaml", "yml"):
        answers = [httpx.get(f"{api.url}/schema/openapi.{kind}", timeout=30) for _ in range(3)]
        assert len({answer.content for answer in answers}) == 1
        assert answers[0].status_code == 200
    assert len(made) == 2


def test_nobody_waits_for_the_documentation(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slowly(plain: dict[str, Any]) -> dict[str, Any]:
        begun.set()
        go_on.wait(30)
        return complete(plain)

    monkeypatch.setattr(schema, "complete", slowly)
    api = house.open_api()
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(httpx.get, f"{api.url}/schema/openapi.yaml", timeout=60)
        try:
            assert begun.wait(30)
            assert httpx.get(f"{api.url}/health/live", timeout=10).status_code == 200
        finally:
            go_on.set()
        assert asked.result().status_code == 200
