"""A backup of a game that goes on: whoever holds a token plays on with it in another house."""

import random
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from infra.secret_file import ReadableByOthers
from infra.signing_key import trusted
from replays.file import read_replay
from replays.verify import verify
from services.backup import Tokens, UnusableBackup, read_tokens, tokens_path, written_tokens
from services.bootstrap import Resources
from services.exporting import NotImportable, import_game, importable, write_backup
from tests.replays.verdicts import judged
from tests.services.api.house import House
from tests.services.api.importing import with_resources
from tests.services.api.table import Table


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    built = House(tmp_path_factory.mktemp("elsewhere"))
    built.start_worker()
    yield built
    built.close()


def backup(house: House, table: Table, folder: Path) -> Path:
    path = folder / f"{table.id}.schicht"
    with_resources(house, lambda resources: write_backup(resources, table.id, path))
    return path


def restored(house: House, path: Path, keys: Path) -> bool:
    async def restore(resources: Resources) -> bool:
        game = importable(path.read_bytes(), trusted(keys))
        return await import_game(resources, game, read_tokens(path, game.header.game))

    return with_resources(house, restore)


@pytest.mark.parametrize("game", ["gluck-auf", "kartenspiel", "schichtwechsel"])
def test_a_game_that_goes_on_is_played_on_elsewhere(
    house: House, elsewhere: House, http: httpx.Client, tmp_path: Path, game: str
) -> None:
    table, luck = Table.open(http, game), random.Random(game)
    table.play_on(luck, 12)
    path = backup(house, table, tmp_path)
    assert restored(elsewhere, path, house.data)
    moved = table.through(elsewhere.open_api().http)
    before, after = table.summary(), moved.summary()
    assert after["imported"]["signed_by"] == str(trusted(house.data)[0])
    assert {**after, "imported": None} == before
    assert moved.get("/replay").content == table.get("/replay").content
    moved.play_on(luck)
    report = verify(moved.get("/replay").content, trusted(elsewhere.data))
    assert judged(report) == {"holds"}
    key = {"Authorization": f"Bearer {table.begun['key']}"}
    assert moved.http.post(moved.path("/seats/0/token"), headers=key).status_code == 201
    assert not restored(elsewhere, path, house.data), "it is there, and further on"


def test_a_backup_opens_every_seal_and_is_its_owner_s_alone(
    house: House, table: Table, tmp_path: Path
) -> None:
    path = backup(house, table, tmp_path / "new folder")
    assert {file.stat().st_mode & 0o777 for file in (path, tokens_path(path))} == {0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert all(entry.seals for entry in read_replay(path.read_bytes()).entries[:1])
    for token in table.begun["seats"]:
        assert token["token"] not in tokens_path(path).read_text()


def test_a_running_game_is_taken_from_a_trusted_key_only(
    house: House, table: Table, tmp_path: Path
) -> None:
    data = backup(house, table, tmp_path).read_bytes()
    for foreign in (False, True):
        with pytest.raises(NotImportable, match="--trust"):
            importable(data, [], foreign=foreign)


def test_tokens_that_others_can_read_are_not_taken(
    house: House, table: Table, tmp_path: Path
) -> None:
    path = backup(house, table, tmp_path)
    for mode in (0o644, 0o640, 0o604):
        tokens_path(path).chmod(mode)
        with pytest.raises(ReadableByOthers, match=f"mode {mode:o}.*chmod 600"):
            read_tokens(path, table.id)


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{}", b"\xff", b"[]", written_tokens(Tokens("another", {}))),
        b'{"game":"g","seats":{"9":"' + b"ab" * 32 + b'"}}',
        b'{"game":"g","seats":{"0":"short"}}',
        b'{"game":"g","seats":{},"format":"tokens/9"}',
    ],
)
def test_what_holds_no_tokens_of_the_game_is_explained(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "g.schicht"
    with pytest.raises(UnusableBackup, match="there is no"):
        read_tokens(path, "g")
    tokens_path(path).touch(0o600)
    tokens_path(path).write_bytes(content)
    with pytest.raises(UnusableBackup, match="holds no tokens"):
        read_tokens(path, "g")
