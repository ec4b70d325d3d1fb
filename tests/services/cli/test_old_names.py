"""Games of before names were checked, on a terminal: no name moves the cursor or turns a line."""

import json
from pathlib import Path

import pytest

from domain.kernel.names import is_control
from replays.file import replay_of
from services.cli.terminal import harmless
from tests.old_names import OLD_NAMES, OVERRIDE, old_game
from tests.replays.games import SIGNER
from tests.services.cli.running import schichtbuch

MARKUP = "[/red] x [bold]"


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("old") / "old.schicht"
    names = (*OLD_NAMES[:3], MARKUP)
    file.write_bytes(replay_of(old_game("gluck-auf", names), None, SIGNER))
    return file


@pytest.mark.parametrize(
    "command",
    [("show",), ("show", "--log"), ("show", "--json"), ("show", "--log", "--json"), ("verify",)],
    ids=" ".join,
)
def test_what_is_hidden_in_a_name_is_written_out(old: Path, command: tuple[str, ...]) -> None:
    printed = schichtbuch(command[0], str(old), *command[1:], data=old.parent)
    assert not [one for one in printed if is_control(one) and one != "\n"]
    if command[0] == "show":
        assert "\\u202e" in printed
        assert MARKUP in printed


def test_json_still_says_what_the_log_says(old: Path) -> None:
    view = json.loads(schichtbuch("show", str(old), "--json", data=old.parent))
    assert view["players"][0]["name"] == OVERRIDE


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Anna\n\tBéla", "Anna\n\tBéla"),
        ("\x1b[31m", "\\u001b[31m"),
        ("a\x9b31m\u202eb", "a\\u009b31m\\u202eb"),
        ("\u2068שרה\u2069", "שרה"),
        ("\U000e0041", "\\U000e0041"),
        ("👩‍🚀", "👩‍🚀"),
    ],
)
def test_controls_are_written_out(text: str, printed: str) -> None:
    assert harmless(text) == printed
