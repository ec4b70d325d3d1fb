"""Frames by the stream: what `/frames` answers, made once for all, without a gap or a repeat."""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable, Iterable
from copy import deepcopy
from typing import Any

import httpx
import msgspec
import pytest

from domain.kernel.actions import SeatSetup
from domain.registry import GAMES
from infra.arbiters import Arbiters
from infra.connections import connect
from infra.game_log import GameLog
from infra.snapshots import Snapshots
from replays.samples import samples
from services.api import live_frames, viewers
from services.api.holders import Holders
from services.api.reading import PUBLIC
from services.games import Games
from tests.services.api.arbiters import new_arbiter
from tests.services.api.house import House
from tests.services.api.importing import imported
from tests.services.api.streams import Event, watching
from tests.services.api.table import Json, Table
from tests.services.api.test_frames import drawn
from tests.services.api.test_stream import any_move

RULED = "gluck_auf/with-a-clock-and-rulings"
"""With claims, take-backs, a hand-over and a clock."""
WHY = "So it is."


def told(events: Iterable[Event]) -> list[Json]:
    """What the events before the end say; each has its version as id."""
    found = []
    for event in events:
        if event["event"] == "end":
            break
        assert event["event"] == "frames"
        data: Json = msgspec.json.decode(event["data"])
        assert event["id"] == str(data["version"])
        assert {frame["at"].partition(".")[0] for frame in data["frames"]} == {event["id"]}
        found.append(data)
    return found


def frames_of(found: Iterable[Json]) -> list[Json]:
    return [frame for one in found for frame in one["frames"]]


def views(frames: list[Json]) -> list[tuple[str, Json]]:
    return [(at, deepcopy(view)) for at, view in drawn(deepcopy({"frames": frames}))]


def asked(table: Table, first: int = 1, seat: int | None = None, more: str = "") -> list[Json]:
    """The frames that `/frames` has from a version on."""
    found: list[Json] = []
    where: str | None = table.path(f"/frames?from={first}{more}")
    token = {} if seat is None else table.tokens[seat]
    while where:
        answer = table.http.get(where, headers=token).json()
        found += answer["frames"]
        where = answer["next"] and answer["next"].removeprefix("/api/v1")
    return found


@pytest.fixture(scope="module")
def ruled(house: House, http: httpx.Client) -> Table:
    data = dict(samples())[RULED]
    imported(house, data)
    game_id = msgspec.json.decode(data.partition(b"\n")[0])["game"]
    return Table(http, {"id": game_id, "seats": []})


@pytest.mark.parametrize("language", ["en", "hu"])
def test_a_game_with_rulings_is_told_as_frames_has_it(ruled: Table, language: str) -> None:
    with watching(ruled, query=f"?frames=1&lang={language}") as events:
        found = told(events)
    version, of_frames = ruled.summary()["version"], asked(ruled, more=f"&lang={language}")
    assert [one["version"] for one in found] == list(range(1, version + 1))
    shown = frames_of(found)
    assert [(f["at"], f["type"], f["text"]) for f in shown] == [
        (f["at"], f["type"], f["text"]) for f in of_frames
    ]
    assert all("patch" in frame for frame in shown[1:])
    # The patches of `/frames` begin anew with every answer; what they draw is the same.
    assert views(shown) == views(of_frames)


def test_with_every_entry_comes_how_the_table_stands(ruled: Table) -> None:
    with watching(ruled, query="?frames=1") as events:
        found = told(events)
    summary = ruled.summary()
    assert {name: found[-1][name] for name in ("clock", "table")} == {
        name: summary[name] for name in ("clock", "table")
    }
    assert any(one["table"]["claims"] for one in found)
    assert {one["table"]["status"] for one in found} == {"open", "paused", "ended"}


def test_whoever_resumes_begins_with_a_whole_view(ruled: Table) -> None:
    """At every place alike: also after the entries that change names, and after a take-back."""
    last = ruled.summary()["version"]
    whole = views(asked(ruled))
    for after in (1, *range(60, last + 1, 30), last):
        with watching(ruled, None, "?frames=1", str(after)) as events:
            found = told(events)
        assert [one["version"] for one in found] == list(range(after + 1, last + 1))
        expected = [(at, view) for at, view in whole if int(at.partition(".")[0]) > after]
        assert views(frames_of(found)) == expected


def test_what_happens_is_told_live_to_everybody_as_they_see_it(house: House) -> None:
    http = house.open_api().http
    table, ria = Table.open(http), new_arbiter(house, http)
    table.tokens.append(ria.key)
    table.play_on(random.Random(1), 3)
    moves: list[Callable[[], object]] = [
        lambda: table.play_on(random.Random(1), 2),
        lambda: _rule(table, {"type": "table_take_back", "to": 3, "reason": WHY}),
        lambda: _rule(table, {"type": "table_hand_over", "seat": 0, "name": "Zoë", "reason": WHY}),
        lambda: table.http.delete(table.path("/names"), headers=house.organizer),
        lambda: _rule(table, {"type": "table_void", "reason": WHY}),
    ]
    with (
        watching(table, query="?frames=1&after=4") as public,
        watching(table, 1, "?frames=1&after=4") as seat,
        watching(table, 2, "?frames=1&after=2") as all_eyes,
    ):
        for move in moves:
            move()
        seen = {who: told(events) for who, events in ((None, public), (1, seat), (2, all_eyes))}
    for who, found in seen.items():
        first, last = found[0]["version"], table.summary()["version"]
        assert [one["version"] for one in found] == list(range(first, last + 1))
        shown, again = frames_of(found), asked(table, first, who)
        assert [frame["type"] for frame in shown] == [frame["type"] for frame in again]
        # Names were there then, and are not any more.
        assert without_names(views(shown)) == without_names(views(again))
        names = [[p["name"] for p in view["players"]] for _, view in views(shown)]
        assert names[0] == ["Anna", "Béla"]
        assert names[-1] == ["Zoë", ""]


def _rule(table: Table, action: Json) -> None:
    answer = table.act(2, action)
    assert answer.status_code == 201, answer.text


def without_names(frames: Iterable[tuple[str, Json]]) -> list[Any]:
    return [
        (at, {**view, "players": [{**player, "name": ""} for player in view["players"]]})
        for at, view in frames
    ]


def test_erased_names_are_told_to_nobody_who_comes_later(house: House, table: Table) -> None:
    table.play_on(random.Random(1), 3)
    with watching(table, query="?frames=1") as events:
        assert "Béla" in next(events)["data"]
        erased = table.http.delete(table.path("/names"), headers=house.organizer)
        assert erased.status_code == 204
        with watching(table, query="?frames=1") as later:
            assert not any("Béla" in next(later)["data"] for _ in range(5))


@pytest.mark.parametrize(
    "query", ["frames=2", "frames=yes", "frames=1&lang=xx", "frames=1&frames=1"]
)
def test_a_wrong_question_is_refused(table: Table, query: str) -> None:
    answer = table.get(f"/stream?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")


class Watched:
    """A game of this process, and those who watch it."""

    def __init__(self, games: Games, game_id: str, watched: viewers.GameViewers) -> None:
        self.games, self.game_id, self.watched = games, game_id, watched

    def watch(self, after: int = 1) -> AsyncGenerator[bytes, None]:
        telling = self.watched.frames(self.game_id, PUBLIC, "en")
        return self.watched.watch(self.game_id, telling, after, 1)

    async def move(self) -> None:
        await any_move(self.games, self.game_id)


async def _watched(house: House) -> tuple[Watched, Any]:
    client = connect(house.server.url)
    games = Games(GameLog(client), Snapshots(client))
    seats = [SeatSetup("Anna"), SeatSetup("Béla")]
    game_id = (await games.create(GAMES["gluck-auf"], seats)).aggregate.game_id
    watched = viewers.GameViewers(games, Holders(games.log, Arbiters(client)))
    return Watched(games, game_id, watched), client


def test_frames_are_made_once_however_many_watch(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    make = live_frames.Newest.follow

    def counted(newest: live_frames.Newest, *arguments: Any) -> live_frames.Made:
        made.append(newest.past.version + 1)
        return make(newest, *arguments)

    monkeypatch.setattr(live_frames.Newest, "follow", counted)

    async def watch() -> None:
        game, client = await _watched(house)
        crowd = [game.watch() for _ in range(50)]
        for stream in crowd:
            assert await anext(stream) == viewers.ALIVE
        for version in range(2, 6):
            waiting = [asyncio.ensure_future(anext(stream)) for stream in crowd]
            await game.move()
            got = set(await asyncio.gather(*waiting))
            [event] = got
            assert event.startswith(b"id: %d\nevent: frames\n" % version)
        again = [game.watch(after=3) for _ in range(50)]
        for stream in again:
            assert await anext(stream) == viewers.ALIVE
        assert len({await anext(stream) for stream in again}) == 1
        for stream in (*crowd, *again):
            await stream.aclose()
        await game.watched.close()
        await client.aclose()

    asyncio.run(watch())
    # Entry 1 only to know what entry 2 changes.
    assert made == [1, 2, 3, 4, 5]


def test_a_viewer_who_is_too_slow_for_frames_misses_nothing(house: House) -> None:
    moves = viewers.BACKLOG + live_frames.KEPT + 5

    async def watch() -> None:
        game, client = await _watched(house)
        slow, quick = game.watch(), game.watch()
        for stream in (slow, quick):
            assert await anext(stream) == viewers.ALIVE
        waiting = asyncio.ensure_future(anext(slow))
        seen = {"quick": b"", "slow": b""}
        for _ in range(moves):
            await game.move()
            seen["quick"] += await anext(quick)
        seen["slow"] = await waiting
        while seen["slow"].count(b"id: ") < moves:
            seen["slow"] += await anext(slow)
        assert seen["slow"] == seen["quick"]
        await slow.aclose()
        await quick.aclose()
        await game.watched.close()
        await client.aclose()

    asyncio.run(watch())
