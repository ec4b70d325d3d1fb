"""Real worker processes on the real server: shifts are scored, bots play, nothing is stranded."""

import os
import signal
from typing import Any

import msgspec

from infra.job_queue import Order
from replays.samples import samples
from replays.verify import Report
from services.bootstrap import Resources
from services.cli.up import _bring_samples
from tests.services.worker.pit import Pit
from tests.waiting import eventually


def test_bots_play_a_whole_game_and_every_shift_is_scored(pit: Pit) -> None:
    pit.start_worker()
    pit.start_worker("audits")
    game_id = pit.create()
    eventually(lambda: pit.phase(game_id) == "finished", 60)
    report = pit.verified(game_id)
    assert report.ok
    assert report.verdicts["scoring"].verdict == "holds"

    def audited() -> bool:
        kept = pit.ask(lambda resources: resources.audits.game(game_id, report.version))
        return kept is not None and msgspec.json.decode(kept, type=Report).ok

    eventually(audited, 20)


def test_a_game_created_while_no_worker_lives_is_played_later(pit: Pit) -> None:
    game_id = pit.create()
    assert pit.phase(game_id) == "draft"
    pit.start_worker()
    eventually(lambda: pit.phase(game_id) == "finished", 60)


def test_a_queue_that_lost_everything_strands_no_game(pit: Pit) -> None:
    game_id = pit.create()

    async def lose(resources: Resources) -> None:
        client: Any = resources.redis
        lost = [key async for key in client.scan_iter("rq:*")]
        assert lost
        await client.delete(*lost)

    pit.ask(lose)
    pit.start_worker()
    eventually(lambda: pit.phase(game_id) == "finished", 60)


def test_workers_killed_again_and_again_lose_nothing(pit: Pit) -> None:
    games = [pit.create() for _ in range(2)]
    for _ in range(3):
        worker = pit.start_worker()
        goal = sum(map(pit.version, games)) + 10
        eventually(lambda goal=goal: sum(map(pit.version, games)) > goal, 60)  # type: ignore[misc]
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait()
    pit.start_worker()
    eventually(lambda: all(pit.phase(game_id) == "finished" for game_id in games), 90)
    for game_id in games:
        assert pit.verified(game_id).ok


def test_samples_are_imported_once_byte_for_byte_and_in_nobodys_way(pit: Pit) -> None:
    for _ in range(2):
        _bring_samples(pit.server.url)
    name, data = next(iter(samples()))
    order = Order("services.worker.jobs.import_sample", (name,), f"import-{name.replace('/', '-')}")

    async def look(resources: Resources) -> None:
        assert resources.queue.queue.get_job_ids() == [], "bots and scorings do not wait for them"
        of_event = 1
        waiting = resources.audit_queue.queue.get_job_ids()
        assert len(waiting) == len(list(samples())) + of_event
        resources.audit_queue.queue.connection.delete(resources.audit_queue.queue.key)
        for _ in range(2):
            resources.audit_queue.enqueue(order)

    pit.ask(look)
    pit.start_worker("audits")
    header = msgspec.json.decode(data.splitlines()[0])
    game_id = header["game"]

    def imported() -> bool:
        entries = pit.ask(lambda resources: resources.log.read(game_id))
        wanted = [line for line in data.splitlines() if line.startswith(b'{"v":')]
        return [entry.line for entry in entries] == wanted

    eventually(imported, 60)
    assert pit.verified(game_id).ok
