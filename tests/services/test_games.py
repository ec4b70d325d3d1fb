"""Games on the real server: one writer per version, retries write once, nothing but the log."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from msgspec import json

from domain.kernel.actions import SeatSetup
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.registry import GAMES
from infra.connections import connect
from infra.embedded import EmbeddedServer
from infra.game_log import GameLog, StorageUnavailable, UnknownGame, VersionTaken, log_key
from infra.snapshots import Snapshots, snapshot_key
from replays.aggregate import Aggregate, DamagedLog
from replays.entry import Entry
from services import live_games
from services.games import Games, StaleVersion, Written
from tests.waiting import eventually

GLUCK_AUF = GAMES["gluck-auf"]
SEATS = [SeatSetup("Anna"), SeatSetup("Béla"), SeatSetup("Cili")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    embedded = EmbeddedServer(tmp_path_factory.mktemp("data"))
    embedded.start()
    yield embedded
    embedded.stop()


@asynccontextmanager
async def process(
    server: EmbeddedServer, observer: live_games.Observer | None = None
) -> AsyncIterator[Games]:
    """The games of one process: its own cache, its own connections."""
    client = connect(server.url)
    try:
        yield Games(GameLog(client), Snapshots(client), observer=observer)
    finally:
        await client.aclose()


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    asyncio.run(coroutine)


async def new_game(games: Games) -> str:
    return (await games.create(GLUCK_AUF, SEATS)).aggregate.game_id


def first_choice(aggregate: Aggregate) -> tuple[int, Fact]:
    [seat] = GLUCK_AUF.awaited(aggregate.state)
    choice = next(c for c in GLUCK_AUF.choices(aggregate.state, seat) if c.complete)
    return seat, choice.action


async def play(games: Games, game_id: str, moves: int, *, with_keys: bool = False) -> None:
    for move in range(moves):
        aggregate = await games.current(game_id)
        if aggregate.state.phase == "scoring":
            assert await games.settle(game_id, aggregate.version)
        else:
            seat, action = first_choice(aggregate)
            await games.act(game_id, seat, [action], key=f"move {move}" if with_keys else None)


def test_an_action_is_one_entry_with_its_version_as_id(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with process(server) as games:
            game_id = await new_game(games)
            await play(games, game_id, 12)
            client: Any = connect(server.url)
            stored = await client.xrange(log_key(game_id))
            await client.aclose()
            assert [stream_id for stream_id, _ in stored] == [
                f"{version}-0".encode() for version in range(1, 14)
            ]
            assert {frozenset(fields) for _, fields in stored} <= {
                frozenset({b"line"}),
                frozenset({b"line", b"seals"}),
            }

    run(story())


def test_another_process_sees_the_same_game(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with process(server) as one, process(server) as other:
            game_id = await new_game(one)
            await play(one, game_id, 15)
            await play(other, game_id, 15)
            await play(one, game_id, 15)
            ours, theirs = await one.current(game_id), await other.current(game_id)
            assert ours.version == theirs.version == 46
            assert ours.state == theirs.state
            assert ours.last_hash == theirs.last_hash

    run(story())


def test_of_64_who_want_the_same_version_one_wins(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with process(server) as one, process(server) as other:
            game_id = await new_game(one)
            seat, action = first_choice(await one.current(game_id))
            tries = [
                (one if at % 2 else other).act(game_id, seat, [action], expected=1)
                for at in range(64)
            ]
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert sum(isinstance(result, Written) for result in results) == 1
            assert sum(isinstance(result, StaleVersion) for result in results) == 63
            assert (await one.current(game_id)).version == 2

    run(story())


def test_without_an_expected_version_the_others_are_decided_again(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with process(server) as one, process(server) as other:
            game_id = await new_game(one)
            seat, action = first_choice(await one.current(game_id))
            tries = [(one if at % 2 else other).act(game_id, seat, [action]) for at in range(64)]
            results = await asyncio.gather(*tries, return_exceptions=True)
            refused = [result for result in results if isinstance(result, RuleViolation)]
            assert len(refused) == 63
            assert {refusal.code for refusal in refused} == {"not_your_turn"}

    run(story())


def test_a_retry_writes_once_and_gets_the_first_answer(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with process(server) as one, process(server) as other:
            game_id = await new_game(one)
            seat, action = first_choice(await one.current(game_id))
            first = await one.act(game_id, seat, [action], key="k")
            await play(one, game_id, 5)
            for games in (one, other):
                assert await games.act(game_id, seat, [action], key="k") == first
                assert await games.act(game_id, seat, [action], expected=1, key="k") == first
            assert (await one.current(game_id)).version == 7

    run(story())


def test_retries_at_once_write_once(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with process(server) as one, process(server) as other:
            game_id = await new_game(one)
            seat, action = first_choice(await one.current(game_id))
            tries = [
                (one if at % 2 else other).act(game_id, seat, [action], key="k") for at in range(32)
            ]
            answers = await asyncio.gather(*tries)
            assert answers == [answers[0]] * 32
            assert (await one.current(game_id)).version == 2

    run(story())


def test_a_key_belongs_to_its_seat(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with process(server) as games:
            game_id = await new_game(games)
            for _ in range(2):
                seat, action = first_choice(await games.current(game_id))
                written = await games.act(game_id, seat, [action], key="same")
                assert json.decode(written.entries[0].line)["by"] == seat
            assert (await games.current(game_id)).version == 3

    run(story())


def test_several_actions_are_written_all_or_none(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with process(server) as games:
            game_id = await new_game(games)
            await play(games, game_id, 9)
            aggregate = await games.current(game_id)
            assert aggregate.state.phase == "turn"
            [seat] = GLUCK_AUF.awaited(aggregate.state)
            from domain.gluck_auf.actions.look_at_five import ChooseOrder, LookAtOrders
            from domain.gluck_auf.actions.use_bank import UseBank

            version = aggregate.version
            with pytest.raises(RuleViolation):
                await games.act(game_id, seat, [LookAtOrders(), UseBank()])
            assert (await games.current(game_id)).version == version
            cards = tuple(aggregate.state.order_stack[:5])
            both = [LookAtOrders(), ChooseOrder(None, "top", cards)]
            written = await games.act(game_id, seat, both, expected=version, key="both")
            assert (len(written.entries), written.version) == (2, version + 2)
            assert await games.act(game_id, seat, both, key="both") == written
            assert (await games.current(game_id)).version == version + 2

    run(story())


def test_a_batch_on_an_old_version_writes_nothing(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with process(server) as games:
            game_id = await new_game(games)
            await play(games, game_id, 3)
            with pytest.raises(VersionTaken):
                await games.log.append_all(game_id, 2, [Entry(b"{}"), Entry(b"{}")])
            assert await games.log.version(game_id) == 4

    run(story())


def test_a_shift_is_settled_once(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with process(server) as one, process(server) as other:
            game_id = await new_game(one)
            while (await one.current(game_id)).state.phase != "scoring":
                await play(one, game_id, 1)
            version = (await one.current(game_id)).version
            settled = await asyncio.gather(
                *((one if at % 2 else other).settle(game_id, version) for at in range(10))
            )
            assert sum(settled) == 1
            assert (await other.current(game_id)).version == version + 1
            assert not await one.settle(game_id, version)

    run(story())


def test_snapshots_are_disposable(server: EmbeddedServer) -> None:
    async def story() -> None:
        client: Any = connect(server.url)
        async with process(server) as games:
            game_id = await new_game(games)
            await play(games, game_id, 120)
            whole = await games.current(game_id)
            kept = [b"50", b"50/keys", b"100", b"100/keys"]
            assert await client.hkeys(snapshot_key(game_id)) == kept
            for spoil in ("keep", "garble", "delete"):
                if spoil == "garble":
                    await client.hset(snapshot_key(game_id), "100", b"nonsense")
                if spoil == "delete":
                    await client.delete(snapshot_key(game_id))
                async with process(server) as fresh:
                    again = await fresh.current(game_id)
                    assert again.state == whole.state
                    assert (again.version, again.last_hash) == (whole.version, whole.last_hash)
                    past = await fresh.at(game_id, 77)
                    assert past.version == 77
        await client.aclose()

    run(story())


def test_keys_are_kept_beside_the_snapshots(server: EmbeddedServer) -> None:
    async def story() -> None:
        client: Any = connect(server.url)
        async with process(server) as games:
            game_id = await new_game(games)
            await play(games, game_id, 120, with_keys=True)
            whole = await games.current(game_id)
            name = snapshot_key(game_id)
            fields = [b"50", b"50/keys", b"100", b"100/keys"]
            assert await client.hkeys(name) == fields
            assert len(await client.hget(name, "100/keys")) < 50 * 30
            for lost in (None, "50/keys", "100/keys", "100"):
                if lost:
                    await client.hdel(name, lost)
                async with process(server) as fresh:
                    again = await fresh.current(game_id)
                    assert (again.keys, again.last_hash) == (whole.keys, whole.last_hash)
                    assert (await fresh.at(game_id, 110)).version == 110
        await client.aclose()

    run(story())


def test_the_past_is_what_it_was(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with process(server) as games:
            game_id = await new_game(games)
            views = []
            for _ in range(60):
                await play(games, game_id, 1)
                state = (await games.current(game_id)).state
                views.append(json.encode(GLUCK_AUF.view(state, 0)))
            for version in (2, 49, 50, 51, 61):
                past = await games.at(game_id, version)
                assert json.encode(GLUCK_AUF.view(past.state, 0)) == views[version - 2]

    run(story())


def test_an_unknown_game_is_unknown(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with process(server) as games:
            with pytest.raises(UnknownGame):
                await games.current("nobody-knows-it")

    run(story())


@pytest.mark.parametrize(
    "fields", [{"foreign": "entry"}, {"line": "not json"}, {"line": '{"v":2}'}]
)
def test_a_foreign_entry_is_noticed_and_changes_nothing(
    server: EmbeddedServer, fields: dict[str, str]
) -> None:
    async def story() -> None:
        client: Any = connect(server.url)
        async with process(server) as games, process(server) as fresh:
            game_id = await new_game(games)
            seat, action = first_choice(await games.current(game_id))
            await client.xadd(log_key(game_id), fields, id="2-0")
            for one in (games, fresh):
                with pytest.raises(DamagedLog):
                    await one.act(game_id, seat, [action])
            assert await games.log.version(game_id) == 2
        await client.aclose()

    run(story())


def test_a_server_that_is_gone_is_said_to_be_gone(tmp_path: Path) -> None:
    async def story(embedded: EmbeddedServer) -> None:
        async with process(embedded) as games:
            game_id = await new_game(games)
            seat, action = first_choice(await games.current(game_id))
            embedded.stop()
            with pytest.raises(StorageUnavailable):
                await games.act(game_id, seat, [action])
            embedded.start()
            await games.act(game_id, seat, [action])
            assert (await games.current(game_id)).version == 2

    embedded = EmbeddedServer(tmp_path)
    embedded.start()
    try:
        run(story(embedded))
    finally:
        embedded.stop()


def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """The server may write no further than its file is now, as on a disk without room."""

    async def story(embedded: EmbeddedServer) -> None:
        async with process(embedded) as games:
            game_id = await new_game(games)
            await play(games, game_id, 5)
            acknowledged = await games.log.read(game_id)
            assert embedded.pid
            written = max(file.stat().st_size for file in tmp_path.rglob("*.aof"))
            psutil.Process(embedded.pid).rlimit(psutil.RLIMIT_FSIZE, (written + 100, written + 100))
            seat, action = first_choice(await games.current(game_id))
            with pytest.raises(StorageUnavailable):
                await games.act(game_id, seat, [action], key="k")
            eventually(lambda: not embedded.alive())
            embedded.restart()
            assert (await games.log.read(game_id))[: len(acknowledged)] == acknowledged
            await games.act(game_id, seat, [action], key="k")
            assert await games.log.version(game_id) == len(acknowledged) + 1

    embedded = EmbeddedServer(tmp_path)
    embedded.start()
    try:
        run(story(embedded))
    finally:
        embedded.stop()


def test_a_full_memory_is_said_to_be_full(server: EmbeddedServer) -> None:
    async def story() -> None:
        client: Any = connect(server.url)
        async with process(server) as games:
            game_id = await new_game(games)
            seat, action = first_choice(await games.current(game_id))
            await client.config_set("maxmemory", "1mb")
            try:
                with pytest.raises(StorageUnavailable):
                    await games.act(game_id, seat, [action])
            finally:
                await client.config_set("maxmemory", "0")
            await games.act(game_id, seat, [action])
            assert (await games.current(game_id)).version == 2
        await client.aclose()

    run(story())


def test_a_game_whose_creation_was_sent_twice_is_created(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a cluster's client does when the answer is lost."""

    async def story() -> None:
        async with process(server) as games:
            create = games.log.create

            async def twice(*parts: Any) -> None:
                await create(*parts)
                await create(*parts)

            monkeypatch.setattr(games.log, "create", twice)
            game_id = await new_game(games)
            assert (await games.current(game_id)).version == 1
            assert len((await games.log.setup(game_id)).access) == len(SEATS)

    run(story())


def test_games_with_own_catalogs_are_forgotten_sooner(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them holds a catalog that no other game shares; built-in ones are there once."""
    monkeypatch.setattr(live_games, "LIVE_OWN_CATALOGS", 2)
    content = json.decode(json.encode(GLUCK_AUF.catalog.named))
    content["tiles"]["items"][0]["price"] += 1
    raw = json.encode(content)
    folded: list[float] = []

    class Watching(live_games.Observer):
        def folded(self, seconds: float) -> None:
            folded.append(seconds)

    async def play() -> None:
        async with process(server, Watching()) as games:
            usual = [await new_game(games) for _ in range(4)]
            own = [await _new_game_on(games, raw) for _ in range(4)]
            for game_id in (*usual, own[-1]):
                await games.current(game_id)
            assert not folded, "they are still at hand"
            await games.current(own[0])
            assert len(folded) == 1, "it was forgotten, and found in the log again"

    run(play())


async def _new_game_on(games: Games, raw: bytes) -> str:
    catalog = GLUCK_AUF.read_catalog(raw)
    created = await games.create(GLUCK_AUF, SEATS, catalog=catalog, own_catalog=raw)
    return created.aggregate.game_id
