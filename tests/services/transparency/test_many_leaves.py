"""A log that is larger than its tiles, up to three levels of them."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from infra.game_log import StorageUnavailable
from infra.transparency_log import Batch, TransparencyLog
from replays.tlog.frontier import Frontier
from replays.tlog.leaf import Leaf
from replays.tlog.merkle import check_consistency, check_inclusion, consistency_proof, leaf_hash
from replays.tlog.note import Note
from replays.tlog.tree_head import TreeHead
from services.bootstrap import Resources
from services.transparency.sequencer import Sequencer
from services.transparency.tiles import LogTiles
from tests.services.test_errands import with_resources
from tests.services.transparency.test_sequencer import new_games

AT_ONCE = 2000
SIZES = (1, 2, 255, 256, 257, 511, 512, 513, 700, 65_535, 65_536, 65_537, 65_793, 66_100)


async def add_leaves(log: TransparencyLog, first: int, count: int) -> list[Leaf]:
    """Of games with one entry each."""
    added = [Leaf(f"game/g{at}", 1, f"{at:064x}") for at in range(first, first + count)]
    for at in range(0, count, AT_ONCE):
        batches = [Batch(leaf.stream, 0, 1, [leaf]) for leaf in added[at : at + AT_ONCE]]
        await log.add(first + at, batches)
    return added


def roots_of(leaves: Sequence[Leaf]) -> dict[int, bytes]:
    """By size, made of the leaves alone."""
    frontier, roots = Frontier(), {}
    for size, leaf in enumerate(leaves, 1):
        frontier.add(leaf_hash(leaf.entry()))
        if size in SIZES:
            roots[size] = frontier.root()
    return roots


def test_every_size_is_proven_to_begin_with_every_smaller_one(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        log, leaves = resources.transparency, list[Leaf]()
        keeper, tiles = Sequencer(resources), LogTiles(resources.transparency)
        for size in SIZES:
            leaves += await add_leaves(log, len(leaves), size - len(leaves))
            assert await keeper.turn() == 0
            head = await log.head()
            roots = roots_of(leaves)
            assert (head.size, head.root) == (size, roots[size])
            assert TreeHead.parse(Note.parse(head.note).text).root == head.root
            for old in roots:
                reader = await tiles.reader(head, old - 1)
                proof = consistency_proof(old, size, reader.read)
                assert check_consistency(old, size, proof, roots[old], head.root), (old, size)
                found = await tiles.proof(old - 1, head)
                hashed = leaf_hash(leaves[old - 1].entry())
                assert check_inclusion(hashed, old - 1, size, found.path, head.root), (old, size)

    with_resources(tmp_path, work)


def test_hashes_that_a_server_did_not_take_are_stored_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It went away in the moment when they were to be stored."""

    async def work(resources: Resources) -> None:
        log, keeper = resources.transparency, Sequencer(resources)
        await add_leaves(log, 0, 600)
        with monkeypatch.context() as away:
            away.setattr(TransparencyLog, "keep_hashes", _refuse)
            with pytest.raises(StorageUnavailable):
                await keeper.turn()
        await new_games(resources, 1)
        assert await keeper.turn() == 1
        head = await log.head()
        assert head.size == 601
        assert await LogTiles(log).proof(3, head)

    async def _refuse(*_: object) -> None:
        raise StorageUnavailable

    with_resources(tmp_path, work)
