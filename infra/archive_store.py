"""Where archived games lie: a folder, or an object store by URL (`s3://`, `gs://`, `az://`).

One file per game. What is written is whole or not there at all, and on the disk before anybody is
told so. Credentials of an object store are those of its own tools (`AWS_…`, `GOOGLE_…`, `AZURE_…`).
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
        """All of them, in no particular order."""


def open_store(where: str) -> ArchiveStore:
    if where.startswith(OBJECT_STORES):
        return ObjectArchive(where)
    return FolderArchive(Path(where))


class FolderArchive:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def put(self, game_id: str, content: bytes) -> None:
        with _reachable():
            await asyncio.to_thread(self._put, game_id, content)

    async def get(self, game_id: str) -> bytes | None:
        with _reachable():
            try:
                return await asyncio.to_thread(self._path(game_id).read_bytes)
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

    def _put(self, game_id: str, content: bytes) -> None:
        write_private(self._path(game_id), content)
        self._sync()

    def _delete(self, game_id: str) -> None:
        self._path(game_id).unlink(missing_ok=True)
        if self._folder.is_dir():
            self._sync()

    def _sync(self) -> None:
        """The folder itself: else a crash of the machine could forget the file's name."""
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _path(self, game_id: str) -> Path:
        return self._folder / f"{game_id}{SUFFIX}"


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
        with _reachable():
            await obstore.put_async(self._store, f"{game_id}{SUFFIX}", content)

    async def get(self, game_id: str) -> bytes | None:
        with _reachable():
            try:
                found = await obstore.get_async(self._store, f"{game_id}{SUFFIX}")
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


@contextmanager
def _reachable() -> Iterator[None]:
    try:
        yield
    except (BaseError, OSError, ValueError) as error:
        raise ArchiveUnavailable(str(error).partition("\n")[0]) from error
