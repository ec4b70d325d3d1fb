"""How things look on a terminal: colours there only, plain text in files and pipes."""

import sys
from collections.abc import Iterable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

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


def console(*, stderr: bool = False) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else WIDE_ENOUGH
    return Console(stderr=stderr, width=width, highlight=False, soft_wrap=True)


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
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.buffer.flush()
