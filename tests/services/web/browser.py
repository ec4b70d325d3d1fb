"""Chromium as it is installed here, and a page that remembers what went wrong in it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

expect.set_options(timeout=30_000)

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def chromium() -> str:
    """Where it is; without it there is nothing to test, which must not go unnoticed in CI."""
    wanted = os.environ.get("SCHICHTBUCH_CHROMIUM")
    found = wanted or next(filter(None, map(shutil.which, NAMES)), None)
    if found:
        return found
    said = "The viewer's tests need Chromium: apt-get install chromium."
    if os.environ.get("CI") == "true":
        pytest.fail(said, pytrace=False)
    pytest.skip(said)


@contextmanager
def launched() -> Iterator[Browser]:
    path = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


class Window:
    """A page of its own context, with everything the console said against it.

    Where a test breaks requests on purpose (`requests_may_fail`), the browser's own words about
    them, which may come at any later time, are no faults of ours.
    """

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        settings: dict[str, Any] = {"locale": "en-US", "viewport": {"width": 1280, "height": 900}}
        self.context = browser.new_context(base_url=url, **{**settings, **options})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.requests_may_fail = False
        self._heard: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self._heard.append(str(error)))

    @property
    def faults(self) -> list[str]:
        if not self.requests_may_fail:
            return list(self._heard)
        return [fault for fault in self._heard if "Failed to load resource" not in fault]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._heard.append(message.text)

    def open(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def watch(self, game_id: str, at: str | None = None) -> Page:
        page = self.open(f"/games/{game_id}" + (f"?at={at}" if at else ""))
        page.wait_for_selector(".picture > *")
        return page

    def watch_all(self, game_id: str, at: str | None = None) -> Page:
        """Also when all of it is fetched, so that nothing is drawn anew by itself."""
        page = self.watch(game_id, at)
        page.wait_for_selector(".timeline[aria-busy=false]")
        return page
