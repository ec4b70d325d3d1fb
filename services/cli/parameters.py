"""What several commands take: options of a game, languages, replay files."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import rich_click as click

from domain.kernel.actions import OptionValue
from domain.kernel.layout import clip
from domain.kernel.texts import LANGUAGES
from domain.registry import GAMES
from infra.known_keys import read_key
from replays.checkpoint import BadCheckpoint, VerifierKey
from replays.file import SUFFIX
from replays.limits import MOST_BYTES

NUMBER = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
SHOWN = 40
"""So much of a wrong value is said again."""
F = TypeVar("F", bound=Callable[..., Any])

language = click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the texts.",
)
game_name = click.option(
    "--game",
    type=click.Choice(sorted(GAMES)),
    default="gluck-auf",
    show_default=True,
    help="Which game.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="For programs: JSON on stdout.")


class Whole(click.ParamType[int]):
    """A whole number from the least to the most."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        number = int(value) if re.fullmatch("-?[0-9]{1,18}", str(value)) else None
        if number is None or not self._least <= number <= self._most:
            said = f"it is a whole number from {self._least:,} to {self._most:,}"
            self.fail(f"{said}, not {clip(str(value), SHOWN)!r}", param, ctx)
        return number


class GameOption(click.ParamType[tuple[str, OptionValue]]):
    """`name=value`; a value that is written as a number is one."""

    name = "NAME=VALUE"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, OptionValue]:
        if isinstance(value, tuple):
            return value
        name, equals, chosen = str(value).partition("=")
        if not equals or not name or not chosen:
            self.fail(f"write it as NAME=VALUE, not {clip(str(value), SHOWN)!r}", param, ctx)
        return name, int(chosen) if NUMBER.fullmatch(chosen) else chosen


class Key(click.ParamType[list[VerifierKey]]):
    """A public key `name+id+base64`, or a file with one on each line."""

    name = "KEY"

    def convert(self, value: Any, param: Any, ctx: Any) -> list[VerifierKey]:
        path = Path(value)
        texts = path.read_text("utf-8").split() if path.is_file() else [str(value)]
        try:
            return [read_key(text) for text in texts]
        except BadCheckpoint as error:
            self.fail(f"{value}: {error}", param, ctx)


class ReplayFiles(click.ParamType[list[Path]]):
    """A replay file, or a folder with replay files, also in the folders inside it."""

    name = "FILE"

    def convert(self, value: Any, param: Any, ctx: Any) -> list[Path]:
        path = Path(value)
        if path.is_dir():
            found = sorted(found for found in path.rglob(f"*{SUFFIX}") if found.is_file())
            if not found:
                self.fail(f"there is no {SUFFIX} file in {path}", param, ctx)
            return found
        if not path.exists():
            self.fail(f"there is no file {path}", param, ctx)
        return [path]


def read_file(path: Path) -> bytes:
    """As much of a file as is ever read of one, and the one byte that says that there is more."""
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)
