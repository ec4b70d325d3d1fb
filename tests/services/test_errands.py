"""What follows an append: which jobs there are, and that none stands in another's way."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from domain.bots import bots_for
from domain.kernel.chance import CommittedChance
from domain.registry import GAMES
from infra.embedded import EmbeddedServer
from infra.game_log import GameSetup, UnknownGame
from infra.settings import Settings
from replays.record import Record
from replays.simulation import Plan, advance, create
from services.bootstrap import Resources, open_resources
from services.errands import TOGETHER, Errand, audits_for, orders_for
from services.worker.jobs import settle_together


def settle(number: int) -> Errand:
    return Errand("settle_shifts", f"game{number}", 40 + number)


def test_shifts_that_ended_together_are_one_job_and_the_rest_are_their_own() -> None:
    bots = [Errand("play_bots", "a", 3), Errand("play_bots", "b", 9)]
    orders = orders_for([bots[0], settle(0), bots[1], settle(1)])
    assert [order.args for order in orders] == [
        ("a", 3),
        ("b", 9),
        ([("game0", 40), ("game1", 41)],),
    ]
    assert len({order.job_id for order in orders}) == 3


def test_audits_are_for_their_own_queue() -> None:
    errands = [Errand("audit_game", "b", 9), settle(0)]
    assert [order.args for order in audits_for(errands)] == [("b", 9)]
    assert [order.args for order in orders_for(errands)] == [([("game0", 40)],)]


def test_a_job_settles_only_so_many_shifts() -> None:
    orders = orders_for([settle(number) for number in range(2 * TOGETHER + 1)])
    assert [len(order.args[0]) for order in orders] == [TOGETHER, TOGETHER, 1]
    assert orders[-1].job_id == settle(2 * TOGETHER).job_id


def shift_ended(number: int) -> Record:
    game, plan = GAMES["gluck-auf"], Plan("gluck-auf", 2, ("random",), seed=5)
    record = create(game, plan, number)
    luck = CommittedChance(b"luck")
    while record.state.phase != "scoring":
        advance(record, [bots_for(game)["random"]] * 2, luck)
    return record


async def stored(resources: Resources, record: Record) -> Record:
    await resources.log.create(record.game_id, record.entries[0], GameSetup({}))
    await resources.log.append_all(record.game_id, 1, record.entries[1:])
    return record


def with_resources(
    data: Path, work: Callable[[Resources], Awaitable[None]], bot_pace: float = 0.0
) -> None:
    server = EmbeddedServer(data)
    server.start()

    async def working() -> None:
        settings = Settings(data=data, redis_url=server.url, bot_pace=bot_pace)
        resources = open_resources(settings)
        try:
            await work(resources)
        finally:
            await resources.close()

    try:
        asyncio.run(working())
    finally:
        server.stop()


def test_a_shift_that_cannot_be_scored_stands_in_no_others_way(tmp_path: Path) -> None:
    records = [shift_ended(number) for number in range(3)]

    async def work(resources: Resources) -> None:
        for record in records:
            await stored(resources, record)
        shifts = [(record.game_id, record.version) for record in records]
        shifts.insert(1, ("nowhere", 12))
        with pytest.raises(UnknownGame):
            await settle_together(resources, shifts)
        for record in records:
            assert await resources.log.version(record.game_id) == record.version + 1
        assert await settle_together(resources, shifts[:1]) == 0

    with_resources(tmp_path, work)


def test_the_last_errand_of_a_game_takes_the_place_of_the_earlier_ones(tmp_path: Path) -> None:
    """Two bots moved twice before anybody came to enqueue: one job is enough."""

    async def work(resources: Resources) -> None:
        game = GAMES["gluck-auf"]
        seats = Plan("gluck-auf", 2, ("random",), seed=1).seats(0)
        created = await resources.games.create(game, seats)
        aggregate = created.aggregate
        for _ in range(2):
            resources.errands.after_append(aggregate, "running")
        await resources.errands.done()
        waiting = resources.queue.queue.job_ids
        assert waiting == [f"play_bots-{aggregate.game_id}-{aggregate.version}"]

    with_resources(tmp_path, work)
