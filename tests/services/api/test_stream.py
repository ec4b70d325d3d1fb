"""Live streams: no gap and no repeat, one reader for all, and nobody slows anybody."""

import asyncio
import gc
import random
import re
import threading

import httpx
import msgspec
import pytest
from prometheus_client import REGISTRY

from domain.kernel.actions import SeatSetup
from domain.registry import GAMES
from infra.arbiters import Arbiters
from infra.connections import connect
from infra.game_log import GameLog
from infra.snapshots import Snapshots
from services.api import viewers
from services.api.holders import Holders
from services.api.reading import PUBLIC
from services.games import Games
from tests.services.api.house import House
from tests.services.api.raw import Raw, request
from tests.services.api.streams import Event, events, watching
from tests.services.api.table import Table
from tests.waiting import eventually


def open_streams() -> float:
    return REGISTRY.get_sample_value("schichtbuch_viewers") or 0.0


def test_a_finished_game_is_told_from_the_first_entry_to_the_end(finished: Table) -> None:
    with watching(finished) as told:
        got = list(told)
    lines = finished.get("/log").text.splitlines()
    assert [event["data"] for event in got[:-1]] == lines
    assert [event["id"] for event in got[:-1]] == [str(v + 1) for v in range(len(lines))]
    assert {event["event"] for event in got[:-1]} == {"entry"}
    assert got[-1]["event"] == "end"


@pytest.mark.parametrize("how", ["header", "query"])
def test_a_stream_resumes_after_the_last_event(finished: Table, how: str) -> None:
    last = finished.summary()["version"]
    query = f"?after={last - 3}" if how == "query" else ""
    header = str(last - 3) if how == "header" else None
    with watching(finished, query=query, last_event_id=header) as told:
        got = list(told)
    assert [event.get("id") for event in got] == [str(last - 2), str(last - 1), str(last), None]


def test_live_entries_follow_the_old_ones(table: Table) -> None:
    table.play_on(random.Random(1), 3)
    with watching(table) as told:
        assert [next(told)["id"] for _ in range(4)] == ["1", "2", "3", "4"]
        table.play_on(random.Random(1), 5)
        assert [next(told)["id"] for _ in range(5)] == ["5", "6", "7", "8", "9"]


def test_a_whole_game_is_watched_live_to_its_end(http: httpx.Client) -> None:
    table = Table.open(http)
    got: list[Event] = []

    def watch() -> None:
        with watching(table) as told:
            got.extend(told)

    viewer = threading.Thread(target=watch)
    viewer.start()
    table.play_on(random.Random(4))
    viewer.join()
    assert [event["data"] for event in got[:-1]] == table.get("/log").text.splitlines()
    assert got[-1]["event"] == "end"


def test_a_seat_sees_its_own_hidden_cards_live(looked: tuple[Table, int], house: House) -> None:
    table, seat = looked
    last = table.summary()["version"]
    seen = {}
    for who in (None, 0, 1):
        with watching(table, who, f"?after={last - 1}") as told:
            seen[who] = next(told)["data"]
    public = table.get(f"/log?from={last}&to={last}").text.strip()
    assert seen[None] == seen[1 - seat] == public
    opened = msgspec.json.decode(seen[seat])
    assert opened["events"][-1]["order_ids"]
    assert house.organizer
    where = table.path(f"/stream?after={last - 1}")
    with table.http.stream("GET", where, headers=house.organizer) as answer:
        assert next(events(answer.iter_lines()))["data"] == seen[seat]


def test_nobody_can_have_what_is_not_there_yet(table: Table) -> None:
    for version in ("2", "999999999999"):
        answer = table.get("/stream", last_event_id=version)
        assert (answer.status_code, answer.json()["code"]) == (404, "moment_unknown")
    answer = table.get("/stream", last_event_id="x")
    assert (answer.status_code, answer.json()["code"]) == (400, "last_event_id_invalid")


def test_the_reader_ends_with_its_last_viewer(house: House, table: Table) -> None:
    before = open_streams()
    with watching(table) as told:
        next(told)
        assert open_streams() == before + 1
        assert _readers(table) == 1
    eventually(lambda: open_streams() == before)
    eventually(lambda: _readers(table) == 0)
    assert house.server.alive()


def test_the_reader_ends_also_if_its_viewer_leaves_at_once(house: House) -> None:
    """While it still connects to the server, say, where redis-py may swallow a cancellation."""
    api = house.open_api()
    table = Table.open(api.http)
    watch = request("GET", f"/api/v1{table.path('/stream')}", "Connection: close")
    for method in ("HEAD", "GET") * 50:
        with Raw(api.port) as raw:
            raw.send(watch.replace(b"GET", method.encode(), 1)).read_until(b"\r\n\r\n")
    eventually(lambda: _readers(table) == 0)


def test_a_quiet_stream_shows_that_it_lives(monkeypatch: pytest.MonkeyPatch, table: Table) -> None:
    monkeypatch.setattr(viewers, "HEARTBEAT", 0.05)
    with table.http.stream("GET", table.path("/stream?after=1")) as answer:
        lines = answer.iter_lines()
        comments = [line for line in (next(lines) for _ in range(8)) if line]
    assert comments == [": alive"] * 4


def test_a_stream_survives_a_restart_of_the_server_behind_it(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    house = House(tmp_path_factory.mktemp("restart"))
    try:
        table = Table.open(house.open_api().http)
        with watching(table) as told:
            assert next(told)["id"] == "1"
            house.server.stop()
            assert table.get("/state").json()["code"] == "storage_unavailable"
            house.server.start()
            table.play_on(random.Random(1), 2)
            assert [next(told)["id"] for _ in range(2)] == ["2", "3"]
    finally:
        house.close()


def test_a_viewer_who_is_too_slow_misses_nothing_and_holds_up_nobody(house: House) -> None:
    moves = viewers.BACKLOG + 20

    async def watch() -> None:
        client = connect(house.server.url)
        games = Games(GameLog(client), Snapshots(client))
        seats = [SeatSetup("Anna"), SeatSetup("Béla")]
        game_id = (await games.create(GAMES["gluck-auf"], seats)).aggregate.game_id
        watched = viewers.GameViewers(games, Holders(games.log, Arbiters(client)))
        telling = watched.entries(game_id, GAMES["gluck-auf"], PUBLIC)
        slow, quick = (watched.watch(game_id, telling, 1, 1) for _ in range(2))
        for stream in (slow, quick):
            assert await anext(stream) == viewers.ALIVE
        waiting = asyncio.ensure_future(anext(slow))
        for version in range(2, moves + 2):
            await any_move(games, game_id)
            assert (await anext(quick)).startswith(b"id: %d\n" % version)
        # The slow one has taken one entry so far, and then was told more than it could keep.
        seen = await waiting
        while seen.count(b"id: ") < moves:
            seen += await anext(slow)
        assert re.findall(rb"id: (\d+)", seen) == [b"%d" % v for v in range(2, moves + 2)]
        await slow.aclose()
        await quick.aclose()
        await watched.close()
        await client.aclose()

    asyncio.run(watch())


async def any_move(games: Games, game_id: str) -> None:
    """The first complete choice, or the scoring that is due."""
    aggregate = await games.current(game_id)
    if aggregate.state.phase == "scoring":
        await games.settle(game_id, aggregate.version)
        return
    [seat] = aggregate.game.awaited(aggregate.state)
    choices = aggregate.game.choices(aggregate.state, seat)
    await games.act(game_id, seat, [next(c.action for c in choices if c.complete)])


def test_a_thousand_viewers_see_every_entry_once(house: House) -> None:
    api = house.open_api()
    table = Table.open(api.http)
    crowd, moves = 1000, 3

    async def view(ready: asyncio.Semaphore) -> list[bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", api.port)
        where = f"/api/v1{table.path('/stream')}"
        writer.write(f"GET {where} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        ids: list[bytes] = []
        while len(ids) < moves + 1:
            line = await reader.readline()
            if line.startswith(b"id: "):
                ids.append(line[4:].strip())
                if len(ids) == 1:
                    ready.release()
        writer.close()
        return ids

    async def watch_all() -> list[list[bytes]]:
        ready = asyncio.Semaphore(0)
        tasks = [asyncio.create_task(view(ready)) for _ in range(crowd)]
        for _ in range(crowd):
            await ready.acquire()
        await asyncio.to_thread(table.play_on, random.Random(1), moves)
        return await asyncio.gather(*tasks)

    seen = asyncio.run(watch_all())
    assert seen == [[b"1", b"2", b"3", b"4"]] * crowd


def _readers(table: Table) -> int:
    return sum(
        isinstance(thing, asyncio.Task)
        and thing.get_name() == f"watched {table.id}"
        and not thing.done()
        for thing in gc.get_objects()
    )
