"""Every language says the same: in every package the same keys with the same gaps."""

from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from domain.kernel.texts import LANGUAGES, language_file

ROOT = Path(__file__).parent.parent
PACKAGES = sorted(
    ".".join(folder.parent.relative_to(ROOT).parts)
    for top in ("domain", "infra", "replays", "services")
    for folder in (ROOT / top).rglob("languages")
    if folder.is_dir()
)


def said(texts: Any, key: str = "") -> Iterator[tuple[str, frozenset[str]]]:
    """Every key with the gaps of its sentence; where a name is from need not be alike."""
    if isinstance(texts, str):
        yield key, frozenset(gap for _, gap, _, _ in Formatter().parse(texts) if gap)
        return
    items = texts.items() if isinstance(texts, dict) else enumerate(texts)
    for member, text in items:
        yield from said(text, f"{key}/{member}")


def test_the_packages_that_speak_are_found() -> None:
    assert {"domain.kernel", "domain.gluck_auf", "replays", "services"} <= set(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_language_has_the_same_keys_with_the_same_gaps(package: str) -> None:
    english = dict(said(language_file(package, "en")))
    assert english
    for language in LANGUAGES:
        assert dict(said(language_file(package, language))) == english, language
        assert all(text for text in _texts(language_file(package, language)))


@pytest.mark.parametrize("package", PACKAGES)
def test_no_language_is_left_over(package: str) -> None:
    folder = ROOT.joinpath(*package.split("."), "languages")
    assert {file.name for file in folder.iterdir()} == {f"{tag}.json" for tag in LANGUAGES}


def _texts(texts: Any) -> Iterator[str]:
    if isinstance(texts, str):
        yield texts
        return
    for text in texts.values() if isinstance(texts, dict) else texts:
        yield from _texts(text)
