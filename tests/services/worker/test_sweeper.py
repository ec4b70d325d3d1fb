"""The sweeper, round by round, on a real server."""

from pathlib import Path
from typing import Any

import pytest

from domain.kernel.actions import SeatSetup
from domain.registry import GAMES
from infra.games_index import Search, index_key, player_key
from replays.history import History
from replays.samples import samples
from services.bootstrap import Resources
from services.errands import filing_of
from services.exporting import import_replay
from services.worker import sweeper
from services.worker.sweeper import GameSweeper
from tests.services.test_errands import shift_ended, stored, with_resources

BOTS = [SeatSetup("Anna", "random"), SeatSetup("Béla", "random")]
GLUCK_AUF = GAMES["gluck-auf"]


async def forget_everything(resources: Resources, *patterns: str) -> None:
    client: Any = resources.redis
    for pattern in patterns:
        async for key in client.scan_iter(pattern):
            await client.delete(key)


def waiting(resources: Resources) -> set[str]:
    return set(resources.queue.queue.job_ids)


def test_a_lost_queue_and_a_lost_index_are_made_anew_from_the_logs(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        created = [(await resources.games.create(GLUCK_AUF, BOTS)).aggregate for _ in range(3)]
        ended = await stored(resources, shift_ended(0))
        await resources.errands.done()
        await forget_everything(resources, "rq:*", "schichtbuch:index:*")
        await GameSweeper(resources).sweep()
        bots = {f"play_bots-{game.game_id}-{game.version}" for game in created}
        assert waiting(resources) == bots | {f"settle_shifts-{ended.game_id}-{ended.version}"}
        assert await resources.index.count("any", "running") == 3
        assert await resources.index.count("any", "scoring") == 1

    with_resources(tmp_path, work)


def test_a_round_takes_its_share_and_several_take_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeper, "GAMES_A_ROUND", 2)
    monkeypatch.setattr(sweeper, "LOGS_A_ROUND", 2)

    async def work(resources: Resources) -> None:
        for _ in range(7):
            await resources.games.create(GLUCK_AUF, BOTS)
        await resources.errands.done()
        swept = GameSweeper(resources)
        await swept.sweep()
        await forget_everything(resources, "rq:*")
        await swept.sweep()
        assert 2 <= len(waiting(resources)) <= 4
        for _ in range(3):
            await swept.sweep()
        assert len(waiting(resources)) == 7

    with_resources(tmp_path, work)


def test_shifts_that_wait_for_long_are_looked_at_in_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that is paused in between stays on the shelf of those to be scored."""
    monkeypatch.setattr(sweeper, "GAMES_A_ROUND", 2)
    monkeypatch.setattr(sweeper, "LOGS_A_ROUND", 0)
    looked_at: list[str] = []

    async def work(resources: Resources) -> None:
        games = {(await stored(resources, shift_ended(number))).game_id for number in range(3)}
        swept = GameSweeper(resources)
        for game_id in games:
            await resources.errands.ensure_enqueued(await resources.games.current(game_id))
        monkeypatch.setattr(swept, "_look_after", look_after)
        for seen in (3, 5, 6):
            await swept.sweep()
            assert len(looked_at) == seen
        assert set(looked_at[3:]) == games

    async def look_after(game_id: str) -> None:
        looked_at.append(game_id)

    with_resources(tmp_path, work)


def test_what_is_filed_as_finished_is_not_folded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(resources: Resources) -> None:
        aggregate = (await resources.games.create(GLUCK_AUF, BOTS)).aggregate
        await resources.errands.done()
        filing = filing_of(aggregate)
        client: Any = resources.redis
        for shelf in ("gluck-auf", "any"):
            await client.zrem(index_key(shelf, "running"), filing.member)
            await client.zadd(index_key(shelf, "finished"), {filing.member: 0})

        async def never(_game_id: str) -> None:
            raise AssertionError("it was folded")

        monkeypatch.setattr(resources.games, "current", never)
        await GameSweeper(resources).sweep()

    with_resources(tmp_path, work)


def test_names_that_are_missing_in_the_index_are_filed_again(tmp_path: Path) -> None:
    """Also those of finished games, which are not looked at otherwise."""

    async def work(resources: Resources) -> None:
        data = dict(samples())["gluck_auf/two-players"]
        await import_replay(resources, data)
        await forget_everything(resources, f"{player_key('Anna')}*")
        assert (await resources.index.page(Search(player="Anna"), 10)).game_ids == []
        await GameSweeper(resources).sweep()
        [found] = (await resources.index.page(Search(player=" ANNA "), 10)).game_ids
        assert found == History(data).game_id

    with_resources(tmp_path, work)


def test_a_foreign_log_is_told_and_stands_in_nobodys_way(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        client: Any = resources.redis
        await client.xadd("schichtbuch:{foreign}:log", {"line": "?"}, id="1-0")
        created = (await resources.games.create(GLUCK_AUF, BOTS)).aggregate
        await resources.errands.done()
        await forget_everything(resources, "rq:*", "schichtbuch:index:*")
        await GameSweeper(resources).sweep()
        assert waiting(resources) == {f"play_bots-{created.game_id}-1"}

    with_resources(tmp_path, work)
