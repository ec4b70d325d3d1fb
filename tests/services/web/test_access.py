"""For everybody: axe finds nothing serious, a keyboard is enough, and who wants it still has it."""

import re
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Literal, TypeAlias

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # has no types
from playwright.sync_api import Page, ViewportSize, expect

from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.forged import forged_audit
from tests.services.web.games import FOURS, all_frames, game_id
from tests.services.web.hands import MOST_TABS

WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
Scheme: TypeAlias = Literal["light", "dark"]
MOMENTS = {
    "gluck-auf": ("2", "70", "134"),
    "kartenspiel": ("2", "210", "405"),
    "schichtwechsel": ("3", "120", "262"),
}
"""Setup, in the middle, and the last scoring."""
RULES = ("gluck-auf", "kartenspiel", "schichtwechsel")
MOST_OF_IT = {"exclude": [[".sentences li:nth-child(n+12)"], ["article > :nth-child(n+90)"]]}
"""Hundreds of sentences and of a document's paragraphs are like the first ones."""
DRESSED: list[tuple[ViewportSize, Scheme]] = [(PHONE, "light"), (WIDE, "light"), (PHONE, "dark")]


def settled(page: Page) -> Page:
    page.wait_for_selector("main > *")
    page.wait_for_load_state("networkidle")
    return page


def expect_no_serious_fault(page: Page, size: ViewportSize, scheme: Scheme) -> None:
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)
    options = {"resultTypes": ["violations"]}
    found = Axe().run(page, context=MOST_OF_IT, options=options).response["violations"]
    serious = [
        (one["id"], [node["html"][:160] for node in one["nodes"][:3]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == [], (size, scheme)


def opened_call(window: Window) -> Page:
    page = window.open("/schema")
    page.locator(".call", has_text="POST /api/v1/games Create").locator("summary").click()
    expect(page.locator("textarea")).to_contain_text("seats")
    return page


@pytest.mark.parametrize("name", ["start", "audit", "broken", "rules", "keys", "schema", *RULES])
def test_axe_finds_no_serious_fault_around_the_games(
    new_window: OpenWindow, tmp_path: Path, replay_folder: Path, name: str
) -> None:
    window = new_window(reduced_motion="reduce")
    opened: dict[str, Callable[[], Page]] = {
        "start": lambda: window.open("/"),
        "audit": lambda: window.open(f"/games/{game_id('two-players')}/audit"),
        "broken": lambda: forged_audit(window, tmp_path, replay_folder),
        "rules": lambda: window.open("/rules"),
        "keys": lambda: window.open("/keys"),
        "schema": lambda: opened_call(window),
        **{name: partial(window.open, f"/rules/{name}") for name in RULES},
    }
    page = settled(opened[name]())
    expect_no_serious_fault(page, WIDE, "light")
    if name not in RULES[1:]:  # long, and all of one kind
        expect_no_serious_fault(page, PHONE, "dark")


@pytest.mark.parametrize("game", MOMENTS)
def test_axe_finds_no_serious_fault_in_a_game(new_window: OpenWindow, game: str) -> None:
    """On a phone and wide, in light and dark, though not every moment in each."""
    page = new_window(reduced_motion="reduce").watch_all(game_id(FOURS[game]))
    for version, (size, scheme) in zip(MOMENTS[game], DRESSED, strict=True):
        page.locator(".timeline input").fill(version)
        expect(page.locator(".moment")).to_contain_text(re.compile(rf"^{version}\."))
        if version == MOMENTS[game][-1]:
            page.set_viewport_size(size)
            page.locator("[data-tab-name=scoring]").click()
        expect_no_serious_fault(page, size, scheme)
    expect(page.locator(".scoring")).to_be_visible()


FOCUS = """() => {
  const one = document.activeElement;
  const ring = getComputedStyle(one.id === "file" ? one.nextElementSibling : one);
  window.reached = (window.reached || new Set()).add(one);
  return {
    told: one.outerHTML.slice(0, 120), inside: one !== document.body,
    ring: ring.outlineStyle !== "none" && parseFloat(ring.outlineWidth) >= 2,
  };
}"""
UNREACHED = """() => {
  // Of radio buttons one is reached, and the others from there.
  const radios = [...window.reached].filter(({ type }) => type === "radio");
  const groups = new Set(radios.map(({ name }) => name));
  return [...document.querySelectorAll("a[href], button, select, input, summary, [tabindex='0']")]
    .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility())
    .filter((one) => !window.reached.has(one) && !(one.type === "radio" && groups.has(one.name)))
    .map((one) => one.outerHTML.slice(0, 120));
}"""


@pytest.mark.parametrize("place", ["start", "game", "audit"])
def test_everything_is_reached_by_keyboard_and_seen_to_be(window: Window, place: str) -> None:
    game = game_id("two-players")
    paths = {
        "start": "/?search=victory",  # games that are over: a card that goes on is drawn anew
        "game": f"/games/{game}?at=36",
        "audit": f"/games/{game}/audit",
    }
    page = settled(window.open(paths[place]))
    if place == "start":
        expect(page.locator(".game")).to_have_count(2)
    seen: list[dict[str, Any]] = []
    while (not seen or seen[-1]["inside"]) and len(seen) < MOST_TABS:
        page.keyboard.press("Tab")
        seen.append(page.evaluate(FOCUS))
    assert not seen[-1]["inside"], "the end of the page was reached"
    assert [focus["told"] for focus in seen[:-1] if not focus["ring"]] == []
    assert page.evaluate(UNREACHED) == []


def test_a_game_is_watched_without_a_mouse(window: Window) -> None:
    """A button of the toolbar, the slider, the story and the language, each by its keys."""
    page = window.watch(game_id("two-players"), "13.1")
    page.locator("[data-step='event-on']").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".moment")).to_contain_text("13.2 ")
    page.locator(".timeline input").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moment")).to_contain_text("14.")
    page.locator(".mark.star").first.focus()
    page.keyboard.press(" ")
    expect(page.locator(".scoring")).to_be_visible()
    page.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".text-board")).to_contain_text("LORRY FACTORY")


@pytest.mark.parametrize("game", FOURS)
def test_the_live_region_speaks_each_step(window: Window, api: httpx.Client, game: str) -> None:
    frames = all_frames(api, game_id(FOURS[game]))
    page = window.watch(game_id(FOURS[game]), frames[20]["at"])
    live = page.locator("[aria-live=polite]")
    for frame in frames[21:36]:
        page.keyboard.press("Shift+ArrowRight")
        expect(live).to_have_text(frame["text"])


MOVING = """async () => {
  document.querySelector("[data-step=action-on]").click();
  await new Promise((done) => { setTimeout(done); });
  return document.getAnimations().length;
}"""
"""Asked right after a step, however slow the machine is."""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_who_does_not_want_it(new_window: OpenWindow, motion: str) -> None:
    page = new_window(reduced_motion=motion).watch_all(game_id("two-players"), "12")
    moving = [page.evaluate(MOVING) for _ in range(12)]
    assert any(moving) == (motion == "no-preference")


@pytest.mark.parametrize("game", FOURS)
def test_a_scoring_of_four_fits_a_phone(new_window: OpenWindow, game: str) -> None:
    page = new_window(viewport=PHONE).watch_all(game_id(FOURS[game]))
    for moment, language in product(MOMENTS[game][1:], ("de", "hu")):
        page.select_option("#language", language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.locator(".timeline input").fill(moment)
        expect(page.locator(".moment")).to_contain_text(re.compile(rf"^{moment}\."))
        page.locator("[data-tab-name=scoring]").click()
        tables = ".scoring table"
        too_wide = page.locator(tables).evaluate_all(
            "all => all.filter(t => t.getBoundingClientRect().right > innerWidth).length"
        )
        assert too_wide == 0
    assert page.locator(".scoring table").count()
