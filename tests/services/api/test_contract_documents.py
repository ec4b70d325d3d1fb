"""Schemas at their addresses, the AsyncAPI document, and links between calls."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import msgspec

from domain.registry import GAMES
from replays.aggregate import Aggregate
from replays.file import read_replay
from replays.samples import samples
from services.api.reading import whole_line
from services.api.schemas import every_schema
from services.webhooks.kinds import KINDS, TEST
from tests.services.api.test_schema import root

SAMPLES = dict(samples())


def test_every_schema_is_where_its_id_says(http: httpx.Client) -> None:
    listed = http.get("/schemas").json()
    assert {each["rules"] for each in listed["schemas"]} == {*GAMES, "table"}
    assert len(listed["schemas"]) == len(every_schema()) > 150
    for each in listed["schemas"][::10]:
        answer = http.get(root(http) + each["id"])
        assert answer.status_code == 200, each
        schema = answer.json()
        assert (schema["$id"], schema["version"]) == (each["id"], listed["version"])
        again = http.get(root(http) + each["id"], headers={"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304
    assert http.get("/schemas/gluck-auf/actions/fly").json()["code"] == "schema_unknown"


def test_what_the_logs_hold_fits_the_schema_of_its_type() -> None:
    """Every event and every action of every sample, with what is sealed, and the views."""
    validators = {
        path: jsonschema_rs.validator_for(json.loads(each.body))
        for path, each in every_schema().items()
    }
    checked: set[str] = set()
    for data in SAMPLES.values():
        for paths, value in _parts(data):
            [path, *_] = [path for path in paths if path in validators]
            validators[path].validate(value)
            checked.add(path)
    assert {path.partition("/")[0] for path in checked} == {*GAMES, "table"}
    events = {path for path in validators if path.count("/") == 2 and "/events/" in path}
    assert len(checked & events) > 0.9 * len(events)


def _parts(data: bytes) -> Iterator[tuple[list[str], Any]]:
    """What stands in a replay, and which schemas it may fit."""
    replay = read_replay(data)
    assert replay.header
    game_id, entries = replay.header.game, list(replay.entries)
    aggregate = Aggregate.begin(game_id, entries[0])
    for seat in (None, 0, 1):
        view = aggregate.game.view(aggregate.state, seat, aggregate.names)
        yield [f"{aggregate.game.name}/view"], _plain(view)
    for entry in entries:
        line = whole_line(aggregate.game, game_id, entry)
        parts = [("events", event) for event in line.events]
        if isinstance(line.by, int) or line.by == "arbiter":
            parts.append(("actions", line.action))
        for kind, part in parts:
            value = _plain(part)
            names = (aggregate.game.name, "table")
            yield [f"{name}/{kind}/{value['type']}" for name in names], value


def _plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def test_the_stream_is_described_and_every_reference_leads_somewhere(http: httpx.Client) -> None:
    document = http.get(f"{root(http)}/schema/asyncapi.json").json()
    assert document["asyncapi"] == "3.0.0"
    # An object, as OpenAPI has it, is refused by AsyncAPI's own parser.
    written = json.dumps(document)
    assert '"discriminator": {' not in written
    assert '"discriminator": "type"' in written
    channels = document["channels"]
    assert channels["gameStream"]["address"] == "/api/v1/games/{game_id}/stream"
    assert channels["gameStream"]["messages"].keys() == {"entry", "frames", "end"}
    assert channels["tournamentStream"]["address"] == "/api/v1/tournaments/{tournament_id}/stream"
    assert channels["tournamentStream"]["messages"].keys() == {"entry", "end"}
    for ref in _refs(document):
        place: Any = document
        for step in ref.removeprefix("#/").split("/"):
            place = place[step]
        assert place
    assert document["operations"].keys() == {f"send.{name}" for name in channels}
    assert {one["action"] for one in document["operations"].values()} == {"send"}


def test_every_kind_of_webhook_is_described_and_the_examples_fit(http: httpx.Client) -> None:
    document = http.get(f"{root(http)}/schema/openapi.json").json()
    told = http.get(f"{root(http)}/schema/asyncapi.json").json()["channels"]["webhooks"]
    assert told["address"] is None
    assert told["messages"].keys() == document["webhooks"].keys() == {*KINDS, TEST}
    shown = 0
    for kind, message in document["webhooks"].items():
        [media] = message["post"]["requestBody"]["content"].values()
        validator = jsonschema_rs.validator_for(
            {**media["schema"], "components": document["components"]}
        )
        for example in media.get("examples", {}).values():
            assert example["value"]["type"] == kind
            validator.validate(example["value"])
            shown += 1
    assert shown == 3


def _refs(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inner in part.values():
            yield from _refs(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _refs(inner)


def test_links_lead_to_calls_and_their_parameters(http: httpx.Client) -> None:
    document = http.get(f"{root(http)}/schema/openapi.json").json()
    calls = {
        call["operationId"]: {each["name"] for each in call.get("parameters", ())}
        for methods in document["paths"].values()
        for call in methods.values()
    }
    linked: set[str] = set()
    for methods in document["paths"].values():
        for call in methods.values():
            for answer in call["responses"].values():
                for link in answer.get("links", {}).values():
                    assert link["parameters"].keys() <= calls[link["operationId"]]
                    linked.add(call["operationId"])
    assert {"createGame", "getGame", "act", "getChoices", "uploadReplay"} <= linked
    assert {"createTournament", "getTournament", "actInTournament", "getRound"} <= linked
    assert {"createWebhook", "getWebhook", "getDeliveries"} <= linked


def test_a_release_is_stored_compactly() -> None:
    folder = Path(__file__).parents[3] / "docs" / "contracts"
    for path in folder.glob("openapi-*.json"):
        assert path.read_text("utf-8").count("\n") == 1
