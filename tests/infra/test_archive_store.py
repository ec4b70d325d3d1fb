"""Where archived games lie: a folder and an object store behave alike; S3 is spoken for real."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import boto3  # type: ignore[import-untyped]  # it has no types of its own
import pytest
from moto.server import ThreadedMotoServer

from infra.archive_store import ArchiveStore, ArchiveUnavailable, open_store


@pytest.fixture(scope="module")
def object_store() -> Iterator[str]:
    """A server on loopback that speaks S3, and a bucket on it."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ACCESS_KEY_ID", "testing")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
        patch.setenv("AWS_REGION", "us-east-1")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        boto3.client("s3").create_bucket(Bucket="games")
        yield "s3://games/archive"
    server.stop()


@pytest.fixture(params=["folder", "object store"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "folder":
        return str(tmp_path / "archive")
    found: str = request.getfixturevalue("object_store")
    return found


async def story(store: ArchiveStore) -> None:
    assert await store.get("one") is None
    await store.delete("one")
    await store.put("one", b"first")
    await store.put("one", b"second")
    await store.put("two", b"!")
    assert await store.get("one") == b"second"
    files = [file async for file in store.files()]
    assert sorted((file.game_id, file.size) for file in files) == [("one", 6), ("two", 1)]
    assert await store.get_file("tlog/log/1.zst") is None
    await store.put_file("tlog/log/1.zst", b"leaves")
    assert await store.get_file("tlog/log/1.zst") == b"leaves"
    assert len([file async for file in store.files()]) == 2  # games only
    await store.delete("two")
    assert await store.get("two") is None


def test_what_is_put_there_is_what_is_got(place: str) -> None:
    asyncio.run(story(open_store(place)))


def test_a_file_is_for_its_owner_only(tmp_path: Path) -> None:
    asyncio.run(open_store(str(tmp_path / "archive")).put("one", b"first"))
    assert (tmp_path / "archive" / "one.schicht").stat().st_mode & 0o077 == 0


def test_a_place_that_cannot_be_used_is_said_so(tmp_path: Path, object_store: str) -> None:
    assert object_store
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    for place in (str(blocked), "s3://nobodys-bucket/archive"):
        with pytest.raises(ArchiveUnavailable):
            asyncio.run(open_store(place).put("one", b"first"))
