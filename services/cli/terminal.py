"""How things look on a terminal: colours there only, plain text in files and pipes."""

import re
import sys
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.segment import Segment
from rich.text import Text

from domain.kernel.names import is_control, written_out
from domain.kernel.texts import Row

STYLES = {
    "heading": "bold",
    "dim": "dim",
    "alert": "bold red",
    "yellow": "bold yellow",
    "brown": "orange4",
    "gray": "grey62",
    "black": "bold bright_white on grey11",
    "seat0": "cyan",
    "seat1": "magenta",
    "seat2": "green",
    "seat3": "bright_blue",
}

WIDE_ENOUGH = 120
"""Columns of a file or a pipe, which have no width of their own."""
ISOLATES = re.compile("[\u2068\u2069]")
"""Ours: what a name itself holds was written out before. Few terminals know them."""


def harmless(text: str) -> str:
    """What a stranger's file or a player's name can hold moves no cursor and turns no line."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        written_out(one) if is_control(one) and one not in "\n\t\u200c\u200d" else one
        for one in ISOLATES.sub("", text)
    )


class Harmless:
    """Whatever is printed, without the controls that are in its text."""

    def __init__(self, inside: ConsoleRenderable) -> None:
        self._inside = inside

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self._inside, options):
            yield segment if segment.control else Segment(harmless(segment.text), segment.style)


class OnlyHarmless(RenderHook):
    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [Harmless(one) for one in renderables]


def console(*, stderr: bool = False) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else WIDE_ENOUGH
    made = Console(stderr=stderr, width=width, highlight=False, soft_wrap=True)
    made.push_render_hook(OnlyHarmless())
    return made


def drawn(rows: Iterable[Row]) -> Text:
    text = Text()
    for row in rows:
        for span in row:
            text.append(span.text, STYLES.get(span.role, ""))
        text.append("\n")
    return text


def progress_bar(doing: str, *, hidden: bool = False) -> Progress:
    """On standard error, so that it never mixes with what a program reads."""
    return Progress(
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
        disable=hidden or not sys.stderr.isatty(),
    )


def print_json(data: bytes) -> None:
    """The same JSON, its controls escaped: a terminal may be what reads it."""
    text = data.decode()
    if not text.isprintable():
        text = "".join(_escaped(one) if is_control(one) else one for one in text)
    sys.stdout.buffer.write(text.encode() + b"\n")
    sys.stdout.buffer.flush()


def _escaped(one: str) -> str:
    """Within JSON, whose only controls stand in strings."""
    units = one.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
