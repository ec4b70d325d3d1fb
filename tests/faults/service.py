"""`schichtbuch up` as a person starts it, with its children known by name, to be killed at will."""

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

import httpx
import psutil

from tests.waiting import eventually


class Service:
    def __init__(self, data: Path, workers: int = 1, **settings: str) -> None:
        """Settings are given by name, without their prefix."""
        self.data = data
        self.printed: list[str] = []
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "services.cli.main", "up", "--port", "0"),
                *("--data", str(data), "--workers", str(workers)),
            ],
            env={
                **os.environ,
                "SCHICHTBUCH_RATE_LIMIT": "0",
                **{f"SCHICHTBUCH_{name.upper()}": value for name, value in settings.items()},
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout
        reading = threading.Thread(target=self._read, args=[self._process.stdout], daemon=True)
        reading.start()
        eventually(lambda: self._address() or self._process.poll() is not None, 60)
        address = self._address()
        assert address, "".join(self.printed)
        self.url = address
        eventually(self.ready, 60)

    def ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health/ready", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    def children(self) -> dict[str, psutil.Process]:
        """`api`, `worker`, `audit worker`, `webhook worker` and `server`, as far as they live."""
        found = {}
        for child in psutil.Process(self._process.pid).children():
            try:
                command = " ".join(child.cmdline())
            except psutil.Error:
                continue
            for name in ("api", "worker"):
                if f"services.cli.main {name}" in command:
                    found[_of_queue(name, command)] = child
            if "unixsocket" in command or "valkey-server" in command.partition(" ")[0]:
                found["server"] = child
        return found

    def kill(self, name: str) -> bool:
        """With -9; whether there was somebody to kill."""
        child = self.children().get(name)
        if child is None:
            return False
        try:
            child.send_signal(signal.SIGKILL)
        except psutil.NoSuchProcess:
            return False
        return True

    def stop(self) -> int:
        self._process.terminate()
        try:
            return self._process.wait(30)
        finally:
            self._process.kill()

    def _read(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                self.printed.append(line)

    def _address(self) -> str | None:
        found = re.search(r"Schichtbuch is at (http://[^;\s]+)", "".join(self.printed))
        return found.group(1) if found else None


def _of_queue(name: str, command: str) -> str:
    """By what they work on: audits, webhooks, or games."""
    queues = {"--queue audits": "audit worker", "--queue webhooks": "webhook worker"}
    return next((named for queue, named in queues.items() if queue in command), name)
