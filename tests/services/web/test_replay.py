"""Stepping through a game: what is shown is what the API says of that moment."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.services.web.browser import Window
from tests.services.web.games import all_frames, game_id, scores, state

TWO = "two-players"
FOUR = "four-players-beyond-100-points"


def shown_scores(page: Page) -> list[str]:
    return page.locator(".scores strong").all_text_contents()


def shown_at(page: Page) -> str:
    return (page.locator(".moment").text_content() or "").split(" ")[0]


def drawn_workers(page: Page) -> dict[str, int]:
    """By space, as the numbers beside the pawns say."""
    found = page.locator("[data-space]").evaluate_all(
        "all => all.map(s => [s.dataset.space, s.querySelector('.workers .count')?.textContent])"
    )
    return {space: int(count) for space, count in found if count}


def drawn_lorries(page: Page, seat: int) -> list[int]:
    """How many lorries, and how many of them are loaded."""
    pit = page.locator(f".ga-pit.seat-{seat} .pit")
    return [pit.locator(".lorry").count(), pit.locator(".lorry .cube").count()]


def expect_drawn(page: Page, view: dict[str, Any]) -> None:
    workers = {
        space["id"]: space["workers"]["count"] for space in view["spaces"] if space["workers"]
    }
    assert drawn_workers(page) == workers
    for player in view["players"]:
        pit, seat = player["pit"], player["seat"]
        lorries = pit["lorries"]
        assert drawn_lorries(page, seat) == [len(lorries), sum(map(bool, lorries.values()))]
        here = page.locator(f".ga-pit.seat-{seat}")
        assert here.locator(".cage .cube").count() == sum(pit["cage"].values())
        assert here.locator(".storage .cube").count() == sum(pit["storage"].values())
        assert here.locator(".outstanding .order").count() == len(pit["outstanding"])
        on_orders = sum(len(cubes) for spots in pit["outstanding"].values() for cubes in spots)
        assert here.locator(".outstanding .cube").count() == on_orders


def test_the_arrow_keys_lead_through_a_whole_game(window: Window, api: httpx.Client) -> None:
    game = game_id(TWO)
    frames = all_frames(api, game)
    page = window.watch(game)
    for number, frame in enumerate(frames):
        if number % 45 == 0 or number == len(frames) - 1:
            expect(page.locator(".sentence")).to_have_text(frame["text"])
            view = state(api, game, frame["at"])
            assert shown_at(page) == frame["at"]
            assert shown_scores(page) == scores(view)
            expect_drawn(page, view)
        page.keyboard.press("ArrowRight")
    assert shown_at(page) == frames[-1]["at"]
    expect(page.locator(".ranking")).to_contain_text("Anna")


def test_a_link_opens_exactly_its_moment(window: Window, api: httpx.Client) -> None:
    game = game_id(FOUR)
    [frame] = [frame for frame in all_frames(api, game) if frame["at"] == "17.3"]
    page = window.watch(game, "17.3")
    expect(page.locator(".sentence")).to_have_text(frame["text"])
    expect(page.locator(".story [aria-current]")).to_contain_text(frame["text"])
    expect_drawn(page, state(api, game, "17.3"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?at=18\.1$"))
    assert (page.get_by_text("Link to this moment").get_attribute("href") or "").endswith("at=18.1")


@pytest.mark.parametrize("seat", [None, 2])
def test_what_is_drawn_is_what_the_state_says(
    window: Window, api: httpx.Client, seat: int | None
) -> None:
    game = game_id(FOUR)
    page = window.watch(game)
    if seat is not None:
        page.select_option("#eyes", str(seat))
        page.wait_for_load_state("networkidle")
    query = {} if seat is None else {"seat": seat}
    for version in ("14", "30", "66", "100", "132"):
        page.locator(".timeline input").fill(version)
        expect(page.locator(".moment")).to_contain_text(re.compile(rf"^{version}\."))
        expect_drawn(page, state(api, game, shown_at(page), **query))


def test_turns_shifts_first_and_last_by_key(window: Window, api: httpx.Client) -> None:
    game = game_id(TWO)
    frames = all_frames(api, game)
    page = window.watch(game)
    page.wait_for_load_state("networkidle")
    begun = [frame["at"] for frame in frames if frame["type"] == "shift_started"]
    for at in begun:
        page.keyboard.press("Control+ArrowRight")
        expect(page.locator(".moment")).to_contain_text(f"{at} ")
    page.keyboard.press("Control+ArrowLeft")
    expect(page.locator(".moment")).to_contain_text(f"{begun[1]} ")
    ended = [f["at"] for f in frames if f["type"] == "turn_ended"]
    after = next(at for at in ended if int(at.split(".")[0]) > int(begun[1].split(".")[0]))
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".moment")).to_contain_text(f"{after} ")
    page.keyboard.press("End")
    expect(page.locator(".moment")).to_contain_text(f"{frames[-1]['at']} ")
    page.keyboard.press("Home")
    expect(page.locator(".moment")).to_contain_text("1.1 ")


def test_space_plays_and_pauses(window: Window) -> None:
    page = window.watch(game_id(TWO), "5.1")
    page.get_by_label("Speed").select_option("8")
    page.locator("main").focus()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".moment")).to_contain_text("8.1 ")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_story_and_the_chart_jump(window: Window) -> None:
    page = window.watch(game_id(TWO))
    page.wait_for_load_state("networkidle")
    page.locator(".story [data-at='12.2']").click()
    expect(page.locator(".moment")).to_contain_text("12.2 ")
    box = page.locator(".chart").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 10)
    expect(page.locator(".moment")).to_contain_text("91.")


def test_a_step_is_spoken_and_what_it_changed_stands_out(window: Window) -> None:
    page = window.watch(game_id(TWO), "13.1")
    live = page.locator("[aria-live=polite]")
    said = live.text_content()
    page.keyboard.press("ArrowLeft")
    expect(live).not_to_have_text(said or "")
    page.keyboard.press("ArrowRight")
    expect(live).to_have_text(said or "")
    assert page.locator(".space.changed[data-space='delivery-carriage']").count() == 1


def test_a_scoring_shows_every_element(window: Window, api: httpx.Client) -> None:
    game = game_id(FOUR)
    for scoring in api.get(f"/games/{game}/scorings").json()["scorings"]:
        page = window.watch(game, str(scoring["version"]))
        events = [event["event"] for event in scoring["events"]]
        elements = [event for event in events if event["type"] == "element_scored"]
        expect(page.locator(".scoring table").first.locator("tbody tr")).to_have_count(
            len(elements)
        )
        rows = page.locator(".scoring table").first.locator("tbody tr")
        for row, element in enumerate(elements):
            cells = rows.nth(row).locator("td:not(.why)")
            assert cells.locator(".counted").all_text_contents() == [
                str(count) for count in element["counts"]
            ]
            for place in ("first", "second"):
                points = f"+{element[f'{place}_vp']}"
                for seat in element[place]:
                    assert (cells.nth(seat).text_content() or "").endswith(points)
        [total] = [event for event in events if event["type"] == "shift_scored"]
        sums = page.locator(".scoring tfoot").first.locator("td b").all_text_contents()
        assert [int(text.replace("−", "-")) for text in sums] == total["vp_gained"]


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
    assert page.locator(".text-board").text_content() == text
