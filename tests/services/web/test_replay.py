"""Stepping through a game: what is shown is what the API says of that moment."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.drawn import expect_drawn
from tests.services.web.games import (
    FOURS,
    all_frames,
    game_id,
    scores,
    scorings,
    seen_by_all,
    state,
)
from tests.services.web.scoring_panels import expect_panel
from tests.waiting import eventually

TWO = "two-players"
FOUR = "four-players-beyond-100-points"
STEPPED = {
    "gluck_auf/two-players": 12,
    "kartenspiel/every-kind-of-event": 6,
    "schichtwechsel/pit-cube-drawn-twice": 6,
}
"""How many steps are made by key before each moment that is compared: the last ones."""
LOW = {"width": 1280, "height": 400}
"""Less to paint at every step."""
SCORED = (
    "gluck_auf/negative-points",
    "kartenspiel/won-by-the-shift-marker",
    "schichtwechsel/tie-broken-by-the-marker",
    "schichtwechsel/exit-gate-and-overrun",
)
"""Scorings with ties, with what is lost, and in two parts."""
MOMENTS = {
    "gluck-auf": ("14", "66", "132"),
    "kartenspiel": ("12", "170", "405"),
    "schichtwechsel": ("5", "120", "262"),
}


def shown_scores(page: Page) -> list[str]:
    return page.locator(".scores strong").all_text_contents()


def shown_at(page: Page) -> str:
    return (page.locator(".moment").text_content() or "").split(" ")[0]


def go_on(page: Page, frames: list[dict[str, Any]], here: int, goal: int, by_key: int) -> None:
    """Over a long stretch with the timeline, which leads to the end of a version."""
    ends = [at for at in range(here + 1, goal - by_key) if starts_a_version(frames[at + 1])]
    if ends:
        here = ends[-1]
        page.locator(".timeline input").fill(frames[here]["at"].split(".")[0])
        expect(page.locator(".moment")).to_contain_text(f"{frames[here]['at']} ")
        page.locator("main").focus()
    for _ in range(goal - here):
        page.keyboard.press("Shift+ArrowRight")


def starts_a_version(frame: dict[str, Any]) -> bool:
    return bool(frame["at"].endswith(".1"))


@pytest.mark.parametrize(("sample", "by_key"), STEPPED.items())
def test_shift_and_arrow_lead_through_every_event_of_a_game(
    new_window: OpenWindow, api: httpx.Client, sample: str, by_key: int
) -> None:
    """At chosen moments, the setup, every scoring and the end among them, all is compared."""
    game = game_id(sample)
    frames, settled = all_frames(api, game), scorings(api, game)
    last_of = {int(frame["at"].split(".")[0]): frame["at"] for frame in frames}
    scored = {last_of[scoring["version"]]: scoring for scoring in settled}
    page = new_window(reduced_motion="reduce", viewport=LOW).watch_all(game)
    here, laid = 0, False
    for number, frame in enumerate(frames):
        at = frame["at"]
        laid = laid or at == last_of[1]
        if not (at in (last_of[1], last_of[2], *scored) or number % 90 == 0):
            continue
        go_on(page, frames, here, number, by_key)
        here = number
        expect(page.locator(".moment")).to_contain_text(f"{at} ")
        expect(page.locator(".sentence")).to_have_text(frame["text"])
        view = state(api, game, at)
        assert shown_scores(page) == scores(view)
        if laid:
            expect_drawn(page, view)
        if at in scored:
            expect_panel(page, scored[at])
    go_on(page, frames, here, len(frames) - 1, by_key)
    expect(page.locator(".moment")).to_contain_text(f"{frames[-1]['at']} ")
    page.keyboard.press("Shift+ArrowRight")  # there is nothing behind the end
    assert shown_at(page) == frames[-1]["at"]
    expect(page.locator(".ranking")).to_contain_text("Anna")


@pytest.mark.parametrize("game_name", ["kartenspiel", "schichtwechsel"])
def test_players_have_the_colors_of_their_pieces(
    window: Window, api: httpx.Client, game_name: str
) -> None:
    game = game_id(FOURS[game_name])
    page = window.watch(game, "3")
    painted = page.evaluate(
        "() => [0, 1, 2, 3].map((seat) => document.querySelector('main').style"
        ".getPropertyValue(`--seat-${seat}`).match(/--paint-([a-z]+)/)[1])"
    )
    players = state(api, game, "3")["players"]
    assert painted == [player.get("color", player.get("colour")) for player in players]


def test_a_link_opens_exactly_its_moment(window: Window, api: httpx.Client) -> None:
    game = game_id(FOUR)
    [frame] = [frame for frame in all_frames(api, game) if frame["at"] == "17.2"]
    page = window.watch(game, "17.2")
    expect(page.locator(".sentence [aria-current]")).to_have_text(frame["text"])
    expect(page.locator(".story [aria-current]")).to_contain_text(frame["text"])
    expect_drawn(page, state(api, game, "17.2"))
    page.keyboard.press("Shift+ArrowRight")
    expect(page).to_have_url(re.compile(r"\?at=17\.3$"))
    here = re.compile(r"at=17\.3$")
    expect(page.get_by_text("Share this moment")).to_have_attribute("href", here)


@pytest.mark.parametrize("game_name", FOURS)
def test_what_is_drawn_is_what_the_state_says(
    window: Window, api: httpx.Client, game_name: str
) -> None:
    """To the public, to a seat, and to all eyes at once."""
    game = game_id(FOURS[game_name])
    page = window.watch_all(game)
    for eyes in ("", "2", "all"):
        page.select_option("#eyes", eyes)
        expect(page.locator(".picture")).to_have_attribute("data-eyes", eyes)
        expect(page.locator(".timeline")).to_have_attribute("aria-busy", "false")
        for version in MOMENTS[game_name]:
            page.locator(".timeline input").fill(version)
            expect(page.locator(".moment")).to_contain_text(re.compile(rf"^{version}\."))
            at = shown_at(page)
            query = {"seat": eyes} if eyes.isdecimal() else {}
            view = seen_by_all(api, game, at) if eyes == "all" else state(api, game, at, **query)
            expect_drawn(page, view)


def test_actions_shifts_first_and_last_by_key(new_window: OpenWindow, api: httpx.Client) -> None:
    game = game_id(TWO)
    frames = all_frames(api, game)
    page = new_window(reduced_motion="reduce").watch_all(game)
    begun = [
        frame["at"]
        for frame in frames
        if any(change["path"] == "/period" for change in frame.get("patch", ()))
    ]
    for at in begun:
        page.keyboard.press("Control+ArrowRight")
        expect(page.locator(".moment")).to_contain_text(f"{at} ")
    page.keyboard.press("Control+ArrowLeft")
    expect(page.locator(".moment")).to_contain_text(f"{begun[1]} ")
    version = int(begun[1].split(".")[0])
    last_of = {int(frame["at"].split(".")[0]): frame["at"] for frame in frames}
    for key, entry in (("Right", version + 1), ("Right", version + 2), ("Left", version + 1)):
        page.keyboard.press(f"Arrow{key}")
        expect(page.locator(".moment")).to_contain_text(f"{last_of[entry]} ")
    page.keyboard.press("End")
    expect(page.locator(".moment")).to_contain_text(f"{frames[-1]['at']} ")
    page.keyboard.press("Home")
    expect(page.locator(".moment")).to_contain_text("1.1 ")


def test_no_shift_is_marked_where_frames_are_still_missing(
    window: Window, api: httpx.Client
) -> None:
    game = game_id(FOURS["kartenspiel"])
    last = all_frames(api, game)[-1]
    page, held, scored = window.page, list[Route](), list[Route]()
    page.route(re.compile(r"/frames\?from=(101|201|301)&"), lambda route: held.append(route))
    page.route("**/scorings?*", lambda route: scored.append(route))
    window.watch(game)
    page.keyboard.press("End")
    expect(page.locator(".moment")).to_contain_text(last["at"])
    scored.pop().continue_()
    expect(page.locator(".mark.star")).not_to_have_count(0)
    expect(page.locator(".mark.begin")).to_have_text(shifts_until(api, game, "100"))
    for route in held:
        route.continue_()
    page.unroute_all()
    expect(page.locator(".mark.begin")).to_have_text(shifts_until(api, game, last["at"]))


def test_the_slider_stays_where_it_was_moved_while_the_rest_arrives(
    window: Window, api: httpx.Client
) -> None:
    game = game_id(FOURS["kartenspiel"])
    page, rest, wanted = window.page, list[Route](), list[Route]()
    page.route(re.compile(r"/frames\?from=101&"), lambda route: rest.append(route))
    page.route(re.compile(r"/frames\?from=301&"), lambda route: wanted.append(route))
    window.watch(game)
    expect(page.locator(".mark.begin")).to_have_text(shifts_until(api, game, "100"))
    slider = page.locator(".timeline input")
    slider.fill("350")
    rest.pop().continue_()
    expect(page.locator(".mark.begin")).to_have_text(shifts_until(api, game, "300"))
    expect(slider).to_have_value("350")
    wanted.pop().continue_()
    expect(page.locator(".moment")).to_contain_text("350.")
    expect(slider).to_have_value("350")


def test_a_step_that_waits_for_its_frames_takes_nobody_back(window: Window) -> None:
    """At entry 100, while what stands before and behind is still on its way."""
    page, held = window.page, dict[str, Route]()
    page.route(re.compile(r"/frames\?from=1&"), lambda route: held.setdefault("1", route))
    page.route(re.compile(r"/frames\?from=101&"), lambda route: held.setdefault("101", route))
    window.watch(game_id(FOURS["kartenspiel"]), "100")
    await_held(page, held, "1")
    page.keyboard.press("ArrowRight")
    await_held(page, held, "101")
    page.locator(".timeline input").fill("93")
    expect(page.locator(".moment")).to_contain_text("93.")
    for route in held.values():
        route.continue_()
    page.unroute_all()
    expect(page.locator(".timeline")).to_have_attribute("aria-busy", "false")
    expect(page.locator(".moment")).to_contain_text("93.")


def await_held(page: Page, held: dict[str, Route], first: str) -> None:
    """Requests are handed over only while the page is asked for something."""
    eventually(lambda: page.evaluate("1") and first in held)


def shifts_until(api: httpx.Client, game: str, at: str) -> list[str]:
    return [str(shift + 1) for shift in range(state(api, game, at)["period"])]


def test_space_plays_and_pauses(window: Window) -> None:
    page = window.watch(game_id(TWO), "5.1")
    page.get_by_label("Speed").select_option("8")
    page.locator("main").focus()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".moment")).to_contain_text("12.")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_story_and_the_chart_jump(window: Window) -> None:
    page = window.watch_all(game_id(TWO))
    page.get_by_role("button", name="The story").click()
    page.locator(".story [data-at='12.2']").click()
    expect(page.locator(".moment")).to_contain_text("12.2 ")
    box = page.locator(".chart").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 10)
    expect(page.locator(".moment")).to_contain_text("91.")


def test_a_step_is_spoken_and_what_it_changed_stands_out(window: Window, api: httpx.Client) -> None:
    game = game_id(TWO)
    [said] = [frame["text"] for frame in all_frames(api, game) if frame["at"] == "13.1"]
    page = window.watch_all(game, "13.1")
    live = page.locator("[aria-live=polite]")
    page.keyboard.press("Shift+ArrowLeft")
    expect(live).not_to_have_text(said)
    page.keyboard.press("Shift+ArrowRight")
    expect(live).to_have_text(said)
    expect(page.locator(".space.changed[data-space='delivery-carriage']")).to_have_count(1)


@pytest.mark.parametrize("sample", [*FOURS.values(), *SCORED])
def test_a_scoring_shows_every_element(window: Window, api: httpx.Client, sample: str) -> None:
    game = game_id(sample)
    page = window.watch_all(game)
    for scoring in scorings(api, game):
        version = str(scoring["version"])
        page.locator(".timeline input").fill(version)
        expect(page.locator(".moment")).to_contain_text(re.compile(rf"^{version}\."))
        expect(page.locator(".scoring")).to_be_visible()
        expect_panel(page, scoring)


def test_a_seat_sees_its_own_delivered_orders_and_all_see_everything(window: Window) -> None:
    page = window.watch(game_id(FOUR), "60.1")
    backs = page.locator(".delivered .back")
    expect(backs).to_have_count(4)
    page.select_option("#eyes", "1")
    expect(backs).to_have_count(3)
    page.select_option("#eyes", "all")
    expect(backs).to_have_count(0)


def test_the_board_as_text_is_what_show_prints(window: Window, api: httpx.Client) -> None:
    game = game_id(TWO)
    page = window.watch(game, "40.1")
    page.get_by_text("The board as text").click()
    expect(page.locator(".text-board")).to_contain_text("LORRY FACTORY")
    root = str(api.base_url).split("/api/")[0]
    text = api.get(f"{root}/games/{game}/board.txt?at=40.1&lang=en").text
    eventually(lambda: page.locator(".text-board").text_content() == text)


def test_an_imported_game_says_who_signed_it(new_window: OpenWindow, api: httpx.Client) -> None:
    game = game_id("two-players")
    key = api.get(f"/games/{game}").json()["imported"]["signed_by"]
    said = {"en-US": "Imported, signed by", "de-AT": "Eingelesen, unterschrieben von"}
    for tag, words in said.items():
        page = new_window(locale=tag).watch(game)
        expect(page.locator(".imported")).to_have_text(f"{words} {key}.")
