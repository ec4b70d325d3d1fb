"""The audit page and the drop zone: verdicts that can be shown to both players."""

import hashlib
import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from domain.kernel.texts import LANGUAGES, Language
from replays.findings import GUARANTEES
from replays.reasons import SENTENCES
from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.forged import forged_audit
from tests.services.web.games import game_id


def test_a_good_game_holds_in_everything(window: Window, api: httpx.Client) -> None:
    game = game_id("two-players")
    page = window.open(f"/games/{game}/audit")
    expect(page.locator(".verdicts tbody tr.holds")).to_have_count(len(GUARANTEES) - 1)
    expect(page.locator(".summary.holds")).to_be_visible()
    last = api.get(f"/games/{game}/log").content.splitlines()[-1]
    expect(page.locator("article")).to_contain_text(hashlib.sha256(last).hexdigest())
    expect(page.locator("article")).to_contain_text(f"schichtbuch verify {game}.schicht --key")


@pytest.mark.parametrize("tag", ["en-US", "de-DE", "hu-HU"])
def test_an_audit_prints_on_one_page(
    new_window: OpenWindow, tmp_path: Path, replay_folder: Path, tag: str
) -> None:
    page = new_window(locale=tag).open(f"/games/{game_id('two-players')}/audit")
    expect(page.locator(".summary")).to_be_visible()
    assert sheets(page) == 1
    data = (replay_folder / "two-players.schicht").read_bytes()
    forged = tmp_path / "forged.schicht"
    forged.write_bytes(data.replace(b'"vp":5,"cubes_returned"', b'"vp":9,"cubes_returned"', 1))
    page.goto("/")
    page.locator("#file").set_input_files(forged)
    page.wait_for_url("**/audits/*")
    expect(page.locator(".summary.broken")).to_be_visible()
    assert sheets(page) == 1


def sheets(page: Page) -> int:
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def test_a_forged_file_is_shown_where_it_breaks(
    window: Window, tmp_path: Path, replay_folder: Path
) -> None:
    page = forged_audit(window, tmp_path, replay_folder)
    expect(page.locator("[data-guarantee=chain]")).to_contain_text("broken")
    link = page.locator("[data-guarantee=chain] a")
    expect(page.locator(".audit")).to_contain_text("schichtbuch verify forged.schicht")
    link.click()
    page.wait_for_url("**/audits/*/watch?at=13*")
    expect(page.locator(".moment")).to_contain_text("13.3 of 91")


@pytest.mark.parametrize("tag", ["en-US", "de-DE", "hu-HU"])
def test_the_reasons_are_told_in_the_language_of_the_page(
    new_window: OpenWindow, api: httpx.Client, tmp_path: Path, replay_folder: Path, tag: str
) -> None:
    language: Language = next(one for one in LANGUAGES if tag.startswith(one))
    data = (replay_folder / "two-players.schicht").read_bytes()
    forged = tmp_path / "forged.schicht"
    forged.write_bytes(data.replace(b'"vp":5,"cubes_returned"', b'"vp":9,"cubes_returned"', 1))
    page = new_window(locale=tag).open("/")
    page.locator("#file").set_input_files(forged)
    page.wait_for_url("**/audits/*")
    expect(page.locator("[data-guarantee=chain] .reason")).to_have_text(
        SENTENCES[language]["chain.altered"]
    )
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    running = api.post("/games", json={"game": "gluck-auf", "seats": seats}).json()["id"]
    page.goto(f"/games/{running}/audit")
    expect(page.locator(".summary.unknown")).to_be_visible()
    for guarantee, code in (("deal", "deal.sealed"), ("result", "result.not_over")):
        expect(page.locator(f"[data-guarantee={guarantee}].unknown .reason")).to_have_text(
            SENTENCES[language][code]
        )


def test_what_is_no_replay_is_said_to_be_none(window: Window, tmp_path: Path) -> None:
    for name, content, said in [
        ("letter.schicht", b"Dear organizer,\n", "not a game file of ours"),
        ("empty.schicht", b"", "This file is empty"),
    ]:
        page = window.open("/")
        file = tmp_path / name
        file.write_bytes(content)
        page.locator("#file").set_input_files(file)
        expect(page.locator("main")).to_contain_text(said)


def test_a_huge_file_is_refused_before_it_travels(window: Window, tmp_path: Path) -> None:
    huge = tmp_path / "huge.schicht"
    huge.write_bytes(b"x" * (21 * 1024 * 1024))
    page = window.open("/")
    page.locator("#file").set_input_files(huge)
    expect(page.locator(".drop")).to_contain_text("too large")
