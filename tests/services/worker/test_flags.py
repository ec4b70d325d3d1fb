"""Clocks on a real server: flags fall in time and once, whatever happens to the machine's clock."""

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs
from redis.crc import key_slot

from domain.kernel.actions import SeatSetup
from domain.kernel.clock import Clock
from domain.kernel.decider import AnyGame
from domain.kernel.errors import RuleViolation
from domain.registry import GAMES
from domain.table import actions as table
from domain.table.clock import left_at, milliseconds
from infra.clock import now
from infra.due_times import DUE_TIMES, VERSIONS, DueTime
from infra.embedded import EmbeddedServer
from infra.settings import Settings
from replays.aggregate import Aggregate
from services.bootstrap import Resources, open_resources
from services.worker.flags import fall
from services.worker.jobs import settle_together
from services.worker.sweeper import GameSweeper
from tests.services.test_errands import shift_ended, stored
from tests.services.test_games import first_choice
from tests.services.worker.pit import Pit
from tests.waiting import eventually

GLUCK_AUF = GAMES["gluck-auf"]
PEOPLE = [SeatSetup("Anna"), SeatSetup("Béla")]
TEN_SECONDS = Clock(kind="game", seconds=10, on_flag="stand_in")
THREE_DAYS = Clock(kind="move", seconds=3 * 86_400, on_flag="out")
BEGIN = 1_767_225_600_000
"""Milliseconds: the first moment of 2026."""

Work = Callable[[Resources], Awaitable[None]]


class MachineClock:
    """Of this process: it goes only when it is set."""

    def __init__(self) -> None:
        self.ms = BEGIN

    def time_ns(self) -> int:
        return self.ms * 10**6


@pytest.fixture(autouse=True)
def seat_0_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = SimpleNamespace(token_bytes=lambda size: b"\1" * size, token_hex=secrets.token_hex)
    monkeypatch.setattr("services.games.secrets", drawn)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> MachineClock:
    clock = MachineClock()
    monkeypatch.setattr("infra.clock.time_ns", clock.time_ns)
    return clock


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    embedded = EmbeddedServer(tmp_path_factory.mktemp("data"))
    embedded.start()
    yield embedded
    embedded.stop()


@pytest.fixture
def run(server: EmbeddedServer) -> Callable[[Work], None]:
    """On an empty server."""

    async def working(work: Work) -> None:
        resources = opened(server)
        client: Any = resources.redis
        await client.flushall()
        try:
            await work(resources)
        finally:
            await resources.close()

    return lambda work: asyncio.run(working(work))


def opened(server: EmbeddedServer) -> Resources:
    return open_resources(Settings(data=Path(), redis_url=server.url))


async def new_game(
    resources: Resources,
    clock: Clock,
    game: AnyGame = GLUCK_AUF,
    seats: list[SeatSetup] = PEOPLE,
) -> str:
    created = await resources.games.create(game, seats, clock=clock)
    await resources.errands.done()
    return created.aggregate.game_id


async def rule(resources: Resources, game_id: str, ruling: table.Ruling) -> Aggregate:
    await resources.games.act(game_id, "arbiter", [ruling], name="Ria")
    await resources.errands.done()
    return await resources.games.current(game_id)


async def move(resources: Resources, game_id: str) -> Aggregate:
    aggregate = await resources.games.current(game_id)
    seat, action = first_choice(aggregate)
    await resources.games.act(game_id, seat, [action])
    await resources.errands.done()
    return aggregate


async def actions(resources: Resources, game_id: str) -> list[dict[str, Any]]:
    lines = [json.loads(entry.line) for entry in await resources.log.read(game_id)]
    return [{"at": line["at"], **line["action"]} for line in lines]


async def flags(resources: Resources, game_id: str) -> list[tuple[int, int]]:
    """Of which seats, and how many milliseconds after the beginning."""
    return [
        (action["seat"], milliseconds(action["at"]) - BEGIN)
        for action in await actions(resources, game_id)
        if action["type"] == "table_flag"
    ]


async def due(resources: Resources) -> dict[str, int]:
    """By game, milliseconds after the beginning."""
    client: Any = resources.redis
    found = await client.zrange(DUE_TIMES, 0, -1, withscores=True)
    return {game_id.decode(): round(score) - BEGIN for game_id, score in found}


def waiting(resources: Resources) -> set[str]:
    return set(resources.queue.queue.job_ids)


def test_a_flag_falls_when_time_is_over_and_not_a_millisecond_earlier(
    run: Callable[[Work], None], clock: MachineClock
) -> None:
    async def work(resources: Resources) -> None:
        game_id = await new_game(resources, TEN_SECONDS)
        clock.ms = BEGIN + 9_999
        assert await fall(resources) == 0
        clock.ms += 1
        assert await fall(resources) == 1
        assert await flags(resources, game_id) == [(0, 10_000)]
        assert waiting(resources) == {f"play_bots-{game_id}-2"}
        assert await fall(resources) == 0
        assert await due(resources) == {}, "a bot is to move, and bots have no clock"

    run(work)


def test_every_append_says_when_the_next_clock_is_over(
    run: Callable[[Work], None], clock: MachineClock
) -> None:
    async def work(resources: Resources) -> None:
        game_id = await new_game(resources, TEN_SECONDS)
        assert await due(resources) == {game_id: 10_000}
        clock.ms += 4_000
        await move(resources, game_id)
        assert await due(resources) == {game_id: 14_000}, "now it is the next seat's turn"
        await rule(resources, game_id, table.Pause("tea"))
        assert await due(resources) == {}
        clock.ms += 60_000
        await rule(resources, game_id, table.Resume("tea is over"))
        assert await due(resources) == {game_id: 74_000}
        await rule(resources, game_id, table.Void("of no account"))
        client: Any = resources.redis
        assert not await client.exists(DUE_TIMES, VERSIONS)

    run(work)


def test_what_an_older_version_says_changes_nothing(run: Callable[[Work], None]) -> None:
    """Two processes append, and the first of them is the last to say so."""

    async def work(resources: Resources) -> None:
        times = resources.due_times
        await times.put([DueTime("a", 7, BEGIN + 200)])
        await times.put([DueTime("a", 6, None), DueTime("a", 5, BEGIN + 900)])
        assert await due(resources) == {"a": 200}
        assert await times.until(BEGIN + 199, 10) == []
        assert await times.until(BEGIN + 200, 10) == ["a"]
        assert key_slot(DUE_TIMES.encode()) == key_slot(VERSIONS.encode())

    run(work)


def test_a_look_is_one_question_however_many_clocks_run(
    run: Callable[[Work], None], clock: MachineClock
) -> None:
    async def work(resources: Resources) -> None:
        later = [DueTime(f"game {at}", 1, clock.ms + 1 + at) for at in range(1_000)]
        await resources.due_times.put(later)
        client: Any = resources.redis
        before = (await client.info("stats"))["total_commands_processed"]
        assert await fall(resources) == 0
        after = (await client.info("stats"))["total_commands_processed"]
        assert after - before == 2, "the look, and INFO itself"

    run(work)


def test_two_workers_at_once_let_one_flag_fall(
    run: Callable[[Work], None], server: EmbeddedServer, clock: MachineClock
) -> None:
    async def work(resources: Resources) -> None:
        games = [await new_game(resources, TEN_SECONDS) for _ in range(5)]
        clock.ms += 11_000
        other = opened(server)
        await asyncio.gather(fall(resources), fall(other))
        await other.close()
        for game_id in games:
            assert await flags(resources, game_id) == [(0, 11_000)]

    run(work)


def test_several_who_are_over_fall_one_by_one_the_lowest_seat_first(
    run: Callable[[Work], None], clock: MachineClock
) -> None:
    both = replace(GLUCK_AUF, awaited=lambda _: (1, 0))

    async def work(resources: Resources) -> None:
        game_id = await new_game(resources, TEN_SECONDS, both)
        clock.ms += 10_000
        await fall(resources)
        assert await flags(resources, game_id) == [(0, 10_000), (1, 10_000)]

    run(work)


def test_a_clock_that_is_set_back_takes_no_time_and_lets_no_flag_fall(
    run: Callable[[Work], None], clock: MachineClock
) -> None:
    async def work(resources: Resources) -> None:
        game_id = await new_game(resources, TEN_SECONDS)
        clock.ms = BEGIN + 6_000
        await move(resources, game_id)
        clock.ms = BEGIN - 3_600_000
        await move(resources, game_id)
        assert await due(resources) == {game_id: 10_000}, "seat 0 has 4 seconds left, from 6 on"
        aggregate = await resources.games.current(game_id)
        assert aggregate.table.left_ms == [4_000, 10_000]
        for later in (-3_000_000, 0, 6_000, 9_999):
            clock.ms = BEGIN + later
            assert await resources.games.flag(game_id) == 0
            assert await fall(resources) == 0
        assert left_at(aggregate.table, 0, milliseconds(now())) == 1
        clock.ms = BEGIN + 10_000
        assert await fall(resources) == 1
        times = [action["at"] for action in await actions(resources, game_id)]
        assert times == sorted(times)
        assert await flags(resources, game_id) == [(0, 10_000)]

    run(work)


@pytest.mark.usefixtures("clock")
def test_a_lost_set_is_made_anew_when_a_sweeper_starts(run: Callable[[Work], None]) -> None:
    async def work(resources: Resources) -> None:
        games = {await new_game(resources, TEN_SECONDS): 10_000 for _ in range(3)}
        client: Any = resources.redis
        await client.delete(DUE_TIMES, VERSIONS)
        await GameSweeper(resources).sweep()
        assert await due(resources) == games

    run(work)


def test_what_cannot_be_flagged_holds_up_nobody(
    run: Callable[[Work], None], clock: MachineClock
) -> None:
    """A log that is gone, and a time that nobody put right."""

    async def work(resources: Resources) -> None:
        game_id = await new_game(resources, TEN_SECONDS)
        stale = await new_game(resources, TEN_SECONDS)
        clock.ms += 10_000
        await resources.due_times.put([DueTime("nowhere", 1, BEGIN)])
        await move_unheard(resources, stale)
        assert await fall(resources) == 3
        assert await flags(resources, game_id) == [(0, 10_000)]
        assert await flags(resources, stale) == []
        assert await due(resources) == {stale: 19_000}

    async def move_unheard(resources: Resources, game_id: str) -> None:
        """By a process that died before it said when the next clock is over."""
        clock.ms -= 1_000
        aggregate = await move(resources, game_id)
        clock.ms += 1_000
        await resources.due_times.put([DueTime(game_id, aggregate.version, BEGIN + 10_000)])

    run(work)


def test_with_an_arbiter_the_game_pauses_and_goes_on_when_it_is_resumed(
    run: Callable[[Work], None], clock: MachineClock
) -> None:
    seats = [SeatSetup("Anna"), SeatSetup("Bot", "random")]

    async def work(resources: Resources) -> None:
        game_id = await new_game(
            resources, structs.replace(TEN_SECONDS, on_flag="arbiter"), seats=seats
        )
        clock.ms += 10_000
        await fall(resources)
        assert (await resources.games.current(game_id)).table.is_paused
        assert (await due(resources), waiting(resources)) == ({}, set())
        await rule(resources, game_id, table.Resume("half a minute more", (30_000, None)))
        assert await due(resources) == {game_id: 40_000}
        await rule(resources, game_id, table.StandIn(0, "greedy", "she left"))
        assert (await due(resources), waiting(resources)) == ({}, {f"play_bots-{game_id}-4"})

    run(work)


def test_a_bot_plays_on_for_whoever_resigns(
    run: Callable[[Work], None], clock: MachineClock
) -> None:
    async def work(resources: Resources) -> None:
        game_id = await new_game(resources, TEN_SECONDS)
        clock.ms += 1_000
        await resources.games.act(game_id, 0, [table.Resign()])
        await resources.errands.done()
        assert (await due(resources), waiting(resources)) == ({}, {f"play_bots-{game_id}-2"})

    run(work)


def test_a_shift_is_not_scored_while_paused_and_is_scored_after_that(
    run: Callable[[Work], None],
) -> None:
    async def work(resources: Resources) -> None:
        record = await stored(resources, shift_ended(0))
        game_id, ended = record.game_id, record.version
        await rule(resources, game_id, table.Pause("tea"))
        assert await settle_together(resources, [(game_id, ended), (game_id, ended + 1)]) == 0
        await GameSweeper(resources).sweep()
        assert waiting(resources) == set()
        await rule(resources, game_id, table.Resume("tea is over"))
        assert waiting(resources) == {f"settle_shifts-{game_id}-{ended + 2}"}
        assert await settle_together(resources, [(game_id, ended + 2)]) == 1

    run(work)


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("agree", [True, False])
def test_bots_wait_while_people_decide_to_go_back(run: Callable[[Work], None], agree: bool) -> None:
    seats = [SeatSetup("Anna"), SeatSetup("Béla"), SeatSetup("Bot", "random")]

    async def work(resources: Resources) -> None:
        game_id, games = await new_game(resources, TEN_SECONDS, seats=seats), resources.games
        await move(resources, game_id)
        assert waiting(resources) == {f"play_bots-{game_id}-2"}
        await games.act(game_id, 0, [table.AskTakeBack(1)])
        assert (await games.current(game_id)).bot_to_move() is None
        await games.act(game_id, 1, [table.AnswerTakeBack(agree)])
        await resources.errands.done()
        bots = {f"play_bots-{game_id}-2"} | (set() if agree else {f"play_bots-{game_id}-4"})
        assert waiting(resources) == bots
        assert await due(resources) == ({game_id: 10_000} if agree else {})

    run(work)


def test_a_game_by_correspondence_has_days_for_each_decision(
    run: Callable[[Work], None], clock: MachineClock
) -> None:
    day = 86_400_000

    async def work(resources: Resources) -> None:
        game_id = await new_game(resources, THREE_DAYS)
        for _ in range(3):
            clock.ms += 2 * day
            await move(resources, game_id)
        assert await due(resources) == {game_id: 9 * day}
        clock.ms = BEGIN + 9 * day
        with pytest.raises(RuleViolation, match="clock_over"):
            await move(resources, game_id)
        assert await fall(resources) == 1
        table = (await resources.games.current(game_id)).table
        assert [seat.out for seat in table.seats] == [None, 5]

    run(work)


def test_workers_play_on_for_those_whose_time_is_over(pit: Pit) -> None:
    clock = Clock(kind="game", seconds=1, on_flag="out")
    created = pit.ask(lambda resources: resources.games.create(GLUCK_AUF, PEOPLE, clock=clock))
    game_id = created.aggregate.game_id
    pit.start_worker()

    def fallen() -> list[int]:
        return [seat for seat, _ in pit.ask(lambda resources: flags(resources, game_id))]

    eventually(lambda: fallen() == [0, 1], 60)
    eventually(lambda: pit.version(game_id) > 10, 60)
    report = pit.verified(game_id)
    assert report.ok
    assert report.verdicts["clock"].verdict == report.verdicts["rulings"].verdict == "holds"
