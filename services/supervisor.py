"""One process tree: the embedded server, the API, the workers. What dies is reported and restarted.

Stopping goes the other way round: first the children, who may still write, then the server.
"""

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from zipfile import is_zipfile

import structlog
from msgspec import Struct

from infra.embedded import EmbeddedServer, ServerFailed
from services import lifeline

GRACE = 10.0
"""Seconds a child has to end, before it is killed."""

log = structlog.get_logger()


class Part(Struct, frozen=True):
    """A child that is to run for as long as the supervisor does."""

    name: str
    command: tuple[str, ...]
    inherits: tuple[int, ...] = ()
    """Open files it is given, by number."""


class Backoff:
    """What dies again and again is restarted at ever longer intervals, in seconds."""

    FIRST, LONGEST, HEALTHY = 0.2, 5.0, 30.0

    def __init__(self) -> None:
        self._next = self.FIRST

    def after(self, lived: float) -> float:
        """How long to wait after something has lived so long."""
        pause = self.FIRST if lived >= self.HEALTHY else self._next
        self._next = min(2 * pause, self.LONGEST)
        return pause


class Supervisor:
    def __init__(
        self,
        parts: Sequence[Part],
        *,
        environment: Mapping[str, str],
        server: EmbeddedServer | None = None,
        when_started: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._parts, self._server = parts, server
        self._environment, self._when_started = environment, when_started

    async def run(self) -> None:
        """Until SIGINT or SIGTERM; raises only if the server cannot be started at all."""
        with _lifeline() as line:
            serving = asyncio.create_task(self._serve(line))
            loop = asyncio.get_running_loop()
            for sign in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(sign, _stop, serving, sign)
            try:
                with suppress(asyncio.CancelledError):
                    await serving
            finally:
                await self._stop_server()
        log.info("stopped")

    async def _serve(self, line: int) -> None:
        if self._server:
            await asyncio.to_thread(self._server.start)
            log.info("started", part="server", pid=self._server.pid)
        async with asyncio.TaskGroup() as group:
            if self._server:
                group.create_task(self._keep_server(self._server))
            for part in self._parts:
                group.create_task(self._keep(part, line))
            if self._when_started:
                group.create_task(_awaited(self._when_started))

    async def _stop_server(self) -> None:
        if self._server:
            await asyncio.to_thread(self._server.stop)

    async def _keep(self, part: Part, line: int) -> None:
        backoff = Backoff()
        while True:
            began = time.monotonic()
            try:
                await self._run_once(part, line)
            except OSError as error:
                log.error("cannot start", part=part.name, reason=str(error))
            await asyncio.sleep(backoff.after(time.monotonic() - began))

    async def _run_once(self, part: Part, line: int) -> None:
        child = await asyncio.create_subprocess_exec(
            *part.command,
            env={**self._environment, lifeline.VARIABLE: str(line)},
            pass_fds=(line, *part.inherits),
            stdin=asyncio.subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the supervisor alone
        )
        log.info("started", part=part.name, pid=child.pid)
        try:
            status = await child.wait()
        finally:
            await _end(child)
        log.error("died", part=part.name, pid=child.pid, **_cause(status))

    async def _keep_server(self, server: EmbeddedServer) -> None:
        backoff = Backoff()
        while True:
            began, pid = time.monotonic(), server.pid
            status = await asyncio.to_thread(server.wait)
            log.error("died", part="server", pid=pid, **_cause(status))
            await asyncio.sleep(backoff.after(time.monotonic() - began))
            try:
                await asyncio.to_thread(server.restart)
                log.info("started", part="server", pid=server.pid)
            except (ServerFailed, OSError) as error:
                log.error("cannot start", part="server", reason=str(error))


def service_parts(listener: int, workers: int, audit_workers: int) -> list[Part]:
    """The API on a socket that listens already, so many workers of games and of audits, and one of
    webhooks."""
    # -P: what lies in the current folder may have names like ours.
    ourselves = (sys.executable, "-P", "-m", "services.cli.main")
    return [
        Part("api", (*ourselves, "api", "--fd", str(listener)), (listener,)),
        *(Part(f"worker {number}", (*ourselves, "worker")) for number in range(1, workers + 1)),
        *(
            Part(f"audit worker {number}", (*ourselves, "worker", "--queue", "audits"))
            for number in range(1, audit_workers + 1)
        ),
        Part("webhook worker", (*ourselves, "worker", "--queue", "webhooks")),
    ]


def path_of_zipapp() -> dict[str, str]:
    """A zipapp puts what it has unpacked on its own path only: children have to be told of it."""
    if not is_zipfile(sys.argv[0]):
        return {}
    return {"PYTHONPATH": str(Path(__file__).parents[1])}


async def until_alive(host: str, port: int) -> None:
    """Ask `/health/live` until it says 200."""
    while not await _says_ok(host, port):
        await asyncio.sleep(0.05)


async def _says_ok(host: str, port: int) -> bool:
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(5.0):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                writer.write(b"GET /health/live HTTP/1.1\r\nHost: schichtbuch\r\n\r\n")
                return b" 200 " in await reader.readline()
            finally:
                writer.close()
    return False


def _stop(serving: asyncio.Task[None], sign: signal.Signals) -> None:
    serving.cancel()
    log.info("stopping", signal=sign.name)


@contextmanager
def _lifeline() -> Iterator[int]:
    reading, writing = os.pipe()
    try:
        yield reading
    finally:
        os.close(reading)
        os.close(writing)


async def _awaited(call: Callable[[], Awaitable[None]]) -> None:
    await call()


async def _end(child: Process) -> None:
    with suppress(ProcessLookupError):
        child.terminate()
    try:
        async with asyncio.timeout(GRACE):
            await child.wait()
    except TimeoutError:
        log.warning("killed, because it did not end", pid=child.pid)
        child.kill()
        await child.wait()
    # What a killed child had forked off is still there, in its group: RQ's scheduler, for one.
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)


def _cause(status: int) -> dict[str, int | str]:
    if status >= 0:
        return {"exit_code": status}
    named = {sign.value: sign.name for sign in signal.Signals}
    return {"signal": named.get(-status, -status)}
