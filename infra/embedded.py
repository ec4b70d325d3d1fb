"""The embedded server: a real, persistent one as our child, in a data folder, for this user only.

It listens on a unix socket and nowhere else, and has written every append before it answers.
"""

import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO
from urllib.parse import quote

from infra.server_binary import find_server
from infra.server_files import ServerFiles, lock_as_supervisor, try_lock

PATIENCE = 30.0
"""Seconds without any answer after which a server that starts counts as stuck."""
GRACE = 10.0
"""Seconds a server gets to end, before it is asked less politely."""
GUARD = 'read -r _; kill -TERM "$1"'
"""Outlives us: when our end of its input closes, however we died, it ends the server."""


class ServerFailed(Exception):
    """The server did not start, or did not end."""


def running_url(data: Path) -> str | None:
    """Where the embedded server of this folder listens, if somebody has started it."""
    at = ServerFiles(data).socket
    return _url(at) if _say(at, "PING") else None


class EmbeddedServer:
    def __init__(self, data: Path, max_memory: int = 0) -> None:
        """It takes no more when it uses so many bytes; 0: as long as the machine has some."""
        self._max_memory = max_memory
        self._files = ServerFiles(data)
        self._turn = threading.Lock()
        self._leaving = threading.Event()
        self._claim: IO[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return _url(self._files.socket)

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def guard_pid(self) -> int | None:
        return self._guard.pid if self._guard else None

    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def wait(self) -> int:
        """Until the server has ended: its exit code, or minus the signal that ended it."""
        return self._process.wait() if self._process else 0

    def start(self) -> None:
        with self._turn:
            if self._claim:
                raise ServerFailed("this server has been started already")
            self._leaving.clear()
            self._files.create_folders()
            self._claim = lock_as_supervisor(self._files.supervisor_lock)
            try:
                self._launch(find_server())
            except BaseException:
                self._end()
                raise

    def restart(self) -> None:
        """After the server died: the same data, the same socket."""
        with self._turn:
            if self._claim and not self.alive() and not self._leaving.is_set():
                self._launch(find_server())

    def stop(self) -> None:
        self._leaving.set()  # a start that still waits for its server gives up the turn
        with self._turn:
            self._end()

    def _end(self) -> None:
        try:
            if process := self._process:
                if not self._end_politely(lambda: process.poll() is not None, process.pid):
                    raise ServerFailed(f"the server, process {process.pid}, does not end")
                self._files.remove_socket_folder()
        finally:
            self._dismiss_guard()
            if self._claim:
                self._claim.close()
            self._claim = self._process = None

    def _launch(self, binary: Path) -> None:
        self._dismiss_guard()
        with self._only_server() as lock, self._files.log.open("ab") as log:
            # The server inherits the lock: it is free again when the last server has really ended.
            self._process = subprocess.Popen(
                [str(binary), *self._options()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(lock.fileno(),),
                start_new_session=True,  # Ctrl-C is for us alone
            )
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", GUARD, "schichtbuch-guard", str(self._process.pid)],
            stdin=subprocess.PIPE,
            start_new_session=True,
        )
        self._await_answer(self._process)

    def _options(self) -> list[str]:
        options = {
            "dir": self._files.folder,
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "port": "0",
            "unixsocket": self._files.socket,
            "unixsocketperm": "700",
            "pidfile": self._files.pid,
            "daemonize": "no",
            "maxmemory": self._max_memory,
            "maxmemory-policy": "noeviction",
        }
        return [word for name, value in options.items() for word in (f"--{name}", str(value))]

    def _only_server(self) -> IO[str]:
        """The lock of the server; one that was left behind by a killed supervisor is ended."""
        locks: list[IO[str]] = []

        def free() -> bool:
            locks.extend(lock for lock in [try_lock(self._files.server_lock)] if lock)
            return bool(locks)

        if not free() and not self._end_politely(free, self._files.server_pid()):
            raise ServerFailed(f"another server uses {self._files.folder}, and does not end")
        return locks[0]

    def _end_politely(self, ended: Callable[[], bool], pid: int | None) -> bool:
        if ended():
            return True
        heard = _say(self._files.socket, "SHUTDOWN") is not None
        for sign in (signal.SIGTERM, signal.SIGKILL):
            if heard and _until(ended, GRACE):
                return True
            heard = True
            if pid is not None:
                with suppress(ProcessLookupError):
                    os.kill(pid, sign)
        return _until(ended, GRACE)

    def _await_answer(self, process: "subprocess.Popen[bytes]") -> None:
        give_up = time.monotonic() + PATIENCE
        while not (answer := _say(self._files.socket, "PING") or b"").startswith(b"+PONG"):
            if process.poll() is not None:
                raise ServerFailed(f"the server ended at once:\n{self._files.last_words()}")
            if answer:  # it loads its data, which takes as long as it takes
                give_up = time.monotonic() + PATIENCE
            if time.monotonic() > give_up:
                raise ServerFailed(f"the server does not answer:\n{self._files.last_words()}")
            if self._leaving.wait(0.005):
                raise ServerFailed("stopped before the server was ready")

    def _dismiss_guard(self) -> None:
        if self._guard:
            self._guard.kill()
            self._guard.communicate()
        self._guard = None


def _url(at: Path) -> str:
    return f"unix://{quote(str(at))}"


def _say(at: Path, word: str) -> bytes | None:
    """The first words of the answer, which may be empty; none if nobody listens."""
    with socket.socket(socket.AF_UNIX) as talk:
        talk.settimeout(1.0)
        try:
            talk.connect(str(at))
        except OSError:
            return None
        with suppress(OSError):
            talk.sendall(f"{word}\r\n".encode())
            return talk.recv(1024)
    return b""


def _until(condition: Callable[[], bool], seconds: float) -> bool:
    give_up = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > give_up:
            return False
        time.sleep(0.005)
    return True
