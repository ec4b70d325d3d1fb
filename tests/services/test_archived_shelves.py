"""Games in the archive take little of the server, and stand in the index where they should."""

import random
import secrets
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from domain.table.clock import milliseconds
from infra import archive_mark
from infra.archive_mark import Listing, Mark, read_listing, read_mark, written_mark
from infra.clock import now
from infra.game_keys import archived_key
from infra.game_log import GameSetup
from infra.games_index import Filing, Search
from infra.packed_lines import unpacked
from infra.transparency_log import LEAVES, Batch
from replays.entry import sha256
from replays.leaves import stream_of
from replays.record import Record
from replays.tlog.leaf import Leaf
from replays.verify import verify
from services.bootstrap import Resources
from services.errands import filing_of
from services.exporting import replay_file
from services.worker.audit_sweeper import AuditSweeper
from tests.services.api.archive import played
from tests.services.test_errands import with_resources

GAMES = 700
"""More than fit into the small shapes of Redis."""
FIRST = ("Aurel", "Birte", "Csilla", "Detlef", "Eszter", "Folkert", "Gesine", "Hubert", "Ilka")
LAST = ("Abendroth", "Bakos", "Claasen", "Dobos", "Eickhoff", "Faragó")
NAMES = ("Quirin Quendel", "Wilhelmine Wacholder")
LEAVES_OF_SHELVES = "schichtbuch:index:archived:{packed}:leaves"


def other_game(at: int, like: bytes, like_id: str) -> tuple[Filing, Listing]:
    """Four of four hundred players, their points and the commitment by chance."""
    names = tuple(f"{random.choice(FIRST)} {random.choice(LAST)}{at % 8}" for _ in range(4))
    points = [random.randrange(20, 140) for _ in names]
    created_at = f"2026-{at % 12 + 1:02}-{at % 28 + 1:02}T{at % 24:02}:15:00.{at:03}Z"
    game = Filing(secrets.token_urlsafe(9), "gluck-auf", "finished", created_at, names)
    kept = msgspec.json.decode(like.replace(like_id.encode(), game.game_id.encode()))
    shown = kept["summary"]
    shown |= {"created": created_at, "commitment": secrets.token_hex(32), "scores": points}
    for seat, name, one in zip(shown["seats"], names, points, strict=True):
        seat |= {"name": name, "points": one}
    for seat, name in zip(shown["table"]["seats"], names, strict=True):
        seat["name"] = name
    course = {at: Raw(msgspec.json.encode([one * at // 3 for one in points])) for at in (1, 2, 3)}
    return game, Listing(Raw(msgspec.json.encode(kept)), course, "holds")


async def brought(resources: Resources, record: Record) -> None:
    """Over, audited and listed."""
    game_id = record.game_id
    await resources.log.restore(game_id, record.entries, GameSetup({}))
    report = verify(await replay_file(resources, game_id))
    await resources.audits.keep_game(game_id, record.version, msgspec.json.encode(report))
    await resources.index.put([filing_of(await resources.games.current(game_id))])


async def moved(resources: Resources, game_id: str) -> None:
    assert await resources.archiving.move(game_id, milliseconds(now())) == "archived"


async def marked(resources: Resources, game_id: str) -> Mark:
    mark = await resources.archived.where(game_id)
    assert isinstance(mark, Mark)
    return mark


async def found(resources: Resources, name: str = NAMES[0]) -> list[str]:
    return (await resources.index.page(Search(player=name, status="finished"), 10)).game_ids


async def shelves(resources: Resources) -> list[str]:
    """Of the archive, line by line."""
    client: Any = resources.redis
    return [line for leaf in await client.hvals(LEAVES_OF_SHELVES) for line in unpacked(leaf)]


def test_all_that_an_archived_game_takes_of_redis_is_512_bytes(tmp_path: Path) -> None:
    """With four players, and four leaves, of which the log itself keeps a fixed number."""

    async def work(resources: Resources) -> None:
        client: Any = resources.redis
        record = played("gluck-auf", ("Anna", "Béla", "Cili", "Dora"))
        await brought(resources, record)
        await moved(resources, record.game_id)
        listing = read_listing(record.game_id, await marked(resources, record.game_id))
        assert listing
        games = [other_game(at, bytes(listing.summary), record.game_id) for at in range(GAMES)]
        await resources.index.put([filing for filing, _ in games])
        for filing, shown in games:
            mark = written_mark(filing.game_id, 150, secrets.token_bytes(16), shown)
            await client.set(archived_key(filing.game_id), mark)
        await with_leaves(resources, [filing.game_id for filing, _ in games])
        await resources.index.pack([filing for filing, _ in games])
        await resources.index.clear([filing for filing, _ in games])
        keys = [key async for key in client.scan_iter(count=1000) if key != LEAVES.encode()]
        assert len(keys) < GAMES + 20
        taken = [await client.memory_usage(key, samples=0) for key in keys]
        assert sum(taken) / (GAMES + 1) <= 512

    with_resources(tmp_path, work)


async def with_leaves(resources: Resources, game_ids: Sequence[str]) -> None:
    size = 0
    for game_id in game_ids:
        stream = stream_of("game", game_id)
        leaves = [Leaf(stream, version, secrets.token_hex(32)) for version in (1, 50, 100, 150)]
        size = await resources.transparency.add(size, [Batch(stream, 0, 150, leaves)])


def as_of_an_older_release(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(archive_mark, "DICTIONARIES", archive_mark.DICTIONARIES[:1])


def test_what_an_older_release_has_archived_is_packed_by_the_sweeper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played("gluck-auf", NAMES)

    async def work(resources: Resources) -> None:
        await brought(resources, record)
        filing = filing_of(await resources.games.current(record.game_id))
        with monkeypatch.context() as older:
            as_of_an_older_release(older)
            await moved(resources, record.game_id)
        await resources.index.unpack([filing])
        await resources.index.put([filing])
        old = await marked(resources, record.game_id)
        listing = read_listing(record.game_id, old)
        assert (old.dictionary, await found(resources)) == (1, [record.game_id])
        await AuditSweeper(resources).sweep()
        new = await marked(resources, record.game_id)
        assert (new.dictionary, read_listing(record.game_id, new)) == (2, listing)
        assert (new.version, new.digest) == (old.version, old.digest)
        assert len(await shelves(resources)) == 1 + len(NAMES)
        client: Any = resources.redis
        assert not [key async for key in client.scan_iter("schichtbuch:index:player:*")]
        assert await client.zcard("schichtbuch:index:any:any") == 0
        assert await found(resources) == [record.game_id]

    with_resources(tmp_path, work)


def test_an_index_that_was_deleted_comes_back(tmp_path: Path) -> None:
    record = played("gluck-auf", NAMES)

    async def work(resources: Resources) -> None:
        await brought(resources, record)
        await moved(resources, record.game_id)
        client: Any = resources.redis
        await client.delete(*[key async for key in client.scan_iter("schichtbuch:index:*")])
        assert await found(resources) == []
        await AuditSweeper(resources).sweep()
        assert await found(resources) == [record.game_id]
        assert await resources.index.count("gluck-auf", "finished") == 1

    with_resources(tmp_path, work)


def test_of_erased_names_not_even_a_digest_stays(tmp_path: Path) -> None:
    record = played("gluck-auf", NAMES)

    async def work(resources: Resources) -> None:
        await brought(resources, record)
        await moved(resources, record.game_id)
        filing = filing_of(await resources.games.current(record.game_id))
        await resources.index.forget_names(filing)
        await resources.games.erase_names(record.game_id)
        await resources.index.forget_names(filing)
        [line] = await shelves(resources)
        assert line.startswith("gluck-auf ")
        assert await found(resources) == []
        await brought_up_to_date(resources, record.game_id)
        await moved(resources, record.game_id)
        await AuditSweeper(resources).sweep()
        assert await shelves(resources) == [line]
        mark = msgspec.msgpack.encode(await marked(resources, record.game_id))
        listing = read_listing(record.game_id, read_mark(mark))
        assert listing
        assert b"Quirin" not in msgspec.json.encode(listing)

    with_resources(tmp_path, work)


async def brought_up_to_date(resources: Resources, game_id: str) -> None:
    """Audited again, and as if it had never come back."""
    version = await resources.log.version(game_id)
    report = verify(await replay_file(resources, game_id))
    await resources.audits.keep_game(game_id, version, msgspec.json.encode(report))
    client: Any = resources.redis
    await client.hdel(f"schichtbuch:{{{game_id}}}:founding", "restored")


def test_the_dictionaries_of_marks_are_what_they_were() -> None:
    """Every mark is read with the one it was made with."""
    contents = [files("infra").joinpath(name).read_bytes() for name in archive_mark.DICTIONARIES]
    assert [sha256(content)[:16] for content in contents] == [
        "fce2ea4f95c4c33c",
        "1901baa9d7777b2c",
    ]
