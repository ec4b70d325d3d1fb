"""The organizer key: made once, kept, readable by its owner only, overruled by the environment."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from infra.organizer_key import FILE_NAME, VARIABLE, EmptyKey, load_or_create


@pytest.fixture(autouse=True)
def _no_key_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def test_a_key_is_made_on_first_use_and_kept(tmp_path: Path) -> None:
    key = load_or_create(tmp_path / "data")
    assert len(key) >= 32
    assert load_or_create(tmp_path / "data") == key
    assert load_or_create(tmp_path / "elsewhere") != key


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    load_or_create(data)
    assert stat.S_IMODE((data / FILE_NAME).stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert [path.name for path in data.iterdir()] == [FILE_NAME]


def test_two_who_come_first_at_once_get_the_same_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: load_or_create(tmp_path), range(16)))) == 1


def test_the_environment_wins_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "glueckauf")
    assert load_or_create(tmp_path) == "glueckauf"
    assert not list(tmp_path.iterdir())


def test_an_empty_file_opens_no_door(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("\n")
    with pytest.raises(EmptyKey):
        load_or_create(tmp_path)
