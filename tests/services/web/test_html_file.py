"""A game as one HTML file, opened from disk in a browser that has no network."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from replays.findings import GUARANTEES
from tests.services.cli.running import schichtbuch
from tests.services.web.browser import Window

SAMPLES = Path(__file__).parents[3] / "replays" / "samples"
FORGED = (b'"vp":5,"cubes_returned"', b'"vp":9,"cubes_returned"')


@pytest.fixture
def offline(browser: Browser) -> Iterator[Window]:
    """A window that may ask nobody for anything, and leaves the console silent."""
    window = Window(browser, "file://", offline=True)
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    yield window
    window.context.close()
    assert window.faults == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def opened(window: Window, replay: Path, page: Path, *args: str) -> Page:
    schichtbuch("show", str(replay), "--html", str(page), *args, data=page.parent)
    shown = window.open(page.as_uri())
    shown.wait_for_selector(".picture > *")
    return shown


@pytest.mark.parametrize(
    ("sample", "language"),
    [
        ("gluck_auf/two-players", "en"),
        ("kartenspiel/every-kind-of-event", "de"),
        ("schichtwechsel/pit-cube-drawn-twice", "hu"),
    ],
)
def test_a_game_is_watched_and_proved_from_disk(
    offline: Window, tmp_path: Path, sample: str, language: str
) -> None:
    replay = SAMPLES / f"{sample}.schicht"
    page = opened(offline, replay, tmp_path / "game.html", "--lang", language, "--at", "20")
    story = schichtbuch("show", str(replay), "--log", "--lang", language, data=tmp_path)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".moment")).to_contain_text("20.")
    before = page.locator(".sentence").inner_text()
    page.locator("[data-step=event-on]").click()
    expect(page.locator(".moment")).to_contain_text("21.1")
    expect(page.locator(".sentence")).not_to_have_text(before)
    assert page.locator(".sentence").inner_text() in story
    expect(page.locator(".verdicts .holds")).to_have_count(len(GUARANTEES) - 1)
    page.locator("[data-step=last]").click()
    expect(page.locator(".ranking")).to_be_visible()


def test_other_eyes_see_other_cards(offline: Window, tmp_path: Path) -> None:
    replay = SAMPLES / "kartenspiel/two-players.schicht"
    page = opened(offline, replay, tmp_path / "game.html", "--at", "30", "--seat", "1")
    backs = page.locator(".mine[data-seat='1'] .kg-group .back")
    expect(page.locator(".mine[data-seat='1'] .kg-group.hand")).to_have_count(1)
    page.select_option("label.eyes select", "")
    expect(page.locator(".mine[data-seat='1'] .kg-group.hand")).to_have_count(0)
    expect(backs.first).to_be_visible()


def test_a_broken_file_leads_to_where_it_breaks(offline: Window, tmp_path: Path) -> None:
    """And whatever somebody has written into it stays text."""
    forged, name = tmp_path / "forged.schicht", b'"</script><i>Eve</i>"'
    data = (SAMPLES / "gluck_auf/two-players.schicht").read_bytes()
    forged.write_bytes(data.replace(*FORGED, 1).replace(b'"Anna"', name))
    page = opened(offline, forged, tmp_path / "game.html")
    expect(page.locator("h1")).to_contain_text("</script><i>Eve</i>")
    expect(page.locator("i")).to_have_count(0)
    expect(page.locator(".moment")).to_contain_text("1.1")
    expect(page.locator(".summary.broken")).to_be_visible()
    where = page.locator(".verdicts .broken a").first
    version = where.inner_text().split()[-1]
    where.click()
    expect(page.locator(".moment")).to_contain_text(f"{version}.")
