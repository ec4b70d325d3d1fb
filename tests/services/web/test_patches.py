"""The viewer's own patching gives exactly the views of the rules, event by event."""

from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from domain.table.events import HandedOver
from replays.entry import sha256
from replays.history import History
from services.web.static_files import ROOT
from tests.faults.service import Service
from tests.replays.playing import played
from tests.replays.telling_samples import telling_samples
from tests.services.web.browser import Window

SAMPLES = telling_samples()
DIGESTS = """async ([root, game]) => {
  const { Frames } = await import(`${root}/frames.js`);
  const { source } = await import(`${root}/source.js`);
  source.api = `/api/v1/games/${game}`; // as if this page were the game's own
  const written = (value) => {
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
    const member = (name) => `${JSON.stringify(name)}:${written(value[name])}`;
    return `{${Object.keys(value).sort().map(member).join(",")}}`;
  };
  const digest = async (view) => {
    const bytes = new TextEncoder().encode(written(view));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  const frames = new Frames(game, "en");
  await frames.fetch(1);
  await frames.loadRest(() => {});
  return Promise.all(frames.list.map(async ({ at, view }) => [at, await digest(view)]));
}"""


def views(history: History) -> list[list[str]]:
    found, names = [], list(history.names)
    for (moment, event), (_, _, state) in zip(history.events(), played(history), strict=True):
        if isinstance(event, HandedOver):
            names[event.seat] = event.name
        view = history.game.view(state, None, names)
        plain = msgspec.to_builtins(view, str_keys=True)
        found.append([str(moment), sha256(msgspec.json.encode(plain, order="sorted"))])
    return found


@pytest.fixture(scope="module")
def at_home(browser: Browser, service: Service) -> Iterator[Page]:
    window = Window(browser, service.url)
    yield window.open("/")
    window.context.close()


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_viewer_has_exactly_the_views_of_the_samples(at_home: Page, sample: str) -> None:
    history = History(SAMPLES[sample])
    assert at_home.evaluate(DIGESTS, [ROOT, history.game_id]) == views(history)
