"""Where archived games lie: a folder, or an object store by URL (`s3://`, `gs://`, `az://`).

One file per game; beside them, in `tlog/`, leaves of the transparency log. What is written is whole
or not there at all, and on the disk before anybody is told so. Credentials of an object store are
those of its own tools (`AWS_…`, `GOOGLE_…`, `AZURE_…`).
"""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Protocol

import obstore
from msgspec import Struct
from obstore.exceptions import BaseError
from obstore.store import ObjectStore, from_url

from infra.log_errors import StorageUnavailable
from infra.secret_file import write_private
from infra.settings import OBJECT_STORES
from replays.file import SUFFIX

PATIENCE = timedelta(seconds=10)
"""For one request to an object store; with all its retries it stays far below a lease."""


class ArchiveUnavailable(StorageUnavailable):
    """The archive cannot be reached, or not be read or written."""


class StoredFile(Struct, frozen=True):
    game_id: str
    size: int


class ArchiveStore(Protocol):
    async def put(self, game_id: str, content: bytes) -> None:
        """In place of what was there."""

    async def get(self, game_id: str) -> bytes | None:
        """None if there is no such file."""

    async def delete(self, game_id: str) -> None:
        """Nor is it there afterwards if it was not before."""

    def files(self) -> AsyncIterator[StoredFile]:
        """Those of all games, in no particular order."""

    async def put_file(self, name: str, content: bytes) -> None:
        """One that is not a game's; its name may have folders."""

    async def get_file(self, name: str) -> bytes | None:
        """None if there is no such file."""


def open_store(where: str) -> ArchiveStore:
    if where.startswith(OBJECT_STORES):
        return ObjectArchive(where)
    return FolderArchive(Path(where))


class FolderArchive:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def put(self, game_id: str, content: bytes) -> None:
        await self.put_file(f"{game_id}{SUFFIX}", content)

    async def get(self, game_id: str) -> bytes | None:
        return await self.get_file(f"{game_id}{SUFFIX}")

    async def put_file(self, name: str, content: bytes) -> None:
        with _reachable():
            await asyncio.to_thread(self._put, self._folder / name, content)

    async def get_file(self, name: str) -> bytes | None:
        with _reachable():
            try:
                return await asyncio.to_thread((self._folder / name).read_bytes)
            except FileNotFoundError:
                return None

    async def delete(self, game_id: str) -> None:
        with _reachable():
            await asyncio.to_thread(self._delete, game_id)

    async def files(self) -> AsyncIterator[StoredFile]:
        for path in self._folder.glob(f"*{SUFFIX}"):
            try:
                yield StoredFile(path.name.removesuffix(SUFFIX), path.stat().st_size)
            except FileNotFoundError:
                continue

    def _put(self, path: Path, content: bytes) -> None:
        write_private(path, content)
        for folder in path.parents:
            _sync(folder)
            if folder == self._folder:
                break

    def _delete(self, game_id: str) -> None:
        (self._folder / f"{game_id}{SUFFIX}").unlink(missing_ok=True)
        if self._folder.is_dir():
            _sync(self._folder)


class ObjectArchive:
    def __init__(self, url: str) -> None:
        self._url = url
        self._opened: ObjectStore | None = None

    @property
    def _store(self) -> ObjectStore:
        """Opened when it is needed first: most processes never ask it for anything."""
        if self._opened is None:
            self._opened = from_url(
                self._url,
                # Only where an operator has named such an endpoint: all others are https.
                client_options={"timeout": PATIENCE, "allow_http": True},
                retry_config={"max_retries": 2, "retry_timeout": PATIENCE},
            )
        return self._opened

    async def put(self, game_id: str, content: bytes) -> None:
        await self.put_file(f"{game_id}{SUFFIX}", content)

    async def get(self, game_id: str) -> bytes | None:
        return await self.get_file(f"{game_id}{SUFFIX}")

    async def put_file(self, name: str, content: bytes) -> None:
        with _reachable():
            await obstore.put_async(self._store, name, content)

    async def get_file(self, name: str) -> bytes | None:
        with _reachable():
            try:
                found = await obstore.get_async(self._store, name)
                return bytes(await found.bytes_async())
            except FileNotFoundError:
                return None

    async def delete(self, game_id: str) -> None:
        with _reachable(), suppress(FileNotFoundError):
            await obstore.delete_async(self._store, f"{game_id}{SUFFIX}")

    async def files(self) -> AsyncIterator[StoredFile]:
        with _reachable():
            async for some in obstore.list(self._store):
                for found in some:
                    if found["path"].endswith(SUFFIX):
                        yield StoredFile(found["path"].removesuffix(SUFFIX), found["size"])


def _sync(path: Path) -> None:
    """The folder itself: else a crash of the machine could forget the file's name."""
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def _reachable() -> Iterator[None]:
    try:
        yield
    except (BaseError, OSError, ValueError) as error:
        raise ArchiveUnavailable(str(error).partition("\n")[0]) from error
