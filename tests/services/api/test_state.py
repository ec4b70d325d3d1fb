"""The table at any moment, and conditional requests."""

from typing import Any

import httpx
import msgspec
import pytest
from redis.asyncio.connection import AbstractConnection

from domain.registry import GAMES
from replays.history import History
from tests.services.api.table import Table


def test_the_state_is_the_view_of_the_caller(table: Table) -> None:
    public, own = table.get("/state"), table.get("/state", seat=1)
    assert (public.json()["seat"], own.json()["seat"]) == (None, 1)
    assert public.headers["Cache-Control"] == "no-cache"
    assert public.headers["Schichtbuch-Version"] == "1"
    assert "Authorization" in public.headers["Vary"]


def test_every_moment_of_a_game_is_what_the_replay_says(finished: Table) -> None:
    history = History(finished.get("/replay").content)
    moments = [moment for moment, _ in history.events()]
    for moment in moments[:: len(moments) // 20]:
        answer = finished.get(f"/state?at={moment}")
        view = history.game.view(history.state_at(moment), None, history.names)
        assert answer.status_code == 200
        assert answer.content == msgspec.json.encode(view)


def test_a_bare_version_is_after_its_last_event(finished: Table) -> None:
    history = History(finished.get("/replay").content)
    version = history.end.version // 2
    last = len(history.lines[version - 1].events)
    whole, dotted = (
        finished.get(f"/state?at={version}"),
        finished.get(f"/state?at={version}.{last}"),
    )
    assert whole.content == dotted.content
    assert whole.headers["ETag"] == dotted.headers["ETag"]
    before, after = finished.get(f"/state?at={version - 1}"), finished.get(f"/state?at={version}.0")
    assert before.content == after.content
    assert finished.get(f"/state?at={history.end}").content == finished.get("/state").content


def test_a_moment_takes_three_round_trips(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is new, entry 1 with the snapshot, and what followed on that."""
    sent: list[bytes] = []
    send = AbstractConnection.send_packed_command

    async def counted(self: Any, command: Any, check_health: bool = True) -> None:
        sent.append(command if isinstance(command, bytes) else b"".join(command))
        await send(self, command, check_health)

    table.act(*table.first_move())
    table.get("/state")
    monkeypatch.setattr(AbstractConnection, "send_packed_command", counted)
    assert table.get("/state?at=2.1").status_code == 200
    assert sum(table.id.encode() in command for command in sent) == 3


@pytest.mark.parametrize("game", GAMES)
def test_the_first_moments_can_be_shown_in_every_game(http: httpx.Client, game: str) -> None:
    table = Table.open(http, game)
    events = len(History(table.get("/replay").content).lines[0].events)
    for event in range(events + 1):
        assert table.get(f"/state?at=1.{event}").status_code == 200


@pytest.mark.parametrize("at", ["2", "0", "0.0", "1.99", "999999999999", "1.999999"])
def test_moments_that_never_were(table: Table, at: str) -> None:
    answer = table.get(f"/state?at={at}")
    assert (answer.status_code, answer.json()["code"]) == (404, "moment_unknown")
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("at", ["x", "-1", "1.x", "1.2.3", "", "1.", "٣", "1" * 29, "1" * 5000])
def test_what_is_no_moment(table: Table, at: str) -> None:
    answer = table.get(f"/state?at={at}")
    assert (answer.status_code, answer.json()["code"]) == (400, "moment_invalid")


def test_a_past_state_lasts_for_ever_and_a_seats_own_is_private(table: Table) -> None:
    public, own = table.get("/state?at=1"), table.get("/state?at=1", seat=0)
    assert public.headers["Cache-Control"] == "public, max-age=86400, immutable"
    assert own.headers["Cache-Control"] == "private, max-age=86400, immutable"
    assert "Authorization" in own.headers["Vary"]


@pytest.mark.parametrize("part", ["/state", "/state?at=1", "/frames", "/scorings", "/replay"])
def test_who_has_it_already_gets_304(table: Table, part: str) -> None:
    first = table.get(part)
    etag = first.headers["ETag"]
    again = table.get(part, if_none_match=f'"other", {etag}')
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == etag
    assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
    assert table.get(part, if_none_match='"other"').status_code == 200
    assert table.get(part, seat=0, if_none_match=etag).status_code == 200


def test_the_etag_changes_with_the_version(table: Table) -> None:
    etag = table.get("/state").headers["ETag"]
    table.act(*table.first_move())
    assert table.get("/state", if_none_match=etag).status_code == 200


def test_anybody_may_look_through_any_eyes_when_the_game_is_over(finished: Table) -> None:
    assert finished.get("/state?seat=1").json()["seat"] == 1
    assert finished.get("/state?seat=0&at=5").json()["seat"] == 0
    assert finished.get("/state?seat=2").json()["code"] == "seat_unknown"


def test_head_is_answered_where_get_is(table: Table) -> None:
    for part in ("", "/state", "/log", "/frames", "/replay", "/scorings", "/stream"):
        got = table.http.head(table.path(part))
        assert (got.status_code, got.content) == (200, b"")


def test_compression_is_offered(table: Table) -> None:
    plain = table.get("/state", accept_encoding="identity")
    zipped = table.get("/state", accept_encoding="gzip")
    assert "Content-Encoding" not in plain.headers
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert plain.content == zipped.content
