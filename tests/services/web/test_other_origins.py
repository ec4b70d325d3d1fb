"""A page of another origin in a real browser: two seats take turns at it, and see their own."""

import random
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.services.api.house import House
from tests.services.api.table import Table
from tests.services.web.browser import Window

ASK = """async ([url, headers]) => {
  const answer = await fetch(url, { headers });
  const etag = answer.headers.get("ETag");
  return { status: answer.status, etag, body: await answer.text() };
}"""
FIRST_EVENT = """async ([url, headers]) => {
  const reader = (await fetch(url, { headers })).body.getReader();
  const decoder = new TextDecoder();
  let told = "";
  while (!told.includes("data:")) told += decoder.decode((await reader.read()).value);
  await reader.cancel();
  return told;
}"""


class EmptyPage(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>A club</title><link rel=icon href=data:,>")

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def other_origin() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), EmptyPage) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def table(other_origin: str, tmp_path: Path) -> Iterator[Table]:
    house = House(tmp_path / "house")
    yield Table.open(house.open_api(cors=(other_origin,)).http)
    house.close()


def looked_at(table: Table) -> tuple[int, int]:
    """Who has looked at cards that nobody else may see, and the version since then."""
    while table.summary()["phase"] == "draft":
        table.play_on(random.Random(1), 1)
    seat = table.summary()["turn"]
    assert table.act(seat, {"type": "look_at_orders"}).status_code == 201
    return seat, table.summary()["version"]


def test_two_seats_in_one_browser_each_see_their_own(
    browser: Browser, other_origin: str, table: Table
) -> None:
    seat, version = looked_at(table)
    window = Window(browser, other_origin)
    page = window.open("/")
    api = str(table.http.base_url).rstrip("/")
    for part in (f"/state?at={version}", "/replay", f"/frames?from={version}&to={version}"):
        own = [table.get(part, seat=who) for who in (0, 1)]
        assert own[0].text != own[1].text
        for who in (seat, 1 - seat, seat, None, 1 - seat):
            token = {} if who is None else table.tokens[who]
            seen = page.evaluate(ASK, [api + table.path(part), token])
            wanted = table.get(part) if who is None else own[who]
            assert (seen["status"], seen["body"]) == (200, wanted.text)
            assert seen["etag"] == wanted.headers["ETag"]
    window.context.close()
    assert window.faults == []


def test_a_page_of_another_origin_may_resume_a_stream_and_ask_for_what_is_new(
    browser: Browser, other_origin: str, table: Table
) -> None:
    table.play_on(random.Random(1), 3)
    window = Window(browser, other_origin)
    page = window.open("/")
    where = str(table.http.base_url).rstrip("/") + table.path()
    resumed = {**table.tokens[0], "Last-Event-ID": "3"}
    assert "id: 4\n" in page.evaluate(FIRST_EVENT, [f"{where}/stream", resumed])
    state = page.evaluate(ASK, [f"{where}/state", table.tokens[0]])
    known = {**table.tokens[0], "If-None-Match": state["etag"]}
    again = page.evaluate(ASK, [f"{where}/state", known])
    assert (again["status"], again["body"]) == (304, "")
    window.context.close()
    assert window.faults == []
