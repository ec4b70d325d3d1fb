"""Work in a confined process: whatever it does, whoever asked is told and goes on."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from services.worker import confined as module
from services.worker.confined import Exceeded, Interrupted, Limits, confined, end_confined
from tests.waiting import eventually, is_running

ASKING = """
import sys
from pathlib import Path
from services.worker.confined import Limits, confined
from tests.services.worker.test_confined import ENOUGH, answering, telling_and_hanging
confined(answering, b"ok", limits=ENOUGH)  # the first takes longer
confined(telling_and_hanging, Path(sys.argv[1]), limits=Limits(5, 2**29))
"""
ENOUGH = Limits(seconds=60, memory=500 * 2**20)


def answering(word: bytes) -> bytes:
    return word * 3


def hanging() -> bytes:
    while True:
        time.sleep(1)


def telling_and_hanging(told: Path) -> bytes:
    told.write_text(str(os.getpid()))
    return hanging()


def spinning() -> bytes:
    while True:
        pass


def swelling() -> bytes:
    held: list[bytes] = []
    while True:
        held.append(bytes(2**20))


def dying() -> bytes:
    os.kill(os.getpid(), signal.SIGSEGV)
    return b""


def raising() -> bytes:
    raise ValueError("the hidden card is a joker")


def chattering() -> bytes:
    return bytes(2**20)


def test_an_answer_comes_back() -> None:
    assert confined(answering, b"ok", limits=ENOUGH) == b"okokok"


@pytest.mark.parametrize(
    ("work", "limits", "code"),
    [
        (hanging, Limits(0.3, 2**29), "audit.too_long"),
        (spinning, Limits(0.3, 2**29), "audit.too_long"),
        (swelling, Limits(60, 50 * 2**20), "audit.too_much_memory"),
        (dying, ENOUGH, "audit.crashed"),
        (raising, ENOUGH, "audit.crashed"),
        (chattering, ENOUGH, "audit.too_much_to_tell"),
    ],
)
def test_what_comes_to_no_end_is_ended(
    work: Callable[[], bytes], limits: Limits, code: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Exceeded) as exceeded:
        confined(work, limits=limits)
    assert exceeded.value.code == code
    assert "joker" not in "".join(capfd.readouterr())
    assert confined(answering, b"ok", limits=ENOUGH) == b"okokok"


def test_it_ends_by_itself_when_whoever_asked_is_gone(tmp_path: Path) -> None:
    """The one who asked is killed, and so is its fork server; the child has a clock of its own."""
    told = tmp_path / "pid"
    with subprocess.Popen([sys.executable, "-c", ASKING, str(told)]) as asking:
        eventually(lambda: told.exists() and told.read_text(), 60)
        child = int(told.read_text())
        asking.kill()
    eventually(lambda: not is_running(child), 60)


@pytest.fixture
def _as_before() -> Iterator[None]:
    yield
    module._stopping = False


@pytest.mark.usefixtures("_as_before")
def test_a_worker_that_stops_waits_for_nobody() -> None:
    begun = {child.pid for child in psutil.Process().children(recursive=True)}

    def stop_soon() -> None:
        eventually(lambda: module._running and module._running[0].pid not in begun)
        end_confined()

    stopping = threading.Thread(target=stop_soon)
    stopping.start()
    with pytest.raises(Interrupted):
        confined(hanging, limits=ENOUGH)
    stopping.join()
    with pytest.raises(Interrupted):
        confined(answering, b"ok", limits=ENOUGH)
