"""Without Chromium the tests of the pages say so, and in CI that is a failure."""

import shutil

import pytest

from tests.services.web.browser import chromium

HOW = "apt-get install chromium"


@pytest.fixture
def without_chromium(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.delenv("SCHICHTBUCH_CHROMIUM", raising=False)
    return monkeypatch


def test_without_chromium_ci_fails_and_says_how_to_get_it(
    without_chromium: pytest.MonkeyPatch,
) -> None:
    without_chromium.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=HOW):
        chromium()


def test_without_chromium_others_skip_and_are_told_the_same(
    without_chromium: pytest.MonkeyPatch,
) -> None:
    without_chromium.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=HOW):
        chromium()


def test_the_one_that_is_named_is_taken(without_chromium: pytest.MonkeyPatch) -> None:
    without_chromium.setenv("SCHICHTBUCH_CHROMIUM", "/opt/chromium")
    assert chromium() == "/opt/chromium"
