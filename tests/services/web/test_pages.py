"""All pages: languages, narrow, dark, by keyboard, for screen readers; and what goes wrong."""

import re
from itertools import product
from typing import Literal

import httpx
import pytest
from playwright.sync_api import Page, expect

from domain.kernel.texts import LANGUAGES
from services.web.static_files import FILES, ROOT
from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.games import FOURS, all_frames, game_id

TWO = "two-players"
SCRIPT = "<script>alert(1)</script>"
BOARDS = ("gluck_auf", "kartenspiel", "schichtwechsel")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SAID = {"en": "The story", "de": "Der Verlauf", "hu": "A játék menete"}


def pages() -> list[str]:
    game = game_id(TWO)
    games = [f"/games/{game}?at=40.2", f"/games/{game}?at=91.3", f"/games/{game}/audit"]
    return ["/", *games, "/rules", "/rules/schichtwechsel", "/keys", "/witness"]


@pytest.mark.parametrize("tag", ["en-US", "de-AT", "hu-HU"])
def test_the_browser_s_language_is_spoken(
    new_window: OpenWindow, api: httpx.Client, tag: str
) -> None:
    language, game = tag[:2], game_id(TWO)
    page = new_window(locale=tag).watch(game, "17.1")
    [text] = [f["text"] for f in all_frames(api, game, language) if f["at"] == "17.1"]
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".sentence")).to_have_text(text)
    expect(page.locator("[data-page=story]")).to_have_text(SAID[language])


def test_another_language_can_be_chosen_and_stays(window: Window) -> None:
    page = window.watch(game_id(TWO), "17.1")
    page.select_option("#language", "hu")
    expect(page.locator("[data-page=story]")).to_have_text(SAID["hu"])
    expect(page.locator(".moment")).to_contain_text("17.1 ")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "hu")


def test_every_text_is_there_in_every_language(window: Window) -> None:
    page = window.open("/")
    keys = "from => import(from).then(file => Object.values(file).flatMap(Object.keys))"
    folders = {name.removesuffix("en.js") for name in FILES if name.endswith("words/en.js")}
    pages = {"words/", "audits/words/", "arbiter/words/", "table/words/", "play/words/"}
    pages |= {"tournaments/words/", "tlog/words/"}
    assert {*pages, *(f"boards/{game}/words/" for game in BOARDS)} == folders
    known: set[str] = set()
    for folder in folders:
        one = [page.evaluate(keys, f"{ROOT}/{folder}{tag}.js") for tag in LANGUAGES]
        assert [set(words) for words in one] == [set(one[0])] * len(LANGUAGES), folder
        known |= set(one[0])
    for name, content in FILES.items():
        game = re.sub(r"boards/([\w-]+).*", r"\1", name).replace("_", "-")
        used = re.findall(r'\bsay\("([\w.-]+)"', content.decode()) if name.endswith(".js") else []
        assert [key for key in used if not {key, f"{game}.{key}"} & known] == [], name


def test_nothing_is_wider_than_the_screen(window: Window) -> None:
    for path in pages():
        page = window.open(path)
        page.wait_for_selector("main > *")
        page.wait_for_load_state("networkidle")
        for width, scheme in product((360, 768, 1920), SCHEMES):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 740})
            fits = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert fits, (path, width, scheme)


@pytest.mark.parametrize("game", FOURS)
def test_no_board_is_wider_than_a_phone(new_window: OpenWindow, game: str) -> None:
    """German and Hungarian words are the longest; at the end everything is on the table."""
    window = new_window(viewport={"width": 360, "height": 740})
    page = window.watch(game_id(FOURS[game]))
    for language, key in product(("de", "hu"), ("Home", "ArrowRight", "End")):
        page.select_option("#language", language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.locator("main").focus()
        page.keyboard.press(key)
        expect(page.locator(".moment")).not_to_be_empty()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (language, key)


def test_a_mark_at_either_end_stays_on_a_phone(new_window: OpenWindow) -> None:
    """A shift may begin with the last entry of a game that goes on."""
    window = new_window(viewport={"width": 360, "height": 740})
    page = window.watch_all(game_id(FOURS["kartenspiel"]))
    for kind in ("begin", "star"):
        mark = page.locator(f".mark.{kind}").first
        for share in ("0%", "100%"):
            mark.evaluate("(mark, share) => mark.style.setProperty('--share', share)", share)
            box = mark.bounding_box()
            assert box
            assert box["x"] >= 0, (kind, share)
            assert box["x"] + box["width"] <= 360, (kind, share)


def test_the_controls_leave_room_on_a_phone(new_window: OpenWindow) -> None:
    page = new_window(viewport={"width": 360, "height": 740}).watch_all(game_id(TWO), "40.2")
    box = page.locator(".cockpit").bounding_box()
    assert box
    assert box["height"] <= 110
    assert box["y"] + box["height"] <= 740, "they stay in sight"
    for button in page.locator(".cockpit button").all():
        target = button.bounding_box()
        assert target
        assert min(target["width"], target["height"]) >= 24


def test_a_name_stays_text(window: Window, api: httpx.Client) -> None:
    seats = [{"name": SCRIPT[:40]}, {"name": "<img src=x onerror=alert(2)>"}]
    begun = api.post("/games", json={"game": "gluck-auf", "seats": seats})
    assert begun.status_code == 201, begun.text
    alerts: list[str] = []
    window.page.on("dialog", lambda dialog: alerts.append(dialog.message))
    page = window.watch(begun.json()["id"])
    expect(page.locator(".scores")).to_contain_text(SCRIPT)
    assert page.locator("main script, main img:not(.code)").count() == 0
    page.goto("/")
    expect(page.locator(".games")).to_contain_text(SCRIPT)
    assert page.locator("main script, main img:not(.thumbnail)").count() == 0
    assert alerts == []


def test_an_unknown_game_is_said_to_be_unknown(window: Window) -> None:
    for path in ("/games/no-such-game", "/games/no-such-game/audit", "/audits/" + "0" * 32):
        page = window.open(path)
        expect(page.get_by_role("alert")).to_contain_text("There is no such")
    page = window.open("/rules/chess")
    expect(page.get_by_role("alert")).to_contain_text("There are no rules")


def test_filters_and_their_empty_state(window: Window) -> None:
    page = window.open("/")
    expect(page.locator(".game").first).to_be_visible()
    none: dict[str, object] = {"games": [], "cursor": None}
    page.route("**/api/v1/games?game=kartenspiel", lambda route: route.fulfill(json=none))
    page.locator(".filters select").first.select_option("kartenspiel")
    expect(page.locator(".empty")).to_contain_text("No game fits")
    page.get_by_role("button", name="Show all games").click()
    expect(page.locator(".game").first).to_be_visible()


def test_a_server_that_is_gone_is_said_to_be_gone(window: Window) -> None:
    window.page.route("**/api/v1/**", lambda route: route.abort())
    page = window.open("/")
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    window.requests_may_fail = True  # the browser itself complains of a lost connection
    window.page.unroute("**/api/v1/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".game").first).to_be_visible()


def test_a_server_that_goes_while_one_watches_is_noticed_and_what_is_there_stays(
    window: Window,
) -> None:
    page = window.watch_all(game_id(TWO), "17.1")
    page.route("**/api/v1/**", lambda route: route.abort())
    page.select_option("#eyes", "1")
    expect(page.locator(".note")).to_contain_text("The server does not answer")
    page.locator("main").focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".moment")).to_contain_text("17.2 ")
    window.requests_may_fail = True  # the browser itself complains of a lost connection


def test_nothing_comes_from_elsewhere_and_nothing_is_written_as_markup() -> None:
    for name, content in FILES.items():
        text = content.decode()
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text
        ), name
        addresses = set(re.findall(r"https?://[^\s\"'`)<]+", text))
        assert addresses <= {"http://www.w3.org/2000/svg"}, name
    html = FILES["page.html"].decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", html)


@pytest.mark.parametrize("game", FOURS)
def test_a_game_is_few_bytes_the_first_of_them_soon_and_kept(
    window: Window, api: httpx.Client, game: str
) -> None:
    asked: list[str] = []
    window.page.on(
        "request", lambda request: asked.append(request.url) if "/frames?" in request.url else None
    )
    page = window.watch(game_id(FOURS[game]))
    page.keyboard.press("End")
    expect(page.locator(".ranking")).to_be_visible()
    page.wait_for_selector(".timeline[aria-busy=false]")
    assert 30_000 < travelled(page) < 300_000
    first, *others = [api.get(url) for url in asked]
    versions = {frame["at"].split(".")[0] for frame in first.json()["frames"]}
    assert len(versions) <= 11
    assert len(first.content) < max(len(answer.content) for answer in others) / 2
    for answer in (first, *others):
        if "&to=" in str(answer.url):
            assert answer.headers["Cache-Control"].endswith("immutable")
        else:  # the end of a game is asked for anew each time, and then not sent again
            again = api.get(answer.url, headers={"If-None-Match": answer.headers["ETag"]})
            assert again.status_code == 304


def travelled(page: Page) -> int:
    """Page, scripts, styles, catalog, scorings and every frame, compressed as they came."""
    sizes: list[int] = page.evaluate(
        """() => [...performance.getEntriesByType("navigation"),
                  ...performance.getEntriesByType("resource")].map((one) => one.transferSize)"""
    )
    return sum(sizes)


PRINTED = ("record.js", "proof.js", "audits/", "play/words")
"""Asked for when everything else is there."""


def test_a_page_is_one_script_and_one_style_sheet(window: Window) -> None:
    """Nothing else is asked for before the page is drawn."""
    page = window.watch_all(game_id(FOURS["schichtwechsel"]))
    loaded = page.evaluate(
        "() => performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)"
    )
    named = page.evaluate(
        "() => [...document.querySelectorAll('link, script')].map((one) => one.href || one.src)"
    )
    known = {url.partition("/web/")[2] for url in named}
    asked = {path.partition("/web/")[2] for path in loaded if path.endswith((".js", ".css"))}
    assert len(asked & known) == 2
    later = {name.partition(".en/")[2] for name in asked - known}
    assert [name for name in later if not name.startswith(PRINTED)] == []
