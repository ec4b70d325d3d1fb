"""Work on what a stranger has sent, in a process of its own that can neither hang nor swell.

The process is forked off a server that has loaded everything and holds no thread, lock or
connection, so that it costs milliseconds. It has its limits from the system: when it dies of them,
only it dies.
"""

import math
import multiprocessing
import os
import resource
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from msgspec import Struct

TOO_LONG = "audit.too_long"
OUT_OF_MEMORY = 77
"""Exit code of a child that has noticed it by itself."""
MOST_ANSWERED = 256 * 1024
"""Bytes. A report on a real game has two thousand."""
NICENESS = 10
"""Scorings and bots go first on a machine that is busy."""
PRELOADED = ("services.worker.judging",)
"""What a child finds loaded, unless its process asks for something else."""


class Limits(Struct, frozen=True):
    seconds: float
    memory: int
    """Bytes beyond what a process takes that does nothing."""
    answer: int = MOST_ANSWERED
    """Bytes that it may answer."""


class Exceeded(Exception):
    """The work did not come to an end; `code` says why."""

    def __init__(self, code: str, **facts: int) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts


class Interrupted(Exception):
    """We were asked to stop: another worker, or the next one, does it again."""


_starting = threading.Lock()
_context = multiprocessing.get_context("forkserver")
_running: list[BaseProcess] = []
_stopping = False


def end_confined() -> None:
    """For a worker that stops: whatever is being worked on, and all that would follow."""
    global _stopping
    _stopping = True
    for child in _running:
        child.kill()


def confined(
    work: Callable[..., bytes], *args: Any, limits: Limits, preloaded: Sequence[str] = PRELOADED
) -> bytes:
    """What the work answers. The function and its arguments travel to the child by pickle."""
    if _stopping:
        raise Interrupted
    _context.set_forkserver_preload(list(preloaded))
    answers, telling = _context.Pipe(duplex=False)
    child = _context.Process(target=_inside, args=(telling, limits, work, args), daemon=True)
    with answers:
        with _starting, _no_main():
            child.start()
        telling.close()
        _running.append(child)
        try:
            return _answer(answers, child, limits)
        finally:
            child.kill()
            child.join()
            _running.remove(child)


@contextmanager
def _no_main() -> Iterator[None]:
    """multiprocessing would load the whole command line in each child, where nobody needs it."""
    main = sys.modules["__main__"]
    found = {name: getattr(main, name, None) for name in ("__spec__", "__file__")}
    vars(main).update(dict.fromkeys(found))
    try:
        yield
    finally:
        vars(main).update(found)


def _answer(answers: Connection, child: BaseProcess, limits: Limits) -> bytes:
    if not answers.poll(limits.seconds):
        raise Exceeded(TOO_LONG, seconds=round(limits.seconds))
    try:
        return answers.recv_bytes(limits.answer)
    except EOFError:
        child.join()
    except OSError as error:
        raise Exceeded("audit.too_much_to_tell") from error
    if _stopping:
        raise Interrupted
    if child.exitcode == OUT_OF_MEMORY:
        raise Exceeded("audit.too_much_memory", megabytes=limits.memory // 2**20)
    raise Exceeded("audit.crashed", exit=child.exitcode or 0)


def _inside(telling: Connection, limits: Limits, work: Callable[..., bytes], args: Any) -> None:
    _confine(limits)
    try:
        telling.send_bytes(work(*args))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except Exception as error:
        # Where, but not what: the message may quote an entry, hidden fields and all.
        traceback.print_tb(error.__traceback__)
        sys.exit(f"a bug of ours: {type(error).__name__}")


def _confine(limits: Limits) -> None:
    os.nice(NICENESS)
    # Should whoever asked be killed before it, its own clock still ends it.
    signal.alarm(math.ceil(limits.seconds) + 1)
    wanted = {resource.RLIMIT_AS: _taken() + limits.memory, resource.RLIMIT_CORE: 0}
    for kind, most in wanted.items():
        with suppress(ValueError, OSError):  # not every system has every limit
            resource.setrlimit(kind, (most, most))
    with suppress(OSError):
        # Of all on a machine without memory, this is the one to be killed.
        Path("/proc/self/oom_score_adj").write_text("1000")


def _taken() -> int:
    """Address space of this process, in bytes, where the system tells."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 0
    return pages * resource.getpagesize()
