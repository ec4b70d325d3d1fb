"""The printed record: printing a game gives two sheets at most, with all that matters."""

import io
import re

import httpx
import pytest
import segno
from playwright.sync_api import Page, expect

from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.games import FOURS, game_id
from tests.waiting import eventually

PRINTED = list(zip(FOURS, ("en-US", "de-DE", "hu-HU"), strict=True))
OPTION = {
    "gluck-auf": "Delivered orders: lie face down",
    "kartenspiel": "Startspieler: durch das Los; Farben: Rot (Anna), Blau (Bruno), Grün (Clara)",
    "schichtwechsel": "A kockák elfogyhatnak: igen",
}
"""One of each."""
EDITION = {"gluck-auf": "German", "kartenspiel": "Standard", "schichtwechsel": "alapkiadás"}


def sheets(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


@pytest.mark.parametrize(("game", "locale"), PRINTED)
def test_a_game_is_printed_on_two_sheets(
    new_window: OpenWindow, api: httpx.Client, game: str, locale: str
) -> None:
    played = game_id(FOURS[game])
    page = new_window(locale=locale).watch_all(played)
    record = page.locator(".record[data-ready]")
    expect(record).to_be_attached()
    page.emulate_media(media="print")
    expect(record).to_be_visible()
    expect(page.locator(".controls")).to_be_hidden()
    summary = api.get(f"/games/{played}").json()
    for said in (
        *(seat["name"] for seat in summary["seats"]),
        *(EDITION[game], summary["commitment"], played),
        api.get(f"/games/{played}/audit?lang={locale[:2]}").json()["game"],
        "schichtbuch-samples+",
    ):
        expect(record).to_contain_text(said)
    expect(record).to_contain_text(OPTION[game])
    expect(record.locator(".found li.holds")).to_have_count(10)
    assert record.locator(".scored").count() >= 3
    eventually(lambda: record.locator("img").evaluate("code => code.naturalWidth") > 0)
    assert sheets(page) <= 2


def test_the_code_leads_to_the_live_page(window: Window, api: httpx.Client) -> None:
    origin = str(api.base_url).removesuffix("/api/v1/")
    drawn = io.BytesIO()
    address = f"{origin}/games/{game_id('two-players')}"
    segno.make(address, micro=False, error="m").save(drawn, kind="svg", border=2, light="#fff")
    assert httpx.get(f"{address}/qr.svg", timeout=30).content == drawn.getvalue()
    assert httpx.get(f"{origin}/games/nobody/qr.svg", timeout=30).status_code == 404
    page = window.open(address)
    expect(page.locator(".record")).to_be_hidden()
