"""A replay with forged points, dropped into the viewer."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.services.web.browser import Window


def forged_audit(window: Window, tmp_path: Path, replay_folder: Path) -> Page:
    data = (replay_folder / "two-players.schicht").read_bytes()
    forged = tmp_path / "forged.schicht"
    forged.write_bytes(data.replace(b'"vp":5,"cubes_returned"', b'"vp":9,"cubes_returned"', 1))
    page = window.open("/")
    page.locator("#file").set_input_files(forged)
    page.wait_for_url("**/audits/*")
    expect(page.locator(".summary.broken")).to_be_visible()
    return page
