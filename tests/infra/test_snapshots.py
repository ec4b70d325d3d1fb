"""Snapshots are believed only if they are whole, of this game, and what the log says."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from redis.asyncio.connection import AbstractConnection

from infra.connections import connect
from infra.embedded import EmbeddedServer
from infra.game_log import GameLog, log_key
from infra.snapshots import DIGEST_SIZE, Snapshots, Wanted, read, snapshot_key
from replays.aggregate import Aggregate
from services.bench.logs import folded, long_log, write_log
from services.games import Games
from services.tokens import digest_of

LENGTH = 120
FIRST, LAST = 50, 100
Hash = dict[bytes, bytes]
Spoil = Callable[[Hash, Hash], None]
"""What happens to the snapshots of a game; beside it lies another game's."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    embedded = EmbeddedServer(tmp_path_factory.mktemp("data"))
    embedded.start()
    yield embedded
    embedded.stop()


@pytest.fixture(scope="module")
def two_games(server: EmbeddedServer) -> tuple[Hash, Hash]:
    """The snapshots of the game that will be spoilt, and of another."""

    async def both() -> tuple[Hash, Hash]:
        async with connected(server) as client:
            return await stored(client, "spoilt"), await stored(client, "other")

    return asyncio.run(both())


@asynccontextmanager
async def connected(server: EmbeddedServer) -> AsyncIterator[Any]:
    client = connect(server.url)
    try:
        yield client
    finally:
        await client.aclose()


def fresh(client: Any) -> Games:
    """The games of a process that was just started."""
    return Games(GameLog(client), Snapshots(client))


async def stored(client: Any, game_id: str) -> Hash:
    await client.delete(log_key(game_id), snapshot_key(game_id))
    access = {"0": digest_of("token")}
    await write_log(client, game_id, long_log(game_id, LENGTH, with_keys=True), access)
    fields: Hash = await client.hgetall(snapshot_key(game_id))
    return fields


def same(game: Aggregate, other: Aggregate) -> bool:
    return (
        (game.version, game.last_hash) == (other.version, other.last_hash)
        and game.state == other.state
        and game.keys == other.keys
        and (game.updated_at, game.finished_at) == (other.updated_at, other.finished_at)
    )


def resealed(body: bytes, **changes: object) -> bytes:
    """As if we had written it ourselves."""
    fields = msgspec.msgpack.decode(body[DIGEST_SIZE:])
    changed = msgspec.msgpack.encode({**fields, **changes})
    return hashlib.sha256(changed).digest() + changed


def bits(data: bytes) -> Iterator[bytes]:
    """The data with each of its bits turned over in its turn."""
    for at in range(len(data)):
        for bit in range(8):
            flipped = bytearray(data)
            flipped[at] ^= 1 << bit
            yield bytes(flipped)


def changed_in(field: str, **changes: object) -> Spoil:
    def spoil(hash_: Hash, _: Hash) -> None:
        hash_[field.encode()] = resealed(hash_[field.encode()], **changes)

    return spoil


def put(field: str, value: bytes) -> Spoil:
    return lambda hash_, _: hash_.update({field.encode(): value})


def cut(field: str, length: int) -> Spoil:
    return lambda hash_, _: hash_.update({field.encode(): hash_[field.encode()][:length]})


def lose(*fields: str) -> Spoil:
    def spoil(hash_: Hash, _: Hash) -> None:
        for field in fields:
            del hash_[field.encode()]

    return spoil


def swap(one: str, other: str) -> Spoil:
    def spoil(hash_: Hash, _: Hash) -> None:
        a, b = one.encode(), other.encode()
        hash_[a], hash_[b] = hash_[b], hash_[a]

    return spoil


def of_another_game(field: str) -> Spoil:
    return lambda hash_, other: hash_.update({field.encode(): other[field.encode()]})


OTHER_KEYS = msgspec.msgpack.encode([(0, "key of another", 60, 60)])
SPOILT: dict[str, Spoil] = {
    "sound": lambda _hash, _other: None,
    "another last line, and the digest is right": changed_in("100", last_hash="0" * 64),
    "another state, and the digest is right": changed_in("100", state={"phase": "turn"}),
    "an older format": changed_in("100", format=2),
    "a newer format": changed_in("100", format=99),
    "another catalog": changed_in("100", catalog="0" * 64),
    "another kind of game": changed_in("100", game="kartenspiel"),
    "the first format, without a digest": put("100", msgspec.msgpack.encode({"format": 2})),
    "nonsense": put("100", b"nonsense"),
    "empty": put("100", b""),
    "nothing but a digest": put("100", hashlib.sha256(b"").digest()),
    "a digest of nonsense": put("100", hashlib.sha256(b"\xc1").digest() + b"\xc1"),
    "cut in the middle": cut("100", 700),
    "cut by a byte": cut("100", -1),
    "all of it cut": lambda hash_, _: hash_.update({field: hash_[field][:9] for field in hash_}),
    "lost": lose("100"),
    "all lost": lambda hash_, _: hash_.clear(),
    "keys lost": lose("100/keys"),
    "earlier keys lost": lose("50/keys"),
    "keys cut": cut("100/keys", -1),
    "keys empty": put("100/keys", b""),
    "keys nonsense": put("100/keys", b"nonsense"),
    "earlier keys nonsense": put("50/keys", b"nonsense"),
    "keys deeply nested": put("100/keys", b"\x91" * 100_000),
    "versions swapped": swap("50", "100"),
    "keys swapped": swap("50/keys", "100/keys"),
    "of another game": of_another_game("100"),
    "all of another game": lambda hash_, other: hash_.update(other),
    "keys of another game": lambda hash_, _: hash_.update({b"100/keys": OTHER_KEYS}),
    "fields that are none": put("007", b"agent"),
    "fields without a number": put("x", b"\x00"),
}


@pytest.mark.parametrize("damage", SPOILT)
def test_whatever_lies_there_the_game_is_what_the_log_says(
    server: EmbeddedServer, two_games: tuple[Hash, Hash], damage: str
) -> None:
    hash_, other = (dict(fields) for fields in two_games)
    SPOILT[damage](hash_, other)

    async def story() -> None:
        async with connected(server) as client:
            whole = folded("spoilt", long_log("spoilt", LENGTH, with_keys=True))
            for act_first in (True, False):
                await client.delete(snapshot_key("spoilt"))
                if hash_:
                    await client.hset(snapshot_key("spoilt"), mapping=hash_)
                await told_right(client, whole, act_first=act_first)

    asyncio.run(story())


async def told_right(client: Any, whole: Aggregate, *, act_first: bool) -> None:
    games = fresh(client)
    if act_first:
        assert same(await games.current("spoilt"), whole)
    for version in (51, 100, 110, LENGTH):
        past = await games.at("spoilt", version)
        then = folded("spoilt", long_log("spoilt", version, with_keys=True))
        assert (past.version, past.last_hash) == (version, then.last_hash)
        assert past.state == then.state
    assert same(await fresh(client).current("spoilt"), whole)


def test_no_turned_bit_is_believed() -> None:
    """Of a snapshot and of its keys: every single one."""
    begun = folded("bits", long_log("bits", LENGTH, with_keys=True)[:1])
    fields = asyncio.run(saved("bits"))
    body, keys = fields["100"], [fields["50/keys"], fields["100/keys"]]
    wanted = Wanted("bits", 100, to_act=True)
    assert read(begun, wanted, [body, *keys])
    assert not any(read(begun, wanted, [spoilt, *keys]) for spoilt in bits(body))
    assert not any(read(begun, wanted, [body, keys[0], spoilt]) for spoilt in bits(keys[1]))


async def saved(game_id: str) -> dict[str, bytes]:
    class Server:
        def __init__(self) -> None:
            self.fields: dict[str, bytes] = {}

        async def hset(self, _: str, mapping: dict[str, bytes]) -> None:
            self.fields.update(mapping)

    kept: Any = Server()
    entries = long_log(game_id, 100, with_keys=True)
    for version in (FIRST, LAST):
        await Snapshots(kept).save(folded(game_id, entries[:version]))
    fields: dict[str, bytes] = kept.fields
    return fields


def test_some_turned_bits_on_the_real_server(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with connected(server) as client:
            sound = await stored(client, "turned")
            whole = folded("turned", long_log("turned", LENGTH, with_keys=True))
            for field, step in ((b"100", 1999), (b"100/keys", 499)):
                for spoilt in list(bits(sound[field]))[::step]:
                    await client.hset(snapshot_key("turned"), mapping={**sound, field: spoilt})
                    assert same(await fresh(client).current("turned"), whole)

    asyncio.run(story())


def test_what_is_not_believed_is_thrown_away_and_made_again(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with connected(server) as client:
            sound = await stored(client, "mended")
            for field in (b"100", b"100/keys", b"50/keys"):
                await client.hset(snapshot_key("mended"), field, sound[field][:-1] + b"?")
                await fresh(client).current("mended")
                assert await client.hgetall(snapshot_key("mended")) == sound
            await client.hset(snapshot_key("mended"), "100", b"nonsense")
            await fresh(client).at("mended", 110)
            assert not await client.hexists(snapshot_key("mended"), "100")

    asyncio.run(story())


def test_a_hash_of_another_kind_is_as_good_as_none(server: EmbeddedServer) -> None:
    async def story() -> None:
        async with connected(server) as client:
            await stored(client, "no-hash")
            await client.delete(snapshot_key("no-hash"))
            await client.set(snapshot_key("no-hash"), "a string")
            assert (await fresh(client).current("no-hash")).version == LENGTH

    asyncio.run(story())


def test_an_action_after_a_damaged_snapshot_continues_the_chain(server: EmbeddedServer) -> None:
    """A wrong hash in a snapshot would be the next entry's `prev`, and the log damaged for good."""

    async def story() -> None:
        async with connected(server) as client:
            hash_ = await stored(client, "chained")
            wrong = resealed(hash_[b"100"], last_hash="f" + "0" * 63)
            await client.hset(snapshot_key("chained"), "100", wrong)
            games = fresh(client)
            aggregate = await games.current("chained")
            [seat] = aggregate.game.awaited(aggregate.state)
            choice = next(c for c in aggregate.game.choices(aggregate.state, seat) if c.complete)
            await games.act("chained", seat, [choice.action])
            await client.delete(snapshot_key("chained"))
            assert (await fresh(client).current("chained")).version == LENGTH + 1

    asyncio.run(story())


@pytest.mark.parametrize("to_act", [True, False])
def test_any_moment_takes_two_round_trips(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch, to_act: bool
) -> None:
    sent = []
    send = AbstractConnection.send_packed_command

    async def counted(self: Any, command: Any, check_health: bool = True) -> None:
        sent.append(command)
        await send(self, command, check_health)

    async def story() -> None:
        async with connected(server) as client:
            await stored(client, "counted")
            games = fresh(client)
            monkeypatch.setattr(AbstractConnection, "send_packed_command", counted)
            for version in (1, 30, FIRST, 77, LAST, LENGTH):
                sent.clear()
                assert (await games.at("counted", version, to_act=to_act)).version == version
                assert len(sent) == 2

    asyncio.run(story())


def test_a_number_that_no_snapshot_can_hold_is_no_harm() -> None:
    """As an old log may have it among its options."""
    huge = folded("huge", long_log("huge", FIRST))
    huge.state.shift = 10**30
    nowhere: Any = None
    asyncio.run(Snapshots(nowhere).save(huge))
