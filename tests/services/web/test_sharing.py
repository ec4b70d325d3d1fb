"""One click shares a moment: its link, its sentence and its picture."""

import random

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.services.api.table import Table
from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.games import all_frames, game_id

PASTED = """async () => {
  const [item] = await navigator.clipboard.read();
  const text = async (type) => (await item.getType(type)).text();
  const picture = await createImageBitmap(await item.getType("image/png"));
  const [plain, html] = [await text("text/plain"), await text("text/html")];
  return { plain, html, size: [picture.width, picture.height] };
}"""


@pytest.fixture
def window(new_window: OpenWindow) -> Window:
    return new_window(permissions=["clipboard-read", "clipboard-write"], locale="de-DE")


@pytest.fixture
def page(window: Window) -> Page:
    return window.watch(game_id("two-players"), "17.1")


def share(page: Page) -> None:
    page.get_by_text("Diesen Moment teilen").click()
    # The first picture of a server waits for the process that others are forked off.
    copied = page.get_by_text("Link, Satz und Bild dieses Moments sind kopiert.")
    expect(copied).to_be_visible(timeout=30_000)


def test_one_click_copies_link_sentence_and_picture(page: Page, api: httpx.Client) -> None:
    game = game_id("two-players")
    share(page)
    pasted = page.evaluate(PASTED)
    [text] = [frame["text"] for frame in all_frames(api, game, "de") if frame["at"] == "17.1"]
    sentence, link = pasted["plain"].splitlines()
    assert (sentence, link.partition("?")[2]) == (text, "at=17.1&lang=de")
    assert f"/games/{game}/picture.png?at=17.1&amp;lang=de" in pasted["html"]
    assert pasted["size"] == [1600, 840]


def test_the_link_keeps_the_perspective(page: Page) -> None:
    page.select_option("#eyes", "1")
    expect(page.locator(".picture[data-eyes='1']")).to_be_visible()
    share(page)
    pasted = page.evaluate(PASTED)
    assert pasted["plain"].splitlines()[1].endswith("?at=17.1&as=1&lang=de")
    assert "seat=1" in pasted["html"]


def test_what_only_a_token_shows_is_not_shared(window: Window, api: httpx.Client) -> None:
    table, luck = Table.open(api), random.Random(1)
    while table.summary()["phase"] == "draft":
        table.play_on(luck, 1)
    seat = table.summary()["turn"]
    assert table.act(seat, {"type": "look_at_orders"}).status_code == 201
    page = window.watch(table.id)
    page.select_option("#eyes", str(seat))
    page.fill("#token", table.begun["seats"][seat]["token"])
    page.locator("dialog button[value=look]").click()
    expect(page.locator(f".picture[data-eyes='{seat}']")).to_be_visible()
    share(page)
    pasted = page.evaluate(PASTED)
    sentence, link = pasted["plain"].splitlines()
    last = table.summary()["version"]
    told = [f["text"] for f in table.get(f"/frames?from={last}&lang=de").json()["frames"]]
    own = page.locator(".sentence").inner_text()
    assert sentence in " ".join(told)
    assert sentence not in own
    assert "as=" not in link
    assert "seat=" not in pasted["html"]


def test_without_a_picture_there_is_still_the_link(window: Window, page: Page) -> None:
    page.route("**/picture.png*", lambda route: route.fulfill(status=503, json={"code": "busy"}))
    page.get_by_text("Diesen Moment teilen").click()
    expect(page.get_by_text("Der Link zu diesem Moment ist kopiert.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith("at=17.1&lang=de")
    window.requests_may_fail = True  # the browser says that the answer was 503
