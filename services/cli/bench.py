"""`schichtbuch bench`: the numbers, measured side by side in one run."""

from collections.abc import Callable

import msgspec
import rich_click as click
from rich.table import Table

from services.bench import ROWS, Row
from services.cli.parameters import as_json
from services.cli.terminal import console, print_json, progress_bar


@click.command()
@click.argument("rows", nargs=-1, type=click.Choice(sorted(ROWS)), metavar="[ROW]...")
@as_json
def bench(rows: tuple[str, ...], as_json: bool) -> None:
    """Measure what the README promises. Without ROW: everything.

    Every value is the median of several rounds, taken in turn with what it is compared to, because
    the machines are noisy. `make bench` installs what the comparisons need.
    """
    chosen: dict[str, Callable[[], Row]] = {name: ROWS[name] for name in rows or ROWS}
    measured = []
    with progress_bar("measuring", hidden=as_json) as bar:
        for _, measure in bar.track(list(chosen.items())):
            measured.append(measure())
    if as_json:
        print_json(msgspec.json.encode({"rows": measured}))
    else:
        _print(measured)


def _print(rows: list[Row]) -> None:
    table = Table("what", "value", "against", "ratio", "goal", "holds")
    for row in rows:
        table.add_row(
            f"{row.name}: {row.what}",
            f"{row.value:,.0f} {row.unit}",
            "" if row.against is None else f"{row.against:,.0f} {row.unit}",
            "" if row.ratio is None else f"{row.ratio:.1f}",
            row.goal,
            {True: "yes", False: "NO", None: "?"}[row.holds],
        )
    terminal = console()
    terminal.print(table)
    for row in rows:
        if row.note:
            terminal.print(f"{row.name}: {row.note}")
