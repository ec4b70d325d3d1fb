"""Webhooks arrive at least once, whoever of the house is killed, and whatever the queue forgets."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import redis

from domain.kernel.seals import Fact
from infra.snapshots import Snapshots
from services.bootstrap import open_resources
from services.games import Games
from tests.services.api.house import House
from tests.services.api.table import Json, Table
from tests.services.webhooks.receiver import Receiver
from tests.services.webhooks.subscribing import ALLOWED, soon, start_webhook_worker, subscribe


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Without a worker."""
    built = House(tmp_path)
    yield built
    built.close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    opened = Receiver()
    yield opened
    opened.close()


def told(house: House, receiver: Receiver, scope: Json | None = None) -> tuple[Table, Json]:
    """A game, and a subscription to its moves."""
    http = house.open_api(webhook_allow=ALLOWED).http
    table = Table.open(http)
    wanted = scope or {"type": "game", "game": table.id}
    return table, subscribe(http, receiver, house.organizer, wanted, "game.action")


def move(table: Table) -> str:
    """The id of the message on it."""
    table.play_on(random.Random(1), 1)
    return f"game_{table.id}_{table.summary()['version']}_game-action"


def test_killed_between_sending_and_noting_a_worker_sends_again_under_the_same_id(
    house: House, receiver: Receiver
) -> None:
    table, _ = told(house, receiver)
    start_webhook_worker(house)

    def kill_once() -> None:
        receiver.before_answer = lambda: None
        house.workers[0].kill()
        house.workers[0].wait()

    receiver.before_answer = kill_once
    first = move(table)
    soon(lambda: house.workers[0].poll() is not None)
    house.workers.clear()
    second = move(table)
    start_webhook_worker(house)
    soon(lambda: second in receiver.ids())
    assert receiver.ids() == [first, first, second]
    one, other, _ = receiver.taken
    assert one.body == other.body
    assert receiver.messages()


def test_what_the_queue_has_lost_and_nobody_works_on_is_sent_later(
    house: House, receiver: Receiver
) -> None:
    table, _ = told(house, receiver)
    ids = [move(table), move(table)]
    receiver.status = 500
    start_webhook_worker(house)
    soon(lambda: receiver.received)
    with redis.Redis.from_url(house.server.url) as client:
        client.delete(*client.scan_iter(match="rq:*", count=1000))
    worker = house.workers.pop()
    worker.kill()
    worker.wait()
    ids.append(move(table))
    receiver.status = 204
    start_webhook_worker(house)
    soon(lambda: len(receiver.taken) == len(ids))
    assert receiver.ids() == ids


@pytest.mark.parametrize("scope", [None, {"type": "all"}])
def test_an_entry_that_nobody_has_noted_is_found(
    house: House, receiver: Receiver, scope: Json | None
) -> None:
    """As after an API that was killed right behind its append."""
    table, _ = told(house, receiver, scope)
    choices = offered(table)
    asyncio.run(_append_and_die(house, table.id, choices["seat"], choices["choices"][0]["action"]))
    start_webhook_worker(house)
    soon(lambda: receiver.taken)
    assert receiver.ids() == [f"game_{table.id}_2_game-action"]


def offered(table: Table) -> Json:
    seat = table.summary()["turn"]
    answer: httpx.Response = table.http.get(table.path("/choices"), headers=table.tokens[seat])
    found: Json = answer.json()
    return found


async def _append_and_die(house: House, game_id: str, seat: int, action: Any) -> None:
    """Nobody is told of what is written here."""
    resources = open_resources(house.settings)
    games = Games(resources.log, Snapshots(resources.redis))
    game = (await games.current(game_id)).game
    read: Fact = msgspec.convert(action, game.sent)
    await games.act(game_id, seat, [read])
    await resources.close()


def test_a_hanging_receiver_delays_neither_scorings_nor_other_receivers(
    house: House, receiver: Receiver
) -> None:
    hanging = Receiver()
    try:
        http = house.open_api(webhook_allow=ALLOWED).http
        everything = {"type": "all"}
        subscribe(http, hanging, house.organizer, everything, "game.created")
        subscribe(http, receiver, house.organizer, everything, "game.created", "game.finished")
        hanging.plan = ["hang"] * 100
        house.start_worker()
        start_webhook_worker(house)
        bots = [{"name": "Anna", "bot": "random"}, {"name": "Béla", "bot": "random"}]
        for _ in range(3):
            http.post("/games", json={"game": "gluck-auf", "seats": bots})
        soon(lambda: len(receiver.taken) == 6)
        assert hanging.received
        assert hanging.taken == []
    finally:
        hanging.close()
