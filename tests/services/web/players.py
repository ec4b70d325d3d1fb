"""People who play in a browser: they touch what glows, and remember everything they were sent."""

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, Request, expect

from tests.services.web.browser import Window
from tests.services.web.conftest import OpenWindow
from tests.services.web.hands import HANDS, Hand
from tests.waiting import eventually

Begun = dict[str, Any]
# What only others were told are values: the names of fields say nothing.
VALUES = re.compile(r'"([\w./:-]{3,60})"(?!:)')
# What lies in sight may be a name or a part of a patch's path as well: orders in a pit are both.
WORDS = re.compile(r"[\w.:-]{3,60}")
GLOWING = ".glow:not([aria-pressed]):visible"
SENTENCES = ".choice:visible, .verb:not([open]) > summary:visible"
ONE_MORE = 0.5
"""How often a move that may be played as it stands is made longer."""
# Every answer of the API is copied as it comes, streams too; catalogs name all there is.
LISTEN = """
window.heard = [];
const ask = window.fetch;
window.fetch = async (...given) => {
  const answer = await ask(...given);
  if (/catalog|rules/.test(String(given[0]))) return answer;
  const at = window.heard.push("") - 1;
  const reader = answer.clone().body?.pipeThrough(new TextDecoderStream()).getReader();
  const listen = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      window.heard[at] += value;
    }
  };
  if (reader) listen().catch(() => {});
  return answer;
};
"""


def begun(api: httpx.Client, game: str, *others: dict[str, Any], **wish: Any) -> Begun:
    seats = [{"name": "Anna"}, *(others or ({"name": "Bruno"},))]
    created: Begun = api.post("/games", json={"game": game, "seats": seats, **wish}).json()
    return created


def link(game: Begun, seat: int) -> str:
    return f"/games/{game['id']}#seat={seat}&token={game['seats'][seat]['token']}"


class Player:
    """One browser at one seat; whatever is pressed is counted."""

    def __init__(
        self,
        new_window: OpenWindow,
        game: Begun,
        seat: int,
        address: str | None = None,
        *,
        by: str = "pointer",
        luck: int | None = None,
        **options: Any,
    ) -> None:
        """With `luck` it plays anything, without it the first that it finds."""
        self.window: Window = new_window(**{"reduced_motion": "reduce", **options})
        self.page: Page = self.window.page
        self.hand: Hand = HANDS[by]
        self.luck = None if luck is None else random.Random(luck)
        self.game, self.seat, self.clicks = game, seat, 0
        self.asked: list[str] = []
        self.page.add_init_script(LISTEN)
        self.page.on("request", self._asks)
        self.page.goto(address or link(game, seat))
        self.page.wait_for_selector(".play, .room")

    def _asks(self, request: Request) -> None:
        self.asked.append(f"{request.url} {request.headers.get('referer', '')}")

    @property
    def panel(self) -> Locator:
        return self.page.locator(".play")

    @property
    def is_to_move(self) -> bool:
        return self.page.locator(".play.mine-to-move[aria-busy=false]").count() > 0

    @property
    def can_play(self) -> bool:
        return self.page.locator(".play-it[aria-disabled=false]").count() > 0

    @property
    def is_ready(self) -> bool:
        """To move, and all that the others did has been shown."""
        offered = self.page.locator(".play-it:visible").count() > 0
        return self.is_to_move and offered

    @property
    def is_over(self) -> bool:
        return self.page.get_by_role("button", name="Play again").count() > 0

    def wait_for_turn(self) -> None:
        eventually(lambda: self.is_ready, 60)

    def press(self, target: Locator) -> None:
        self.clicks += 1
        self.hand.press(self.page, target)
        expect(self.panel).to_have_attribute("aria-busy", "false", timeout=60_000)

    def choose(self) -> None:
        """Something that glows, and where nothing does a sentence; one of them is always there."""
        glowing, told = self.page.locator(GLOWING), self.page.locator(SENTENCES)
        eventually(lambda: glowing.count() or told.count() or self.can_play)
        if glowing.count():
            self.press(self._one_of(glowing))
        elif told.count():
            self.press_sentence()

    def press_sentence(self) -> None:
        folded = self.page.locator(".verb:not([open]) > summary:visible")
        if self.page.locator(".choice:visible").count() == 0 and folded.count():
            self.press(self._one_of(folded))
        self.press(self._one_of(self.page.locator(".choice:visible")))

    def _one_of(self, found: Locator) -> Locator:
        return found.nth(self.luck.randrange(found.count())) if self.luck else found.first

    def build(self, *, told: bool = False) -> None:
        """A move, part by part, until it may be played; `told` by whoever reads what is listed."""
        for _ in range(60):
            if self.can_play and not self._goes_on():
                return
            if told:
                self.press_sentence()
            else:
                self.choose()
        raise AssertionError("no move was ever complete")

    def _goes_on(self) -> bool:
        more = self.luck is not None and self.luck.random() < ONE_MORE
        return more and self.page.locator(GLOWING).count() > 0

    def play(self, *, told: bool = False) -> None:
        self.build(told=told)
        version = self.version
        self.press(self.page.locator(".play-it"))
        eventually(lambda: self.version > version)

    @property
    def version(self) -> int:
        shown = self.page.locator(".moment").text_content() or ""
        return int(shown.split(" ")[2])

    @property
    def heard(self) -> str:
        """All that this browser was sent so far."""
        said: str = self.page.evaluate("() => window.heard.join(' ')")
        return said


def among(secrets: set[str], heard: str) -> set[str]:
    return {secret for secret in secrets if f'"{secret}"' in heard}


class Secrets:
    """What each seat of a game was told so far, asked of the API bit by bit."""

    def __init__(self, api: httpx.Client, game: Begun, organizer: str = "") -> None:
        """The organizer's key sees what bots see."""
        self._api, self._game = api, game
        self._tokens = [one.get("token") or organizer for one in game["seats"]]
        self._told: list[set[str]] = [set() for _ in self._tokens]
        self._seen: list[set[str]] = [set() for _ in self._tokens]
        self._from = [1] * len(self._tokens)

    def of(self, seat: int) -> set[str]:
        """Whatever only the others were shown, and nobody since: this seat must not know it."""
        for one in range(len(self._told)):
            self._listen(one)
        return set().union(*self._told) - self._told[seat] - self._seen[seat]

    def _listen(self, seat: int) -> None:
        token = {"Authorization": f"Bearer {self._tokens[seat]}"}
        game, start = self._game["id"], self._from[seat]
        path = f"/api/v1/games/{game}/frames?lang=en&seat={seat}&from={start}"
        while path:
            answer = self._api.get(str(self._api.base_url.join(path)), headers=token).json()
            for frame in answer["frames"]:
                shown = json.dumps([frame.get("view"), frame.get("patch")])
                self._told[seat] |= set(VALUES.findall(shown))
                self._seen[seat] |= set(WORDS.findall(shown))
            path, self._from[seat] = answer["next"], answer["version"]


def expect_no_leak(players: Sequence[Player], secrets: Secrets) -> list[set[str]]:
    """Nobody was told what is hidden from them: what that is, seat by seat."""
    heard = [one.heard for one in players]  # first: what is uncovered meanwhile is no secret
    hidden = [secrets.of(one.seat) for one in players]
    learned = [among(told, said) for told, said in zip(hidden, heard, strict=True)]
    assert learned == [set()] * len(players), learned
    return hidden


def take_turns(
    players: Sequence[Player], moves: int, after: Callable[[int], None] = lambda _: None
) -> int:
    """Whoever is to move moves, so many times at most or until it is over: how often."""
    for made in range(moves):
        mover = next_to_move(players)
        if mover is None:
            return made
        mover.play()
        after(made)
    return moves


def whose_turn(players: Sequence[Player]) -> Player:
    mover = next_to_move(players)
    assert mover, "the game is over"
    return mover


def next_to_move(players: Sequence[Player]) -> Player | None:
    """Nobody, when it is over."""
    found: list[Player] = []

    def is_known() -> bool:
        found[:] = [one for one in players if one.is_ready]
        return bool(found) or all(one.is_over for one in players)

    eventually(is_known, 60)
    return found[0] if found else None
