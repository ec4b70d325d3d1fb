"""What a bundle or the log of a tournament proves, on a terminal."""

from collections.abc import Callable, Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

from domain.kernel.names import shown
from replays.checkpoint import VerifierKey
from replays.tournaments.verify import (
    BundleReport,
    is_bundle,
    is_event_log,
    verify_bundle,
    verify_event_log,
)
from replays.tournaments.zip_file import MOST_BYTES
from services.cli.terminal import console
from services.cli.verify_words import Words

STYLES = {"holds": "green", "broken": "bold red", "cannot tell": "yellow"}
ENOUGH = 2_000
"""Bytes that tell what a file is."""


def is_of_event(path: Path) -> bool:
    with path.open("rb") as file:
        begin = file.read(ENOUGH)
    return is_bundle(begin) or is_event_log(begin)


def read_bundle(path: Path) -> bytes:
    """As much of it as is ever read, and the one byte that says that there is more."""
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def check_bundle(
    path: Path,
    trusted: Sequence[VerifierKey],
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> BundleReport:
    data = read_bundle(path)
    if is_bundle(data):
        return verify_bundle(data, trusted, progress)
    return verify_event_log(data, trusted)


def print_bundle(report: BundleReport, file: str, words: Words) -> None:
    terminal = console()
    table = Table(*words.columns)
    for guarantee, verdict in report.verdicts.items():
        mark = Text(words.marks.get(verdict.verdict, "?"), STYLES[verdict.verdict])
        table.add_row(guarantee, mark, Text(shown(verdict.where)), Text(verdict.reason))
    title = f"{report.tournament}: {report.title}" if report.tournament else file
    terminal.print(shown(title), markup=False)
    terminal.print(table)
