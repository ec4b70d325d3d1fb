"""Actions over HTTP: one winner per version, retries that write once, refusals with their rule."""

import random
from concurrent.futures import ThreadPoolExecutor

import httpx
import msgspec
import pytest

from tests.services.api.house import House
from tests.services.api.table import Table


def test_an_accepted_action_answers_with_its_entry_and_the_new_version(table: Table) -> None:
    seat, move = table.first_move()
    answer = table.act(seat, move, if_match='"1"')
    assert answer.status_code == 201
    assert answer.headers["ETag"] == '"2"'
    assert (answer.json()["v"], answer.json()["by"], answer.json()["action"]) == (2, seat, move)
    assert answer.content == table.get("/log?from=2").content.rstrip(b"\n")


@pytest.mark.parametrize("if_match", ['"1"', 'W/"1"', "*"])
def test_the_expected_version_may_be_written_in_these_ways(table: Table, if_match: str) -> None:
    seat, move = table.first_move()
    assert table.act(seat, move, if_match=if_match).status_code == 201


@pytest.mark.parametrize("if_match", ["1", '"one"', '"1", "2"', "", '"1'])
def test_nonsense_in_if_match_is_refused(table: Table, if_match: str) -> None:
    seat, move = table.first_move()
    answer = table.act(seat, move, if_match=if_match)
    assert (answer.status_code, answer.json()["code"]) == (400, "if_match_invalid")


def test_a_stale_version_is_told_the_current_one(table: Table) -> None:
    seat, move = table.first_move()
    table.act(seat, move)
    seat, move = table.first_move()
    answer = table.act(seat, move, if_match='"1"')
    assert (answer.status_code, answer.json()["code"]) == (409, "stale_version")
    assert answer.json()["current"] == 2
    assert table.act(seat, move, if_match='"7"').json()["current"] == 2


def test_a_retry_gets_the_first_answer_byte_for_byte_also_from_another_process(
    house: House, table: Table
) -> None:
    seat, move = table.first_move()
    first = table.act(seat, move, idempotency_key="one", if_match='"1"')
    again = table.act(seat, move, idempotency_key="one", if_match='"1"')
    table.play_on(random.Random(3), 4)
    elsewhere = table.through(house.open_api().http)
    late = elsewhere.act(seat, move, idempotency_key="one")
    for retry in (again, late):
        assert (retry.status_code, retry.content) == (first.status_code, first.content)
        assert retry.headers["ETag"] == first.headers["ETag"]
    assert table.summary()["version"] == 6


def test_a_retry_of_a_hidden_action_is_the_same_too(http: httpx.Client) -> None:
    table, luck = Table.open(http), random.Random(1)
    while table.summary()["phase"] == "draft":
        table.play_on(luck, 1)
    seat = table.summary()["turn"]
    first = table.act(seat, {"type": "look_at_orders"}, idempotency_key="look")
    assert first.json()["events"][-1]["order_ids"]
    again = table.act(seat, {"type": "look_at_orders"}, idempotency_key="look")
    assert again.content == first.content


def test_a_key_used_for_another_action_is_refused(table: Table) -> None:
    seat = table.summary()["turn"]
    moves = [choice["action"] for choice in table.choices(seat)]
    table.act(seat, moves[0], idempotency_key="one")
    answer = table.act(seat, moves[1], idempotency_key="one")
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")
    answer = table.act(seat, [moves[0], moves[0]], idempotency_key="one")
    assert answer.json()["code"] == "idempotency_key_reused"


def test_the_same_key_of_another_seat_is_another_key(table: Table) -> None:
    for _ in range(2):
        seat, move = table.first_move()
        assert table.act(seat, move, idempotency_key="one").status_code == 201
    assert table.summary()["version"] == 3


@pytest.mark.parametrize("key", ["", "x" * 129, "tab\there", "ü"])
def test_a_key_is_short_and_printable(table: Table, key: str) -> None:
    seat, move = table.first_move()
    headers = [(b"Idempotency-Key", key.encode()), (b"Content-Type", b"application/json")]
    headers += [(b"Authorization", table.tokens[seat]["Authorization"].encode())]
    body = msgspec.json.encode(move)
    answer = table.http.post(table.path("/actions"), headers=headers, content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency_key_invalid")


def test_of_64_who_race_for_a_version_one_wins(house: House, table: Table) -> None:
    seat, move = table.first_move()
    other = table.through(house.open_api().http)

    def race(runner: int) -> httpx.Response:
        return (table, other)[runner % 2].act(seat, move, if_match='"1"')

    with ThreadPoolExecutor(64) as runners:
        answers = list(runners.map(race, range(64)))
    codes = sorted(answer.status_code for answer in answers)
    assert codes == [201, *[409] * 63]
    assert table.summary()["version"] == 2


def test_without_if_match_racers_are_decided_again_on_the_new_state(table: Table) -> None:
    seat, move = table.first_move()
    with ThreadPoolExecutor(16) as runners:
        answers = list(runners.map(lambda _: table.act(seat, move), range(16)))
    codes = sorted(answer.status_code for answer in answers)
    assert codes == [201, *[422] * 15]


def test_a_list_is_accepted_whole(http: httpx.Client) -> None:
    table = Table.open(http)
    while table.summary()["phase"] == "draft":
        table.play_on(random.Random(1), 1)
    summary = table.summary()
    look = {"type": "look_at_orders"}
    # Whoever looks may then choose: two actions of one seat in a row.
    refused = table.act(summary["turn"], [look, {"type": "choose_order", "keep": "no-such"}])
    assert refused.status_code == 422
    assert table.summary()["version"] == summary["version"]
    seen = table.act(summary["turn"], look).json()["events"][-1]["order_ids"]
    choose = {
        "type": "choose_order",
        "keep": seen[0],
        "return_to": "top",
        "return_order": seen[1:],
    }
    answer = table.act(summary["turn"], [choose], idempotency_key="list")
    assert answer.status_code == 201, answer.text
    assert [entry["v"] for entry in answer.json()] == [summary["version"] + 2]
    assert answer.json()[0]["action"]["return_order"] == seen[1:]
    assert table.act(summary["turn"], [choose], idempotency_key="list").content == answer.content


def test_a_refusal_names_the_rule_in_the_callers_language(table: Table) -> None:
    seat, move = table.first_move()
    told = {
        language: table.act(1 - seat, move, accept_language=language)
        for language in ("en", "de-AT,de;q=0.9,en;q=0.5", "fr, hu;q=0.8, en;q=0.1", "fr")
    }
    sentences = [answer.json()["detail"] for answer in told.values()]
    for answer in told.values():
        problem = answer.json()
        assert answer.status_code == 422
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert (problem["code"], problem["section"]) == ("not_your_turn", "4")
        assert problem["facts"] == {"turn": seat}
        assert (problem["game"], problem["rule"]) == ("gluck-auf", "gluck-auf 4")
        assert problem["rule_url"] == "/api/v1/rules/gluck-auf/text#4"
    assert len(set(sentences[:3])) == 3
    assert sentences[3] == sentences[0]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "malformed_json"),
        (b"", 400, "malformed_json"),
        (b"\xff", 400, "malformed_json"),
        (b"[" * 100_000, 422, "invalid_body"),
        (b"[]", 422, "invalid_body"),
        (b"null", 422, "invalid_body"),
        (b"7", 422, "invalid_body"),
        (b'{"type":"fly"}', 422, "invalid_body"),
        (b'{"type":"draft_order"}', 422, "invalid_body"),
        (b'{"type":"draft_order","order_id":1}', 422, "invalid_body"),
        (b'{"type":"draft_order","order_id":"x","more":1}', 422, "invalid_body"),
        (
            b'{"type":"create_game","game_id":"x","game":"gluck-auf","seats":[]}',
            422,
            "invalid_body",
        ),
        (b'{"type":"settle"}', 422, "invalid_body"),
        (b'{"type":"mine","space_id":"mining-6"}', 422, "invalid_body"),
        (b'[{"type":"choose_order","keep":null,"return_to":"top"}]', 422, "invalid_body"),
        (
            b'{"type":"mine","space_id":"x","steps":[{"type":"move_cage","to_level":1'
            + b"0" * 40
            + b"}]}",
            422,
            "invalid_body",
        ),
    ],
)
def test_malformed_actions_are_problems(table: Table, body: bytes, status: int, code: str) -> None:
    headers = {**table.tokens[0], "Content-Type": "application/json"}
    answer = table.http.post(table.path("/actions"), headers=headers, content=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert table.summary()["version"] == 1


def test_a_wrong_part_is_told_by_its_path(table: Table) -> None:
    wrong = {"type": "mine", "space_id": "x", "steps": [{"type": "load", "lorry_id": 3}]}
    assert table.act(0, wrong).json()["path"] == "$.steps[0].lorry_id"


def test_only_json_is_taken_for_json(table: Table) -> None:
    answer = table.http.post(table.path("/actions"), headers=table.tokens[0], content=b"{}")
    assert (answer.status_code, answer.json()["code"]) == (415, "media_type_unsupported")
