"""`report.html` of an event, opened from disk: in the reader's language, and in any other."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from domain.kernel.texts import LANGUAGES, Language
from replays.tournaments.bundle import REPORT
from replays.tournaments.zip_file import read_zip
from tests.replays.tournaments.test_bundle import bundle
from tests.services.web.browser import Window


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_in_the_readers_language_and_another_can_be_chosen(
    browser: Browser, tmp_path: Path, language: Language
) -> None:
    report = tmp_path / REPORT
    report.write_bytes(read_zip(bundle())[REPORT])
    window = Window(browser, "file://", offline=True, locale=f"{language}-XX")
    page = window.open(report.as_uri())
    for chosen in (language, *LANGUAGES):
        if chosen != language:
            page.locator(f"label[for={chosen}]").click()
        expect(page.locator("main:visible")).to_have_count(1)
        expect(page.locator("main:visible")).to_have_attribute("lang", chosen)
        language = chosen
    window.context.close()
    assert window.faults == []
