"""The sweeper, round by round, on a real server."""

from pathlib import Path
from typing import Any

import pytest

from domain.kernel.actions import SeatSetup
from domain.registry import GAMES
from infra.games_index import Search, index_key, player_key
from replays.history import History
from replays.samples import samples
from services.archive import import_replay
from services.bootstrap import Workplace
from services.errands import filing_of
from services.worker import sweeper
from services.worker.sweeper import GameSweeper
from tests.services.test_errands import at_a_workplace, shift_ended, stored

BOTS = [SeatSetup("Anna", "random"), SeatSetup("Béla", "random")]
GLUCK_AUF = GAMES["gluck-auf"]


async def forget_everything(workplace: Workplace, *patterns: str) -> None:
    client: Any = workplace.redis
    for pattern in patterns:
        async for key in client.scan_iter(pattern):
            await client.delete(key)


def waiting(workplace: Workplace) -> set[str]:
    return set(workplace.queue.queue.job_ids)


def test_a_lost_queue_and_a_lost_index_are_made_anew_from_the_logs(tmp_path: Path) -> None:
    async def work(workplace: Workplace) -> None:
        created = [(await workplace.games.create(GLUCK_AUF, BOTS)).aggregate for _ in range(3)]
        ended = await stored(workplace, shift_ended(0))
        await workplace.errands.done()
        await forget_everything(workplace, "rq:*", "schichtbuch:index:*")
        await GameSweeper(workplace).sweep()
        bots = {f"play_bots-{game.game_id}-{game.version}" for game in created}
        assert waiting(workplace) == bots | {f"settle_shifts-{ended.game_id}-{ended.version}"}
        assert await workplace.index.count("any", "running") == 3
        assert await workplace.index.count("any", "scoring") == 1

    at_a_workplace(tmp_path, work)


def test_a_round_takes_its_share_and_several_take_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeper, "GAMES_A_ROUND", 2)
    monkeypatch.setattr(sweeper, "LOGS_A_ROUND", 2)

    async def work(workplace: Workplace) -> None:
        for _ in range(7):
            await workplace.games.create(GLUCK_AUF, BOTS)
        await workplace.errands.done()
        swept = GameSweeper(workplace)
        await swept.sweep()
        await forget_everything(workplace, "rq:*")
        await swept.sweep()
        assert 2 <= len(waiting(workplace)) <= 4
        for _ in range(3):
            await swept.sweep()
        assert len(waiting(workplace)) == 7

    at_a_workplace(tmp_path, work)


def test_what_is_filed_as_finished_is_not_folded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(workplace: Workplace) -> None:
        aggregate = (await workplace.games.create(GLUCK_AUF, BOTS)).aggregate
        await workplace.errands.done()
        filing = filing_of(aggregate)
        client: Any = workplace.redis
        for shelf in ("gluck-auf", "any"):
            await client.zrem(index_key(shelf, "running"), filing.member)
            await client.zadd(index_key(shelf, "finished"), {filing.member: 0})

        async def never(_game_id: str) -> None:
            raise AssertionError("it was folded")

        monkeypatch.setattr(workplace.games, "current", never)
        await GameSweeper(workplace).sweep()

    at_a_workplace(tmp_path, work)


def test_names_that_are_missing_in_the_index_are_filed_again(tmp_path: Path) -> None:
    """Also those of finished games, which are not looked at otherwise."""

    async def work(workplace: Workplace) -> None:
        data = dict(samples())["gluck_auf/two-players"]
        await import_replay(workplace, data)
        await forget_everything(workplace, f"{player_key('Anna')}*")
        assert (await workplace.index.page(Search(player="Anna"), 10)).game_ids == []
        await GameSweeper(workplace).sweep()
        [found] = (await workplace.index.page(Search(player=" ANNA "), 10)).game_ids
        assert found == History(data).game_id

    at_a_workplace(tmp_path, work)


def test_a_foreign_log_is_told_and_stands_in_nobodys_way(tmp_path: Path) -> None:
    async def work(workplace: Workplace) -> None:
        client: Any = workplace.redis
        await client.xadd("schichtbuch:{foreign}:log", {"line": "?"}, id="1-0")
        created = (await workplace.games.create(GLUCK_AUF, BOTS)).aggregate
        await workplace.errands.done()
        await forget_everything(workplace, "rq:*", "schichtbuch:index:*")
        await GameSweeper(workplace).sweep()
        assert waiting(workplace) == {f"play_bots-{created.game_id}-1"}

    at_a_workplace(tmp_path, work)
