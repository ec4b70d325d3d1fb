"""Games stay with the catalog that they began on; names may be corrected at any time."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.catalog import Catalog, Catalogs, EditedCatalog, digest_of
from domain.kernel.decider import AnyGame
from domain.kernel.texts import LANGUAGES
from domain.registry import GAMES

FIGURES = {"colors": {"items": [{"id": "yellow", "cubes": 5}, {"id": "black", "cubes": 7}]}}
NAMES = {"colors": {"items": {"yellow": {"names": {"en": "Yellow"}}}}}


class Small(Catalog):
    def __init__(self, raw: bytes, *, over: bool = False) -> None:
        super().__init__(raw, NAMES, over=over)


def shipped(folder: Path, *contents: Any) -> Path:
    (folder / "catalogs").mkdir()
    for number, content in enumerate(contents, 1):
        name = f"{number}-{digest_of(content)}.json"
        (folder / "catalogs" / name).write_text(json.dumps(content), "utf-8")
    return folder


def catalogs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Catalogs[Small]:
    monkeypatch.setattr("domain.kernel.catalog.files", lambda _package: folder)
    return Catalogs("a game", Small, NAMES)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_catalog_that_was_shipped_is_found_by_its_digest(game: AnyGame) -> None:
    for digest in game.catalogs.digests:
        found: Any = game.catalogs.find(digest)
        assert found.digest == digest
    assert game.catalogs.digests[-1] == game.catalog.digest
    assert game.catalogs.find("0" * 64) is None


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_newest_catalog_holds_no_name_and_is_named_in_every_language(game: AnyGame) -> None:
    assert not list(texts_in(game.catalog.content))
    texts = list(texts_in(game.catalog.named))
    assert texts
    assert all(set(LANGUAGES) <= text.keys() for text in texts)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_one_that_was_fetched_and_sent_back_unchanged_is_ours(game: AnyGame) -> None:
    assert game.catalogs.corrected(game.catalog.named) is game.catalog
    assert game.catalogs.corrected(game.catalog.content) is game.catalog


def test_a_corrected_name_changes_no_digest_and_shows_in_old_catalogs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = {"colors": {"items": [{"id": "yellow", "cubes": 4, "names": {"en": "Yelow"}}]}}
    found = catalogs(shipped(tmp_path, old, FIGURES), monkeypatch)
    first = found.find(digest_of(old))
    assert first is not None
    assert first.named["colors"]["items"][0]["names"] == {"en": "Yellow"}
    assert first.content == old
    assert found.newest.digest == digest_of(FIGURES)


def test_an_own_name_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = catalogs(shipped(tmp_path, FIGURES), monkeypatch)
    own = {"colors": {"items": [{"id": "yellow", "cubes": 5, "names": {"en": "Brown coal"}}]}}
    mine = found.corrected(own)
    assert mine.content == own
    assert mine.named["colors"]["items"][0]["names"] == {"en": "Brown coal"}
    assert found.find(mine.digest) is None


def test_a_shipped_catalog_that_was_edited_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shipped(tmp_path, FIGURES)
    [file] = (folder / "catalogs").iterdir()
    file.write_text(file.read_text("utf-8").replace("5", "6"), "utf-8")
    with pytest.raises(EditedCatalog, match="next number"):
        catalogs(folder, monkeypatch)


def texts_in(content: Any) -> list[dict[str, Any]]:
    if isinstance(content, list):
        return [text for item in content for text in texts_in(item)]
    if not isinstance(content, dict):
        return []
    own = [v for k, v in content.items() if k in ("name", "names", "title") and "en" in v]
    return [*own, *(text for value in content.values() for text in texts_in(value))]
