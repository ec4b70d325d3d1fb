"""A replay in a page of another origin: a script, an element, and nothing else of ours."""

import random
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.faults.service import Service
from tests.services.api.table import Table
from tests.services.web.browser import Window
from tests.services.web.games import FOURS, all_frames, game_id

PAGE = """<!doctype html><html lang="{lang}"><title>A club</title><link rel=icon href=data:,>
<style>p, button, section {{ color: red; display: inline; }}</style><p>Our club plays.</p>
<div style="width: {wide}"><schichtbuch-replay {game}></schichtbuch-replay></div>
<script type="module" src="{server}/embed.js"></script>"""


class Club:
    """A site elsewhere, with one page."""

    def __init__(self, server: str) -> None:
        self._server, self.html = server, ""
        club = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(club.html.encode())

            def log_message(self, *_: Any) -> None:
                pass

        self.site = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.site.server_port}"

    def write(self, game: str, lang: str = "en", wide: str = "60rem") -> None:
        self.html = PAGE.format(server=self._server, game=game, lang=lang, wide=wide)


@pytest.fixture
def club(service: Service) -> Iterator[Club]:
    club = Club(service.url)
    threading.Thread(target=club.site.serve_forever, daemon=True).start()
    yield club
    club.site.shutdown()
    club.site.server_close()


@pytest.fixture
def window(browser: Browser, club: Club) -> Iterator[Window]:
    window = Window(browser, club.url)
    yield window
    window.context.close()
    assert window.faults == []


def shown(window: Window) -> Page:
    page = window.open("/")
    page.wait_for_selector("schichtbuch-replay .picture > *")
    return page


@pytest.mark.parametrize("game", FOURS)
def test_every_game_is_played_in_a_page_of_another_origin(
    window: Window, club: Club, api: httpx.Client, game: str
) -> None:
    played = game_id(FOURS[game])
    club.write(f'game="{played}" at="20.1"', lang="de")
    page = shown(window)
    frames = {frame["at"]: frame["text"] for frame in all_frames(api, played, "de")}
    expect(page.locator(".sentence")).to_have_text(frames["20.1"])
    page.locator("[data-step=event-on]").click()
    expect(page.locator(".moment")).not_to_contain_text("20.1 ")
    page.locator(".more-of-it summary").click()
    expect(page.locator(".more-of-it .chart path.line")).to_have_count(4)
    expect(page.locator(".more-of-it .if-scored tfoot td b")).to_have_count(4)
    page.locator("[data-step=last]").click()
    expect(page.locator(".ranking")).to_be_visible()
    red = "rgb(255, 0, 0)"
    assert page.locator("body > p").evaluate("one => getComputedStyle(one).color") == red
    assert page.locator(".sentence").evaluate("one => getComputedStyle(one).color") != red


def test_attributes_lead_it_and_it_tells_where_it_is(window: Window, club: Club) -> None:
    played = game_id("kartenspiel/two-players")
    club.write(f'game="{played}" at="30" as="0"')
    page = shown(window)
    expect(page.locator(".mine[data-seat='0'] .kg-group.hand")).to_have_count(1)
    moment = """element => new Promise((told) => {
      element.addEventListener("moment", ({ detail }) => told(detail.at), { once: true });
      element.setAttribute("at", "40.1");
    })"""
    assert page.locator("schichtbuch-replay").evaluate(moment) == "40.1"
    page.locator("schichtbuch-replay").evaluate("one => one.removeAttribute('as')")
    expect(page.locator(".mine[data-seat='0'] .kg-group.hand")).to_have_count(0)
    expect(page.locator(".moment")).to_contain_text("40.1")
    page.keyboard.press("End")
    expect(page.locator(".moment")).to_contain_text("40.1")  # the keys are still the page's
    page.locator(".sentence").focus()
    page.keyboard.press("End")
    expect(page.locator(".ranking")).to_be_visible()


def test_a_game_that_goes_on_is_followed(window: Window, club: Club, api: httpx.Client) -> None:
    table = Table.open(api)
    club.write(f'game="{table.id}"')
    page = shown(window)
    expect(page.locator(".moment")).to_contain_text("of 1")
    page.locator(".more-of-it summary").click()
    expect(page.locator(".more-of-it .if-scored table, .more-of-it .none")).to_be_visible()
    table.play_on(random.Random(1), 1)
    expect(page.locator(".moment")).to_contain_text("of 2")
    expect(page.locator(".moment")).to_contain_text("2.")


def test_what_is_wrong_is_said_in_its_place(window: Window, club: Club) -> None:
    club.write('game="nowhere"')
    page = window.open("/")
    expect(page.locator("schichtbuch-replay .empty")).to_contain_text("There is no such game")
    window.requests_may_fail = True  # the browser says that the answer was 404


def test_in_a_narrow_place_nothing_lies_on_anything(window: Window, club: Club) -> None:
    club.write(f'game="{game_id("two-players")}" at="40.2"', wide="22rem")
    page = shown(window)
    table, mines = (page.locator(part).bounding_box() for part in (".table", ".mines"))
    assert table
    assert mines
    assert table["y"] + table["height"] <= mines["y"] + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
