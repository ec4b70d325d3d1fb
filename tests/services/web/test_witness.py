"""The page that watches the log: it keeps what it saw, and shouts if that is not kept."""

import hashlib
import json
import re
from collections.abc import Callable
from itertools import pairwise

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from replays.checkpoint import Signer
from replays.tlog.malformed import Malformed
from replays.tlog.merkle import root
from replays.tlog.note import Note, cosign, sign
from replays.tlog.tiles import belongs, parse_tile_path
from replays.tlog.tree_head import TreeHead
from services.web.static_files import ROOT
from tests.replays.tlog.growing import GrowingTree
from tests.replays.tlog.test_notes_and_proofs import LOG, OTHER, WITNESSES
from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.test_access import PHONE, expect_no_serious_fault
from tests.waiting import eventually

ENTRIES = [b"entry %d" % index for index in range(700)]
HONEST = GrowingTree(ENTRIES)
FORKED = GrowingTree([*ENTRIES[:250], b"another", *ENTRIES[251:]])
KEY = {"name": LOG.name, "id": "", "key": str(LOG.key), "use": "log", "from": "", "until": None}


class FakeLog:
    """A log in front of the service's own, as large and as honest as the test wants it."""

    def __init__(self, page: Page) -> None:
        self.tree, self.size, self.signer, self.origin = HONEST, 0, LOG, LOG.name
        self.served_up_to = 0
        self.damaged = ""
        keys = json.dumps({"keys": [KEY], "trusted": []})
        page.route("**/api/v1/keys", lambda route: route.fulfill(body=keys))
        page.route(re.compile("^http://[^/]+/tlog/"), self.answer)

    def shows(self, size: int, tree: GrowingTree = HONEST) -> None:
        self.size = self.served_up_to = size
        self.tree = tree

    def answer(self, route: Route) -> None:
        path = route.request.url.partition("/tlog/")[2]
        body = self.checkpoint() if path == "checkpoint" else self.tile(path)
        route.fulfill(body=body) if body is not None else route.fulfill(status=404, body="{}")

    def checkpoint(self) -> bytes | None:
        text = TreeHead(self.origin, self.size, root(self.size, self.tree.read)).text()
        signatures = (sign(self.signer, text), cosign(WITNESSES[0], text, 1))
        return str(Note(text, signatures)).encode() if self.size else None

    def tile(self, path: str) -> bytes | None:
        try:
            tile = parse_tile_path(path)
        except Malformed:
            return None
        if not belongs(tile, self.size) and not belongs(tile, self.served_up_to):
            return None
        data = self.tree.tile(tile)
        return data[:-1] + bytes([data[-1] ^ 1]) if path == self.damaged else data


Watching = Callable[..., tuple[Page, FakeLog, Window]]


@pytest.fixture
def watching(new_window: OpenWindow) -> Watching:
    def open_page(size: int, **options: str) -> tuple[Page, FakeLog, Window]:
        window = new_window(viewport={"width": 360, "height": 740}, **options)
        window.requests_may_fail = True
        log = FakeLog(window.page)
        log.shows(size)
        return window.open("/witness"), log, window

    return open_page


def look(page: Page) -> None:
    page.locator("article > p > button").click()


def verdict(page: Page, kind: str, words: str) -> None:
    expect(page.locator(f".summary.{kind}")).to_contain_text(words)


@pytest.mark.parametrize("sizes", [(1, 2, 3, 7, 8), (100, 255, 256, 257, 512), (5, 700)])
def test_a_log_that_grows(watching: Watching, sizes: tuple[int, ...]) -> None:
    page, log, _ = watching(sizes[0])
    verdict(page, "holds", "for the first time")
    expect(page.locator(".facts")).to_contain_text("holds")
    for before, size in pairwise(sizes):
        log.shows(size)
        look(page)
        verdict(page, "holds", f"grew from {before} to {size} entries")
    page.reload()
    verdict(page, "holds", f"Nothing new: {sizes[-1]} entries")
    expect(page.locator(".evidence")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect_no_serious_fault(page, PHONE, "dark")


def test_a_log_that_forked(watching: Watching) -> None:
    page, log, _ = watching(300)
    verdict(page, "holds", "for the first time")
    for size in (300, 301, 600):
        log.shows(size, FORKED)
        look(page)
        verdict(page, "broken", "ALARM: the log is not the one")
    expect(page.locator("[role=alert].summary")).to_be_visible()
    expect_no_serious_fault(page, PHONE, "light")
    # What it saw stays what it saw, and both heads can be taken along.
    with page.expect_download() as saved:
        page.locator(".evidence button.main").click()
    kept = saved.value.path().read_text("utf-8")
    log.shows(300)
    assert (log.checkpoint() or b"").decode() in kept
    log.shows(300, FORKED)
    assert (log.checkpoint() or b"").decode() in kept
    log.shows(310)
    look(page)
    verdict(page, "holds", "grew from 300 to 310")
    expect(page.locator(".evidence")).to_be_visible()


def test_what_else_is_wrong(watching: Watching) -> None:
    page, log, _ = watching(300)
    verdict(page, "holds", "for the first time")
    log.shows(200)
    look(page)
    verdict(page, "broken", "fewer entries")
    log.served_up_to = 300
    look(page)
    verdict(page, "unknown", "older than the one you saw last")
    log.shows(301)
    log.signer = OTHER
    look(page)
    verdict(page, "broken", "not signed with the key")
    log.signer = Signer("example.com/other", OTHER.private)
    log.origin = log.signer.name
    look(page)
    verdict(page, "broken", "another log than last time")
    log.signer, log.origin = LOG, LOG.name
    for damaged in ("tile/0/001.p/45", "tile/1/000.p/1"):
        log.damaged = damaged
        look(page)
        verdict(page, "unknown", "cannot be told")
    log.damaged = ""
    look(page)
    verdict(page, "holds", "grew from 300 to 301")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator(".evidence button:not(.main)").click()
    verdict(page, "holds", "for the first time")


def test_nothing_there_yet(watching: Watching) -> None:
    page, log, _ = watching(0)
    verdict(page, "unknown", "nothing in the log yet")
    log.shows(1)
    look(page)
    verdict(page, "holds", "for the first time: 1 entry.")


@pytest.mark.parametrize(
    ("locale", "words"), [("de-DE", "Zum ersten Mal gesehen"), ("hu-HU", "Először látott")]
)
def test_in_other_languages(watching: Watching, locale: str, words: str) -> None:
    page, *_ = watching(3, locale=locale)
    verdict(page, "holds", words)


def test_our_own_log(window: Window, api: httpx.Client) -> None:
    """As it is served, with a head that is looked at twice."""
    page = window.open("/witness")
    verdict(page, "holds", "for the first time")
    before = signed_size(api)
    seats = [{"name": "Anna"}, {"name": "Béla"}]
    assert api.post("/games", json={"game": "gluck-auf", "seats": seats}).status_code == 201
    eventually(lambda: signed_size(api) > before, 60)
    look(page)
    verdict(page, "holds", "grew from")
    expect(page.locator(".evidence")).to_have_count(0)


def signed_size(api: httpx.Client) -> int:
    address = str(api.base_url).replace("/api/v1/", "/tlog/checkpoint")
    return TreeHead.parse(Note.parse(httpx.get(address, timeout=20).text).text).size


def test_hashes_are_hashes(window: Window) -> None:
    """Ours, for pages that came over plain HTTP; at every length around the ends of blocks."""
    page = window.open("/keys")
    lengths = [*range(130), 1000, 8193]
    script = """async ([from, lengths]) => {
      const { sha256 } = await import(from);
      return lengths.map((n) => [...sha256(Uint8Array.from({ length: n }, (_, i) => i % 251))]);
    }"""
    made = page.evaluate(script, [f"{ROOT}/tlog/sha256.js", lengths])
    texts = [bytes(index % 251 for index in range(length)) for length in lengths]
    assert [bytes(one) for one in made] == [hashlib.sha256(text).digest() for text in texts]
