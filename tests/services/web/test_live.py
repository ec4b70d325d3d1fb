"""A game that goes on while one watches."""

import httpx
from playwright.sync_api import expect

from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow


def test_bots_are_watched_from_their_first_move_to_the_last(window: Window) -> None:
    page = window.open("/")
    page.get_by_label("Players").select_option("2")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*")
    page.wait_for_selector(".picture > *")
    page.keyboard.press("Home")
    now = page.get_by_role("button", name="Go to now")
    expect(now).to_be_visible()
    expect(page.locator(".moment")).to_contain_text("1.1 ")
    now.click()
    expect(page.locator(".moment")).not_to_contain_text("1.1 of")
    expect(page.locator(".ranking")).to_be_visible(timeout=60_000)
    expect(page.locator("#eyes option")).to_have_count(4)
    expect(now).to_be_hidden()


def test_a_seat_shows_itself_to_who_has_its_token(window: Window, api: httpx.Client) -> None:
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    begun = api.post("/games", json={"game": "gluck-auf", "seats": seats}).json()
    page = window.watch(begun["id"])
    page.select_option("#eyes", "1")
    page.get_by_label("Token of this seat").fill("wrong")
    page.get_by_role("button", name="Look").click()
    expect(page.locator(".note")).to_contain_text("does not fit")
    assert window.faults == [fault for fault in window.faults if "401" in fault]
    window.faults.clear()
    page.select_option("#eyes", "1")
    page.get_by_label("Token of this seat").fill(begun["seats"][1]["token"])
    page.get_by_role("button", name="Look").click()
    expect(page.locator(".note")).to_be_hidden()
    assert page.locator("#eyes").input_value() == "1"


def test_an_entry_arrives_by_itself_and_after_a_lost_connection(
    new_window: OpenWindow, api: httpx.Client
) -> None:
    window = new_window()
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    begun = api.post("/games", json={"game": "gluck-auf", "seats": seats}).json()
    page = window.watch(begun["id"])
    _pick(api, begun)
    expect(page.locator(".moment")).to_contain_text("2.1 of 2")
    window.context.set_offline(True)
    _pick(api, begun)
    window.context.set_offline(False)
    expect(page.locator(".moment")).to_contain_text("3.1 of 3", timeout=30_000)
    window.faults.clear()  # the browser itself complains of a lost connection


def _pick(api: httpx.Client, begun: dict[str, object]) -> None:
    game = begun["id"]
    turn = api.get(f"/games/{game}").json()["turn"]
    token = {"Authorization": f"Bearer {begun['seats'][turn]['token']}"}  # type: ignore[index]
    choices = api.get(f"/games/{game}/choices", headers=token).json()["choices"]
    answer = api.post(f"/games/{game}/actions", json=choices[0]["action"], headers=token)
    assert answer.status_code == 201
