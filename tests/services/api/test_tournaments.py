"""Tournaments over HTTP: who may do what, when, and what is left behind if not."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import msgspec
import pytest

from domain.kernel.chance import Lots
from domain.kernel.texts import LANGUAGES
from domain.tournament.pairing.question import Question, Table
from domain.tournament.pairing.why import Why, why
from domain.tournament.regulation import Regulation
from domain.tournament.standings import Standings, standings
from domain.tournament.state import Ledger
from services.api.calls import tournament_rounds
from services.api.tournaments import standings as calls
from tests.services.api.arbiters import new_arbiter
from tests.services.api.events import REGULATION, Event
from tests.services.api.house import House
from tests.services.api.streams import events
from tests.services.api.table import bearer
from tests.waiting import eventually

AT_THE_DOOR: list[tuple[str, dict[str, Any]]] = [
    ("register", {"name": "Zoe"}),
    ("replace", {"entrant": 1, "name": "Zoe", "reason": "Ill."}),
    ("return", {"entrant": 1}),
    ("close_registration", {}),
    ("pair_round", {}),
    ("pair_by_hand", {"tables": [[1, 2]], "reason": "So."}),
    ("publish_round", {}),
    ("start_round", {}),
    ("correct_result", {"table": 1, "places": [1, 2], "reason": "So."}),
    ("penalize", {"entrant": 1, "twelfths": 12, "reason": "Late."}),
    ("forbid_pair", {"entrants": [1, 2], "reason": "Siblings."}),
    ("close_round", {}),
    ("finish", {}),
]
"""What an entrant may never do."""


@pytest.fixture(scope="module")
def event(house: House, http: httpx.Client) -> Event:
    """Four people are registered."""
    return Event.create(house, http, 4)


def test_a_whole_event_is_run_over_http(house: House, http: httpx.Client) -> None:
    arbiter, event = new_arbiter(house, http, "Timo"), Event.create(house, http, 4)
    event.act("forbid_pair", entrants=[1, 2], reason="Siblings.")
    event.act("close_registration")
    event.act("check_in", event.tokens[1], entrant=1)
    event.act("check_in", entrant=2)
    event.act("check_in", arbiter.key, entrant=3)
    event.act("check_in", event.tokens[4], entrant=4)
    event.act("pair_round")
    eventually(lambda: event.phase() == "paired", 60)
    [paired] = event.facts("round_paired")
    assert sorted(who for table in paired["tables"] for who in table) == [1, 2, 3, 4]
    event.act("publish_round")
    event.act("start_round")
    tables = event.opened()
    boards = event.get("/rounds/1/boards")["tables"]
    assert [table["game"] for table in boards] == [table.id for table in tables]
    awaited = [table.summary()["awaited"] for table in tables]
    assert [table["board"]["awaited"] for table in boards] == awaited
    for table in tables:
        event.end(table)
    assert [table["board"] for table in event.get("/rounds/1/boards")["tables"]] == [None, None]
    event.act("confirm_result", event.tokens[paired["tables"][0][0]], round=1, table=1)
    event.act("correct_result", arbiter.key, table=1, places=[2, 1], reason="Miscounted.")
    event.act("penalize", arbiter.key, entrant=4, twelfths=12, reason="Late.")
    event.act("close_round")
    event.act("withdraw", event.tokens[3], entrant=3, reason="Ill.")
    event.act("return", arbiter.key, entrant=3)
    event.act("mark_absent", event.tokens[4], entrant=4)
    event.act("register", name="Zoe", reason="The train was late.")
    event.act("finish", reason="The hall closes.")
    now = event.get()
    assert now["phase"] == "finished"
    assert now["state"]["integrity_counts"].keys() >= {"corrected", "late", "finished_early"}
    rows = event.get("/standings?after=1")["rows"]
    assert sum(row["values"]["points"]["twelfths"] for row in rows) == 2 * (60 + 24) - 12


@pytest.mark.parametrize(("kind", "fields"), AT_THE_DOOR, ids=[kind for kind, _ in AT_THE_DOOR])
def test_an_entrant_is_refused_at_the_door(event: Event, kind: str, fields: dict[str, Any]) -> None:
    before = event.version()
    answer = event.send({"type": kind, **fields}, event.tokens[1])
    assert answer.status_code == 403, answer.text
    assert answer.json()["section"]
    assert event.send({"type": kind, **fields}, {}).status_code == 401
    assert event.send({"type": kind, **fields}, bearer("nobody")).status_code == 401
    assert event.version() == before


@pytest.mark.parametrize("kind", ["withdraw", "check_in", "mark_absent"])
def test_an_entrant_speaks_only_for_the_own_number(event: Event, kind: str) -> None:
    before = event.version()
    answer = event.send({"type": kind, "entrant": 2}, event.tokens[1])
    assert answer.status_code in (403, 422), answer.text
    assert event.version() == before


def test_a_rule_says_no_in_three_languages_and_nothing_is_written(event: Event) -> None:
    before, said = event.version(), set()
    for language in ("en", "de", "hu"):
        answer = event.send({"type": "publish_round"}, accept_language=language)
        assert answer.status_code == 422
        assert answer.headers["content-language"] == language
        problem = answer.json()
        assert problem["section"]
        assert problem["rule_url"]
        said.add(problem["detail"])
    assert len(said) == 3
    assert event.version() == before


def test_a_list_is_accepted_whole_or_not_at_all(event: Event) -> None:
    before = event.version()
    sent = [{"type": "register", "name": "Gitta"}, {"type": "publish_round"}]
    assert event.send(sent).status_code == 422
    assert event.version() == before


@pytest.mark.parametrize(
    ("field", "typed", "code", "reason"),
    [
        ("name", "Zo\u202ee", "name_invalid", "character"),
        ("club", "\u202e1. Zeche", "name_invalid", "character"),
        ("club", "a\x9b", "name_invalid", "character"),
        ("club", "Z" + "\u0301" * 20, "name_invalid", "marks"),
        ("club", "\u3164", "name_invalid", "blank"),
        ("club", "x" * 81, "name_invalid", "too_long"),
        ("salt", "a\u202eb", "salt_invalid", "character"),
    ],
)
def test_what_an_entrant_says_can_be_shown_or_is_refused(
    event: Event, field: str, typed: str, code: str, reason: str
) -> None:
    before, said = event.version(), set()
    for language in LANGUAGES:
        sent = {"type": "register", "name": "Zoe", field: typed}
        answer = event.send(sent, Accept_Language=language)
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (422, code)
        assert (problem["facts"]["reason"], problem["path"]) == (reason, f"$.{field}")
        said.add(problem["detail"])
    assert len(said) == len(LANGUAGES)
    assert event.version() == before


@pytest.mark.parametrize("title", ["Z" + "\u0301" * 20, "\u3164", "\u2800 "])
def test_an_event_has_a_title_that_can_be_shown(
    house: House, http: httpx.Client, event: Event, title: str
) -> None:
    wanted, before = REGULATION | {"title": title}, event.version()
    answer = http.post("/tournaments", json=wanted, headers=house.organizer)
    assert (answer.status_code, answer.json()["code"]) == (422, "name_invalid")
    text = msgspec.json.encode(wanted).decode()
    answer = event.send({"type": "change_regulation", "regulation": text, "reason": "So."})
    assert (answer.status_code, answer.json()["code"]) == (422, "name_invalid")
    assert event.version() == before


def test_creating_twice_with_one_key_is_one_event(house: House, http: httpx.Client) -> None:
    headers = {**house.organizer, "Idempotency-Key": "an event, once"}
    first, second = (http.post("/tournaments", json=REGULATION, headers=headers) for _ in "ab")
    assert first.status_code == second.status_code == 201
    assert first.json() == second.json()
    other = http.post("/tournaments", json=REGULATION | {"title": "Other"}, headers=headers)
    assert other.json()["code"] == "idempotency_key_reused"


def test_an_action_sent_twice_is_written_once_and_its_token_told_once(event: Event) -> None:
    sent = {"type": "register", "name": "Hugo"}
    first, second = (event.send(sent, idempotency_key="hugo") for _ in "ab")
    assert first.json() | {"token": None} == second.json()
    assert first.json()["token"]
    assert event.version() == first.json()["v"]


def test_if_match_asks_for_a_version(event: Event) -> None:
    version = event.version()
    sent = {"type": "register", "name": "Ida"}
    stale = event.send(sent, if_match=f'"{version - 1}"')
    assert (stale.status_code, stale.json()["current"]) == (409, version)
    assert event.send(sent, if_match=f'"{version}"').headers["etag"] == f'"{version + 1}"'


def test_a_token_made_anew_or_replaced_ends_the_one_before(
    house: House, http: httpx.Client
) -> None:
    event = Event.create(house, http, 2)
    check_in = {"type": "check_in", "entrant": 1}
    renewed = http.post(event.path("/entrants/1/token"), headers=event.key).json()["token"]
    assert event.send(check_in, event.tokens[1]).status_code == 401
    event.act("close_registration")
    replaced = event.act("replace", entrant=1, name="Zoe", reason="Ill.")["token"]
    assert event.send(check_in, bearer(renewed)).status_code == 401
    assert event.send(check_in, bearer(replaced)).status_code == 201
    refused = http.post(event.path("/entrants/1/token"), headers=event.tokens[2])
    assert refused.status_code == 403


def test_a_helper_s_key_runs_the_event_until_it_is_revoked(event: Event) -> None:
    path, http = event.path("/keys"), event.http
    assert http.get(path, headers=event.tokens[1]).status_code == 403
    made = http.post(path, json={"name": "Ria"}, headers=event.key).json()
    helper = bearer(made["key"])
    assert event.send({"type": "check_in", "entrant": 2}, helper).status_code == 201
    listed = {"id": made["id"], "name": "Ria"}
    assert http.get(path, headers=helper).json() == {"keys": [listed]}
    assert http.delete(f"{path}/{made['id']}", headers=event.key).status_code == 204
    assert event.send({"type": "check_in", "entrant": 2}, helper).status_code == 401
    again = http.delete(f"{path}/{made['id']}", headers=event.key)
    assert (again.status_code, again.json()["code"]) == (404, "key_unknown")


def test_a_name_is_erased_and_the_log_stays(house: House, http: httpx.Client) -> None:
    event = Event.create(house, http, 2)
    before = event.log()
    assert http.delete(event.path("/entrants/1/name"), headers=event.tokens[2]).status_code == 403
    assert http.delete(event.path("/entrants/1/name"), headers=event.key).status_code == 204
    assert event.get("/entrants/1")["name"] is None
    assert event.log().startswith(before)
    assert b"Anna" not in event.log()


def test_the_stream_resumes_without_a_gap_or_a_repeat(event: Event) -> None:
    lines = event.log().splitlines()
    headers = {"Last-Event-ID": "2"}
    with event.http.stream("GET", event.path("/stream"), headers=headers) as answer:
        told = events(answer.iter_lines())
        found = [next(told) for _ in lines[2:]]
    assert [one["id"] for one in found] == [str(at) for at in range(3, len(lines) + 1)]
    assert [one["data"].encode() for one in found] == lines[2:]


def test_the_state_can_be_asked_for_at_every_version(event: Event) -> None:
    for version in range(1, event.version() + 1):
        assert event.get(f"/state?at={version}")["version"] == version
    late = event.http.get(event.path(f"/state?at={event.version() + 1}"))
    assert late.json()["code"] == "moment_unknown"


def test_why_and_what_if_tell_and_write_nothing(house: House, http: httpx.Client) -> None:
    event = Event.create(house, http, 4)
    event.act("close_registration")
    event.act("pair_by_hand", tables=[[1, 2], [3, 4]], reason="A test.")
    before = event.version()
    assert event.get("/rounds/1/why?entrant=3")
    told = http.post(event.path("/rounds/1/what-if"), json={"tables": [[1, 3], [2, 4]]})
    assert told.status_code == 200, told.text
    wrong = http.post(event.path("/rounds/1/what-if"), json={"tables": [[1, 3]]})
    assert wrong.status_code in (200, 422), wrong.text
    assert event.version() == before


def test_why_is_told_to_two_at_a_time(
    house: House, http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a thousand people it takes a tenth of a second, and anybody may ask."""
    event = Event.create(house, http, 4)
    event.act("close_registration")
    event.act("pair_by_hand", tables=[[1, 2], [3, 4]], reason="A test.")
    begun: list[int] = []
    may_end = threading.Event()

    def slowly(question: Question, tables: Sequence[Table], byes: Sequence[int], who: int) -> Why:
        begun.append(who)
        may_end.wait(30)
        return why(question, tables, byes, who)

    monkeypatch.setattr(tournament_rounds, "why", slowly)
    with ThreadPoolExecutor(5) as callers:
        asked = [callers.submit(event.get, f"/rounds/1/why?entrant={1 + n % 4}") for n in range(5)]
        try:
            eventually(lambda: len(begun) == 2)
            for _ in range(5):
                assert event.get("/rounds/1")
            assert len(begun) == 2
        finally:
            may_end.set()
        assert [one.result()["entrant"] for one in asked] == [1, 2, 3, 4, 1]


def test_nobody_waits_for_standings_and_they_are_worked_out_once(
    house: House, http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = Event.create(house, http, 4)
    event.act("close_registration")
    event.act("pair_by_hand", tables=[[1, 2], [3, 4]], reason="A test.")
    event.act("publish_round")
    event.act("start_round")
    for table in (1, 2):
        event.act("correct_result", table=table, places=[1, 2], reason="Typed.")
    event.act("close_round")
    begun, go_on, worked_out = threading.Event(), threading.Event(), []

    def slowly(ledger: Ledger, rules: Regulation, chance: Lots) -> Standings:
        begun.set()
        go_on.wait(30)
        worked_out.append(ledger.after)
        return standings(ledger, rules, chance)

    monkeypatch.setattr(calls, "standings", slowly)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(event.get, "/standings")
        try:
            assert begun.wait(30)
            event.act("penalize", entrant=4, twelfths=12, reason="Late.")
        finally:
            go_on.set()
        first = asked.result()
    rows = event.get("/standings")["rows"]
    assert (event.get("/standings")["rows"], rows != first["rows"]) == (rows, True)
    places = {row["entrant"]: row["place"] for row in rows}
    assert event.get("/entrants/4")["place"] == places[4]
    assert worked_out == [1, 1], "before the penalty and after it"


def test_a_void_game_is_opened_again(house: House, http: httpx.Client) -> None:
    event = Event.create(house, http, 2)
    [table] = event.begin_round([1, 2])
    early = http.post(event.path("/rounds/1/tables/1/open"), headers=event.key)
    assert early.json()["code"] == "table_not_void"
    event.rule(table, type="table_void", reason="A card was missing.")
    eventually(lambda: len(event.facts("result_read")) == 1)
    again = http.post(event.path("/rounds/1/tables/1/open"), headers=event.key)
    assert again.status_code == 204, again.text
    assert [fact["game"] for fact in event.facts("game_opened")] == [table.id, f"{table.id}-g2"]


def test_of_many_who_ask_for_a_pairing_at_once_one_gets_a_round(
    house: House, http: httpx.Client
) -> None:
    event = Event.create(house, http, 4)
    event.act("close_registration")
    with ThreadPoolExecutor(64) as pool:
        answers = list(pool.map(lambda _: event.send({"type": "pair_round"}), range(64)))
    assert sorted({answer.status_code for answer in answers} - {409}) == [201, 422]
    assert [answer.status_code for answer in answers].count(201) == 1
    eventually(lambda: event.phase() == "paired", 60)
    assert len(event.facts("round_paired")) == 1
