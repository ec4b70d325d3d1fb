"""Table actions over HTTP: every one with the right key, none without it."""

import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from domain.table.actions import TABLE_ACTIONS
from domain.table.refusals import AT_THE_DOOR
from services import games
from tests.services.api.arbiters import Arbiter, new_arbiter
from tests.services.api.house import House
from tests.services.api.streams import watching
from tests.services.api.table import Table, bearer

Json = dict[str, Any]
WHY = "So it is."
BY_SEATS: dict[str, Json] = {
    "table_claim": {"about": "1", "text": WHY},
    "table_ask_take_back": {"to": 1},
    "table_answer_take_back": {"agree": True},
    "table_resign": {},
}
RULINGS: dict[str, Json] = {
    "table_note": {"text": WHY},
    "table_warn": {"seat": 1, "reason": WHY},
    "table_pause": {"reason": WHY},
    "table_resume": {"reason": WHY},
    "table_take_back": {"to": 1, "reason": WHY},
    "table_stand_in": {"seat": 1, "bot": "random", "reason": WHY},
    "table_hand_over": {"seat": 1, "name": "Cili", "reason": WHY},
    "table_correct_result": {"points": [1, 2], "reason": WHY, "sections": ["A9"]},
    "table_adjudicate": {"places": [2, 1], "reason": WHY},
    "table_void": {"reason": WHY},
    "table_answer_claim": {"claim": 3, "upheld": True, "reason": WHY, "sections": ["12"]},
}
FLAG = {"type": "table_flag", "seat": 0}


def action(name: str) -> Json:
    return {"type": name, **(BY_SEATS.get(name) or RULINGS.get(name) or {})}


@pytest.fixture(scope="module")
def ria(house: House, http: httpx.Client) -> Arbiter:
    return new_arbiter(house, http)


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def accepted(answer: httpx.Response) -> Any:
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_every_action_is_tried_here() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in TABLE_ACTIONS}
    assert tags == {*BY_SEATS, *RULINGS, "table_flag"}


@pytest.mark.parametrize("name", [*BY_SEATS, *RULINGS, "table_flag"])
def test_it_is_refused_at_the_door_in_three_languages(
    house: House, table: Table, ria: Arbiter, name: str
) -> None:
    """Whoever has no business with it, whatever the table is like; nothing is written."""
    wrong = {"arbiter": ria.key, "organizer": house.organizer, "seat": table.tokens[0]}
    if name != "table_flag":
        wrong = {"seat": wrong["seat"]} if name in RULINGS else {"arbiter": ria.key}
    wrong["creator"] = bearer(table.begun["key"])
    refusal = "arbiter_needed" if name in RULINGS else "seat_forbidden"
    refusal = "service_only" if name == "table_flag" else refusal
    body = FLAG if name == "table_flag" else action(name)
    for headers in wrong.values():
        said = []
        for language in ("en", "de", "hu"):
            sent = {**headers, "Accept-Language": language}
            answer = table.http.post(table.path("/actions"), json=body, headers=sent)
            assert code(answer) == (403, refusal)
            assert answer.headers["Content-Language"] == language
            problem = answer.json()
            assert (problem["game"], problem["section"]) == ("table", "B5")
            assert problem["rule_url"] == "/api/v1/rules/table/text#B5"
            said.append(problem["detail"])
        assert len(set(said)) == 3
    assert code(table.http.post(table.path("/actions"), json=body)) == (401, "token_needed")
    assert table.summary()["version"] == 1
    assert refusal in AT_THE_DOOR


def moved(table: Table) -> tuple[int, Json]:
    seat, move = table.first_move()
    return seat, accepted(table.act(seat, move))


def test_what_seats_do(table: Table) -> None:
    seat, _ = moved(table)
    asked = accepted(table.act(seat, action("table_ask_take_back")))
    assert asked["events"] == [
        {"type": "table_take_back_asked", "seat": seat, "to": 1, "asked": [1 - seat]}
    ]
    assert table.summary()["table"]["take_back"] == {"seat": seat, "to": 1, "waiting": [1 - seat]}
    agreed = accepted(table.act(1 - seat, action("table_answer_take_back")))
    assert [event["type"] for event in agreed["events"]] == [
        "table_take_back_answered",
        "table_taken_back",
    ]
    assert table.summary()["table"]["line"] == [[1, 1], [4, 4]]
    claimed = accepted(table.act(seat, action("table_claim")))
    assert table.summary()["table"]["claims"] == [
        {"claim": claimed["v"], "seat": seat, "about": "1", "text": WHY}
    ]
    accepted(table.act(seat, action("table_resign")))
    summary = table.summary()
    held = summary["table"]["seats"][seat]
    assert (held["bot"], held["out"]) == ("greedy", 6)
    assert summary["seats"][seat]["bot"] == "greedy"


def rulings(table: Table, ria: Arbiter) -> Iterator[tuple[str, Json]]:
    """All of them on one running game, in an order in which each is legal."""
    seat, _ = moved(table)
    accepted(table.act(seat, action("table_claim")))
    order = [name for name in RULINGS if name not in ("table_correct_result", "table_void")]
    order.remove("table_adjudicate")
    for name in (*order, "table_adjudicate", "table_correct_result", "table_void"):
        yield name, accepted(ria.rule(table, action(name)))


def test_what_arbiters_do(table: Table, ria: Arbiter) -> None:
    written = dict(rulings(table, ria))
    assert written.keys() == RULINGS.keys()
    assert {(entry["by"], entry["name"]) for entry in written.values()} == {("arbiter", "Ria")}
    assert [name for name, entry in written.items() if "token" in entry] == ["table_hand_over"]
    summary = table.summary()
    assert summary["status"] == "finished"
    assert (summary["turn"], summary["awaited"]) == (None, [])
    assert summary["table"]["status"] == "ended"
    assert summary["result"] == {"status": "void", "points": [], "places": []}
    assert summary["table"]["claims"] == []
    assert [seat["name"] for seat in summary["seats"]] == ["Anna", "Cili"]


def test_the_organizer_rules_by_that_name(house: House, table: Table) -> None:
    where = table.path("/actions")
    entry = accepted(table.http.post(where, json=action("table_pause"), headers=house.organizer))
    assert (entry["by"], entry["name"]) == ("arbiter", "organizer")
    assert table.summary()["table"]["status"] == "paused"


def test_what_a_ruling_cannot_be_is_said_with_facts_and_section(table: Table, ria: Arbiter) -> None:
    answer = ria.rule(table, {**action("table_warn"), "seat": 7}, accept_language="de")
    assert code(answer) == (422, "seat_unknown")
    problem = answer.json()
    assert problem["facts"] == {"seat": 7, "last": 1}
    assert (problem["game"], problem["section"]) == ("table", "B6")
    assert problem["detail"] == "Es gibt keinen Platz 7; es gibt 0 bis 1."


def test_refusals_come_in_their_order(table: Table, ria: Arbiter) -> None:
    """[B5]: the game's end before the pause, the pause before the texts, then the action's own."""
    blank = {"type": "table_claim", "about": "99", "text": " "}
    seat, move = table.first_move()
    assert code(table.act(seat, blank)) == (422, "text_invalid")
    accepted(ria.rule(table, action("table_pause")))
    assert code(table.act(seat, move)) == (422, "table_paused")
    assert code(table.act(seat, blank)) == (422, "text_invalid")
    assert code(table.act(seat, action("table_resign"))) == (422, "table_paused")
    accepted(ria.rule(table, action("table_void")))
    assert code(table.act(seat, move)) == (422, "game_ended")
    assert code(ria.rule(table, {**action("table_pause"), "reason": ""})) == (422, "game_ended")


def test_an_arbiter_acts_for_no_seat(house: House, table: Table, ria: Arbiter) -> None:
    _, move = table.first_move()
    assert code(ria.rule(table, move)) == (422, "not_your_turn")
    answer = table.http.post(table.path("/actions"), json=move, headers=house.organizer)
    assert code(answer) == (422, "not_your_turn")


def test_an_arbiter_passes_for_an_absent_player_where_the_game_knows_that(
    http: httpx.Client, ria: Arbiter
) -> None:
    """Kartenspiel, R-27."""
    table = Table.open(http, "kartenspiel")
    entry = accepted(ria.rule(table, {"type": "pass"}))
    assert (entry["by"], entry["name"]) == ("arbiter", "Ria")
    passed = next(event for event in entry["events"] if event["type"] == "player_passed")
    assert passed["reason"] == "absent"


def test_a_seat_that_is_handed_over_has_a_new_token_and_ends_the_old(
    house: House, table: Table, ria: Arbiter
) -> None:
    elsewhere = table.through(house.open_api().http)
    assert elsewhere.get("/state", 1).status_code == 200
    with watching(elsewhere, 1) as old, watching(elsewhere) as public:
        assert next(old)["id"] == next(public)["id"] == "1"
        body, key = action("table_hand_over"), "hand over once"
        entry = accepted(ria.rule(table, body, idempotency_key=key))
        told = next(public)
        assert told["id"] == "2"
        assert "token" not in told["data"].replace('"table_', "")
        assert next(old, None) is None
    retried = accepted(ria.rule(elsewhere, body, idempotency_key=key))
    assert retried.pop("token") is None
    token = bearer(entry.pop("token"))
    assert retried == entry
    for at in (table, elsewhere):
        assert code(at.get("/state", 1)) == (401, "token_unknown")
        assert at.http.get(at.path("/state"), headers=token).json()["seat"] == 1
    assert "token" not in table.get("/log").text.splitlines()[1].replace('"table_', "")


@pytest.mark.parametrize("as_list", [False, True])
def test_the_name_of_whoever_takes_a_seat_is_checked(
    table: Table, ria: Arbiter, as_list: bool
) -> None:
    body = {**action("table_hand_over"), "name": "\u202e"}
    answer = ria.rule(table, [action("table_note"), body] if as_list else body)
    assert code(answer) == (422, "name_invalid")
    assert answer.json()["path"] == ("$[1].name" if as_list else "$.name")
    assert table.summary()["version"] == 1


def test_lists_versions_and_keys_hold_for_rulings_too(
    house: House, http: httpx.Client, table: Table, ria: Arbiter
) -> None:
    """All arbiters share one space of keys [B1]."""
    both = [action("table_note"), action("table_warn")]
    assert code(ria.rule(table, both, if_match='"7"')) == (409, "stale_version")
    entries = accepted(ria.rule(table, both, if_match='"1"', idempotency_key="mine"))
    assert [entry["v"] for entry in entries] == [2, 3]
    other = new_arbiter(house, http, "Olaf")
    assert accepted(other.rule(table, both, idempotency_key="mine")) == entries
    answer = other.rule(table, both[0], idempotency_key="mine")
    assert code(answer) == (422, "idempotency_key_reused")
    half = [action("table_note"), {**action("table_warn"), "seat": 9}]
    assert code(ria.rule(table, half)) == (422, "seat_unknown")
    assert table.summary()["version"] == 3


def test_nobody_makes_a_log_endless_by_asking_to_go_back(
    table: Table, ria: Arbiter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To ask and to withdraw it changes nothing, and writes two entries each time."""
    monkeypatch.setattr(games, "MOST_ENTRIES_ASKED_BACK", 6)
    seat, _ = moved(table)
    again = [action("table_ask_take_back"), {"type": "table_answer_take_back", "agree": False}]
    assert code(table.act(seat, again * 3)) == (409, "take_backs_over")
    accepted(table.act(seat, again * 2))
    assert table.summary()["version"] == 6
    for one in (0, 1):
        assert code(table.act(one, again[0])) == (409, "take_backs_over")
    accepted(table.act(seat, action("table_claim")))
    accepted(ria.rule(table, action("table_take_back")))
    accepted(table.act(*table.first_move()))


def test_a_seat_with_a_stand_in_claims_and_does_nothing_else(table: Table, ria: Arbiter) -> None:
    seat, move = table.first_move()
    accepted(ria.rule(table, {**action("table_stand_in"), "seat": seat}))
    assert code(table.act(seat, move)) == (422, "seat_stood_in")
    assert code(table.act(seat, action("table_resign"))) == (422, "seat_stood_in")
    assert table.choices(seat) == []
    accepted(table.act(seat, action("table_claim")))
    key = bearer(table.begun["key"])
    renewal = table.path(f"/seats/{seat}/token")
    assert code(table.http.post(renewal, headers=key)) == (409, "seat_is_bot")
    accepted(ria.rule(table, {**action("table_hand_over"), "seat": seat}))
    assert table.http.post(renewal, headers=key).status_code == 201


def test_a_seat_that_is_asked_finds_the_answers_among_its_choices(table: Table) -> None:
    """[C9]: after the game's own, yes before no."""
    seat, _ = moved(table)
    before = table.choices(1 - seat)
    accepted(table.act(seat, action("table_ask_take_back")))
    answers = [choice["action"] for choice in table.choices(1 - seat)[len(before) :]]
    assert answers == [
        {"type": "table_answer_take_back", "agree": True},
        {"type": "table_answer_take_back", "agree": False},
    ]
    assert table.choices(seat) == []
    accepted(table.act(1 - seat, answers[1]))
    assert table.choices(1 - seat) == before


def test_a_paused_table_offers_nothing(table: Table, ria: Arbiter) -> None:
    seat, _ = table.first_move()
    assert table.choices(seat)
    accepted(ria.rule(table, action("table_pause")))
    assert table.choices(seat) == []
    accepted(ria.rule(table, action("table_resume")))
    assert table.choices(seat)


def test_a_clock_is_told_as_of_the_last_entry(http: httpx.Client, ria: Arbiter) -> None:
    """[B7]: null for bots, and which run."""
    clock = {"kind": "game", "seconds": 600, "increment": 5, "on_flag": "out"}
    table = Table.open(http, clock=clock)
    summary = table.summary()
    assert summary["clock"] == {
        **clock,
        "left_ms": [600_000, 600_000],
        "running": summary["awaited"],
        "at": summary["updated"],
    }
    table.play_on(random.Random(1), 1)
    accepted(ria.rule(table, action("table_stand_in")))
    told = table.summary()["clock"]
    assert told["left_ms"][1] is None
    assert 500_000 < told["left_ms"][0] <= 605_000
    accepted(ria.rule(table, action("table_pause")))
    assert table.summary()["clock"]["running"] == []
