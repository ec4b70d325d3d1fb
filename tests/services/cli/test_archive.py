"""`schichtbuch archive`, run as an operator runs it: what moves, what comes back, what is lost."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from infra.embedded import EmbeddedServer
from replays.record import Record
from services.bench.memory import played
from services.bootstrap import Resources
from tests.replays.games import record
from tests.services.cli.operator import Operator


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Operator]:
    operator = Operator(tmp_path, monkeypatch)
    yield operator
    operator.server.stop()


def audited(operator: Operator, *games: Record) -> None:
    """Finished games that were played here, and whose audit is done."""

    async def bring(resources: Resources) -> None:
        await played(games, resources)
        for game in games:
            await resources.archiving.note(game.game_id, game.version)

    operator.ask(bring)


def status(operator: Operator, expect: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(operator.runs("archive", "status", "--json", expect=expect))
    return found


def test_what_is_due_moves_and_comes_back(here: Operator) -> None:
    games = [record(players=2, seed=seed) for seed in (3, 4)]
    audited(here, *games)
    assert (status(here)["archived"], status(here)["candidates"]) == (0, 2)
    assert "0 games archived" in here.runs("archive", "run", "--after", "1000000")
    assert "2 games archived, 0 stay for now" in here.runs("archive", "run", "--after", "0")
    found = status(here)
    assert (found["archived"], found["files"], found["candidates"]) == (2, 2, 0)
    assert found["place"] == str(here.data / "archive")
    assert "2 games" in here.runs("archive", "status")

    game_id = games[0].game_id
    assert "is in the log again" in here.runs("archive", "restore", game_id)
    assert "is in the log already" in here.runs("archive", "restore", game_id)
    assert here.version(game_id) == games[0].version
    assert status(here)["archived"] == 1
    assert "nowhere" in here.runs("archive", "restore", "nowhere", expect=1)


def test_a_file_that_is_gone_changed_or_unknown_is_named(here: Operator) -> None:
    gone, changed, unknown = games = [record(players=2, seed=seed) for seed in (3, 4, 5)]
    audited(here, *games)
    here.runs("archive", "run", "--after", "0")
    folder = here.data / "archive"
    file = {game.game_id: folder / f"{game.game_id}.schicht" for game in games}
    file[gone.game_id].unlink()
    content = file[changed.game_id].read_bytes()
    file[changed.game_id].write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    lose(here.server, f"schichtbuch:{{{unknown.game_id}}}:archived")

    found = status(here, expect=1)
    assert found["missing"] == [gone.game_id]
    assert found["changed"] == [changed.game_id]
    assert found["unknown"] == [unknown.game_id]
    said = here.runs("archive", "status", expect=1)
    assert f"not there: {gone.game_id}" in said
    assert f"not what was written: {changed.game_id}" in said

    assert "is in the log again" in here.runs("archive", "restore", unknown.game_id)
    assert here.version(unknown.game_id) == unknown.version
    for lost in (gone, changed):
        assert lost.game_id in here.runs("archive", "restore", lost.game_id, expect=1)


def lose(server: EmbeddedServer, key: str) -> None:
    """As if the server had lost it."""
    with Redis.from_url(server.url) as redis:
        assert redis.delete(key) == 1


@pytest.mark.parametrize("hours", ["-1", "nan", "inf", "soon"])
def test_hours_are_a_number_from_0_on(here: Operator, hours: str) -> None:
    assert "a number of hours" in here.runs("archive", "run", f"--after={hours}", expect=2)
