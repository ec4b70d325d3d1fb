"""When it is my turn: a title, a sound, a notification, each only for who asks for it."""

from typing import Any

import httpx
from playwright.sync_api import expect

from tests.services.web.conftest import OpenWindow
from tests.services.web.players import begun, link
from tests.waiting import eventually

HEARS = """
window.told = [];
const voice = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  window.told.push("sound");
  return voice.call(this);
};
window.Notification = class {
  static permission = "default";
  static async requestPermission() {
    window.told.push("asked");
    return (Notification.permission = window.allowed ? "granted" : "denied");
  }
  constructor(title) { window.told.push(title); }
};
Object.defineProperty(document, "hidden", { get: () => Boolean(window.away) });
"""
"""Sounds are made for real; a headless browser shows no notification, and its tab is never away."""
CLOCK = {"kind": "game", "seconds": 900, "increment": 15, "on_flag": "stand_in"}


def test_my_turn_is_told_only_as_it_was_asked_for_and_the_own_clock_runs(
    new_window: OpenWindow, api: httpx.Client
) -> None:
    game = begun(api, "gluck-auf", clock=CLOCK)
    mover = awaited(api, game)
    window = new_window(reduced_motion="reduce")
    page = window.page
    page.add_init_script(HEARS)
    page.goto(link(game, 1 - mover))
    page.get_by_text("More", exact=True).click()
    wanted = page.locator(".alerts input")
    expect(wanted).to_have_count(3)
    assert [one.is_checked() for one in wanted.all()] == [False] * 3
    finish_turn(api, game, mover)
    expect(page.locator(".play-title")).to_have_text("Your turn")
    assert "●" not in page.title()
    assert page.evaluate("() => window.told") == []

    own = page.locator(".own-clock")
    eventually(lambda: (own.text_content() or "").startswith("00:14:"))

    page.get_by_label("With a notification").click()
    expect(page.locator(".play-told")).to_contain_text("does not allow notifications")
    expect(page.get_by_label("With a notification")).not_to_be_checked()
    page.evaluate("() => { window.allowed = true; }")
    for name in ("In the title", "With a sound", "With a notification"):
        page.get_by_label(name).check()
    eventually(lambda: page.title().startswith("● Your turn"))
    told = ["asked", "sound", "sound", "asked"]
    eventually(lambda: page.evaluate("() => window.told") == told)

    page.evaluate("() => { window.away = true; window.told = []; }")
    finish_turn(api, game, 1 - mover)
    eventually(lambda: "●" not in page.title())
    finish_turn(api, game, mover)
    eventually(lambda: page.title().startswith("● Your turn"))
    eventually(lambda: len(page.evaluate("() => window.told")) == 3)
    assert page.evaluate("() => window.told") == ["sound", "sound", "Your turn"]


def awaited(api: httpx.Client, game: dict[str, Any]) -> int:
    found: list[int] = api.get(f"/games/{game['id']}/state").json()["awaited"]
    return found[0]


def finish_turn(api: httpx.Client, game: dict[str, Any], seat: int) -> None:
    """Without a browser: the first that may be played as it stands, until the turn is over."""
    held = {"Authorization": f"Bearer {game['seats'][seat]['token']}"}
    while awaited(api, game) == seat:
        offered = api.get(f"/games/{game['id']}/choices", headers=held).json()["choices"]
        action = next(one["action"] for one in offered if one["complete"])
        answer = api.post(f"/games/{game['id']}/actions", json=action, headers=held)
        assert answer.status_code == 201
