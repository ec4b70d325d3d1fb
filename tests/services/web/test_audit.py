"""The audit page and the drop zone: verdicts that can be shown to both players."""

import hashlib
import re
from pathlib import Path

import httpx
from playwright.sync_api import expect

from tests.services.web.browser import Window
from tests.services.web.games import game_id


def test_a_good_game_holds_in_all_eight(window: Window, api: httpx.Client) -> None:
    game = game_id("two-players")
    page = window.open(f"/games/{game}/audit")
    expect(page.locator(".verdicts tbody tr.holds")).to_have_count(8)
    expect(page.locator(".summary.holds")).to_be_visible()
    last = api.get(f"/games/{game}/log").content.splitlines()[-1]
    expect(page.locator("article")).to_contain_text(hashlib.sha256(last).hexdigest())
    expect(page.locator("article")).to_contain_text(f"schichtbuch verify {game}.schicht --key")
    expect(page.locator("article")).to_contain_text("sha256sum")


def test_an_audit_prints_on_one_page(window: Window) -> None:
    page = window.open(f"/games/{game_id('two-players')}/audit")
    expect(page.locator(".summary")).to_be_visible()
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


def test_a_forged_file_is_shown_where_it_breaks(
    window: Window, tmp_path: Path, replay_folder: Path
) -> None:
    data = (replay_folder / "two-players.schicht").read_bytes()
    forged = tmp_path / "forged.schicht"
    forged.write_bytes(data.replace(b'"vp":5,"cubes_returned"', b'"vp":9,"cubes_returned"', 1))
    page = window.open("/")
    page.locator("#file").set_input_files(forged)
    page.wait_for_url("**/audits/*")
    expect(page.locator(".summary.broken")).to_be_visible()
    expect(page.locator("[data-guarantee=chain]")).to_contain_text("broken")
    link = page.locator("[data-guarantee=chain] a")
    expect(link).to_have_attribute("href", f"/games/{game_id('two-players')}?at=13")
    expect(page.locator("article")).to_contain_text("schichtbuch verify forged.schicht")
    link.click()
    expect(page.locator(".moment")).to_contain_text("13.3 of 91")


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
