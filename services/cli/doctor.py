"""`schichtbuch doctor`: what is wrong with this installation, and how to mend it."""

import asyncio

import msgspec
import rich_click as click
from msgspec import Struct
from rich.markup import escape
from rich.table import Table

from services.cli.parameters import as_json
from services.cli.terminal import console, print_json
from services.examination import Finding


class Diagnosis(Struct):
    ok: bool
    findings: list[Finding]


@click.command()
@as_json
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Look at settings, keys, server, queue, workers, games and logs.

    Each finding says how to mend it. The exit code is 0 only if nothing is wrong.
    """
    from services.examination import examine

    findings = asyncio.run(examine())
    ok = all(finding.ok for finding in findings)
    if as_json:
        print_json(msgspec.json.encode(Diagnosis(ok, findings)))
    else:
        _print(findings, ok)
    ctx.exit(0 if ok else 1)


def _print(findings: list[Finding], ok: bool) -> None:
    terminal = console()
    table = Table("", "what", "finding")
    for finding in findings:
        mark = "[green]ok[/]" if finding.ok else "[bold red]WRONG[/]"
        mend = f"\n[bold]mend:[/] {escape(finding.mend)}" if finding.mend else ""
        table.add_row(mark, finding.what, escape(finding.said) + mend)
    terminal.print(table)
    wrong = sum(not finding.ok for finding in findings)
    terminal.print("Nothing is wrong." if ok else f"{wrong} things are wrong.")
