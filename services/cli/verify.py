"""`schichtbuch verify`: what replay files prove."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import rich_click as click
from msgspec import Struct
from rich.markup import escape
from rich.table import Table

from domain.kernel.names import named, shown
from infra.settings import data_folder
from infra.signing_key import trusted as trusted_here
from replays.checkpoint import VerifierKey
from replays.findings import GUARANTEES
from replays.verify import Report
from replays.verify import verify as check
from services.cli.parameters import Key, ReplayFiles, as_json, read_file
from services.cli.terminal import console, print_json, progress_bar

MARKS = {"holds": "[green]holds[/]", "broken": "[bold red]BROKEN[/]", "cannot tell": "[yellow]?[/]"}


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
@as_json
@click.pass_context
def verify(
    ctx: click.Context,
    files: tuple[list[Path], ...],
    keys: tuple[list[VerifierKey], ...],
    as_json: bool,
) -> None:
    """Check replay files (or folders of them), offline and without trusting anybody.

    The exit code is 0 only if nothing is broken. `?` means that it cannot be told: the game
    goes on, or seals are closed, or the signing key is unknown to you.
    """
    trusted = [*trusted_here(data_folder()), *(k for given in keys for k in given)]
    paths = [path for given in files for path in given]
    checked = list(_checked(paths, trusted, as_json))
    ok = all(file.ok for file in checked)
    if as_json:
        print_json(msgspec.json.encode(Summary(ok, checked)))
    elif len(checked) == 1:
        _print_one(checked[0])
    else:
        _print_many(checked)
    ctx.exit(0 if ok else 1)


def _checked(paths: list[Path], trusted: list[VerifierKey], quiet: bool) -> Iterator[Checked]:
    with progress_bar("verifying", hidden=quiet) as bar:
        for path in bar.track(paths):
            report = check(read_file(path), trusted)
            yield Checked(str(path), report.ok, report)


def _print_one(file: Checked) -> None:
    report, terminal = file.report, console()
    table = Table("guarantee", "verdict", "at", "why")
    for guarantee, verdict in report.verdicts.items():
        at = "" if verdict.version is None else str(verdict.version)
        table.add_row(guarantee, MARKS[verdict.verdict], at, escape(verdict.reason))
    title = f"{report.game or file.file}: {report.rules or 'unknown rules'}"
    terminal.print(title, markup=False)
    terminal.print(table)
    if report.winners:
        winners = [
            shown(named(report.players, seat)) or f"player {seat + 1}" for seat in report.winners
        ]
        terminal.print(f"{report.version} entries; won by {', '.join(winners)}.", markup=False)
    else:
        terminal.print(f"{report.version} entries; the game is not over.")


def _print_many(checked: list[Checked]) -> None:
    terminal = console()
    table = Table("file", *GUARANTEES)
    for file in checked:
        table.add_row(
            escape(Path(file.file).name), *(MARKS[v.verdict] for v in file.report.verdicts.values())
        )
    terminal.print(table)
    for file in checked:
        for guarantee, verdict in file.report.verdicts.items():
            if verdict.verdict == "broken":
                at = f"{guarantee} broken at version {verdict.version}"
                terminal.print(f"{file.file}: {at}: {verdict.reason}", markup=False)
    bad = sum(not file.ok for file in checked)
    terminal.print(f"{len(checked)} files checked, {bad} with something broken.")
