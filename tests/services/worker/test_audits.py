"""Audits by real workers of their own: found, failed for a reason, or found after all."""

import os
import signal
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from redis import Redis
from rq.job import Job, JobStatus

from domain.kernel.texts import LANGUAGES
from infra import job_queue
from infra.embedded import EmbeddedServer
from infra.job_queue import MOST_TRIES, JobState, Order
from infra.uploads import sender_of
from replays.samples import samples
from replays.verify import Report
from services.audit_failure import SENTENCES, Failure
from services.audits import GAVE_UP, file_audit
from services.bootstrap import Resources
from services.exporting import import_replay
from services.worker.confined import Limits, confined
from tests.services.worker.pit import Pit
from tests.waiting import eventually, is_running

SAMPLE = next(iter(samples()))[1]
LONG = 120.0


def sleeping(marker: str) -> None:
    Path(marker).write_text(str(os.getpid()))
    time.sleep(LONG)


def sleeping_confined(marker: str) -> bytes:
    sleeping(marker)
    return b""


def confined_and_sleeping(marker: str) -> None:
    confined(sleeping_confined, marker, limits=Limits(LONG, 2**30))


async def send(resources: Resources, data: bytes = SAMPLE) -> str:
    arriving = resources.uploads.begin(sender_of("192.0.2.1"))
    arriving.write(data)
    audit_id = arriving.finish()
    await resources.auditing.arrived(audit_id)
    return audit_id


def outcome(pit: Pit, audit_id: str) -> Report | Failure | None:
    found = pit.ask(lambda resources: resources.auditing.of_file(audit_id))
    return msgspec.json.decode(found, type=Report) if isinstance(found, bytes) else found


def kept_files(pit: Pit) -> list[Path]:
    return list((pit.data / "uploads" / "waiting").iterdir())


def lose_the_queue(pit: Pit) -> None:
    async def lose(resources: Resources) -> None:
        client: Any = resources.redis
        keys = [key async for key in client.scan_iter("rq:*")]
        assert keys
        await client.delete(*keys)

    pit.ask(lose)


def test_a_file_is_judged_and_does_not_wait_any_more(pit: Pit) -> None:
    pit.start_worker("audits")
    audit_id = pit.ask(send)
    eventually(lambda: outcome(pit, audit_id), 60)
    report = outcome(pit, audit_id)
    assert isinstance(report, Report)
    assert report.ok
    assert kept_files(pit) == []
    assert pit.ask(send) == audit_id
    assert kept_files(pit) == []


def test_nothing_that_an_audit_does_delays_a_game(pit: Pit, tmp_path: Path) -> None:
    busy = tmp_path / "busy"
    order = Order("tests.services.worker.test_audits.sleeping", (str(busy),), "endless")

    async def keep_busy(resources: Resources) -> None:
        resources.audit_queue.enqueue(order)

    pit.ask(keep_busy)
    pit.start_worker("audits")
    eventually(busy.exists, 60)
    pit.ask(send)
    pit.start_worker()
    game_id = pit.create()
    eventually(lambda: pit.phase(game_id) == "finished", 120)
    assert is_running(int(busy.read_text()))


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"audit_seconds": "0.001"}, "audit.too_long"),
        ({"audit_memory": "1000000"}, "audit.too_much_memory"),
    ],
)
def test_an_audit_beyond_its_limits_fails_and_the_next_one_is_judged(
    pit: Pit, settings: dict[str, str], code: str
) -> None:
    worker = pit.start_worker("audits", **settings)
    large = SAMPLE + b"x" * 3_000_000
    audit_id = pit.ask(lambda resources: send(resources, large))
    eventually(lambda: outcome(pit, audit_id), 60)
    failure = outcome(pit, audit_id)
    assert isinstance(failure, Failure)
    assert failure.code == code
    eventually(lambda: kept_files(pit) == [])  # the outcome comes before it is tidied up
    assert worker.poll() is None
    worker.kill()
    pit.start_worker("audits")
    assert pit.ask(lambda resources: send(resources, large)) == audit_id
    eventually(lambda: isinstance(outcome(pit, audit_id), Report), 60)


def test_a_file_that_is_gone_is_said_to_be_gone(pit: Pit) -> None:
    audit_id = pit.ask(send)
    order = file_audit(audit_id)
    [file] = kept_files(pit)
    file.unlink()
    pit.start_worker("audits")
    key = f"schichtbuch:audit-failure:{{{order.job_id}}}"

    async def is_failed(resources: Resources) -> bool:
        client: Any = resources.redis
        return bool(await client.exists(key))

    eventually(lambda: pit.ask(is_failed), 60)
    assert outcome(pit, audit_id) == Failure("audit.file_gone")


def test_a_job_that_comes_late_changes_nothing(pit: Pit) -> None:
    """Somebody asked just before the first was done, and had a second one sent."""
    failure = Failure("audit.too_long", {"seconds": 60})

    async def fail_and_send_again(resources: Resources) -> str:
        audit_id = await send(resources)
        await resources.auditing.fail_file(audit_id, failure)
        return audit_id

    audit_id = pit.ask(fail_and_send_again)
    pit.start_worker("audits")

    async def is_done(resources: Resources) -> bool:
        return resources.audit_queue.state(file_audit(audit_id).job_id) == "unknown"

    eventually(lambda: pit.ask(is_done), 60)
    assert outcome(pit, audit_id) == failure


def test_a_job_that_fails_again_and_again_makes_the_audit_fail(
    pit: Pit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "BACKOFF", [0])
    (pit.data / "signing-key.pem").write_text("no key: something that only the organizer can mend")
    audit_id = pit.ask(send)
    pit.start_worker("audits")
    failed = file_audit(audit_id).job_id

    async def states(resources: Resources) -> str:
        return resources.audit_queue.state(failed)

    eventually(lambda: outcome(pit, audit_id) == GAVE_UP, 60)
    eventually(lambda: kept_files(pit) == [])  # the outcome comes before it is tidied up
    eventually(lambda: pit.ask(states) == "unknown", 60)


def fail_for_good(pit: Pit, audit_id: str) -> None:
    async def fail(resources: Resources) -> None:
        queue: Any = resources.audit_queue.queue
        job: Any = Job.fetch(file_audit(audit_id).job_id, connection=queue.connection)
        job.set_status(JobStatus.FAILED)
        queue.empty()
        job.save()

    pit.ask(fail)


def test_a_failed_job_is_forgotten_only_when_the_failure_is_kept(pit: Pit) -> None:
    """Else whoever asks in between finds neither, and has all of it tried again."""
    audit_id = pit.ask(send)
    fail_for_good(pit, audit_id)
    kept: list[object] = []

    async def ask(resources: Resources) -> object:
        queue = resources.audit_queue
        forget = queue.forget

        def forgets(job_id: str) -> None:
            kept.append(pit.ask(lambda others: others.auditing.found_of_file(audit_id)))
            forget(job_id)

        queue.forget = forgets  # type: ignore[method-assign]
        return await resources.auditing.of_file(audit_id)

    assert pit.ask(ask) == GAVE_UP
    assert kept == [GAVE_UP]


def test_whoever_asks_while_another_takes_note_of_the_failure_finds_it(pit: Pit) -> None:
    audit_id = pit.ask(send)
    fail_for_good(pit, audit_id)
    job_id = file_audit(audit_id).job_id

    async def ask_between_two_looks(resources: Resources) -> object:
        queue = resources.audit_queue
        state = queue.state

        def later(job_id: str) -> JobState:
            assert outcome(pit, audit_id) == GAVE_UP
            return state(job_id)

        queue.state = later  # type: ignore[method-assign]
        return await resources.auditing.of_file(audit_id)

    async def state(resources: Resources) -> str:
        return resources.audit_queue.state(job_id)

    assert pit.ask(ask_between_two_looks) == GAVE_UP
    assert pit.ask(state) == "unknown"


def test_a_file_that_is_sent_again_is_tried_again_though_its_failed_job_is_still_there(
    pit: Pit,
) -> None:
    audit_id = pit.ask(send)
    fail_for_good(pit, audit_id)
    pit.ask(lambda resources: resources.auditing.fail_file(audit_id, GAVE_UP))
    assert pit.ask(send) == audit_id
    assert outcome(pit, audit_id) is None


def test_a_file_that_takes_every_worker_along_is_given_up(pit: Pit) -> None:
    audit_id = pit.ask(send)

    async def tried(resources: Resources) -> None:
        for _ in range(MOST_TRIES):
            resources.audit_queue.count_try(file_audit(audit_id).job_id)

    pit.ask(tried)
    pit.start_worker("audits")
    eventually(lambda: outcome(pit, audit_id) == GAVE_UP, 60)
    assert pit.ask(send) == audit_id
    eventually(lambda: isinstance(outcome(pit, audit_id), Report), 60)


def test_files_whose_job_was_lost_are_judged_though_nobody_asks(pit: Pit) -> None:
    audit_id = pit.ask(send)
    lose_the_queue(pit)
    pit.start_worker("audits")
    report = pit.data / "uploads" / "reports" / f"{audit_id}.json"
    eventually(report.exists, 60)


def test_a_lost_job_is_sent_again_when_somebody_asks(pit: Pit) -> None:
    audit_id = pit.ask(send)
    lose_the_queue(pit)

    async def states(resources: Resources) -> str:
        return resources.audit_queue.state(file_audit(audit_id).job_id)

    assert pit.ask(states) == "unknown"
    assert outcome(pit, audit_id) is None
    assert pit.ask(states) == "waiting"


def test_a_queue_that_loses_everything_under_a_living_worker_is_healed(
    pit: Pit, tmp_path: Path
) -> None:
    """A server of its own for the queue, as in a deployment, and then FLUSHALL."""
    other = EmbeddedServer(tmp_path / "queue")
    other.start()
    try:
        pit.queue_url = other.url
        worker = pit.start_worker("audits")
        first = pit.ask(send)
        eventually(lambda: outcome(pit, first), 60)
        os.kill(worker.pid, signal.SIGSTOP)
        second = pit.ask(lambda resources: send(resources, SAMPLE + b"x"))
        with Redis.from_url(other.url) as redis:
            redis.flushall()
        os.kill(worker.pid, signal.SIGCONT)
        eventually((pit.data / "uploads" / "reports" / f"{second}.json").exists, 60)

        async def alive(resources: Resources) -> int:
            return len(resources.audit_queue.pulses.alive("audits"))

        eventually(lambda: pit.ask(alive) == 1, 60)
    finally:
        pit.close()
        other.stop()


def test_a_worker_that_stops_does_not_wait_for_its_audit(pit: Pit, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    order = Order("tests.services.worker.test_audits.confined_and_sleeping", (str(begun),), "slow")

    async def keep_busy(resources: Resources) -> None:
        resources.audit_queue.enqueue(order)

    async def state(resources: Resources) -> str:
        return resources.audit_queue.state("slow")

    pit.ask(keep_busy)
    worker = pit.start_worker("audits")
    eventually(begun.exists, 60)
    worker.terminate()
    assert worker.wait(60) == 0
    assert pit.ask(state) == "waiting"


def test_a_finished_game_without_an_audit_gets_one_though_nobody_asks(pit: Pit) -> None:
    pit.ask(lambda resources: import_replay(resources, SAMPLE))
    header = msgspec.json.decode(SAMPLE.splitlines()[0])
    version = pit.version(header["game"])

    def audited() -> object:
        return pit.ask(lambda resources: resources.audits.game(header["game"], version))

    assert not audited()
    pit.start_worker("audits")
    eventually(audited, 60)


def test_a_worker_killed_in_mid_audit_leaves_it_to_the_next(pit: Pit, tmp_path: Path) -> None:
    """The job is `started` for ever, but its worker has no pulse any more."""
    audit_id = pit.ask(send)
    busy = tmp_path / "busy"
    job_id = file_audit(audit_id).job_id
    order = Order("tests.services.worker.test_audits.sleeping", (str(busy),), job_id)

    async def put_in_its_place(resources: Resources) -> None:
        resources.audit_queue.forget(job_id)
        resources.audit_queue.enqueue(order)

    pit.ask(put_in_its_place)
    worker = pit.start_worker("audits")
    eventually(busy.exists, 60)
    os.kill(worker.pid, signal.SIGKILL)
    worker.wait()
    pit.start_worker("audits")
    eventually(lambda: isinstance(outcome(pit, audit_id), Report), 60)


def test_every_failure_is_told_in_every_language() -> None:
    facts = {"seconds": 60, "megabytes": 1024, "exit": -9, "tries": 6}
    for code in SENTENCES["en"]:
        told = {Failure(code, facts).told(language) for language in LANGUAGES}
        assert len(told) == len(LANGUAGES)
        assert not [one for one in told if "{" in one]
