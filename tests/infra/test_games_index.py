"""Finding games costs what a page holds, however many games there are."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from infra import games_index, packed_lines
from infra.connections import connect
from infra.embedded import EmbeddedServer
from infra.games_index import Filing, GamesIndex, Page, Search, player_key

GAMES = 30


def filing(at: int, *names: str, status: str = "running", game: str = "gluck-auf") -> Filing:
    return Filing(f"game{at:02}", game, status, f"2026-01-{at + 1:02}T12:00:00.000Z", names)


FILED = [
    filing(
        at,
        "Anna",
        "Béla" if at % 3 else "Cili",
        status="finished" if at % 2 else "running",
        game="kartenspiel" if at % 5 == 0 else "gluck-auf",
    )
    for at in range(GAMES)
]


WANTED: list[dict[str, str]] = [
    {},
    {"game": "kartenspiel"},
    {"status": "finished"},
    {"game": "gluck-auf", "status": "running"},
    {"game": "gluck-auf", "status": "finished"},
    {"player": "cili"},
    {"player": "BÉLA", "status": "finished"},
    {"player": "Béla", "game": "kartenspiel", "status": "running"},
    {"player": "Béla", "game": "kartenspiel", "status": "finished"},
    {"player": "Cili", "since": FILED[5].created_at, "until": FILED[20].created_at},
    {"since": FILED[7].created_at},
    {"until": FILED[7].created_at, "status": "running"},
    {"player": "Dora"},
    {"since": "2027-01-01T00:00:00.000Z"},
]


@pytest.fixture(scope="module", params=["all here", "some archived"])
def server(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[EmbeddedServer]:
    embedded = EmbeddedServer(tmp_path_factory.mktemp("data"))
    embedded.start()
    run(fill(embedded))
    if request.param == "some archived":
        run(pack(embedded))
    yield embedded
    embedded.stop()


@asynccontextmanager
async def opened(server: EmbeddedServer) -> AsyncIterator[GamesIndex]:
    client = connect(server.url)
    try:
        yield GamesIndex(client)
    finally:
        await client.aclose()


async def fill(server: EmbeddedServer) -> None:
    async with opened(server) as index:
        await index.put(FILED)


async def pack(server: EmbeddedServer, *games: Filing) -> None:
    """As if these, or all that are over, had moved to the archive."""
    async with opened(server) as index:
        over = [filed for filed in games or FILED if filed.status == "finished"]
        await index.pack(over)
        await index.clear(over)


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    asyncio.run(coroutine)


async def all_found(index: GamesIndex, **wanted: Any) -> list[str]:
    found: list[str] = []
    search = Search(**wanted)
    while True:
        page = await index.page(search, 4)
        assert len(page.game_ids) <= 4
        found += page.game_ids
        if page.cursor is None:
            return found
        search = Search(**{**wanted, "after": page.cursor})


def expected(**wanted: Any) -> list[str]:
    def fits(filed: Filing) -> bool:
        day = filed.created_at
        return (
            wanted.get("game", filed.game) == filed.game
            and wanted.get("status") in (None, filed.status)
            and wanted.get("player", "anna").casefold() in [n.casefold() for n in filed.names]
            and wanted.get("since", "") <= day <= wanted.get("until", "9")
        )

    return [filed.game_id for filed in reversed(FILED) if fits(filed)]


@pytest.mark.parametrize("looked_at", [3, 1000])
@pytest.mark.parametrize("wanted", WANTED)
def test_pages_hold_everything_that_fits_once(
    server: EmbeddedServer,
    monkeypatch: pytest.MonkeyPatch,
    wanted: dict[str, str],
    looked_at: int,
) -> None:
    monkeypatch.setattr(games_index, "MOST_LOOKED_AT", looked_at)

    async def story() -> None:
        async with opened(server) as index:
            assert await all_found(index, **wanted) == expected(**wanted)

    run(story())


def test_a_page_looks_at_so_many_games_of_a_player_and_no_more(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_index, "MOST_LOOKED_AT", 10)

    async def story() -> None:
        async with opened(server) as index:
            asked: list[int] = []
            members = index._members

            async def counted(shelf: str, search: Search, most: int) -> list[str]:
                found = await members(shelf, search, most)
                asked.append(len(found))
                return found

            monkeypatch.setattr(index, "_members", counted)
            page = await index.page(Search(player="Anna", game="nothing"), 5)
            assert (page.game_ids, asked) == ([], [11])
            assert page.cursor

    run(story())


@pytest.mark.parametrize("other", ["anna", "ANNA", "  Anna ", "A\u0301nna".replace("\u0301", "")])
def test_a_name_is_found_however_it_is_written(other: str) -> None:
    assert player_key("Anna") == player_key(other)
    assert player_key("Béla") == player_key("Be\u0301la")
    assert player_key("Anna") != player_key("Ann a")


def test_names_can_be_taken_off_again(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with opened(server) as index:
            erased = filing(0, "Vera", "Anna")
            await index.put([erased])
            assert await index.holds(erased)
            await index.forget_names(erased)
            assert await all_found(index, player="Vera") == []
            assert not await index.holds(erased)
            await index.put([FILED[0]])

    run(story())


def test_logs_without_milliseconds_are_found_by_their_time(tmp_path: Path) -> None:
    times = ("00Z", "00.400Z", "01Z")
    old = [
        Filing(f"old{at}", "other", "finished", f"2020-01-01T06:00:{time}")
        for at, time in enumerate(times)
    ]
    whole, later, second = (f"2020-01-01T06:00:{time}Z" for time in ("00.000", "00.200", "01.000"))

    async def story(server: EmbeddedServer) -> None:
        async with opened(server) as index:
            await index.put(old)
            assert await all_found(index, game="other", until=whole) == ["old0"]
            assert await all_found(index, game="other", since=later) == ["old2", "old1"]
            assert len(await all_found(index, game="other", since=whole, until=second)) == 3
            assert await all_found(index, game="other", since=second) == ["old2"]

    own = EmbeddedServer(tmp_path)
    own.start()
    try:
        run(story(own))
    finally:
        own.stop()


def test_pages_stay_the_same_while_games_move_to_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that move at one moment with others that do not, too."""
    monkeypatch.setattr(packed_lines, "MOST_LINES", 4)
    monkeypatch.setattr(games_index, "MOST_LOOKED_AT", 6)
    together = [
        Filing(f"event-r1-t{at}", "gluck-auf", "finished", FILED[9].created_at, ("Anna",))
        for at in (1, 10, 2)
    ]

    async def pages(index: GamesIndex) -> list[Page]:
        found = []
        for wanted in WANTED:
            for oldest_first in (True, False):
                after: str | None = None
                while True:
                    search = Search(**wanted, oldest_first=oldest_first, after=after)
                    found.append(page := await index.page(search, 4))
                    if (after := page.cursor) is None:
                        break
        return found

    async def story(server: EmbeddedServer) -> None:
        async with opened(server) as index:
            await index.put([*FILED, *together])
            before = await pages(index)
            counts = [await index.count(game, "finished") for game in ("any", "gluck-auf")]
            await pack(server, *FILED[:20], together[1])
            assert await pages(index) == before
            await pack(server, *FILED, *together)
            assert await pages(index) == before
            assert counts == [await index.count(one, "finished") for one in ("any", "gluck-auf")]
            assert await index.unpacked(together) == []

    own = EmbeddedServer(tmp_path)
    own.start()
    try:
        run(story(own))
    finally:
        own.stop()


def test_a_game_that_goes_on_again_leaves_the_shelves_of_the_archive(tmp_path: Path) -> None:
    over, again = filing(1, "Vera", status="finished"), filing(1, "Vera")

    async def story(server: EmbeddedServer) -> None:
        async with opened(server) as index:
            await index.put([over])
            await pack(server, over)
            await index.put([over])  # it came back, and is still over: it stays where it is
            assert await index.unpacked([over]) == []
            await index.put([again])
            assert await all_found(index, player="Vera") == ["game01"]
            assert await all_found(index, status="finished") == []
            assert await all_found(index, status="running") == ["game01"]
            await index.put([over])
            await pack(server, over)
            await index.forget_names(over)
            assert await all_found(index, player="Vera") == []
            assert await all_found(index) == ["game01"]
            client: Any = index._redis
            for leaf in await client.hvals("schichtbuch:index:archived:{packed}:leaves"):
                assert not [line for line in packed_lines.unpacked(leaf) if line.startswith("@")]

    own = EmbeddedServer(tmp_path)
    own.start()
    try:
        run(story(own))
    finally:
        own.stop()
