"""When things are bad: a clear message in the page's language, never a blank page."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from playwright.sync_api import Page, expect
from redis import Redis

from domain.kernel.texts import Language
from infra.audits import failure_key
from infra.embedded import running_url
from infra.game_log import log_key
from services.audit_failure import Failure
from services.audits import file_audit, game_audit
from tests.faults.service import Service
from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.games import all_frames, game_id
from tests.waiting import eventually

LOCALES = {"en": "en-US", "de": "de-DE", "hu": "hu-HU"}
UNKNOWN = {
    "en": "There is no such game",
    "de": "Dieses Spiel gibt es",
    "hu": "Ilyen játék nincs ezen a kiszolgálón",
}
DAMAGED = {
    "en": "The log of this game is damaged",
    "de": "Das Protokoll dieses Spiels ist beschädigt",
    "hu": "A játék naplója sérült",
}
TOO_LARGE = {"en": "too large", "de": "zu groß", "hu": "túl nagy"}
NO_REPLAY = {
    "en": "not a game file of ours",
    "de": "keine Spieldatei von uns",
    "hu": "nem a mi játékfájlunk",
}
NO_VERDICT = {
    "en": "The check came to no verdict",
    "de": "Die Prüfung kam zu keinem Urteil",
    "hu": "Az ellenőrzés nem hozott ítéletet",
}
NO_ROOM = {
    "uploads_too_many": {
        "en": "Too many of your files",
        "de": "zu viele Dateien von hier",
        "hu": "túl sok fájl vár",
    },
    "uploads_full": {
        "en": "no room for more files",
        "de": "keinen Platz für weitere Dateien",
        "hu": "nincs hely több fájlnak",
    },
}
LOST = {
    "en": "The connection was lost",
    "de": "Die Verbindung ist abgerissen",
    "hu": "Megszakadt a kapcsolat",
}
ODD = ("%3Cscript%3Ealert(1)%3C%2Fscript%3E", "a%20b", "%C3%A4%C3%B6", "..%2F..%2Fetc", "x" * 300)


@pytest.fixture
def redis(service: Service) -> Iterator[Redis]:
    url = running_url(service.data)
    assert url
    with Redis.from_url(url) as client:
        yield client


def begin(api: httpx.Client) -> dict[str, Any]:
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    begun: dict[str, Any] = api.post("/games", json={"game": "gluck-auf", "seats": seats}).json()
    return begun


def expect_trouble(page: Page, said: str) -> None:
    expect(page.get_by_role("alert")).to_contain_text(said)
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator("header .name")).to_be_visible()


@pytest.mark.parametrize("language", LOCALES)
def test_ids_that_cannot_be_any_game_s(new_window: OpenWindow, language: str) -> None:
    window = new_window(locale=LOCALES[language])
    for odd in ODD if language == "en" else ODD[:1]:
        expect_trouble(window.open(f"/games/{odd}"), UNKNOWN[language])
    expect_trouble(window.open("/games/no-such-game/audit"), UNKNOWN[language])


@pytest.mark.parametrize("language", LOCALES)
def test_a_damaged_log_is_said_to_be_damaged(
    new_window: OpenWindow, api: httpx.Client, redis: Redis, language: str
) -> None:
    game = begin(api)["id"]
    redis.xadd(log_key(game), {"foreign": "entry"}, id="2-0")
    window = new_window(locale=LOCALES[language])
    for page in (f"/games/{game}", f"/games/{game}/audit"):
        expect_trouble(window.open(page), DAMAGED[language])
    redis.xdel(log_key(game), "2-0")
    window.watch(game)


def test_a_log_that_is_damaged_while_one_watches_keeps_what_is_shown(
    window: Window, api: httpx.Client, redis: Redis
) -> None:
    game = begin(api)["id"]
    page = window.watch(game)
    page.wait_for_load_state("load")
    redis.xadd(log_key(game), {"foreign": "entry"}, id="2-0")
    page.select_option("#eyes", "1")
    page.get_by_label("Token of this seat").fill("anything")
    page.get_by_role("button", name="Look").click()
    expect(page.locator(".note")).to_contain_text(DAMAGED["en"])
    expect(page.locator(".mine")).to_have_count(2)
    redis.xdel(log_key(game), "2-0")
    window.requests_may_fail = True


@pytest.mark.parametrize("language", LOCALES)
def test_a_damaged_file_and_a_huge_one_are_told_apart(
    new_window: OpenWindow, tmp_path: Path, replay_folder: Path, language: str
) -> None:
    window = new_window(locale=LOCALES[language])
    whole = (replay_folder / "two-players.schicht").read_bytes()
    torn, cut, huge = (tmp_path / f"{name}.schicht" for name in ("torn", "cut", "huge"))
    torn.write_bytes(whole[100:])
    cut.write_bytes(whole[: len(whole) // 2])
    huge.write_bytes(b"x" * (21 * 1024 * 1024))
    page = window.open("/")
    page.locator("#file").set_input_files(huge)
    expect(page.locator(".drop")).to_contain_text(TOO_LARGE[language])
    page.locator("#file").set_input_files(torn)
    page.wait_for_url("**/audits/*")
    expect(page.locator(".summary.broken")).to_contain_text(NO_REPLAY[language])
    page.goto("/")
    page.locator("#file").set_input_files(cut)
    page.wait_for_url("**/audits/*")
    expect(page.locator(".summary.broken")).to_be_visible()
    expect(page.locator("[data-guarantee=signature].broken")).to_be_visible()


@pytest.mark.parametrize("language", LOCALES)
def test_an_audit_that_failed_says_so_and_why(
    new_window: OpenWindow, api: httpx.Client, redis: Redis, language: Language
) -> None:
    window, audit_id, game = new_window(locale=LOCALES[language]), "ab" * 16, begin(api)["id"]
    failure = Failure("audit.too_long", {"seconds": 60})
    for order in (file_audit(audit_id), game_audit(game, 1)):
        redis.set(failure_key(order.job_id), msgspec.json.encode(failure), ex=600)
    for path in (f"/audits/{audit_id}", f"/games/{game}/audit"):
        page = window.open(path)
        expect_trouble(page, NO_VERDICT[language])
        expect_trouble(page, failure.told(language))


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize(("status", "code"), [(429, "uploads_too_many"), (507, "uploads_full")])
def test_a_server_without_room_for_the_file_says_so(
    new_window: OpenWindow, tmp_path: Path, language: str, status: int, code: str
) -> None:
    window = new_window(locale=LOCALES[language])
    page = window.open("/")
    page.route("**/api/v1/audits", lambda route: route.fulfill(status=status, json={"code": code}))
    file = tmp_path / "some.schicht"
    file.write_bytes(b"some")
    page.locator("#file").set_input_files(file)
    expect(page.locator(".drop")).to_contain_text(NO_ROOM[code][language])
    window.requests_may_fail = True


def test_a_file_is_taken_when_it_is_dropped(window: Window, replay_folder: Path) -> None:
    page = window.open("/")
    content = (replay_folder / "two-players.schicht").read_text()
    dropped = page.evaluate_handle(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "dropped.schicht"));
          return data;
        }""",
        content,
    )
    page.locator(".drop").dispatch_event("drop", {"dataTransfer": dropped})
    page.wait_for_url("**/audits/*")
    expect(page.locator(".summary.holds")).to_be_visible()
    expect(page.locator("article")).to_contain_text("dropped.schicht")


REMEMBERS_NOTES = """() => {
  const note = document.querySelector(".note");
  window.noted = note.textContent;
  new MutationObserver(() => { window.noted += note.textContent; })
    .observe(note, { childList: true, characterData: true, subtree: true });
}"""
"""A page that has found its service again says no more that it missed it."""


def has_noted(page: Page, words: str) -> bool:
    return words in page.evaluate("() => window.noted")


def test_a_service_that_dies_is_missed_and_found_again(
    new_window: OpenWindow, api: httpx.Client, service: Service
) -> None:
    """Killed for real: its supervisor brings it back, and the page goes on by itself."""
    begun = begin(api)
    windows = {language: new_window(locale=tag) for language, tag in LOCALES.items()}
    pages = {language: window.watch(begun["id"]) for language, window in windows.items()}
    for page in pages.values():
        expect(page.locator(".moment")).to_contain_text("1.")
        page.wait_for_load_state("load")
        page.evaluate(REMEMBERS_NOTES)
    assert service.kill("api")
    for language, page in pages.items():
        eventually(partial(has_noted, page, LOST[language]), 60)
        expect(page.locator(".mine")).to_have_count(2)
    eventually(service.ready, 60)
    pick(api, begun)
    for page in pages.values():
        expect(page.locator(".moment")).to_contain_text("2.1 ", timeout=60_000)
        expect(page.locator(".note")).to_be_hidden()
    for window in windows.values():
        window.requests_may_fail = True


def test_an_address_beyond_the_end_shows_the_end(window: Window, api: httpx.Client) -> None:
    game = game_id("two-players")
    last = all_frames(api, game)[-1]["at"]
    for at in ("9999", "9999.7"):
        page = window.watch(game, at)
        expect(page.locator(".moment")).to_contain_text(f"{last} ")
    page = window.watch(game, "nonsense")
    expect(page.locator(".moment")).to_contain_text("1.1 ")


def pick(api: httpx.Client, begun: dict[str, Any]) -> None:
    game = begun["id"]
    turn = api.get(f"/games/{game}").json()["turn"]
    token = {"Authorization": f"Bearer {begun['seats'][turn]['token']}"}
    choices = api.get(f"/games/{game}/choices", headers=token).json()["choices"]
    answer = api.post(f"/games/{game}/actions", json=choices[0]["action"], headers=token)
    assert answer.status_code == 201


def test_an_address_of_nobody_is_a_page_for_people_and_a_problem_for_programs(
    window: Window, api: httpx.Client
) -> None:
    page = window.open("/no/such/page")
    expect(page.locator(".trouble")).to_contain_text("There is no page at this address")
    assert page.locator(".trouble a").get_attribute("href") == "/"
    window.requests_may_fail = True  # the browser's own word about the status
    origin = str(api.base_url).removesuffix("/api/v1/")
    for path, accepted in [("/no/such/page", "*/*"), ("/api/v1/nothing", "text/html")]:
        answer = httpx.get(origin + path, timeout=30, headers={"Accept": accepted})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    people = httpx.get(f"{origin}/no/such/page", timeout=30, headers={"Accept": "text/html"})
    assert (people.status_code, people.headers["Content-Type"][:9]) == (404, "text/html")
