"""Packed lines are a sorted set of lines, whoever changes them at the same moment."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infra import packed_lines
from infra.connections import connect
from infra.embedded import EmbeddedServer
from infra.packed_lines import PackedLines

LINES = [
    f"{shelf} 2026-01-{day:02}T12:00:00Z game{day}{end} gluck-auf"
    for shelf in ("gluck-auf", "kartenspiel", "@0123456789ab")
    for day in range(1, 15)
    for end in ("", "-t5", "-t50")
]
lines = st.sets(st.sampled_from(LINES), max_size=30)
changes = st.lists(st.tuples(lines, lines), min_size=1, max_size=8)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    embedded = EmbeddedServer(tmp_path_factory.mktemp("data"))
    embedded.start()
    yield embedded
    embedded.stop()


@pytest.fixture(autouse=True)
def small_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_lines, "MOST_LINES", 4)


def run(server: EmbeddedServer, story: Any) -> None:
    async def work() -> None:
        client = connect(server.url)
        try:
            await client.flushall()
            await story(client)
        finally:
            await client.aclose()

    asyncio.run(work())


@settings(max_examples=40, deadline=None)
@given(changes=changes, asked=st.tuples(*[st.sampled_from(LINES)] * 2), most=st.integers(1, 40))
def test_it_holds_what_a_sorted_set_would_hold(
    server: EmbeddedServer, changes: Any, asked: tuple[str, str], most: int
) -> None:
    async def story(client: Any) -> None:
        packed, model = PackedLines(client, "shelf"), set[str]()
        for added, gone in changes:
            await packed.change(added - gone, gone)
            model = (model | added) - gone
            await check(packed, model, asked, most)
            await check_borders(client, model)
        await packed.change(gone=model)
        assert await client.keys() == []

    run(server, story)


async def check(packed: PackedLines, model: set[str], asked: tuple[str, str], most: int) -> None:
    low, high = sorted(asked)
    fitting = sorted(line for line in model if low <= line <= high)
    enough = min(most, len(fitting))
    first = await packed.between(low, high, most, backwards=False)
    assert first == fitting[: len(first)]
    assert len(first) >= enough
    last = await packed.between(low, high, most, backwards=True)
    assert last == fitting[len(fitting) - len(last) :]
    assert len(last) >= enough
    assert await packed.missing(LINES) == set(LINES) - model
    counted = await packed.counts()
    for game in ("gluck-auf", "kartenspiel"):
        assert counted.get(game, 0) == sum(line.startswith(f"{game} ") for line in model)


async def check_borders(client: Any, model: set[str]) -> None:
    """A line that is gone, perhaps with the digest of a name, is no border either."""
    borders = {border.decode() for border in await client.zrange("shelf:{packed}:borders", 0, -1)}
    assert borders - {""} <= model
    assert borders == {border.decode() for border in await client.hkeys("shelf:{packed}:leaves")}


def test_whoever_writes_at_the_same_moment_loses_nothing(server: EmbeddedServer) -> None:
    async def story(client: Any) -> None:
        writers = [PackedLines(client, "shelf") for _ in range(4)]
        stays, goes = LINES[::2], LINES[1::2]
        await writers[0].change(goes)
        added = (writers[at % 4].change([line]) for at, line in enumerate(stays))
        gone = (writers[at % 3].change((), [line]) for at, line in enumerate(goes))
        await asyncio.gather(*added, *gone)
        assert await writers[0].between("!", "~", 1000, backwards=False) == sorted(stays)

    run(server, story)
