"""The contract of the last release is kept; and what would break it is found."""

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.compatibility import Json, breaks
from tests.contracts.storing import bare, document

ROOT = Path(__file__).parents[2]
RELEASES = sorted((ROOT / "docs" / "contracts").glob("openapi-*.json"))
GAMES, GAME = "/api/v1/games", "/api/v1/games/{game_id}"


@pytest.fixture(scope="module")
def last() -> Json:
    document: Json = json.loads(RELEASES[-1].read_text("utf-8"))
    return document


@pytest.fixture(scope="module")
def today() -> Json:
    return document()


def test_today_keeps_what_the_last_release_promised(last: Json, today: Json) -> None:
    assert breaks(last, today) == []


def schema(document: Json, name: str) -> Any:
    return document["components"]["schemas"][name]


def parameters(document: Json, path: str) -> list[Json]:
    listed: list[Json] = document["paths"][path]["get"]["parameters"]
    return listed


def without_a_call(document: Json) -> None:
    del document["paths"][GAME]["get"]


def without_a_field(document: Json) -> None:
    del schema(document, "Summary")["properties"]["scores"]


def a_field_that_may_be_missing(document: Json) -> None:
    schema(document, "Summary")["required"].remove("scores")


def a_field_that_may_be_null(document: Json) -> None:
    schema(document, "Summary")["properties"]["version"] = {
        "anyOf": [{"type": "integer"}, {"type": "null"}]
    }


def a_field_of_another_type(document: Json) -> None:
    schema(document, "OpenClaim")["properties"]["claim"] = {"type": "string"}


def a_field_that_must_be_sent(document: Json) -> None:
    schema(document, "NewGame")["required"].append("edition")


def a_field_that_cannot_be_sent(document: Json) -> None:
    del schema(document, "SeatWish")["properties"]["salt"]


def a_clock_that_is_not_taken(document: Json) -> None:
    schema(document, "Clock")["properties"]["kind"]["enum"].remove("move")


def an_action_that_is_not_taken(document: Json) -> None:
    of_table = schema(document, "SentAction")["anyOf"][-1]["anyOf"]
    of_table[:] = [part for part in of_table if not part["$ref"].endswith("table.Claim")]


def a_filter_less(document: Json) -> None:
    listed = parameters(document, GAMES)
    listed[:] = [each for each in listed if each["name"] != "player"]


def a_filter_that_must_be_there(document: Json) -> None:
    parameters(document, GAMES)[0]["required"] = True


def a_smaller_page(document: Json) -> None:
    [limit] = [each for each in parameters(document, GAMES) if each["name"] == "limit"]
    limit["schema"]["maximum"] = 10


def another_pattern(document: Json) -> None:
    parameters(document, GAME)[0]["schema"]["pattern"] = "^[a-z]+$"


def another_status(document: Json) -> None:
    answers = document["paths"][GAMES]["post"]["responses"]
    answers["200"] = answers.pop("201")


def another_media_type(document: Json) -> None:
    content = document["paths"][f"{GAME}/log"]["get"]["responses"]["200"]["content"]
    content["text/plain"] = content.pop("application/x-ndjson")


def a_status_less(document: Json) -> None:
    del document["paths"][f"{GAME}/actions"]["post"]["responses"]["409"]


def a_header_less(document: Json) -> None:
    del document["paths"][GAMES]["post"]["responses"]["201"]["headers"]["Location"]


def a_link_less(document: Json) -> None:
    del document["paths"][GAMES]["post"]["responses"]["201"]["links"]["getState"]


def a_token_that_is_needed(document: Json) -> None:
    document["paths"][GAMES]["get"]["security"] = [{"token": []}]


def another_name_of_a_call(document: Json) -> None:
    document["paths"][GAMES]["get"]["operationId"] = "findGames"


def another_default(document: Json) -> None:
    [limit] = [each for each in parameters(document, GAMES) if each["name"] == "limit"]
    limit["schema"]["default"] = 1


def an_event_less_in_the_stream(document: Json) -> None:
    answer = document["paths"][f"{GAME}/stream"]["get"]["responses"]["200"]
    answer["content"]["text/event-stream"]["schema"]["contentSchema"]["anyOf"].pop()


def only_some_texts(document: Json) -> None:
    schema(document, "NewArbiter")["properties"]["name"]["format"] = "email"


def only_even_numbers(document: Json) -> None:
    schema(document, "Clock")["properties"]["seconds"]["multipleOf"] = 2


def nothing_else_is_taken(document: Json) -> None:
    schema(document, "tournament.Regulation")["properties"]["options"]["additionalProperties"] = (
        False
    )


def a_message_less(document: Json) -> None:
    del document["webhooks"]["game.turn"]


def less_in_messages(document: Json) -> None:
    del schema(document, "GameNews")["properties"]["awaited"]


def a_message_without_a_name(document: Json) -> None:
    headers = document["webhooks"]["game.turn"]["post"]["parameters"]
    headers[:] = [each for each in headers if each["name"] != "webhook-id"]


BREAKING: list[tuple[Callable[[Json], None], str]] = [
    (without_a_call, "is gone"),
    (without_a_field, ".scores is gone"),
    (a_field_that_may_be_missing, ".scores may be missing"),
    (a_field_that_may_be_null, ".version may be null"),
    (a_field_of_another_type, "cannot be integer"),
    (a_field_that_must_be_sent, ".edition is needed"),
    (a_field_that_cannot_be_sent, ".salt is gone"),
    (a_clock_that_is_not_taken, "cannot be the value 'move'"),
    (an_action_that_is_not_taken, "cannot be object table_claim"),
    (a_filter_less, "takes no player"),
    (a_filter_that_must_be_there, "needs game"),
    (a_smaller_page, "maximum is lower"),
    (another_pattern, "pattern is another"),
    (another_status, "does not answer 201"),
    (another_media_type, "has no application/x-ndjson"),
    (a_status_less, "does not answer 409"),
    (a_header_less, "201 has no Location"),
    (a_link_less, "201 has no getState"),
    (a_token_that_is_needed, "needs a token"),
    (another_name_of_a_call, "is not called listGames"),
    (another_default, "limit: the default is another"),
    (an_event_less_in_the_stream, "event cannot be the value 'end'"),
    (only_some_texts, "format is another"),
    (only_even_numbers, "multipleOf is another"),
    (nothing_else_is_taken, "options takes nothing else"),
    (a_message_less, "the message game.turn is gone"),
    (less_in_messages, "the message game.created.data.awaited is gone"),
    (a_message_without_a_name, "the message game.turn has no webhook-id"),
]


@pytest.mark.parametrize(("change", "said"), BREAKING)
def test_what_breaks_a_promise_is_found(
    today: Json, change: Callable[[Json], None], said: str
) -> None:
    changed = copy.deepcopy(today)
    change(changed)
    found = breaks(today, changed)
    assert any(said in sentence for sentence in found), found


def test_what_only_adds_breaks_nothing(today: Json) -> None:
    changed = copy.deepcopy(today)
    schema(changed, "Summary")["properties"]["mood"] = {"type": "string"}
    schema(changed, "NewGame")["properties"]["mood"] = {"type": "string"}
    schema(changed, "Summary")["properties"]["status"]["enum"].append("archived")
    changed["paths"]["/api/v1/moods"] = changed["paths"][GAMES]
    parameters(changed, GAMES).append({"in": "query", "name": "mood", "schema": {}})
    schema(changed, "Event")["anyOf"].append(
        {"type": "object", "properties": {"type": {"const": "table_mooded"}}}
    )
    assert breaks(today, changed) == []


def test_what_is_stored_of_a_release_promises_all_that_it_did(today: Json) -> None:
    stored = bare(today)
    assert breaks(today, stored) == breaks(stored, today) == []
    assert len(json.dumps(stored)) < len(json.dumps(today)) / 2


def test_every_new_call_is_in_the_changelog_of_the_api(last: Json, today: Json) -> None:
    page = (ROOT / "docs" / "api-changelog.md").read_text("utf-8")
    news = page.partition(f"## Since {last['info']['version']}")[2].partition("\n## ")[0]
    for path in today["paths"].keys() - last["paths"].keys():
        # Ids are written as the page writes them: `/games/{id}/proof`.
        named = re.sub(r"\{(game|audit|tournament|webhook)_id\}", "{id}", path)
        assert named.removeprefix("/api/v1") in news, path


def test_the_last_release_is_in_the_changelog_of_the_api(last: Json) -> None:
    page = (ROOT / "docs" / "api-changelog.md").read_text("utf-8")
    assert f"## {last['info']['version']}" in page
