"""One real service per process and one real browser per file for the tests of the viewer."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

from replays.samples import samples
from tests.faults.service import Service
from tests.services.web.browser import Window, chromium, launched
from tests.waiting import eventually

OpenWindow = Callable[..., Window]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not for the whole session: Playwright's event loop would stand in the way of other tests'."""
    with launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    chromium()  # without it the service would be started for nothing
    started = Service(tmp_path_factory.mktemp("viewer") / "data")
    try:
        eventually(lambda: _imported(started.url), 60)
        eventually(lambda: _has_signed(started.url), 60)
        yield started
    finally:
        started.stop()


def _imported(url: str) -> bool:
    answer = httpx.get(f"{url}/api/v1/games?limit=100", timeout=10)
    return len(answer.json()["games"]) >= len(list(samples()))


def _has_signed(url: str) -> bool:
    return httpx.get(f"{url}/tlog/checkpoint", timeout=10).status_code == 200


@pytest.fixture
def api(service: Service) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{service.url}/api/v1", timeout=20) as client:
        yield client


@pytest.fixture
def new_window(browser: Browser, service: Service) -> Iterator[OpenWindow]:
    """Windows that must leave the console silent, unless the test empties `faults` itself."""
    opened: list[Window] = []

    def new(**options: Any) -> Window:
        opened.append(Window(browser, service.url, **options))
        return opened[-1]

    yield new
    for window in opened:
        window.context.close()
    assert [window.faults for window in opened] == [[]] * len(opened)


@pytest.fixture
def window(new_window: OpenWindow) -> Window:
    return new_window()


@pytest.fixture
def replay_folder() -> Path:
    return Path(__file__).parents[3] / "replays" / "samples" / "gluck_auf"
