"""What an embedded server keeps on disk, and the locks that let one folder have one server only."""

import fcntl
import hashlib
import os
import stat
import subprocess
from pathlib import Path
from typing import IO

LONGEST_SOCKET_PATH = 100
"""Bytes. Linux allows 107, macOS 103, and older servers cut the rest off in silence."""


class FolderInUse(Exception):
    """Another process serves this folder."""


class ServerFiles:
    """All names follow from the data folder alone: who comes later finds what was left behind."""

    def __init__(self, data: Path) -> None:
        self.data = data.resolve()
        self.folder = self.data / "redis"
        self.log = self.folder / "server.log"
        self.pid = self.folder / "server.pid"
        self.server_lock = self.folder / "server.lock"
        self.supervisor_lock = self.data / "supervisor.lock"
        self.socket = self._socket()

    def create_folders(self) -> None:
        # A data folder that was there before keeps its mode: it may be shared with others.
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder.mkdir(mode=0o700, exist_ok=True)
        self.folder.chmod(0o700)
        if self.socket.parent != self.folder:
            _create_privately(self.socket.parent)

    def remove_socket_folder(self) -> None:
        if self.socket.parent != self.folder and self.socket.parent.is_dir():
            self.socket.unlink(missing_ok=True)
            self.socket.parent.rmdir()

    def server_pid(self) -> int | None:
        """Of a server that was left behind; none if by now the number belongs to somebody else."""
        try:
            pid = int(self.pid.read_text())
        except (FileNotFoundError, ValueError):
            return None
        return pid if os.fsencode(self.socket) in _command_line(pid) else None

    def supervisor(self) -> int | None:
        """The process that serves this folder just now, if any."""
        try:
            pid = int(self.supervisor_lock.read_text())
            os.kill(pid, 0)
        except (FileNotFoundError, ValueError, ProcessLookupError):
            return None
        except PermissionError:
            return pid  # of another user, who alone may ask for the lock
        lock = try_lock(self.supervisor_lock)
        if lock is None:
            return pid
        lock.close()
        return None

    def last_words(self, lines: int = 5) -> str:
        written = self.log.read_text("utf-8", "replace") if self.log.exists() else ""
        return "\n".join(written.splitlines()[-lines:])

    def _socket(self) -> Path:
        near = self.folder / "server.sock"
        if len(os.fsencode(near)) <= LONGEST_SOCKET_PATH:
            return near
        name = hashlib.sha256(os.fsencode(self.data)).hexdigest()[:16]
        return Path("/tmp") / f"schichtbuch-{os.getuid()}-{name}" / "server.sock"


def _command_line(pid: int) -> bytes:
    if Path("/proc/self/cmdline").exists():
        command = Path(f"/proc/{pid}/cmdline")
        return command.read_bytes() if command.exists() else b""
    asked = subprocess.run(["ps", "-p", str(pid), "-o", "args="], capture_output=True, check=False)
    return asked.stdout


def try_lock(path: Path) -> IO[str] | None:
    """The open file, which is the lock; none if somebody else holds it."""
    file = path.open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def lock_as_supervisor(path: Path) -> IO[str]:
    file = try_lock(path)
    if file is None:
        holder = path.read_text().strip()
        who = f"process {holder}" if holder else "another process"
        raise FolderInUse(f"{path.parent} is already being served by {who}")
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file


def _create_privately(folder: Path) -> None:
    """Where everybody may write, somebody else may have taken the name before us."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to somebody else")
    folder.chmod(0o700)
