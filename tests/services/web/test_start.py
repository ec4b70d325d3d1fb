"""The start page: games that say what they show, found and filtered by the address."""

import re

import httpx
from playwright.sync_api import Page, expect

from tests.services.web.browser import Window
from tests.services.web.games import game_id
from tests.waiting import eventually

RULED, CHOSEN = "with-a-clock-and-rulings", "kartenspiel/chosen-at-the-table"


def ids(page: Page) -> list[str]:
    links = page.locator(".game h3 a").all()
    return [re.sub(r"^/games/|\?.*", "", link.get_attribute("href") or "") for link in links]


def test_a_card_tells_a_game_and_leads_into_the_middle_of_it(
    window: Window, api: httpx.Client
) -> None:
    game = game_id(CHOSEN)
    eventually(lambda: api.get(f"/games/{game}/audit").status_code == 200, 60)
    page = window.open("/?search=colors")
    card = page.locator(".game")
    expect(card).to_have_count(1)
    expect(card.locator("h3")).to_have_text("Colors and start player chosen at the table")
    expect(card.locator(".badge")).to_have_text("✓ Proven")
    expect(card.locator(".bot")).to_have_count(3)
    expect(card.locator(".won")).to_have_count(1)
    expect(card.locator(".spark polyline")).to_have_count(3)
    expect(card.locator(".thumbnail.drawn")).to_be_visible(timeout=60_000)
    color = "element => getComputedStyle(element).borderLeftColor"
    colors = [one.evaluate(color) for one in card.locator(".players li").all()]
    assert len(set(colors)) == 3
    card.get_by_role("link").click()
    page.wait_for_selector(".timeline[aria-busy=false]")
    assert colors == [one.evaluate(color) for one in page.locator(".scores li").all()]
    version = api.get(f"/games/{game}").json()["version"]
    at = int((page.locator(".moment").text_content() or "").split(".")[0])
    assert version / 2 < at < version


def test_the_middle_of_a_game_is_no_part_of_it_that_was_taken_back(
    window: Window, api: httpx.Client
) -> None:
    page = window.open("/?search=rulings")
    href = page.locator(".game h3 a").get_attribute("href") or ""
    line = api.get(f"/games/{game_id(RULED)}").json()["table"]["line"]
    at = int(href.partition("?at=")[2])
    assert any(first <= at <= last for first, last in line)


def test_what_is_looked_for_stands_in_the_address(window: Window) -> None:
    page = window.open("/")
    expect(page.locator(".game").nth(5)).to_be_visible()
    page.get_by_label("Player or title").fill("victory")
    expect(page.locator(".game")).to_have_count(2)
    both = ids(page)
    page.locator(".filters select").first.select_option("kartenspiel")
    expect(page.locator(".game")).to_have_count(1)
    page.get_by_label("Order").select_option("oldest")
    page.wait_for_url("**/?search=victory&game=kartenspiel&sort=oldest")
    page.reload()
    expect(page.locator(".game")).to_have_count(1)
    expect(page.get_by_label("Player or title")).to_have_value("victory")
    expect(page.get_by_label("Order")).to_have_value("oldest")
    page.go_back()
    page.go_back()
    eventually(lambda: ids(page) == both)
    page.get_by_label("Player or title").fill("Nobody at all")
    expect(page.locator(".empty")).to_contain_text("Nobody called “Nobody at all”")
    page.get_by_role("button", name="Show all games").click()
    expect(page.locator(".game").nth(5)).to_be_visible()
    expect(page).to_have_url(re.compile(r"/$"))


def test_a_room_says_who_is_missing(window: Window, api: httpx.Client) -> None:
    seats: list[dict[str, object]] = [{"name": "Zita"}, {"open": True}, {"open": True}]
    assert api.post("/games", json={"game": "gluck-auf", "seats": seats}).status_code == 201
    page = window.open("/?status=waiting")
    card = page.locator(".game").first
    expect(card.locator("h3")).to_have_text("Zita")
    expect(card.locator(".open")).to_have_text(["open seat"] * 2)
    expect(card.locator(".news")).to_have_text("waits for 2 players")


def test_whoever_comes_to_play_finds_the_form_first(window: Window) -> None:
    page = window.open("/")
    games, form = page.locator(".games"), page.locator(".start-game")
    assert form.bounding_box()["y"] <= games.bounding_box()["y"]  # type: ignore[index]
    page.set_viewport_size({"width": 360, "height": 740})
    below = form.bounding_box()["y"] + form.bounding_box()["height"]  # type: ignore[index]
    assert below <= games.bounding_box()["y"]  # type: ignore[index]
    assert page.locator(".jumps a").first.bounding_box()["height"] >= 40  # type: ignore[index]


def test_a_running_game_is_called_by_its_players(window: Window, api: httpx.Client) -> None:
    seats = [{"name": "Xaver"}, {"name": "Yvonne"}]
    begun = api.post("/games", json={"game": "schichtwechsel", "seats": seats}).json()
    page = window.open("/?search=xaver")
    expect(page.locator(".game h3")).to_have_text("Xaver and Yvonne")
    expect(page.locator(".game .badge")).to_have_text("Running")
    expect(page.locator(".game .bot, .game .spark, .game img")).to_have_count(0)
    page.locator(".game a").click()
    page.wait_for_url(f"**/games/{begun['id']}*")
