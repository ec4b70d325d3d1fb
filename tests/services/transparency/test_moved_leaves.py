"""Leaves that move to the archive: never in none of the two places, and refused if they change."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from infra.archive_store import ArchiveUnavailable, FolderArchive
from infra.leaf_bundles import LeafBundles, bundle_name
from infra.transparency_log import LEAVES, PREFIX, TransparencyLog
from replays.tlog.leaf import Leaf
from replays.tlog.merkle import check_inclusion, leaf_hash
from replays.tlog.tiles import ENTRIES, FULL, Tile, read_bundle
from services.bootstrap import Resources, open_resources
from services.transparency import sequencer
from services.transparency.heads import proven_head
from services.transparency.refusal import Refused
from services.transparency.sequencer import Sequencer
from services.transparency.tiles import LogTiles
from tests.services.test_errands import with_resources
from tests.services.transparency.test_many_leaves import add_leaves
from tests.services.transparency.test_sequencer import forget_turn, new_games, refusal, root_of

SIZE = 1500
OUT = 4
"""Bundles that move: of the 1,244 leaves that need not stay."""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequencer, "PATIENCE", 0.0)


async def signed(resources: Resources) -> list[Leaf]:
    await resources.transparency.fix("origin", "127.0.0.1/tlog")
    leaves = await add_leaves(resources.transparency, 0, SIZE)
    await forget_turn(resources)
    assert await Sequencer(resources).turn() == 0
    await forget_turn(resources)
    return leaves


async def moved(resources: Resources) -> list[Leaf]:
    leaves = await signed(resources)
    await Sequencer(resources).sweep()
    assert await resources.transparency.oldest() == OUT * FULL
    return leaves


async def check(resources: Resources, leaves: list[Leaf]) -> None:
    """All of them are there once, proven, and the log goes on."""
    log = resources.transparency
    size = await log.size()
    assert await log.leaves(0, SIZE) == leaves
    assert await log.leaves(200, 300) == leaves[200:300]
    assert await log.leaves(1000, 1100) == leaves[1000:1100]
    head, tiles = await log.head(), LogTiles(log)
    for index in (0, 255, 256, 1023, 1024, SIZE - 1):
        proof = await tiles.proof(index, head)
        hashed = leaf_hash(leaves[index].entry())
        assert check_inclusion(hashed, index, head.size, proof.path, head.root)
    served = await tiles.served(Tile(ENTRIES, 2))
    assert served
    entries = [leaf.entry() for leaf in leaves[2 * FULL : 3 * FULL]]
    assert read_bundle(Tile(ENTRIES, 2), served) == entries
    await forget_turn(resources)
    await new_games(resources, 2)
    assert await Sequencer(resources).turn() == 2
    assert not await log.refused()
    everything = await log.leaves(0, size + 2)
    assert (await log.head()).root == root_of(everything)
    assert len({(leaf.stream, leaf.version) for leaf in everything}) == size + 2


def test_moved_leaves_are_read_and_proven_as_before(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        leaves = await moved(resources)
        client: Any = resources.redis
        assert await client.xlen(LEAVES) == SIZE - OUT * FULL
        await check(resources, leaves)

    with_resources(tmp_path, work)


def test_nothing_moves_where_games_never_do(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        await signed(resources)
        stays = msgspec.structs.replace(resources.settings, archive_after=None)
        other = open_resources(stays)
        await Sequencer(other).sweep()
        await other.close()
        assert await resources.transparency.oldest() == 0

    with_resources(tmp_path, work)


def test_leaves_that_nobody_signed_stay(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        await resources.transparency.fix("origin", "127.0.0.1/tlog")
        await add_leaves(resources.transparency, 0, 700)
        keeper = Sequencer(resources)
        await keeper.sweep()
        assert await resources.transparency.oldest() == 0
        assert not await resources.transparency.move_out(0, root_of(await first(resources)))
        assert await resources.transparency.oldest() == 0

    async def first(resources: Resources) -> list[Leaf]:
        return await resources.transparency.leaves(0, FULL)

    with_resources(tmp_path, work)


Step = Callable[..., Awaitable[Any]]


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize(
    ("part", "name"),
    [
        (FolderArchive, "put_file"),
        (FolderArchive, "get_file"),
        (LeafBundles, "put"),
        (LeafBundles, "get"),
        (TransparencyLog, "leaves"),
        (TransparencyLog, "move_out"),
    ],
)
def test_whoever_dies_at_a_step_leaves_all_leaves_behind(
    part: type, name: str, after: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before or after the step, each time it is taken, until all have moved."""

    async def work(resources: Resources) -> None:
        leaves = await signed(resources)
        step, seen = getattr(part, name), 0
        for dies_at in range(1, 100):
            seen = 0

            async def dying(*given: Any, at: int = dies_at) -> Any:
                nonlocal seen
                seen += 1
                if seen == at and not after:
                    raise ArchiveUnavailable("killed")
                result = await step(*given)
                if seen == at:
                    raise ArchiveUnavailable("killed")
                return result

            with monkeypatch.context() as patched:
                patched.setattr(part, name, dying)
                try:
                    await Sequencer(resources)._move_out()
                except ArchiveUnavailable:
                    pass
                else:
                    break
            assert await resources.transparency.leaves(0, SIZE) == leaves
        assert dies_at > 1
        assert await resources.transparency.oldest() == OUT * FULL
        await check(resources, leaves)

    with_resources(tmp_path, work)


def test_two_move_the_same_leaves(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        leaves = await signed(resources)
        await asyncio.gather(*(Sequencer(resources)._move_out() for _ in range(3)))
        assert await resources.transparency.oldest() == OUT * FULL
        await check(resources, leaves)

    with_resources(tmp_path, work)


def file_of(resources: Resources, n: int) -> Path:
    return Path(resources.settings.archive_place) / bundle_name("127.0.0.1/tlog", n)


def test_a_lost_or_changed_file_is_refused_until_it_is_back(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        leaves = await moved(resources)
        path = file_of(resources, 1)
        content = path.read_bytes()
        path.unlink()
        assert "leaf 256 is missing" in await refusal(resources)
        with pytest.raises(Refused, match="leaf 256 is missing"):  # so says `doctor`
            await proven_head(resources.transparency, resources.settings)
        path.write_bytes(b"nonsense")
        await forget_turn(resources)
        assert "in the archive" in await refusal(resources)
        path.write_bytes(file_of(resources, 2).read_bytes())
        await forget_turn(resources)
        assert "are not those that were signed" in await refusal(resources)
        path.write_bytes(content)
        await forget_turn(resources)
        keeper = Sequencer(resources)
        assert await keeper.turn() is not None
        while await keeper.turn():
            pass
        assert await resources.transparency.leaves(0, SIZE) == leaves
        assert not await resources.transparency.refused()

    with_resources(tmp_path, work)


def test_a_running_sequencer_finds_a_changed_file(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        await moved(resources)
        keeper = Sequencer(resources)
        assert await keeper.turn() == 0
        file_of(resources, 1).write_bytes(file_of(resources, 2).read_bytes())
        for _ in range(OUT):
            await keeper.sweep()
        await new_games(resources, 1)
        assert await keeper.turn() is None
        assert "are not those that were signed" in await resources.transparency.refused()

    with_resources(tmp_path, work)


def test_another_history_in_the_archive_is_refused_and_not_overwritten(tmp_path: Path) -> None:
    """All was restored from an old backup and played on, only the archive lies elsewhere."""

    async def work(resources: Resources) -> None:
        await signed(resources)
        store = FolderArchive(Path(resources.settings.archive_place))
        others = [Leaf(f"game/other{at}", 1, "ab" * 32) for at in range(FULL)]
        await LeafBundles(store).put("127.0.0.1/tlog", 0, others)
        before = file_of(resources, 0).read_bytes()
        keeper = Sequencer(resources)
        await keeper.sweep()
        await new_games(resources, 1)
        for _ in range(2):
            assert await keeper.turn() is None
            assert "holds other leaves" in await resources.transparency.refused()
        assert file_of(resources, 0).read_bytes() == before
        assert await resources.transparency.oldest() == 0

    with_resources(tmp_path, work)


def test_a_server_from_before_the_move_goes_on(tmp_path: Path) -> None:
    """The append-only file lost the last second: leaves are in both places."""

    async def work(resources: Resources) -> None:
        client: Any = resources.redis
        leaves = await signed(resources)
        old = {key: await client.dump(key) async for key in client.scan_iter(f"{PREFIX}*")}
        await Sequencer(resources).sweep()
        for key, value in old.items():
            await client.restore(key, 0, value, replace=True)
        assert await resources.transparency.oldest() == 0
        await check(resources, leaves)
        await Sequencer(resources).sweep()
        assert await resources.transparency.oldest() == OUT * FULL

    with_resources(tmp_path, work)
