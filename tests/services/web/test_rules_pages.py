"""The rules in the viewer: a link to a section shows that section, in the frame of the site."""

import re

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from services.web.rules_document import rules_document
from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.games import FOURS, game_id
from tests.waiting import eventually

SECTIONS = {
    "/rules/gluck-auf#6.2": "6.2 Order spots and the 2-for-1 substitute",
    "/rules/kartenspiel#7.8": "7.8 Mining: areas mine-0-1, mine-1-2, mine-2-3",
    "/rules/schichtwechsel#5.IV": "IV White stones",
    "/api/v1/rules/schichtwechsel/text#16": "16. Final scoring and winner",
}
PARTS = {
    "/rules/gluck-auf#15.2.22": "Storage rule.",
    "/rules/kartenspiel#R-05": "Innovation first, then no placement possible?",
    "/rules/schichtwechsel#TV-16": "When it rises by 1.",
    "/rules/table#B5": "Order of refusals.",
}
SCORED = {"gluck-auf": ("9", "11"), "kartenspiel": ("10", "11"), "schichtwechsel": ("14.2", "16")}
PHONE = {"width": 360, "height": 740}
WIDE = {"width": 1280, "height": 900}


def framed(page: Page) -> Page:
    """Also when the scripts have put everything around the document."""
    page.wait_for_selector("main > nav")
    return page


def top_of(heading: Locator) -> float:
    top: float = heading.evaluate("heading => heading.getBoundingClientRect().top")
    return top


@pytest.mark.parametrize(
    ("path", "size"), [*((path, PHONE) for path in SECTIONS), (next(iter(SECTIONS)), WIDE)]
)
def test_a_link_to_a_section_shows_its_heading(
    new_window: OpenWindow, path: str, size: dict[str, int]
) -> None:
    page = framed(new_window(viewport=size).open(path))
    heading = page.get_by_role("heading", name=SECTIONS[path], exact=True)
    expect(heading).to_be_in_viewport()
    eventually(lambda: top_of(heading) < 60)  # at the top
    assert heading.evaluate("heading => heading.matches(':target')")


@pytest.mark.parametrize("path", PARTS)
def test_a_link_to_a_ruling_or_a_vector_shows_it(window: Window, path: str) -> None:
    page = framed(window.open(path))
    expect(page.locator(":target")).to_contain_text(PARTS[path])
    expect(page.locator(":target")).to_be_in_viewport()


def test_the_contents_lead_to_the_sections(window: Window) -> None:
    page = framed(window.open("/rules/gluck-auf"))
    contents = page.get_by_role("navigation", name="Contents")
    contents.get_by_role("link", name="9. End of a shift and shift scoring").click()
    expect(page).to_have_url(re.compile(r"/rules/gluck-auf#9$"))
    expect(page.get_by_role("heading", name="9. End of a shift")).to_be_in_viewport()


def test_the_frame_speaks_german_around_an_english_document(new_window: OpenWindow) -> None:
    page = framed(new_window(locale="de-DE").open("/rules/schichtwechsel#6.3"))
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".rules")).to_have_attribute("lang", "en")
    expect(page.locator("main")).to_contain_text("Sie sind auf Englisch geschrieben")
    page.select_option("#language", "hu")
    expect(page.locator("main")).to_contain_text("Angol nyelvűek")
    expect(page.get_by_role("heading", name="6.3 Passing")).to_be_in_viewport()


def test_the_list_leads_to_the_rules_of_the_table(window: Window) -> None:
    page = window.open("/rules")
    page.get_by_role("link", name="The table: clocks, claims and rulings").click()
    expect(framed(page)).to_have_title(
        "The table: clocks, claims and rulings · Rules · Schichtbuch"
    )
    links = page.get_by_role("navigation", name="Rules", exact=True).get_by_role("link")
    expect(links).to_have_text(["All games"])


def test_a_game_leads_to_its_rules(window: Window) -> None:
    page = window.watch(game_id("two-players"))
    page.get_by_role("navigation", name="This game").get_by_role("link", name="Rules").click()
    expect(page).to_have_title("Glück Auf · Rules · Schichtbuch")
    expect(page.get_by_role("heading", name="Glück Auf: rules specification")).to_be_visible()
    page.get_by_role("link", name="All games").click()
    page.get_by_role("link", name="Shift Change").click()
    expect(page.get_by_role("heading", name="Schichtwechsel: rules specification")).to_be_visible()


@pytest.mark.parametrize(("game", "sections"), SCORED.items())
def test_a_scoring_leads_to_its_rule(
    window: Window, api: httpx.Client, game: str, sections: tuple[str, str]
) -> None:
    played = game_id(FOURS[game])
    scorings = api.get(f"/games/{played}/scorings").json()["scorings"]
    page = window.watch_all(played)
    for scoring, section in zip((scorings[0], scorings[-1]), sections, strict=True):
        page.locator(".timeline input").fill(str(scoring["version"]))
        link = page.locator(".scoring .rule a").last
        expect(link).to_have_attribute("href", f"/rules/{game}#{section}")
        assert section in rules_document(game).anchors
    link.click()
    expect(page.locator(":target")).to_be_in_viewport()


def test_a_document_can_be_read_without_scripts(new_window: OpenWindow) -> None:
    page = new_window(java_script_enabled=False).open("/rules/kartenspiel#11.5")
    expect(page.get_by_role("heading", name="11.5 Winner")).to_be_in_viewport()
    expect(page.locator("noscript")).to_have_count(0)


def test_wide_tables_scroll_by_themselves(new_window: OpenWindow) -> None:
    page = framed(new_window(viewport=PHONE).open("/rules/gluck-auf#14.1"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table = page.locator(".scroll", has=page.locator("#D1"))
    assert table.evaluate("one => one.scrollWidth > one.clientWidth")
    table.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("one => one.scrollLeft > 0", arg=table.element_handle())
