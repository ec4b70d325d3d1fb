"""Uploaded files on the pages: watched, set against the rules, cut off, and many at once."""

import csv
import io
import json
import zipfile
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.forged import forged_audit
from tests.services.web.games import game_id
from tests.services.web.test_access import PHONE, WIDE, expect_no_serious_fault

FIVE, NINE = b'"vp":5,"cubes_returned"', b'"vp":9,"cubes_returned"'


@pytest.fixture
def sample(replay_folder: Path) -> bytes:
    return (replay_folder / "two-players.schicht").read_bytes()


def test_record_and_rules_stand_side_by_side_and_the_file_is_watched_not_the_game(
    window: Window, api: httpx.Client, tmp_path: Path, replay_folder: Path
) -> None:
    page = forged_audit(window, tmp_path, replay_folder)
    for side, points in (("recorded", 9), ("rules", 5)):
        there = page.locator(f".side-of.{side}")
        expect(there.locator("li.differs").first).to_contain_text(f"scores {points} VP")
        expect(there.locator(".scores .differs strong")).to_have_text(str(points))
        expect(there.locator(".picture > *")).to_be_visible()
    expect_no_serious_fault(page, WIDE, "light")
    expect_no_serious_fault(page, PHONE, "dark")
    page.set_viewport_size(WIDE)
    page.locator("header nav a").click()
    page.wait_for_url("**/audits/*/watch")
    page.wait_for_selector(".timeline[aria-busy=false]")
    page.locator(".timeline input").fill("13")
    expect(page.locator(".scores li strong").nth(1)).to_have_text("9")
    original = api.get(f"/games/{game_id('two-players')}/state?at=13").json()
    assert original["players"][1]["points"] == 5
    page.select_option("#eyes", "all")
    page.wait_for_selector(".picture[data-eyes=all]")
    expect(page.locator(".scores li strong").nth(1)).to_have_text("9")


SAID = {"en-US": "cut off", "de-DE": "abgeschnitten", "hu-HU": "le van vágva"}


def test_a_cut_off_file_is_said_to_be_in_the_first_line(
    new_window: OpenWindow, tmp_path: Path, sample: bytes
) -> None:
    file = tmp_path / "cut.schicht"
    file.write_bytes(sample[: len(sample) // 2])
    for locale, words in SAID.items():
        page = new_window(locale=locale).open("/")
        page.locator("#file").set_input_files(file)
        page.wait_for_url("**/audits/*")
        expect(page.locator(".summary.broken")).to_contain_text(words)
        expect(page.locator("main")).not_to_contain_text("truncated")


def taken(page: Page, name: str) -> str:
    with page.expect_download() as download:
        page.get_by_role("button", name=name, exact=True).click()
    return Path(download.value.path()).read_text("utf-8-sig")


def test_a_zip_becomes_a_table_that_can_be_sorted_and_taken_along(
    window: Window, tmp_path: Path, sample: bytes
) -> None:
    packed = tmp_path / "games.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("evening/good.schicht", sample)
        archive.writestr("=cmd|'x'!A1.schicht", sample.replace(FIVE, NINE, 1))
        archive.writestr("bomb.schicht", bytes(30 * 1024 * 1024))
        archive.writestr("readme.txt", "not a game")
    page = window.open("/")
    page.locator("#file").set_input_files([packed])
    expect(page.locator(".many .said-here")).to_contain_text("3 of 3 checked. 1 other file")
    expect(page.locator("[data-file='bomb.schicht']")).to_contain_text("too large")
    files = page.locator(".many tbody tr")
    page.locator("[data-column=verdict] button").click()
    expect(files.last).to_have_attribute("data-file", "evening/good.schicht")
    page.locator("[data-column=verdict] button").click()
    expect(files.first).to_have_attribute("data-file", "evening/good.schicht")
    expect_no_serious_fault(page, WIDE, "light")
    expect_no_serious_fault(page, PHONE, "dark")
    rows = list(csv.DictReader(io.StringIO(taken(page, "CSV"))))
    assert [(row["file"], row["verdict"], row["chain"]) for row in rows] == [
        ("evening/good.schicht", "holds", "holds"),
        ("'=cmd|'x'!A1.schicht", "broken", "broken"),
        ("bomb.schicht", "", ""),
    ]
    [good, *_] = json.loads(taken(page, "JSON"))
    assert (good["verdict"], good["report"]["players"]) == ("holds", ["Anna", "Bruno"])


def test_several_files_and_a_broken_zip_are_told_apart(
    window: Window, tmp_path: Path, sample: bytes
) -> None:
    good, broken = tmp_path / "good.schicht", tmp_path / "broken.zip"
    good.write_bytes(sample)
    broken.write_bytes(b"PK" + sample)
    page = window.open("/audits")
    page.locator("#files").set_input_files([good, broken])
    expect(page.locator("[data-file='good.schicht']")).to_have_class("holds")
    expect(page.locator("[data-file='broken.zip']")).to_contain_text("cannot be read as a zip")
