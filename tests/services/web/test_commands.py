"""The commands on the audit page, run as they stand there: what holds, and what must not."""

import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.sync_api import Page, expect

from replays.checkpoint import Signer
from tests.replays.forging import Entry, forge
from tests.services.web.browser import Window
from tests.services.web.games import game_id

STRANGER = Signer("schichtbuch", Ed25519PrivateKey.from_private_bytes(b"s" * 32))
"""Called as we are."""
FIVE, NINE = b'"vp":5,"cubes_returned"', b'"vp":9,"cubes_returned"'


@pytest.fixture
def sample(replay_folder: Path) -> bytes:
    return (replay_folder / "two-players.schicht").read_bytes()


def run(page: Page, *commands: str, folder: Path) -> tuple[int, str]:
    """As somebody pastes them, one after the other."""
    shown = [page.locator(f".yourself .{name}").text_content() or "" for name in commands]
    done = subprocess.run(
        ["bash", "-e"], input="\n".join(shown), cwd=folder, capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr


def audit_of(window: Window, file: Path, data: bytes) -> Page:
    file.write_bytes(data)
    page = window.open("/")
    page.locator("#file").set_input_files(file)
    page.wait_for_url("**/audits/*")
    expect(page.locator(".yourself .check")).to_be_visible()
    return page


def nine_points(lines: list[Entry]) -> None:
    delivered: dict[str, Any] = next(
        event
        for line in lines
        for event in line.get("events", ())
        if event["type"] == "order_delivered"
    )
    delivered["vp"] = 9


@pytest.mark.parametrize("whose", ["a sample", "our own"])
def test_they_hold_for_a_game_as_it_is_and_for_no_other(
    window: Window, api: httpx.Client, tmp_path: Path, whose: str
) -> None:
    game = game_id("two-players")
    if whose == "our own":
        seats = [{"name": "Anna"}, {"name": "Bruno"}]
        game = api.post("/games", json={"game": "gluck-auf", "seats": seats}).json()["id"]
    page = window.open(f"/games/{game}/audit")
    status, said = run(page, "fetch", "check", folder=tmp_path)
    assert (status, said[:6]) == (0, "holds:")
    file = tmp_path / f"{game}.schicht"
    file.write_bytes(forge(file.read_bytes(), lambda _: None, STRANGER))
    assert run(page, "check", folder=tmp_path)[0] == 1


def test_one_entry_changed_in_the_middle_is_found(
    window: Window, tmp_path: Path, sample: bytes
) -> None:
    page = audit_of(window, tmp_path / "its name.schicht", sample.replace(FIVE, NINE, 1))
    status, said = run(page, "check", folder=tmp_path)
    assert status == 1
    assert "what stands before it was changed" in said


def test_a_stranger_who_chains_and_signs_anew_is_not_believed_but_a_pasted_key_is(
    window: Window, tmp_path: Path, sample: bytes
) -> None:
    forged = forge(sample, nine_points, STRANGER)
    page = audit_of(window, tmp_path / "-'$(touch oops)'.schicht", forged)
    status, said = run(page, "check", folder=tmp_path)
    assert status == 1
    assert "did not sign" in said
    expect(page.locator(".yourself .verify")).not_to_contain_text(str(STRANGER.key))
    page.locator("#trusted-key").fill(str(STRANGER.key))
    assert run(page, "check", folder=tmp_path)[0] == 0
    assert not (tmp_path / "oops").exists()


def test_no_entry_can_be_left_out_and_no_seal_changed(
    window: Window, tmp_path: Path, sample: bytes
) -> None:
    page = window.open(f"/games/{game_id('two-players')}/audit")
    expect(page.locator(".yourself .check")).to_be_visible()
    lines = sample.splitlines(keepends=True)
    seal = next(at for at, line in enumerate(lines) if line.startswith(b'{"seal":'))
    changed = lines[seal].replace(b'"salt":"', b'"salt":"0')
    for at, instead in [(0, b""), (1, b""), (40, b""), (-2, b""), (-1, b""), (seal, changed)]:
        damaged = [*lines]
        damaged[at] = instead
        (tmp_path / f"{game_id('two-players')}.schicht").write_bytes(b"".join(damaged))
        status, said = run(page, "check", folder=tmp_path)
        assert (at, status, said[:7]) == (at, 1, "BROKEN:")


def test_each_key_is_named_by_what_it_signs(window: Window, api: httpx.Client) -> None:
    """Whoever took the log's key for that of the games would believe nothing."""
    keys = {key["use"]: key["key"] for key in api.get("/keys").json()["keys"]}
    page = window.open("/keys")
    for said, use in (("Signs the games and events", "replay"), ("transparency log", "log")):
        heading = page.get_by_role("heading", name=said)
        expect(heading.locator("+ dl")).to_contain_text(keys[use])
    options = " ".join(f"--key {keys[use]}" for use in ("replay", "log"))
    expect(page.locator("pre")).to_have_text(f"schichtbuch verify game.schicht {options}")
