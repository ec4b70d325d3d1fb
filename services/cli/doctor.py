"""`schichtbuch doctor`: what is wrong with this installation, and how to mend it."""

import asyncio
from typing import TYPE_CHECKING

import msgspec
import rich_click as click
from rich.markup import escape
from rich.table import Table

from services.cli.parameters import as_json
from services.cli.terminal import console, print_json

if TYPE_CHECKING:
    from services.cli.examination import Diagnosis


@click.command()
@as_json
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Look at settings, keys, server, queue, workers, games and logs.

    Each finding says how to mend it. The exit code is 0 only if nothing is wrong.
    """
    from services.cli.examination import diagnose

    diagnosis = asyncio.run(diagnose())
    if as_json:
        print_json(msgspec.json.encode(diagnosis))
    else:
        _print(diagnosis)
    ctx.exit(0 if diagnosis.ok else 1)


def _print(diagnosis: "Diagnosis") -> None:
    terminal = console()
    table = Table("", "what", "finding")
    for finding in diagnosis.findings:
        mark = "[green]ok[/]" if finding.ok else "[bold red]WRONG[/]"
        mend = f"\n[bold]mend:[/] {escape(finding.mend)}" if finding.mend else ""
        table.add_row(mark, finding.what, escape(finding.said) + mend)
    terminal.print(table)
    wrong = sum(not finding.ok for finding in diagnosis.findings)
    terminal.print("Nothing is wrong." if diagnosis.ok else f"Things that are wrong: {wrong}.")
