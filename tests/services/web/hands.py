"""How people touch a page: with a pointer, with a finger, or with nothing but a keyboard."""

from typing import Protocol

from playwright.sync_api import Locator, Page

MOST_TABS = 250
TOO_SMALL = """(within) => [...document.querySelectorAll(within)]
  .flatMap((root) => [...root.querySelectorAll("button, summary, select, input, textarea")])
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => !one.closest(".glow, .mine-board, .side, .sentence"))
  .map((one) => (one.matches("[type=radio], [type=checkbox]") ? one.closest("label") : one))
  .map((one) => ({ html: one.outerHTML.slice(0, 120), box: one.getBoundingClientRect() }))
  .filter(({ box: { height, width } }) => Math.min(height, width) < 39.5)
  .map(({ html }) => html)"""
IS_THERE = "(one) => one === document.activeElement"


class Hand(Protocol):
    def press(self, page: Page, target: Locator) -> None:
        """As a person does it, who can only use what is in sight or in reach."""


class Pointer:
    def press(self, page: Page, target: Locator) -> None:
        page.mouse.click(*_middle(target))


class Finger:
    def press(self, page: Page, target: Locator) -> None:
        page.touchscreen.tap(*_middle(target))


class Keyboard:
    def press(self, page: Page, target: Locator) -> None:
        wanted = target.element_handle()
        for _ in range(MOST_TABS):
            if wanted.evaluate(IS_THERE):
                page.keyboard.press("Enter")
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"out of reach of a keyboard: {target}")


HANDS: dict[str, Hand] = {"pointer": Pointer(), "finger": Finger(), "keyboard": Keyboard()}


def _middle(target: Locator) -> tuple[float, float]:
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None, f"not in sight: {target}"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def expect_room_for_fingers(page: Page, within: str = "body") -> None:
    """Whatever can be pressed is large enough; what glows takes the nearest finger anyway."""
    assert page.evaluate(TOO_SMALL, within) == []
