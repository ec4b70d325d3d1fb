"""The signing key: made once, kept, readable by its owner only."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from infra.signing_key import FILE_NAME, UnusableKey, load_or_create, trusted
from replays.samples import sample_keys


def test_a_key_is_made_on_first_use_and_kept(tmp_path: Path) -> None:
    assert trusted(tmp_path) == sample_keys()
    first = load_or_create(tmp_path / "deep" / "down")
    again = load_or_create(tmp_path / "deep" / "down")
    assert first.key == again.key
    assert trusted(tmp_path / "deep" / "down") == [first.key, *sample_keys()]


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    load_or_create(tmp_path)
    assert stat.S_IMODE((tmp_path / FILE_NAME).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_two_who_come_first_at_once_get_the_same_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: str(load_or_create(tmp_path).key), range(16)))
    assert len(keys) == 1


def test_a_file_that_is_no_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"nonsense")
    with pytest.raises(UnusableKey):
        load_or_create(tmp_path)
