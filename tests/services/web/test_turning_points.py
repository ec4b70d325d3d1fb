"""If it were scored now, and the table of contents: why points fall, and where they did."""

import re
from copy import deepcopy
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.services.api.patches import patched
from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.games import FOURS, game_id, signed, written
from tests.waiting import eventually

FOUR = "gluck_auf/four-players-beyond-100-points"
TITLE = "more than 100 points"
PHONE: ViewportSize = {"width": 390, "height": 844}


def foreseen(api: httpx.Client, game: str, **query: Any) -> dict[int, Any]:
    """By version, as far as something changed."""
    answer = api.get(f"/games/{game}/scored-now", params=query).json()
    now: Any = None
    found = {}
    for entry in answer["entries"]:
        now = patched(deepcopy(now), entry["patch"]) if "patch" in entry else entry["scored"]
        found[entry["version"]] = {**now, "turning_points": entry.get("turning_points", [])}
    return found


SHOWN = """() => {
  const text = (cell) => cell.textContent;
  const row = (tr) => [...tr.querySelectorAll("td")].map(text);
  const all = (path) => [...document.querySelectorAll(`.if-scored ${path}`)];
  return {
    elements: all("tbody [data-element]").map((tr) => [tr.dataset.element, row(tr)]),
    totals: all("tfoot td b").map(text),
    changes: all(".changes li").map(text),
  };
}"""


def cell(element: dict[str, Any], seat: int) -> str:
    places = ("", "①", "②")
    count = element["counts"][seat]
    place = (element["places"] or {}) and element["places"][seat]
    points = element["points"][seat]
    parts = ["?" if count is None else written(count), places[place or 0]]
    if element["places"] is None or place or points is None:
        parts.append("?" if points is None else signed(points))
    return "".join(parts)


def expect_foreseen(page: Page, standing: dict[str, Any]) -> None:
    shown = page.evaluate(SHOWN)
    elements = [one for table in standing["tables"] for one in table["elements"]]
    seats = range(len(standing["totals"]))
    assert shown["elements"] == [
        [one["element"], [cell(one, seat) for seat in seats]] for one in elements
    ]
    assert shown["totals"] == [written(total) for total in standing["totals"] if total is not None]
    told = [one["text"] for one in standing["turning_points"] if one["kind"] in CHANGES]
    assert shown["changes"] == told


CHANGES = ("lead", "majority")


@pytest.mark.parametrize("game", FOURS)
def test_the_panel_says_what_the_server_foresees(
    window: Window, api: httpx.Client, game: str
) -> None:
    identity = game_id(FOURS[game])
    standings = foreseen(api, identity, all="true")
    told = [version for version, one in standings.items() if one["tables"] and version > 3]
    page = window.watch_all(identity)
    for version in told[:: len(told) // 5]:
        page.locator(".timeline input").fill(str(version))
        expect(page.locator(".moment")).to_contain_text(re.compile(rf"^{version}\."))
        if page.locator(".if-scored").is_visible():
            expect_foreseen(page, standings[version])


def test_through_a_seats_eyes_one_cannot_tell_everything(window: Window, api: httpx.Client) -> None:
    game = game_id(FOUR)
    version = next(v for v, one in foreseen(api, game, seat=2).items() if None in one["totals"])
    page = window.watch_all(game, str(version))
    expect(page.locator(".if-scored .untold")).to_have_count(0)
    page.select_option("#eyes", "2")
    expect(page.locator(".if-scored .untold").first).to_be_visible()
    expect_foreseen(page, foreseen(api, game, seat=2)[version])


def lost_in_black(api: httpx.Client, game: str) -> dict[str, Any]:
    """Where seat 2 lost the majority in black for the first time."""
    points = (p for one in foreseen(api, game, all="true").values() for p in one["turning_points"])
    return next(
        point for point in points if point["element"] == "coal-black" and 2 in point["lost"]
    )


def test_three_clicks_lead_to_where_seat_2_lost_the_majority_in_black(
    window: Window, api: httpx.Client
) -> None:
    game = game_id(FOUR)
    wanted = lost_in_black(api, game)
    page = window.open("/")
    page.get_by_label("Player or title").fill(TITLE)
    page.locator(f".game a[href^='/games/{game}']").first.click()
    page.locator(".contents").get_by_text(wanted["text"]).first.click()
    expect(page.locator(".moment")).to_contain_text(re.compile(rf"^{wanted['at']}\b"))
    expect(page.locator(".if-scored .changes")).to_contain_text(wanted["text"])
    expect(page.locator(".contents [aria-current=step]").first).to_be_visible()


def test_contents_are_found_by_kind_and_by_word(window: Window, api: httpx.Client) -> None:
    game = game_id(FOUR)
    page = window.watch_all(game)
    points = [p for one in foreseen(api, game, all="true").values() for p in one["turning_points"]]
    expect(page.locator(".contents button")).to_have_count(len(points))
    page.get_by_role("combobox", name="Kind").select_option("delivery")
    expect(page.locator(".contents button")).to_have_count(
        sum(point["kind"] == "delivery" for point in points)
    )
    page.get_by_role("searchbox").fill("anna order")
    shown = page.locator(".contents button").all_text_contents()
    assert shown
    assert all("Anna" in text and "Order" in text for text in shown)
    page.get_by_role("searchbox").fill("nobody at all")
    expect(page.locator(".contents")).to_contain_text("No turning point fits")


def test_keys_jump_between_turning_points_and_a_sheet_names_all_keys(
    window: Window, api: httpx.Client
) -> None:
    game = game_id("two-players")
    turning = [
        version
        for version, one in foreseen(api, game, all="true").items()
        if one["turning_points"] and version > 1
    ]
    page = window.watch_all(game)
    page.locator("main").focus()
    for version in turning[:3]:
        page.keyboard.press("n")
        expect(page.locator(".moment")).to_contain_text(re.compile(rf"^{version}\."))
    page.keyboard.press("p")
    expect(page.locator(".moment")).to_contain_text(re.compile(rf"^{turning[1]}\."))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("next turning point")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def strokes(page: Page) -> list[int]:
    """Of how many pieces each line is."""
    lines = page.locator(".chart .line")
    drawn: list[str] = lines.evaluate_all("all => all.map((one) => one.getAttribute('d'))")
    return [line.count("M") for line in drawn]


def test_the_chart_shows_points_points_if_scored_and_money(
    window: Window, api: httpx.Client
) -> None:
    game = game_id(FOUR)
    page = window.watch_all(game, "70")
    players = api.get(f"/games/{game}/state?at=70").json()["players"]
    totals = foreseen(api, game, all="true")[70]["totals"]
    series = {
        "Points": [player["points"] for player in players],
        "If scored now": totals,
        "Money": [player["marks"] for player in players],
    }
    for name, values in series.items():
        page.get_by_role("button", name=name, exact=True).click()
        said = page.locator(".points-chart .field").get_attribute("aria-valuetext") or ""
        assert re.findall(r"[−\d]+", said) == [written(value) for value in values]
        expect(page.locator(".points-chart .value")).to_contain_text(said)
        assert strokes(page) == [1] * 4


def test_a_game_without_money_has_no_line_for_it(window: Window) -> None:
    page = window.watch_all(game_id(FOURS["kartenspiel"]))
    expect(page.locator("[data-series=points]")).to_be_visible()
    expect(page.locator("[data-series=money]")).to_be_hidden()


def test_what_is_not_known_yet_is_not_drawn(window: Window) -> None:
    """The middle of the game has not come: every line has a gap there."""
    held: list[Route] = []
    window.page.route("**/frames?from=101&*", lambda route: held.append(route))
    page = window.watch(game_id(FOURS["kartenspiel"]), "290")
    eventually(lambda: strokes(page) == [2] * 4)
    for route in held:
        route.continue_()
    eventually(lambda: strokes(page) == [1] * 4)


def test_a_phone_has_it_in_a_tab(new_window: OpenWindow) -> None:
    page = new_window(viewport=PHONE).watch_all(game_id(FOUR), "70")
    expect(page.locator(".if-scored")).to_be_hidden()
    page.get_by_role("button", name="Scoring", exact=True).click()
    expect(page.locator(".if-scored")).to_be_visible()
    expect(page.locator(".if-scored tfoot th")).to_be_in_viewport(ratio=1)
