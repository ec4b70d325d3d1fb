"""The stage: whatever a step changes is in view, and nothing moves but what is on the table."""

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from services.web.static_files import ROOT
from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.games import FOURS, game_id
from tests.services.web.walking import MOST, PHONE, PLAYED, WALK, WIDE
from tests.waiting import eventually


def walked(window: OpenWindow, game: str, size: ViewportSize, step: str) -> dict[str, Any]:
    page = window(viewport=size, reduced_motion="reduce").watch_all(game_id(FOURS[game]))
    found: dict[str, Any] = page.evaluate(WALK, {"step": step, "most": MOST})
    return found


@pytest.mark.parametrize("game", FOURS)
def test_a_wide_screen_shows_all_that_an_action_changed(new_window: OpenWindow, game: str) -> None:
    found = walked(new_window, game, WIDE, "action-on")
    assert found["steps"] > 100
    assert (found["unseen"], found["hidden"], found["jumps"]) == ([], [], [])
    assert found["nothing"][1:] == [], "but for the setup, which has no before"


@pytest.mark.parametrize("game", FOURS)
def test_a_phone_opens_the_tab_where_something_changed(new_window: OpenWindow, game: str) -> None:
    found = walked(new_window, game, PHONE, "action-on")
    assert found["steps"] > 100
    assert (found["unseen"], found["jumps"]) == ([], [])


OUTSIDE = """() => [...document.querySelectorAll(".kg-plot")].filter((plot) => {
  const all = plot.getBoundingClientRect();
  const drawn = plot.querySelector(".plot").getBoundingClientRect();
  return all.width > drawn.width + 4 || all.height > drawn.height + 4;
}).map((plot) => plot.dataset.area)"""


def test_a_place_ends_where_it_is_drawn_to_end_and_so_does_its_glow(window: Window) -> None:
    """Two players have the most shift markers lying on one card."""
    page = window.watch(game_id("kartenspiel/two-players"), "2")
    expect(page.locator(".deeds .token")).not_to_have_count(0)
    assert page.evaluate(OUTSIDE) == []


OPENED = """() => {
  window.opened = [];
  const viewer = document.querySelector(".viewer");
  new MutationObserver(() => window.opened.push(viewer.dataset.tab))
    .observe(viewer, { attributeFilter: ["data-tab"] });
}"""


def test_an_action_is_shown_event_by_event_where_each_happens(new_window: OpenWindow) -> None:
    """Workers on the board, money and tile in the pit, a new tile on the board: one story."""
    page = new_window(viewport=PHONE).watch_all(game_id("two-players"), "17")
    page.evaluate(OPENED)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moment")).to_contain_text("18.5 ")
    eventually(lambda: page.evaluate("() => window.opened") == ["mines", "board"])
    expect(page.locator(".sentence > span")).to_have_count(4)  # all but whose turn it is now


@pytest.mark.parametrize("sample", [*FOURS.values(), "gluck_auf/two-players"])
def test_a_game_is_played_in_three_to_five_minutes(window: Window, sample: str) -> None:
    game = game_id(sample)
    minutes = window.open(f"/games/{game}").evaluate(PLAYED, [ROOT, game])
    assert 3 <= minutes <= 5
