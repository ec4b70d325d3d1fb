"""Games of before names were checked, in a real browser: nothing turns round, nothing spills."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.registry import GAMES
from infra.clock import now
from infra.connections import connect, disconnect
from infra.embedded import running_url
from infra.games_index import GamesIndex
from replays.entry import Entry
from services.bench.logs import write_log
from services.errands import filing_of
from tests.faults.service import Service
from tests.old_names import FROM_RIGHT_TO_LEFT, OLD_NAMES, PILED_UP, old_game
from tests.services.web.browser import Window

HIDDEN = r"[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066\u2067\u3164]|\p{M}{5}"
FOUND_HIDDEN = """hidden => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) found.push(texts.currentNode.data);
  for (const one of document.querySelectorAll('[title], [aria-label]'))
    found.push(one.getAttribute('title') || '', one.getAttribute('aria-label') || '');
  found.push(document.title);
  const bad = new RegExp(hidden, 'u');
  return found.filter((text) => bad.test(text.replaceAll('\\n', '')));
}"""
"""Every text of the page and every label."""
LEFT_EDGES = """([selector, words]) => {
  const node = document.querySelector(selector).lastChild;
  return words.map((word) => {
    const range = document.createRange();
    range.setStart(node, node.data.indexOf(word));
    range.setEnd(node, node.data.indexOf(word) + word.length);
    return range.getBoundingClientRect().left;
  });
}"""
"""Where these words of a sentence begin."""


def bring(service: Service, game: str, names: tuple[str, ...], as_id: str) -> str:
    record = old_game(game, names)

    async def write() -> None:
        redis = connect(running_url(Path(service.data)) or "")
        entries: list[Entry] = record.entries
        aggregate = await write_log(redis, as_id, entries, {})
        await GamesIndex(redis).put([replace(filing_of(aggregate), created_at=now())])
        await disconnect(redis)

    with ThreadPoolExecutor() as elsewhere:  # Playwright has a loop of its own running here
        elsewhere.submit(asyncio.run, write()).result()
    return as_id


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_is_left_on_any_page(service: Service, window: Window, game: str) -> None:
    game_id = bring(service, game, OLD_NAMES, f"old-{game}")
    for at in (None, "1", "list"):
        page = window.open("/") if at == "list" else window.watch_all(game_id, at)
        page.get_by_text("\\u202eevil").first.wait_for(state="attached")
        assert page.evaluate(FOUND_HIDDEN, HIDDEN) == []


def test_no_name_spills_or_turns_its_neighbours(service: Service, window: Window) -> None:
    names = (PILED_UP, *FROM_RIGHT_TO_LEFT)
    page = window.watch_all(bring(service, "gluck-auf", names, "old-piled-up"), "1.1")
    styles: list[Any] = page.evaluate(
        "() => [...document.querySelectorAll('.player-name')]"
        ".map(one => [one.localName, getComputedStyle(one)])"
        ".map(([tag, style]) => [tag, style.unicodeBidi, style.overflowY])",
    )
    assert styles
    assert {tuple(style) for style in styles} == {("bdi", "isolate", "clip")}
    words = [*FROM_RIGHT_TO_LEFT, "German"]
    edges: list[float] = page.evaluate(LEFT_EDGES, [".said .sentence [aria-current]", words])
    assert edges == sorted(edges)
