"""A game that goes on while one watches."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.games import scorings
from tests.services.web.scoring_panels import expect_panel
from tests.waiting import eventually


def test_bots_are_watched_from_their_first_move_to_the_last(window: Window) -> None:
    page = window.open("/")
    page.locator("select[name=players]").select_option("2")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*")
    page.wait_for_selector(".picture > *")
    page.keyboard.press("Home")
    expect(page.locator(".moment")).to_contain_text("1.1 ")
    page.keyboard.press("End")
    expect(page.locator(".moment")).not_to_contain_text("1.1 of")
    expect(page.locator(".ranking")).to_be_visible(timeout=180_000)
    expect(page.locator("#eyes option")).to_have_count(4)
    expect(page.get_by_role("button", name="Go to now")).to_be_hidden()


def test_who_looks_back_at_a_running_game_goes_to_now_in_one_click(
    window: Window, api: httpx.Client
) -> None:
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    begun = api.post("/games", json={"game": "gluck-auf", "seats": seats}).json()
    page = window.watch(begun["id"])
    now = page.get_by_role("button", name="Go to now")
    expect(now).to_be_hidden()
    page.keyboard.press("Home")
    expect(page.locator(".moment")).to_contain_text("1.1 ")
    now.click()
    expect(page.locator(".moment")).not_to_contain_text("1.1 of")
    expect(now).to_be_hidden()


def test_a_seat_shows_itself_to_who_has_its_token(window: Window, api: httpx.Client) -> None:
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    begun = api.post("/games", json={"game": "gluck-auf", "seats": seats}).json()
    page = window.watch(begun["id"])
    page.select_option("#eyes", "1")
    page.get_by_label("Token of this seat").fill("wrong")
    page.get_by_role("button", name="Look").click()
    expect(page.locator(".note")).to_contain_text("does not fit")
    window.requests_may_fail = True
    page.select_option("#eyes", "1")
    page.get_by_label("Token of this seat").fill(begun["seats"][1]["token"])
    page.get_by_role("button", name="Look").click()
    expect(page.locator(".note")).to_be_hidden()
    assert page.locator("#eyes").input_value() == "1"
    expect(page.locator(".own-actions")).to_be_visible()
    for part in (".points-chart", ".sentence", ".controls"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    page.reload()
    expect(page.locator(".own-actions")).to_be_visible()
    assert page.locator("#eyes").input_value() == "1", "as this tab remembers"


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
    window.requests_may_fail = True  # the browser itself complains of a lost connection


def test_a_shift_that_is_scored_while_one_watches_shows_its_scoring(
    window: Window, api: httpx.Client
) -> None:
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    begun = api.post("/games", json={"game": "gluck-auf", "seats": seats}).json()
    page = window.watch(begun["id"])
    expect(page.locator(".scoring")).to_be_hidden()
    while _is_running(api, begun["id"]) and not scorings(api, begun["id"]):
        _pick(api, begun)
    eventually(lambda: scorings(api, begun["id"]))
    [scoring] = scorings(api, begun["id"])
    expect(page.locator(".moment")).to_contain_text(f"of {scoring['version']}")
    # What came is shown action by action.
    expect(page.locator(".scoring")).to_be_visible(timeout=120_000)
    expect(page.locator(".mark.star")).to_have_count(1)
    expect_panel(page, scoring)


def test_what_comes_is_told_by_the_stream_and_nothing_is_asked_for(
    window: Window, api: httpx.Client
) -> None:
    """Through the eyes of a seat, too, whose token no address can carry."""
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    clock = {"kind": "move", "seconds": 86400, "on_flag": "arbiter"}
    wish = {"game": "gluck-auf", "seats": seats, "clock": clock}
    begun = api.post("/games", json=wish).json()
    page = window.watch_all(begun["id"])
    page.select_option("#eyes", "0")
    page.get_by_label("Token of this seat").fill(begun["seats"][0]["token"])
    with page.expect_request(lambda request: "/stream?" in request.url) as stream:
        page.get_by_role("button", name="Look").click()
    assert stream.value.headers["authorization"] == f"Bearer {begun['seats'][0]['token']}"
    page.wait_for_selector(".timeline[aria-busy=false]")
    page.locator("textarea[name=claim]").fill("That was")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for version in (2, 3):
        _pick(api, begun)
        expect(page.locator(".moment")).to_contain_text(f"{version}.1 of {version}")
    expect(page.locator(".clocks .runs")).to_have_count(1)
    expect(page.locator("textarea[name=claim]")).to_have_value("That was")
    by_the_page = [url for url in asked if not url.endswith("/icon.svg")]  # the browser's own wish
    assert by_the_page == []


@pytest.mark.parametrize("game", ["kartenspiel", "schichtwechsel"])
def test_the_other_games_are_shown_as_the_api_tells_them(
    window: Window, api: httpx.Client, game: str
) -> None:
    seats = [{"name": name, "bot": "random"} for name in ("Anna", "Bruno", "Clara")]
    begun = api.post("/games", json={"game": game, "seats": seats}).json()["id"]
    eventually(lambda: api.get(f"/games/{begun}").json()["version"] >= 40, 60)
    frames = api.get(f"/games/{begun}/frames", params={"from": 1, "to": 40}).json()["frames"]
    before, here = frames[59:61]
    at = here["at"]
    view = api.get(f"/games/{begun}/state", params={"at": at}).json()
    page = window.watch_all(begun, before["at"])
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".moment")).to_contain_text(f"{at} ")
    expect(page.locator(".sentence")).to_have_text(here["text"])
    points = [str(player["points"]) for player in view["players"]]
    assert page.locator(".scores strong").all_text_contents() == points
    expect(page.locator(f".mine-board.{game} .mine")).to_have_count(3)
    if game == "kartenspiel":
        on_tracks = sum(
            len(track["wagons"]) + bool(track["engine"])
            for player in view["players"]
            for track in player["tracks"].values()
        )
        assert page.locator(".kg-track .rolling").count() == on_tracks
    else:
        lorries = sum(load["count"] for p in view["players"] for load in p["lorries"].values())
        wagons = sum(count for p in view["players"] for count in p["coal_wagons"].values())
        assert page.locator(".tub-on-rails .cube").count() == lorries + wagons
        assert page.locator(".oven .coke").count() == sum(
            seat is not None for seat in view["ovens"].values()
        )


def _is_running(api: httpx.Client, game: str) -> bool:
    return bool(api.get(f"/games/{game}").json()["status"] == "running")


def _pick(api: httpx.Client, begun: dict[str, object]) -> None:
    game = begun["id"]
    turn = api.get(f"/games/{game}").json()["turn"]
    token = {"Authorization": f"Bearer {begun['seats'][turn]['token']}"}  # type: ignore[index]
    choices = api.get(f"/games/{game}/choices", headers=token).json()["choices"]
    action = next(choice["action"] for choice in choices if choice["complete"])
    answer = api.post(f"/games/{game}/actions", json=action, headers=token)
    assert answer.status_code == 201
