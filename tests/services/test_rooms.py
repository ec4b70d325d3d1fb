"""Waiting rooms on a real server: nothing acknowledged is lost, and a game begins once."""

import asyncio
import os
import signal
from pathlib import Path

from infra.embedded import EmbeddedServer
from infra.rooms import Plan, PlannedSeat, Room, Sitting
from infra.settings import Settings
from services.bootstrap import Resources, open_resources
from services.rooms import commitment_of
from services.tokens import Seed, digest_of
from services.worker.sweeper import GameSweeper
from tests.services.test_errands import with_resources

SEED = Seed(b"a room")
AT = "2026-11-16T12:00:00.000Z"
PLAN = Plan(
    "gluck-auf",
    (PlannedSeat("Anna", salt="a"), PlannedSeat(), PlannedSeat()),
    None,
    {},
    None,
    None,
    True,
    "ab" * 32,
    AT,
)


async def sit(resources: Resources, seat: int, name: str) -> str:
    invite, token = digest_of(SEED.invite(seat)), digest_of(SEED.token(seat))
    rooms = resources.waiting.rooms
    return await rooms.take(SEED.game_id, seat, invite, token, Sitting(name, name.lower()))


async def the_room(resources: Resources) -> Room:
    room = await resources.waiting.rooms.find(SEED.game_id)
    assert room
    return room


def test_a_room_survives_kill_9_and_its_game_begins_once(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path)
    server.start()

    def settings() -> Settings:
        return Settings(data=tmp_path, redis_url=server.url)

    async def before() -> None:
        resources = open_resources(settings())
        assert await resources.waiting.open(SEED, PLAN, b"", "", 0)
        assert not await resources.waiting.open(SEED, PLAN, b"", "", 0), "it is open already"
        assert await sit(resources, 1, "Béla") == "sits"
        await resources.close()

    async def after() -> None:
        one, other = open_resources(settings()), open_resources(settings())
        assert (await the_room(one)).open == [2]
        assert not await one.waiting.begin(await the_room(one)), "somebody is missing"
        assert await sit(one, 2, "Cili") == "sits"
        rooms = await the_room(one), await the_room(other)
        renewed = digest_of("a new token of Anna's")
        assert await one.waiting.rooms.renew(SEED.game_id, 0, renewed) == "token"
        begun = await asyncio.gather(one.waiting.begin(rooms[0]), other.waiting.begin(rooms[1]))
        assert sorted(begun) == [False, True]
        game = await other.games.current(SEED.game_id)
        assert game.names == ("Anna", "Béla", "Cili")
        assert [seat.salt for seat in game.seats] == ["a", "béla", "cili"]
        assert game.has_hints
        assert (await one.log.access(SEED.game_id)).seats[renewed] == 0, "made anew just before"
        [first] = await one.log.read(SEED.game_id)
        assert f'"commitment":"{commitment_of(PLAN)}"'.encode() in first.line
        assert await one.waiting.rooms.find(SEED.game_id) is None
        assert not await one.waiting.open(SEED, PLAN, b"", "", 0), "there is a game of this id"
        for resources in (one, other):
            await resources.close()

    try:
        asyncio.run(before())
        os.kill(server.pid or 0, signal.SIGKILL)
        server.wait()
        server.restart()
        asyncio.run(after())
    finally:
        server.stop()


def test_the_sweeper_begins_a_full_room_that_everybody_forgot(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        await resources.waiting.open(SEED, PLAN, b"", "", 0)
        for seat, name in ((1, "Béla"), (2, "Cili")):
            assert await sit(resources, seat, name) == "sits"
        assert await resources.index.count("any", "waiting") == 1
        await GameSweeper(resources).sweep()
        await resources.errands.done()
        assert await resources.log.version(SEED.game_id) == 1
        assert await resources.index.count("any", "waiting") == 0
        assert await resources.index.count("gluck-auf", "running") == 1

    with_resources(tmp_path, work)
