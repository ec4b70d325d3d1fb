"""All pages: languages, narrow, dark, by keyboard, for screen readers; and what goes wrong."""

import re

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # has no types
from playwright.sync_api import expect

from services.web.static_files import FILES
from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.games import all_frames, game_id

TWO = "two-players"
SCRIPT = "<script>alert(1)</script>"
SAID = {"en": "The story", "de": "Der Verlauf", "hu": "A játék menete"}


def pages() -> list[str]:
    game = game_id(TWO)
    return ["/", f"/games/{game}?at=40.2", f"/games/{game}?at=91.3", f"/games/{game}/audit"]


@pytest.mark.parametrize("tag", ["en-US", "de-AT", "hu-HU"])
def test_the_browser_s_language_is_spoken(
    new_window: OpenWindow, api: httpx.Client, tag: str
) -> None:
    language, game = tag[:2], game_id(TWO)
    page = new_window(locale=tag).watch(game, "17.1")
    [text] = [f["text"] for f in all_frames(api, game, language) if f["at"] == "17.1"]
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".sentence")).to_have_text(text)
    expect(page.locator(".story h2")).to_have_text(SAID[language])


def test_another_language_can_be_chosen_and_stays(window: Window) -> None:
    page = window.watch(game_id(TWO), "17.1")
    page.select_option("#language", "hu")
    expect(page.locator(".story h2")).to_have_text(SAID["hu"])
    expect(page.locator(".moment")).to_contain_text("17.1 ")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "hu")


def test_every_text_is_there_in_every_language(window: Window) -> None:
    page = window.open("/")
    root = (page.locator("script[type=module]").get_attribute("src") or "").rpartition("/")[0]
    keys = "from => import(from).then(words => Object.values(words).map(Object.keys))"
    common = [page.evaluate(keys, f"{root}/words/{tag}.js")[0] for tag in SAID]
    boards = [page.evaluate(keys, f"{root}/{name}") for name in FILES if name.endswith("/words.js")]
    assert len(boards) == 3
    for one in [common, *boards]:
        assert [set(words) for words in one] == [set(one[0])] * 3
    known = {key for one in [common, *boards] for key in one[0]}
    for name, content in FILES.items():
        game = re.sub(r"boards/([\w-]+).*", r"\1", name).replace("_", "-")
        used = re.findall(r'\bsay\("([\w.-]+)"', content.decode()) if name.endswith(".js") else []
        assert [key for key in used if not {key, f"{game}.{key}"} & known] == [], name


@pytest.mark.parametrize("width", [360, 768, 1920])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_screen(new_window: OpenWindow, width: int, scheme: str) -> None:
    window = new_window(viewport={"width": width, "height": 740}, color_scheme=scheme)
    for path in pages():
        page = window.open(path)
        page.wait_for_selector("main > *")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(new_window: OpenWindow, scheme: str) -> None:
    window = new_window(color_scheme=scheme, reduced_motion="reduce")
    for path in pages():
        page = window.open(path)
        page.wait_for_selector("main > *")
        page.wait_for_load_state("networkidle")
        found = Axe().run(page).response["violations"]
        serious = [
            (one["id"], [node["html"][:120] for node in one["nodes"][:3]])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
        assert serious == [], path


def test_everything_is_reached_by_keyboard(window: Window) -> None:
    page = window.watch(game_id(TWO), "5.1")
    reached = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate("document.activeElement.dataset.step || document.activeElement.id")
        )
    assert {"language", "first", "event-on", "play", "last", "eyes"} <= reached


def test_a_name_stays_text(window: Window, api: httpx.Client) -> None:
    seats = [{"name": SCRIPT[:40]}, {"name": "<img src=x onerror=alert(2)>"}]
    begun = api.post("/games", json={"game": "gluck-auf", "seats": seats})
    assert begun.status_code == 201, begun.text
    alerts: list[str] = []
    window.page.on("dialog", lambda dialog: alerts.append(dialog.message))
    page = window.watch(begun.json()["id"])
    expect(page.locator(".scores")).to_contain_text(SCRIPT)
    assert page.locator("main script, main img").count() == 0
    page.goto("/")
    expect(page.locator(".games")).to_contain_text(SCRIPT)
    assert page.locator("main script, main img").count() == 0
    assert alerts == []


def test_an_unknown_game_is_said_to_be_unknown(window: Window) -> None:
    for path in ("/games/no-such-game", "/games/no-such-game/audit", "/audits/" + "0" * 32):
        page = window.open(path)
        expect(page.get_by_role("alert")).to_contain_text("There is no such")


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
    window.faults.clear()  # the browser itself complains of a lost connection
    window.page.unroute("**/api/v1/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".game").first).to_be_visible()


def test_a_server_that_goes_while_one_watches_is_noticed_and_what_is_there_stays(
    window: Window,
) -> None:
    page = window.watch(game_id(TWO), "17.1")
    page.wait_for_load_state("networkidle")
    page.route("**/api/v1/**", lambda route: route.abort())
    page.select_option("#eyes", "1")
    expect(page.locator(".note")).to_contain_text("The server does not answer")
    page.locator("main").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moment")).to_contain_text("17.2 ")
    window.faults.clear()  # the browser itself complains of a lost connection


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


def test_a_whole_game_is_few_bytes(api: httpx.Client) -> None:
    game = game_id("four-players-beyond-100-points")
    path: str | None = f"/games/{game}/frames?lang=en"
    total = 0
    while path:
        with api.stream(
            "GET", path.removeprefix("/api/v1"), headers={"Accept-Encoding": "gzip"}
        ) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            body = answer.read()
            total += answer.num_bytes_downloaded
        path = httpx.Response(200, content=body).json()["next"]
    assert total < 300_000
