"""The sequencer on a real server: every leaf once, and never two heads."""

import asyncio
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.actions import SeatSetup
from domain.registry import GAMES
from infra import log_key as log_key_file
from infra.game_log import log_key
from infra.head_file import FILE_NAME
from infra.known_keys import known_keys, verifier_keys
from infra.transparency_log import HEAD, LEAVES, PREFIX, TransparencyLog
from replays.leaves import leaves_of
from replays.samples import samples
from replays.tlog.leaf import Leaf
from replays.tlog.merkle import leaf_hash, node_hash, root
from replays.tlog.note import Note
from replays.tlog.tree_head import TreeHead
from services.bootstrap import Resources
from services.exporting import import_replay
from services.transparency import collecting, sequencer
from services.transparency.beginning_anew import SameName, begin_anew
from services.transparency.sequencer import Sequencer
from services.transparency.tiles import LogTiles
from tests.services.test_errands import with_resources

BOTS = [SeatSetup("Anna", "random"), SeatSetup("Béla", "random")]
GLUCK_AUF = GAMES["gluck-auf"]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequencer, "PATIENCE", 0.0)


async def new_games(resources: Resources, count: int) -> list[str]:
    made = [await resources.games.create(GLUCK_AUF, BOTS) for _ in range(count)]
    await resources.errands.done()
    return [created.aggregate.game_id for created in made]


async def leaves(log: TransparencyLog) -> list[Leaf]:
    return await log.leaves(0, await log.size())


async def wanted(resources: Resources) -> list[Leaf]:
    """What stands in all logs and should stand in this one."""
    found: list[Leaf] = []
    async for game_id in resources.log.every_game():
        lines = await resources.log.lines(game_id, 1, 10_000)
        found += leaves_of("game", game_id, 1, lines)
    return sorted(found)


def root_of(known: Sequence[Leaf]) -> bytes:
    """Computed from the leaves alone."""
    hashes = [leaf_hash(leaf.entry()) for leaf in known]

    def whole(level: int, index: int) -> bytes:
        if level == 0:
            return hashes[index]
        return node_hash(whole(level - 1, 2 * index), whole(level - 1, 2 * index + 1))

    return root(len(hashes), whole)


async def check(resources: Resources) -> None:
    """Every leaf once, and the head is over all of them."""
    known = await leaves(resources.transparency)
    assert sorted(known) == await wanted(resources)
    head = await resources.transparency.head()
    assert (head.size, head.root) == (len(known), root_of(known))
    told = TreeHead.parse(Note.parse(head.note).text)
    assert (told.size, told.root, told.origin) == (head.size, head.root, "127.0.0.1/tlog")


def test_what_is_noted_is_signed_in_the_next_turn_and_only_once(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        keeper = Sequencer(resources)
        await new_games(resources, 3)
        assert await keeper.turn() == 3
        await check(resources)
        assert await keeper.turn() == 0
        while not await keeper.sweep():
            pass
        assert await keeper.turn() == 0
        await check(resources)

    with_resources(tmp_path, work)


def test_games_that_nobody_noted_and_older_ones_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collecting, "SWEPT", 2)

    async def work(resources: Resources) -> None:
        await new_games(resources, 3)
        for _, data in islice(samples(), 2):
            await import_replay(resources, data)
        client: Any = resources.redis
        async for key in client.scan_iter(f"{PREFIX}*"):
            await client.delete(key)
        keeper = Sequencer(resources)
        assert await keeper.turn() == 0
        while not await keeper.sweep():
            await keeper.turn()
        await keeper.turn()
        await check(resources)
        assert len(await leaves(resources.transparency)) > 10

    with_resources(tmp_path, work)


def test_two_sequencers_add_each_leaf_once_and_sign_one_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither waits for the other: only the server keeps them apart."""

    async def always(*_: object) -> bool:
        return True

    monkeypatch.setattr(TransparencyLog, "claim", always)

    async def work(resources: Resources) -> None:
        both = [Sequencer(resources), Sequencer(resources)]
        for _ in range(4):
            await new_games(resources, 5)
            await asyncio.gather(*(one.turn() for one in both))
        for _ in range(3):
            await asyncio.gather(*(one.turn() for one in both))
        await check(resources)
        assert not await resources.transparency.refused()

    with_resources(tmp_path, work)


async def refusal(resources: Resources) -> str:
    """Of a sequencer that comes anew; nothing is signed or added."""
    before, size = await resources.transparency.head(), await resources.transparency.size()
    await new_games(resources, 1)
    assert await Sequencer(resources).turn() is None
    assert await resources.transparency.head() == before
    assert await resources.transparency.size() == size
    return await resources.transparency.refused()


async def forget_turn(resources: Resources) -> None:
    client: Any = resources.redis
    await client.delete(f"{PREFIX}sequencer")


async def signed(resources: Resources, count: int) -> None:
    await new_games(resources, count)
    assert await Sequencer(resources).turn() is not None
    await forget_turn(resources)


def test_a_server_from_an_old_backup_signs_nothing_until_the_right_one_is_back(
    tmp_path: Path,
) -> None:
    async def work(resources: Resources) -> None:
        client: Any = resources.redis
        await signed(resources, 3)
        old = {key: await client.dump(key) async for key in client.scan_iter(f"{PREFIX}*")}
        await signed(resources, 2)
        new = {key: await client.dump(key) async for key in client.scan_iter(f"{PREFIX}*")}
        await client.delete(*new)
        for key, value in old.items():
            await client.restore(key, 0, value)
        said = await refusal(resources)
        assert "5 leaves was signed" in said
        assert "there are only 3; restore" in said
        await client.delete(*old)
        for key, value in new.items():
            await client.restore(key, 0, value)
        await forget_turn(resources)
        keeper = Sequencer(resources)
        assert await keeper.turn() is not None
        while not await keeper.sweep():
            pass
        await keeper.turn()
        assert not await resources.transparency.refused()
        await check(resources)

    with_resources(tmp_path, work)


def test_another_history_of_the_same_length_is_refused(tmp_path: Path) -> None:
    """A backup that has been played on: as many leaves as were signed, but others."""

    async def work(resources: Resources) -> None:
        client: Any = resources.redis
        await signed(resources, 2)
        old = {key: await client.dump(key) async for key in client.scan_iter(f"{PREFIX}*")}
        await signed(resources, 2)
        await client.delete(*[key async for key in client.scan_iter(f"{PREFIX}*")])
        for key, value in old.items():
            await client.restore(key, 0, value)
        fork = [Leaf("game/forged", version, "ab" * 32) for version in (1, 2)]
        for at, leaf in enumerate(fork, 3):
            fields = {"stream": leaf.stream, "version": 1, "sha256": bytes.fromhex(leaf.digest)}
            await client.xadd(LEAVES, fields, id=f"{at}-0")
        assert "are not those that were signed" in await refusal(resources)

    with_resources(tmp_path, work)


def test_a_deleted_stream_is_refused_also_while_the_sequencer_runs(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        client: Any = resources.redis
        keeper = Sequencer(resources)
        await new_games(resources, 2)
        assert await keeper.turn() == 2
        await client.delete(LEAVES)
        await new_games(resources, 1)
        assert await keeper.turn() is None
        assert "there are only 0" in await resources.transparency.refused()
        await forget_turn(resources)
        assert "there are only 0" in await refusal(resources)

    with_resources(tmp_path, work)


def test_a_log_whose_leaves_are_lost_ends_and_another_one_begins(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        client: Any = resources.redis
        await signed(resources, 3)
        await client.delete(LEAVES)
        assert "begin-anew" in await refusal(resources)
        with pytest.raises(SameName):
            await begin_anew(resources, "127.0.0.1/tlog")
        assert await begin_anew(resources, "another.example/log") == "127.0.0.1/tlog"
        keeper = Sequencer(resources)
        assert await keeper.turn() == 0
        while not await keeper.sweep():
            pass
        assert await keeper.turn() == 4
        head = await resources.transparency.head()
        assert head.note.startswith("another.example/log\n4\n")
        assert not await resources.transparency.refused()
        names = [key.name for key in verifier_keys(resources.settings.data, "log")]
        assert names == ["127.0.0.1/tlog", "another.example/log"]

    with_resources(tmp_path, work)


async def change_leaf(client: Any, index: int) -> None:
    """Redis cannot edit an entry: whoever wants to writes the stream anew."""
    kept = await client.xrange(LEAVES)
    await client.delete(LEAVES)
    for at, (name, fields) in enumerate(kept):
        told = (
            fields
            if isinstance(fields, dict)
            else dict(zip(fields[::2], fields[1::2], strict=True))
        )
        if at == index:
            told = {**told, b"sha256": bytes(32)}
        await client.xadd(LEAVES, told, id=name)


def test_a_changed_leaf_is_refused_also_while_the_sequencer_runs(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        client: Any = resources.redis
        keeper = Sequencer(resources)
        await new_games(resources, 3)
        assert await keeper.turn() == 3
        await change_leaf(client, 1)
        await keeper.sweep()
        assert await keeper.turn() is None
        assert "are not those that were signed" in await resources.transparency.refused()
        await forget_turn(resources)
        assert "are not those that were signed" in await refusal(resources)

    with_resources(tmp_path, work)


def test_a_running_sequencer_goes_on_when_the_right_leaves_are_back(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        client: Any = resources.redis
        keeper = Sequencer(resources)
        await new_games(resources, 3)
        assert await keeper.turn() == 3
        right = await client.dump(LEAVES)
        await change_leaf(client, 1)
        await keeper.sweep()
        assert await keeper.turn() is None
        await client.restore(LEAVES, 0, right, replace=True)
        await new_games(resources, 1)
        assert await keeper.turn() == 1
        assert not await resources.transparency.refused()
        await check(resources)

    with_resources(tmp_path, work)


def test_a_lost_entry_and_an_unreadable_file_are_refused(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        client: Any = resources.redis
        await signed(resources, 3)
        path = resources.settings.data / FILE_NAME
        written = path.read_bytes()
        path.write_bytes(b"nonsense")
        assert "holds no head" in await refusal(resources)
        path.write_bytes(written.replace(b"127.0.0.1", b"127.0.0.2"))
        await forget_turn(resources)
        assert "127.0.0.2/tlog" in await refusal(resources)
        path.write_bytes(written)
        await client.xdel(LEAVES, "2-0")
        await forget_turn(resources)
        assert "leaf 1 is missing" in await refusal(resources)

    with_resources(tmp_path, work)


def test_a_head_that_was_signed_but_not_seen_is_extended(tmp_path: Path) -> None:
    """Killed between the file and Redis."""

    async def work(resources: Resources) -> None:
        client: Any = resources.redis
        await signed(resources, 2)
        head = await client.dump(HEAD)
        await signed(resources, 2)
        await client.delete(HEAD)
        await client.restore(HEAD, 0, head)
        await signed(resources, 1)
        await check(resources)

    with_resources(tmp_path, work)


def test_a_damaged_game_holds_up_no_other(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        client: Any = resources.redis
        [damaged, _] = await new_games(resources, 2)
        await client.delete(log_key(damaged))
        await client.xadd(log_key(damaged), {"foreign": "entry"}, id="1-0")
        keeper = Sequencer(resources)
        assert await keeper.turn() == 1
        assert await keeper.turn() == 0
        assert await resources.transparency.waiting() == 0

    with_resources(tmp_path, work)


def test_after_a_new_key_old_proofs_hold_and_the_old_key_is_listed(tmp_path: Path) -> None:
    """Replaced as docs/operators.md says: another file, and a worker that starts anew."""

    async def work(resources: Resources) -> None:
        data, tiles = resources.settings.data, LogTiles(resources.transparency)
        await signed(resources, 2)
        [entry, _] = [leaf.entry() for leaf in await leaves(resources.transparency)]
        old = await tiles.proof(0, await resources.transparency.head())
        (data / log_key_file.FILE_NAME).unlink()
        await signed(resources, 1)
        await check(resources)
        new = await tiles.proof(0, await resources.transparency.head())
        before, now = known_keys(data)
        assert (before.use, now.use) == ("log", "log")
        assert before.until == now.since
        assert now.until is None
        by_old, by_new = verifier_keys(data, "log")
        for proof, signer, other in ((old, by_old, by_new), (new, by_new, by_old)):
            assert proof.check(entry, [by_old, by_new], []).key == signer
            assert proof.check(entry, [by_old, by_new], []).included
            assert not proof.check(entry, [other], []).included

    with_resources(tmp_path, work)
