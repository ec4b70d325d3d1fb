"""`schichtbuch verify`: what replay files prove."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import rich_click as click
from msgspec import Struct
from rich.table import Table
from rich.text import Text

from domain.kernel.names import named, shown
from domain.kernel.texts import Count, Language
from infra.settings import data_folder
from infra.signing_key import trusted as trusted_here
from replays.checkpoint import VerifierKey
from replays.findings import GUARANTEES, Verdict
from replays.verify import Report
from replays.verify import verify as check
from services.cli.parameters import Key, ReplayFiles, as_json, language, read_file
from services.cli.terminal import console, print_json, progress_bar
from services.cli.verify_words import WORDS, Words

STYLES = {"holds": "green", "broken": "bold red", "cannot tell": "yellow"}


class Checked(Struct, frozen=True):
    file: str
    ok: bool
    report: Report


class Summary(Struct, frozen=True):
    ok: bool
    files: list[Checked]


@click.command()
@click.argument("files", nargs=-1, required=True, type=ReplayFiles(), metavar="FILE...")
@click.option("--key", "keys", type=Key(), multiple=True, help="A key you trust; or a file.")
@language
@as_json
@click.pass_context
def verify(
    ctx: click.Context,
    files: tuple[list[Path], ...],
    keys: tuple[list[VerifierKey], ...],
    language: Language,
    as_json: bool,
) -> None:
    """Check replay files (or folders of them), offline and without trusting anybody.

    The exit code is 0 only if nothing is broken. `?` means that it cannot be told: the game
    goes on, or seals are closed, or the signing key is unknown to you.
    """
    trusted = [*trusted_here(data_folder()), *(k for given in keys for k in given)]
    paths = [path for given in files for path in given]
    checked = list(_checked(paths, trusted, language, quiet=as_json))
    ok = all(file.ok for file in checked)
    if as_json:
        print_json(msgspec.json.encode(Summary(ok, checked)))
    elif len(checked) == 1:
        _print_one(checked[0], WORDS[language])
    else:
        _print_many(checked, WORDS[language])
    ctx.exit(0 if ok else 1)


def _checked(
    paths: list[Path], trusted: list[VerifierKey], language: Language, *, quiet: bool
) -> Iterator[Checked]:
    with progress_bar("verifying", hidden=quiet) as bar:
        for path in bar.track(paths):
            report = check(read_file(path), trusted)
            yield Checked(str(path), report.ok, report.told(language))


def _mark(verdict: Verdict, words: Words) -> Text:
    return Text(words.marks.get(verdict.verdict, "?"), STYLES[verdict.verdict])


def _print_one(file: Checked, words: Words) -> None:
    report, terminal = file.report, console()
    table = Table(*words.columns)
    for guarantee, verdict in report.verdicts.items():
        at = "" if verdict.version is None else str(verdict.version)
        table.add_row(guarantee, _mark(verdict, words), at, Text(verdict.reason))
    title = f"{report.game or file.file}: {report.rules or words.unknown_rules}"
    terminal.print(title, markup=False)
    terminal.print(table)
    winners = ", ".join(_name(report, seat, words) for seat in report.winners)
    sentence = words.won if winners else words.not_over
    terminal.print(sentence.format(entries=Count(report.version), winners=winners), markup=False)


def _name(report: Report, seat: int, words: Words) -> str:
    """Names can be erased."""
    return shown(named(report.players, seat)) or words.player.format(number=seat + 1)


def _print_many(checked: list[Checked], words: Words) -> None:
    terminal = console()
    table = Table(words.file, *GUARANTEES)
    for file, name in zip(checked, _short_names(checked), strict=True):
        marks = (_mark(verdict, words) for verdict in file.report.verdicts.values())
        table.add_row(Text(name), *marks)
    terminal.print(table)
    for file in checked:
        for guarantee, verdict in file.report.verdicts.items():
            if verdict.verdict == "broken":
                at = words.broken.format(guarantee=guarantee, version=verdict.version or "?")
                terminal.print(f"{file.file}: {at}: {verdict.reason}", markup=False)
    bad = sum(not file.ok for file in checked)
    terminal.print(words.summary.format(files=Count(len(checked)), bad=bad))


def _short_names(checked: list[Checked]) -> list[str]:
    """Without the folder where all of them are: it need not be said in every row."""
    paths = [Path(file.file).absolute() for file in checked]
    common = os.path.commonpath([path.parent for path in paths])
    return [str(path.relative_to(common)) for path in paths]
