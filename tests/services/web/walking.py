"""Steps through whole games on the page and counts what is off screen, and what jumps.

By hand on any server: `python -m tests.services.web.walking http://127.0.0.1:8000 GAME…`.
"""

import argparse
import sys
from typing import Any

from playwright.sync_api import Browser, ViewportSize

from services.web.static_files import ROOT
from tests.services.web.browser import Window, launched

WIDE: ViewportSize = {"width": 1440, "height": 900}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
MOST = 8
"""Pixels that a part of the page may move from one step to the next."""

# Steps with the page's own button until it is disabled, and measures after every step.
WALK = """async ({ step, most }) => {
  const all = (path) => [...document.querySelectorAll(path)];
  const inside = (box, { left, top, right, bottom }) =>
    Math.min(box.left - left, box.top - top, right - box.right, bottom - box.bottom) >= -1;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const isInView = (one) => {
    const box = one.getBoundingClientRect();
    if (!box.width || !one.checkVisibility({ visibilityProperty: true })) return false;
    const table = one.closest(".table")?.getBoundingClientRect();
    return inside(box, screen) && (!table || inside(box, table));
  };
  const PARTS = [".game-head", ".picture", ".table", ".mines", ".said", ".cockpit"];
  const boxes = () => PARTS.map((path) => document.querySelector(path).getBoundingClientRect());
  const moved = (one, other) => Math.max(
    ...["left", "top", "right", "bottom"].map((edge) => Math.abs(one[edge] - other[edge])));
  const on = document.querySelector(`[data-step=${step}]`);
  const at = () => document.querySelector(".moment").textContent;
  const found = { steps: 0, unseen: [], hidden: [], jumps: [], nothing: [] };
  let before = boxes();
  while (on.getAttribute("aria-disabled") !== "true") {
    on.click();
    await new Promise((done) => { setTimeout(done); });
    const changed = all(".picture .changed");
    const seen = changed.filter(isInView).length;
    if (!changed.length) found.nothing.push(at());
    else if (!seen) found.unseen.push(at());
    else if (seen < changed.length) found.hidden.push(at());
    const now = boxes();
    if (now.some((box, part) => moved(box, before[part]) > most)) found.jumps.push(at());
    before = now;
    found.steps += 1;
  }
  return found;
}"""

PLAYED = """async ([root, game]) => {
  const load = (name) => import(`${root}/${name}.js`);
  const [{ Frames }, { Course }, { Playback }, { actionsOf }] =
    await Promise.all(["frames", "course", "playback", "actions"].map(load));
  const frames = new Frames(game, "en");
  await frames.loadNear(1);
  await frames.loadRest(() => {});
  const playback = new Playback(new Course(frames, {}));
  return actionsOf(frames).reduce((sum, action) => sum + playback.timeOf(action), 0) / 60_000;
}"""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("url", help="of a server")
    asked.add_argument("game", nargs="+", help="ids of games of it")
    asked.add_argument("--step", default="action-on", help="which button: action-on or event-on")
    wanted = asked.parse_args()
    with launched() as browser:
        for game in wanted.game:
            for size in (WIDE, LAPTOP, PHONE):
                _tell(game, size, _walked(browser, wanted.url, game, size, wanted.step))


def _walked(browser: Browser, url: str, game: str, size: ViewportSize, step: str) -> dict[str, Any]:
    window = Window(browser, url, viewport=size, reduced_motion="reduce")
    try:
        page = window.watch_all(game)
        found: dict[str, Any] = page.evaluate(WALK, {"step": step, "most": MOST})
        found["minutes"] = round(page.evaluate(PLAYED, [ROOT, game]), 2)
        found["faults"] = window.faults
    finally:
        window.context.close()
    return found


def _tell(game: str, size: ViewportSize, found: dict[str, Any]) -> None:
    counts = ", ".join(
        f"{name} {len(told) if isinstance(told, list) else told}" for name, told in found.items()
    )
    examples = {name: told[:3] for name, told in found.items() if isinstance(told, list) and told}
    sys.stdout.write(f"{game} {size['width']}x{size['height']}: {counts}; {examples}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
