"""Bots move at once among themselves, and one move at a time where people watch."""

from pathlib import Path

from domain.kernel.actions import SeatSetup
from domain.registry import GAMES
from domain.table.clock import milliseconds
from infra.clock import now
from infra.settings import Settings
from services.bootstrap import Resources
from services.worker.bot_pace import move
from services.worker.jobs import _play_bots
from services.worker.sweeper import GameSweeper
from tests.services.test_errands import with_resources
from tests.services.worker.test_sweeper import BOTS, waiting

KARTENSPIEL = GAMES["kartenspiel"]
MIXED = [SeatSetup("Anna"), SeatSetup("Robot", "greedy"), SeatSetup("Rosie", "random")]
PACE = 60.0


async def begun(resources: Resources, seats: list[SeatSetup]) -> str:
    created = await resources.games.create(KARTENSPIEL, seats, options={"start_player": 1})
    await resources.errands.done()
    return created.aggregate.game_id


def test_where_people_watch_each_move_waits_for_its_time(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        game_id = await begun(resources, MIXED)
        assert waiting(resources) == set()
        assert await move(resources) == 0, "it is not time yet"
        await GameSweeper(resources).sweep()
        assert waiting(resources) == set(), "the sweeper does not hurry it"
        later = milliseconds(now()) + 1000 * round(PACE)
        assert await resources.bot_moves.take(later, 9) == [(game_id, 1)]
        assert await _play_bots(resources, game_id, 1) == 1, "one move, though two bots could"
        await resources.errands.done()
        await resources.bot_moves.put(game_id, 9, 0)
        assert await move(resources) == 1
        assert waiting(resources) == {f"play_bots-{game_id}-9"}

    with_resources(tmp_path, work, bot_pace=PACE)


def test_bots_alone_do_not_wait(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        game_id = await begun(resources, BOTS)
        assert waiting(resources) == {f"play_bots-{game_id}-1"}
        assert await _play_bots(resources, game_id, 1) > 1

    with_resources(tmp_path, work, bot_pace=PACE)


def test_without_a_pace_nobody_waits(tmp_path: Path) -> None:
    async def work(resources: Resources) -> None:
        game_id = await begun(resources, MIXED)
        assert waiting(resources) == {f"play_bots-{game_id}-1"}

    with_resources(tmp_path, work)


def test_whoever_starts_the_service_gets_paced_bots_and_may_say_otherwise() -> None:
    assert Settings.from_environment({}).bot_pace > 0
    assert Settings.from_environment({"SCHICHTBUCH_BOT_PACE": "0"}).bot_pace == 0
