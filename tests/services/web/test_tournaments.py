"""Tournaments in the browser: run from the desk, looked at by everybody, found by QR on a phone."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.players import Player
from tests.services.web.test_access import PHONE, WIDE, expect_no_serious_fault
from tests.waiting import eventually

REGULATION: dict[str, Any] = {
    "title": "Zeche <b>Open</b>",
    "game": "gluck-auf",
    "tables": {"size": 2},
    "stages": [{"kind": "swiss", "rounds": 2}],
    "scoring": {"kind": "rank", "points": {"2": [60, 24]}, "bye": 48},
    "ranking": ["points", "wins", "lots"],
    "round_minutes": 30,
}
PEOPLE = ("Anna", "Béla", "Clara", "Dora")
FITS = """() => [document.documentElement, document.querySelector(".wide")]
  .every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)"""
"""Nothing runs off the page to the right."""


class Event:
    """An event of four people, brought by HTTP to where a test begins."""

    def __init__(self, api: httpx.Client) -> None:
        self._api = api
        begun = api.post("/tournaments", json=REGULATION).json()
        self.key, self.page = begun["key"], f"/tournaments/{begun['id']}"
        entries = self.act(*({"type": "register", "name": name} for name in PEOPLE))
        self.tokens = [entry["token"] for entry in entries]

    def act(self, *actions: dict[str, Any]) -> list[dict[str, Any]]:
        headers = {"Authorization": f"Bearer {self.key}"}
        answer = self._api.post(f"{self.page}/actions", json=list(actions), headers=headers)
        assert answer.status_code == 201, answer.text
        entries: list[dict[str, Any]] = answer.json()
        return entries

    def publish(self) -> None:
        tables, reason = [[1, 2], [3, 4]], "Friends asked for it."
        by_hand = {"type": "pair_by_hand", "tables": tables, "reason": reason}
        self.act({"type": "close_registration"}, by_hand, {"type": "publish_round"})

    def start(self) -> None:
        self.publish()
        self.act({"type": "start_round"})
        eventually(lambda: all(table["game"] for table in self.tables()), 60)

    def tables(self) -> list[dict[str, Any]]:
        answer = self._api.get(f"{self.page}/rounds/1").json()
        found: list[dict[str, Any]] = answer["tables"]
        return found


def open_desk(window: Window, event: Event) -> Page:
    page = window.open(f"{event.page}/desk")
    page.get_by_label("Key of this event").fill(event.key)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".next-step button.main")).to_be_visible()
    return page


def test_an_organizer_runs_an_event_of_nine_from_registration_to_the_final(
    api: httpx.Client, new_window: OpenWindow
) -> None:
    """Two people and seven bots. Of nine in twos one has a bye, so that one of the two plays."""
    desk = new_window().open("/tournaments")
    announce(desk)
    event = desk.url.removesuffix("/desk")
    watching, screen = new_window().open(event), new_window().open(f"{event}/screen")
    people = [Entrant(api, new_window, address) for address in register(desk)]
    desk.get_by_role("button", name="Close registration").click()
    desk.get_by_role("button", name="Pair round 1").click()
    expect(desk.locator(".next-step .terms")).to_contain_text("Rematches")
    look_at_other_tables(desk)
    desk.get_by_role("button", name="Publish round 1").click()
    expect(screen.locator(".screen-table")).to_have_count(4)
    start(desk, 1)
    expect(watching.locator(".event-table").first.get_by_role("link").first).to_be_visible()
    expect(screen.get_by_role("timer")).to_be_visible()
    eventually(lambda: any(one.is_to_move() for one in people), 180)
    player = next(one for one in people if one.is_to_move())
    player.plays_a_move(new_window)
    for one in people:
        one.resigns()
    close(desk, 1)
    player.page.get_by_role("button", name="Confirm the result").click()
    expect(player.page.locator(".my-table .mark")).to_be_visible()
    desk.get_by_role("button", name="Pair round 2").click()
    desk.get_by_role("button", name="Publish round 2").click()
    expect(screen.locator(".screen-table")).to_have_count(1)
    start(desk, 2)
    for one in people:
        one.resigns()
    close(desk, 2)
    desk.get_by_role("button", name="Finish the tournament").click()
    expect(desk.locator(".next-step")).to_contain_text("The event is over")
    expect(watching.locator(".lead .phase")).to_have_text("Finished")
    look_at_standings(watching)
    expect(watching.locator(".part-integrity")).to_contain_text("Nothing was done by hand")
    expect(player.page.locator(".mine")).to_contain_text("The tournament is over")
    first_round = watching.locator(".round").last
    first_round.locator(".event-table .who").first.click()
    expect(first_round.locator(".why")).to_contain_text("The next best places")


def look_at_standings(watching: Page) -> None:
    """Short at first; a name opens the exact values with their arithmetic."""
    standings = watching.locator(".standings")
    expect(standings.locator(".place")).to_have_count(9)
    expect(standings.locator(".place").first).to_have_text("1")
    expect(standings.locator(".exact:visible")).to_have_count(0)
    standings.locator("summary").first.click()
    expect(standings.locator(".exact:visible")).to_have_count(1)
    expect(standings.locator(".exact:visible")).to_contain_text(" = ")
    assert all(
        "/" not in value for value in standings.locator("[data-word=share]").all_inner_texts()
    )
    watching.set_viewport_size({"width": 390, "height": 844})
    assert watching.evaluate(FITS)
    watching.set_viewport_size({"width": 1280, "height": 900})


def announce(desk: Page) -> None:
    desk.get_by_label("Title").fill("Open of nine")
    desk.get_by_label("People per table").select_option("2")
    desk.get_by_label("Rounds", exact=True).fill("1")
    desk.locator("select[name=final]").select_option("1")
    desk.get_by_role("button", name="Announce").click()
    desk.wait_for_url("**/desk")


def register(desk: Page) -> list[str]:
    """Two people, whose links are told, and seven bots; all of them are here."""
    desk.get_by_label("Names, one per line").fill("Emil\nFranz")
    desk.locator(".registering").get_by_role("button", name="Register").click()
    links = desk.locator(".entrant-links li")
    expect(links).to_have_count(2)
    addresses = [links.nth(at).get_by_label("Link of").input_value() for at in range(2)]
    desk.get_by_label("Bots").fill("7")
    desk.get_by_role("button", name="Fill with bots").click()
    expect(desk.locator(".person")).to_have_count(9)
    desk.locator(".person").first.get_by_role("button", name="Is here").click()
    expect(desk.locator(".person.here")).to_have_count(1)
    desk.get_by_role("button", name="Everybody else is here").click()
    expect(desk.locator(".person.here")).to_have_count(9)
    return addresses


def start(desk: Page, number: int) -> None:
    desk.get_by_role("button", name=f"Start round {number}").click()
    expect(desk.locator(".event-table").first.get_by_role("link").first).to_be_visible()


def close(desk: Page, number: int) -> None:
    """Once the last table is done."""
    button = desk.get_by_role("button", name=f"Close round {number}")
    expect(button).to_be_enabled(timeout=120_000)
    button.click()


class Entrant:
    """Somebody with a phone, at the page that their link leads to."""

    def __init__(self, api: httpx.Client, new_window: OpenWindow, address: str) -> None:
        self._api = api
        self._token = address.partition("token=")[2]
        self._path = f"/tournaments/{address.split('/tournaments/')[1].partition('/')[0]}/me"
        self.page = new_window(viewport=PHONE).open(address)

    def table(self) -> dict[str, Any] | None:
        """Of the latest round in which they sit somewhere, while it is played."""
        answer = self._api.get(self._path, headers={"Authorization": f"Bearer {self._token}"})
        tables: list[dict[str, Any]] = answer.json()["tables"]
        return tables[0] if tables and tables[0]["places"] is None else None

    def is_to_move(self) -> bool:
        seated = self.table()
        if seated is None or not seated["game"]:
            return False
        awaited: list[int] = self._api.get(f"/games/{seated['game']}").json()["awaited"]
        return seated["seat"] in awaited

    def plays_a_move(self, new_window: OpenWindow) -> None:
        play = self.page.get_by_role("link", name="Play now")
        expect(play).to_be_visible()
        seated = self.table()
        assert seated is not None
        address = play.get_attribute("href")
        player = Player(new_window, {"id": seated["game"]}, seated["seat"], address)
        eventually(lambda: player.is_ready, 180)  # while the bots of other tables play, too
        player.play()
        player.window.context.close()

    def resigns(self) -> None:
        """If there is a game; a bot plays on, and soon it is over."""
        eventually(lambda: self.table() is None or (self.table() or {}).get("game"), 60)
        seated = self.table()
        if seated is None:
            return
        held = {"Authorization": f"Bearer {seated['token']}"}
        resign = {"type": "table_resign"}
        self._api.post(f"/games/{seated['game']}/actions", json=resign, headers=held)


def look_at_other_tables(desk: Page) -> None:
    """The difference is shown; nothing is written."""
    desk.get_by_text("Change round 1 by hand").click()
    tables = desk.get_by_role("textbox", name="Tables")
    first, second, *rest = (line.split() for line in tables.input_value().splitlines())
    changed = [[first[0], second[0]], [first[1], second[1]], *rest]
    tables.fill("\n".join(" ".join(table) for table in changed))
    desk.get_by_role("button", name="Show the difference").click()
    expect(desk.locator(".terms caption", has_text="side by side")).to_be_visible()
    expect(desk.locator(".next-step .terms")).to_be_visible()


def test_an_entrant_finds_the_table_by_the_link_and_sits_down(
    api: httpx.Client, new_window: OpenWindow
) -> None:
    event = Event(api)
    event.publish()
    window = new_window(viewport=PHONE)
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    page = window.open(f"{event.page}/me#token={event.tokens[2]}")
    expect(page.locator(".my-table h2")).to_have_text("Round 1: table 2")
    expect(page.locator(".my-table")).to_contain_text("Your seat: 1 of 2")
    assert "token" not in page.url
    event.act({"type": "start_round"})
    page.get_by_role("link", name="Play now").click()
    page.wait_for_selector(".play")
    game = event.tables()[1]["game"]
    expect(page).to_have_url(re.compile(rf"/games/{game}(\?[^#]*)?$"))
    assert not [url for url in asked if event.tokens[2] in url]


def test_a_new_entrant_s_link_is_shown_with_its_qr_code(
    api: httpx.Client, new_window: OpenWindow
) -> None:
    event = Event(api)
    page = open_desk(new_window(), event)
    page.get_by_label("Names, one per line").fill("Emil\n\n Franz ")
    page.locator(".registering").get_by_role("button", name="Register").click()
    expect(page.locator(".person")).to_have_count(len(PEOPLE) + 2)
    links = page.locator(".entrant-links li")
    expect(links).to_have_count(2)
    links.first.get_by_role("button", name="QR code").click()
    expect(links.first.get_by_role("img", name="QR code for Emil")).to_be_visible()
    address = links.first.get_by_label("Link of Emil").input_value()
    own = new_window().open(address)
    expect(own.locator("h1")).to_have_text("Emil")
    kept = page.evaluate("JSON.stringify(localStorage)")
    assert event.key not in kept
    assert address.partition("token=")[2] not in kept


def test_a_result_is_corrected_with_a_reason_and_everybody_sees_it(
    api: httpx.Client, new_window: OpenWindow
) -> None:
    event = Event(api)
    event.start()
    desk = open_desk(new_window(), event)
    desk.get_by_text("Correct a result").first.click()
    desk.get_by_label("Place of Anna").fill("2")
    desk.get_by_label("Place of Béla").fill("1")
    desk.locator(".correct").get_by_label("Reason").fill("Anna resigned.")
    desk.get_by_role("button", name="Correct a result").click()
    expect(desk.locator(".event-table.done")).to_have_count(1)
    page = new_window().open(event.page)
    expect(page.locator(".part-integrity")).to_contain_text("Anna resigned.")
    expect(page.locator(".part-integrity li")).to_have_count(2)
    expect(page.locator("h1")).to_have_text("Zeche <b>Open</b>")


def test_axe_finds_no_serious_fault_in_a_tournament_and_all_fits_a_phone(
    api: httpx.Client, new_window: OpenWindow
) -> None:
    event = Event(api)
    event.start()
    window = new_window(reduced_motion="reduce", locale="de-DE")
    page = window.open(f"{event.page}/screen")
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^[123]\d:\d\d$"))
    paths = {
        f"{event.page}/screen": ".screen-table",
        "/tournaments": ".event-card",
        event.page: ".event-table",
        f"{event.page}/me#token={event.tokens[0]}": ".my-table",
    }
    for path, shown in paths.items():
        window.open(path).wait_for_selector(shown)
        looks_right(page)
    page.evaluate(
        "([id, key]) => sessionStorage.setItem(`schichtbuch.event_key.${id}`, key)",
        [event.page.rpartition("/")[2], f'"{event.key}"'],
    )
    window.open(f"{event.page}/desk").wait_for_selector(".person")
    looks_right(page)


def looks_right(page: Page) -> None:
    expect_no_serious_fault(page, WIDE, "dark")
    expect_no_serious_fault(page, PHONE, "light")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def test_an_unknown_tournament_is_told_as_such(window: Window) -> None:
    page = window.open("/tournaments/nobody")
    expect(page.locator(".trouble")).to_contain_text("no such tournament")


@pytest.mark.parametrize("page", ["/", "/tournaments"])
def test_tournaments_are_found_from_everywhere(window: Window, page: str) -> None:
    opened = window.open(page)
    opened.locator("a[href='/tournaments']").last.click()
    expect(opened.locator("h1")).to_have_text("Tournaments")
