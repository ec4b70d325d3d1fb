"""`schichtbuch bench`: the numbers, measured side by side in one run."""

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import rich_click as click
from rich.progress import Progress
from rich.table import Table

from infra.settings import PROJECT
from services.bench import MEASURES, measure
from services.bench.checkouts import Comparison, compare, run_bench
from services.bench.row import Figure, Row
from services.cli.parameters import Whole, as_json
from services.cli.terminal import console, print_json, progress_bar

if TYPE_CHECKING:
    from services.bench.growth import Growth


@click.command(epilog="ROW is one of " + ", ".join(MEASURES) + ".")
@click.argument("rows", nargs=-1, type=click.Choice(sorted(MEASURES)), metavar="[ROW]...")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    metavar="FILE",
    help="Measure how the costs grow, and draw it: FILE.svg or FILE.png. Rows only if named.",
)
@click.option(
    "--against",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="CHECKOUT",
    help="Measure the same rows of another checkout in turn with this one, and compare.",
)
@click.option(
    "--turns",
    type=Whole(1, 1000),
    default=3,
    show_default=True,
    help="With --against: how often each of the two is measured.",
)
@as_json
@click.pass_context
def bench(
    ctx: click.Context,
    rows: tuple[str, ...],
    plot: Path | None,
    against: Path | None,
    turns: int,
    as_json: bool,
) -> None:
    """Measure what docs/numbers.md promises. Without ROW: everything.

    Every value is the median of several rounds, taken in turn with what it is compared to, because
    the machines are noisy; in brackets the lowest and the highest. `make bench` installs what the
    comparisons need.
    """
    if against:
        ctx.exit(_compare(rows or tuple(MEASURES), against.resolve(), turns, as_json))
    if plot:
        _check(plot)
    named = rows or (() if plot else tuple(MEASURES))
    measured: list[Row] = []
    grown: list[Growth] = []
    with progress_bar("measuring", hidden=as_json) as bar:
        for name in bar.track(named):
            measured += measure(name)
        if plot:
            grown = _grown(bar)
    if plot:
        _draw(grown, plot)
    if as_json:
        print_json(msgspec.json.encode({"rows": measured, "growth": grown}))
        return
    if measured:
        _print(measured)
    if grown:
        _print_growth(grown)


def _compare(rows: tuple[str, ...], there: Path, turns: int, as_json: bool) -> int:
    """1 if a row is worse than its spread."""
    whole = Comparison()
    with progress_bar("measuring both", hidden=as_json) as bar:
        for name in bar.track(rows):
            part = compare(PROJECT, there, name, turns, run_bench)
            whole.changes += part.changes
            whole.only |= part.only
    if as_json:
        print_json(msgspec.json.encode(whole))
    else:
        _print_changes(whole)
    return 0 if whole.ok else 1


def _print_changes(comparison: Comparison) -> None:
    table = Table("what", "here", "there", "here to there", "")
    for change in comparison.changes:
        table.add_row(
            f"[bold]{change.name}[/bold] {change.unit}",
            _shown(change.here),
            _shown(change.there),
            f"{change.here.median / change.there.median:.2f}" if change.there.median else "",
            "[bold red]worse than its spread[/]" if change.is_worse else "",
        )
    terminal = console()
    terminal.print(table)
    for name, why in comparison.only.items():
        terminal.print(f"{name}: {why}", markup=False)


def _grown(bar: Progress) -> "list[Growth]":
    from services.bench.growth import LINES, growth

    return [growth(name) for name in bar.track(tuple(LINES))]


def _draw(grown: "list[Growth]", plot: Path) -> None:
    from services.bench.chart import draw

    draw(grown, plot)


def _check(plot: Path) -> None:
    """Before minutes are spent on measuring."""
    from services.bench.chart import SUFFIXES, NoMatplotlib, matplotlib_figure

    if plot.suffix not in SUFFIXES:
        raise click.BadParameter(f"it must end with {' or '.join(SUFFIXES)}", param_hint="--plot")
    if not plot.parent.is_dir():
        raise click.BadParameter(f"there is no folder {plot.parent}", param_hint="--plot")
    try:
        matplotlib_figure()
    except NoMatplotlib as error:
        raise click.ClickException(str(error)) from error


def _print(rows: list[Row]) -> None:
    table = Table("what", "value", "against", "ratio", "goal", "holds")
    for row in rows:
        table.add_row(
            f"[bold]{row.name}[/bold] {row.what}",
            f"{_shown(row.value)} {row.unit}{_more(row)}",
            f"{_shown(row.against)} {row.unit}\n[dim]{row.peer}[/dim]" if row.against else "",
            _shown(row.ratio) if row.ratio else "",
            row.goal,
            {True: "yes", False: "NO", None: ""}[row.holds],
        )
    terminal = console()
    terminal.print(table)
    for row in rows:
        if row.note:
            terminal.print(f"{row.name}: {row.note}")


def _print_growth(lines: "list[Growth]") -> None:
    table = Table("what", "work", "cost", "exponent")
    for line in lines:
        for point in line.points:
            is_last = point is line.points[-1]
            table.add_row(
                f"[bold]{line.name}[/bold]" if point is line.points[0] else "",
                f"{point.work:,} {point.of}",
                f"{_shown(point.cost)} {point.unit}",
                f"{line.exponent:.2f}" if is_last else "",
                end_section=is_last,
            )
    console().print(table)


def _more(row: Row) -> str:
    return "".join(f"\n[dim]{name} {_shown(figure)}[/dim]" for name, figure in row.more.items())


def _shown(figure: Figure) -> str:
    return f"{_number(figure.median)} [dim]({_number(figure.low)} to {_number(figure.high)})[/dim]"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
