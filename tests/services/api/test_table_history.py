"""Table facts in the log: take-backs, streams, replays, audits and frames go on around them."""

import random
from typing import Any

import httpx
import pytest
import redis

from infra.snapshots import snapshot_key
from replays.samples import sample_keys
from replays.verify import verify
from tests.services.api.arbiters import Arbiter, new_arbiter
from tests.services.api.house import House
from tests.services.api.streams import watching
from tests.services.api.table import Table
from tests.waiting import eventually

WHY = "So it is."
VOID = {"type": "table_void", "reason": WHY}
CLAIM = {"type": "table_claim", "about": "1", "text": WHY}
NOTE = {"type": "table_note", "text": WHY}


@pytest.fixture(scope="module")
def ria(house: House, http: httpx.Client) -> Arbiter:
    return new_arbiter(house, http)


def ruled(ria: Arbiter, table: Table, action: Any) -> dict[str, Any]:
    answer = ria.rule(table, action)
    assert answer.status_code == 201, answer.text
    entry: dict[str, Any] = answer.json()
    return entry


def cold(house: House, table: Table, ria: Arbiter) -> Table:
    """The same game through a process that has folded nothing yet, without snapshots."""
    with redis.Redis.from_url(house.server.url) as client:
        client.delete(snapshot_key(table.id))
    twin = table.through(house.open_api().http)
    twin.tokens.append(ria.key)
    return twin


def states(table: Table, version: int) -> list[dict[str, Any]]:
    """Of every version, as an arbiter sees it."""
    seen = [table.get(f"/state?at={v}", seat=2).json() for v in range(1, version + 1)]
    assert all("phase" in state for state in seen)
    return seen


def test_the_state_at_every_version_is_what_it_was(house: House, ria: Arbiter) -> None:
    """Before and after take-backs, in abandoned branches too [A1, A2, C2]."""
    table = Table.open(house.open_api().http)
    table.tokens.append(ria.key)
    model = [table.get("/state", seat=2).json()]

    def play(moves: int, luck: int) -> None:
        for _ in table.play(random.Random(luck), moves):
            model.append(table.get("/state", seat=2).json())

    def take_back(to: int) -> None:
        ruled(ria, table, {"type": "table_take_back", "to": to, "reason": WHY})
        assert table.get("/state", seat=2).json() == model[to - 1]
        model.append(model[to - 1])

    play(7, luck=1)
    take_back(3)
    play(4, luck=2)
    take_back(6)  # which is in the branch that was abandoned
    play(3, luck=3)
    assert table.summary()["table"]["line"] == [[1, 6], [14, 17]]
    for at in (table, cold(house, table, ria)):
        assert states(at, len(model)) == model
        assert at.get("/state", seat=2).json() == model[-1]
    # Whoever acts next in a cold process acts on the line of play.
    other = cold(house, table, ria)
    other.play_on(random.Random(4), 1)
    model.append(other.get("/state", seat=2).json())
    assert states(table, len(model)) == model


def test_a_settlement_that_was_taken_back_is_marked(
    house: House, http: httpx.Client, ria: Arbiter
) -> None:
    """And the names are those of the people who sat there then [C6]."""
    assert house.workers
    table = Table.open(http, "kartenspiel")
    while not (scored := table.get("/scorings").json()["scorings"]):
        table.play_on(random.Random(1), 5)
    version = scored[0]["version"]
    table.play_on(random.Random(2), 1)
    taking = {"type": "table_take_back", "to": version - 1, "reason": WHY}
    over = {"type": "table_hand_over", "seat": 0, "name": "Zoltán", "reason": WHY}
    assert ria.rule(table, [over, taking]).status_code == 201
    eventually(lambda: len(table.get("/scorings").json()["scorings"]) == 2)
    first, second = table.get("/scorings").json()["scorings"]
    assert (first["taken_back"], second["taken_back"]) == (True, False)
    assert "Zoltán" not in str(first)
    assert "Anna" not in str(second)
    assert "Zoltán" in str(second)


@pytest.fixture
def ended(table: Table, ria: Arbiter) -> Table:
    """By a ruling, at version 4."""
    table.play_on(random.Random(1), 2)
    ruled(ria, table, {"type": "table_adjudicate", "places": [1, 2], "reason": WHY})
    return table


def test_a_stream_ends_with_the_ruling_and_again_for_who_resumes(
    table: Table, ria: Arbiter
) -> None:
    """[C8]"""
    with watching(table) as told:
        assert next(told)["id"] == "1"
        ruled(ria, table, {"type": "table_adjudicate", "places": [1, 2], "reason": WHY})
        assert [event["event"] for event in told] == ["entry", "end"]
    with watching(table, query="?after=2") as told:
        assert [event["event"] for event in told] == ["end"]
    assert table.act(0, CLAIM).status_code == 201
    with watching(table, last_event_id="2") as told:
        assert [(event.get("id"), event["event"]) for event in told] == [
            ("3", "entry"),
            (None, "end"),
        ]
    with watching(table) as told:
        assert [event["event"] for event in told] == ["entry"] * 3 + ["end"]


def test_a_replay_after_a_later_ruling_is_the_new_one(
    house: House, ended: Table, ria: Arbiter
) -> None:
    """In whichever process."""
    elsewhere = ended.through(house.open_api().http)
    old = [at.get("/replay") for at in (ended, elsewhere)]
    assert old[0].content == old[1].content
    ruled(ria, ended, VOID)
    for at in (ended, elsewhere):
        new = at.get("/replay")
        assert b'"table_voided"' in new.content
        assert new.headers["ETag"] != old[0].headers["ETag"]
        known = at.get("/replay", if_none_match=old[0].headers["ETag"])
        assert known.status_code == 200


def test_an_audit_follows_the_rulings(ended: Table, ria: Arbiter) -> None:
    for status, action in (("adjudicated", None), ("void", VOID)):
        if action:
            ruled(ria, ended, action)
        eventually(lambda: ended.get("/audit").status_code == 200, 60)
        report = ended.get("/audit").json()
        assert report["result"]["status"] == status
        assert report["version"] == ended.summary()["version"]
        verdicts = {name: found["verdict"] for name, found in report["verdicts"].items()}
        assert verdicts.pop("scoring") == "cannot tell", "no shift was scored"
        assert set(verdicts.values()) == {"holds"}
        result = verify(ended.get("/replay").content, sample_keys()).result
        assert result
        assert result.status == status


def test_frames_and_log_tell_what_happened_around_the_board(table: Table, ria: Arbiter) -> None:
    """With the name as of the entry [C6]."""
    assert table.act(1, CLAIM).status_code == 201
    ruled(ria, table, {"type": "table_hand_over", "seat": 1, "name": "Cili", "reason": WHY})
    ruled(ria, table, {"type": "table_warn", "seat": 1, "reason": WHY})
    frames = table.get("/frames?from=2&lang=en").json()["frames"]
    assert [(frame["at"], frame["type"], frame["text"]) for frame in frames] == [
        ("2.1", "table_claimed", f"Béla calls the arbiter about 1: “{WHY}”"),
        ("3.1", "table_handed_over", f"Cili takes the seat of Béla: “{WHY}”"),
        ("4.1", "table_warned", f"The arbiter warns Cili: “{WHY}”"),
    ]
    lines = table.get("/log").text.splitlines()
    assert '"by":"arbiter","name":"Ria"' in lines[2]
    assert '"name":"Ria"' not in lines[1]


def test_a_seat_is_shown_with_its_new_name_from_the_entry_on(table: Table, ria: Arbiter) -> None:
    """Also where the moment is said by its last event: both have the same ETag."""
    ruled(ria, table, {"type": "table_hand_over", "seat": 1, "name": "Cili", "reason": WHY})
    [frame] = table.get("/frames?from=2").json()["frames"]
    whole, dotted = table.get("/state?at=2"), table.get("/state?at=2.1")
    assert whole.headers["ETag"] == dotted.headers["ETag"]
    assert whole.json()["players"][1]["name"] == "Cili"
    assert whole.json() == dotted.json() == frame["view"]


def test_names_are_erased_once_also_where_a_seat_was_handed_over(
    house: House, table: Table, ria: Arbiter
) -> None:
    """What a ruling says stands in the log for ever, the name in it included."""
    ruled(ria, table, {"type": "table_hand_over", "seat": 1, "name": "Cili", "reason": WHY})
    for _ in range(2):
        answer = table.http.delete(table.path("/names"), headers=house.organizer)
        assert (answer.status_code, answer.headers["ETag"]) == (204, '"3"')
    assert [seat["name"] for seat in table.summary()["seats"]] == ["", "Cili"]
    assert table.get("/state?at=1").headers["ETag"].endswith('-unnamed"')


def test_a_ruling_is_the_same_on_either_way(table: Table, ria: Arbiter) -> None:
    """The fast lane and the router answer the same bytes, refusals included."""
    for action, key in ((NOTE, "once"), ({"type": "table_resume", "reason": WHY}, None)):
        sent = {"Idempotency-Key": key} if key else {}
        both = [
            table.http.post(
                table.path("/actions"),
                json=action,
                headers=[*ria.key.items(), *sent.items(), *twice],
            )
            for twice in ([], [("Accept", "text/plain"), ("Accept", "*/*")])
        ]
        fast, slow = both
        assert fast.status_code == slow.status_code
        assert fast.content == slow.content
