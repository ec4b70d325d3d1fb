"""`schichtbuch archive`: what is in the archive, what moves there now, and what comes back."""

from typing import TYPE_CHECKING, Any

import msgspec
import rich_click as click

from domain.kernel.layout import clip
from services.cli.exporting import OfOneGame, with_resources
from services.cli.parameters import SHOWN, as_json
from services.cli.terminal import console, print_json

if TYPE_CHECKING:
    from services.archive_check import Comparison
    from services.bootstrap import Resources

TOGETHER = 50


class Hours(click.ParamType[float]):
    name = "HOURS"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        try:
            hours = float(str(value))
        except ValueError:
            hours = -1.0
        if not 0 <= hours < float("inf"):
            self.fail(
                f"it is a number of hours, 0 or more, not {clip(str(value), SHOWN)!r}", param, ctx
            )
        return hours


@click.group()
def archive() -> None:
    """Finished games in files instead of memory (SCHICHTBUCH_ARCHIVE).

    Workers of audits move them there by themselves, SCHICHTBUCH_ARCHIVE_AFTER hours after their
    end. Whoever asks for such a game does not notice; whoever writes to it has it moved back.
    """


@archive.command()
@as_json
@click.pass_context
def status(ctx: click.Context, as_json: bool) -> None:
    """What is in the archive, and whether it is what Redis says.

    The exit code is 0 only if no game is missing.
    """

    async def look(resources: "Resources") -> tuple[str, "Comparison"]:
        from services.archive_check import compare

        return resources.settings.archive_place, await compare(resources)

    place, found = with_resources(look)
    if as_json:
        print_json(msgspec.json.encode({"place": place, **msgspec.to_builtins(found)}))
    else:
        _print(place, found)
    ctx.exit(1 if found.missing or found.changed or found.nowhere else 0)


@archive.command()
@click.option(
    "--after",
    type=Hours(),
    help="Hours after the end of a game, instead of SCHICHTBUCH_ARCHIVE_AFTER; 0: all of them.",
)
def run(after: float | None) -> None:
    """Move now what is due: finished games that are audited and wait for no ruling."""

    async def move(resources: "Resources") -> tuple[int, int]:
        moved = kept = 0
        while True:
            outcomes = await resources.archiving.run(TOGETHER, after)
            moved += outcomes.count("archived")
            kept += outcomes.count("kept") + outcomes.count("moving")
            if not any(one in ("archived", "already") for one in outcomes):
                return moved, kept

    moved, kept = with_resources(move)
    console().print(f"{moved} games archived, {kept} stay for now")


@archive.command(cls=OfOneGame)
@click.argument("game")
def restore(game: str) -> None:
    """Bring a game back from the archive into the log.

    It stays there for as long again as after its end. So does a game whose file is in the archive
    and which Redis has lost.
    """
    came = with_resources(lambda resources: resources.archiving.restore(game))
    said = "is in the log again" if came else "is in the log already"
    console().print(f"{game} {said}", markup=False)


def _print(place: str, found: "Comparison") -> None:
    terminal = console()
    terminal.print(f"{place}: {found.archived} games, {found.bytes} bytes", markup=False)
    terminal.print(f"{found.candidates} finished games wait for their time")
    for said, games in (
        ("not there", found.missing),
        ("not what was written", found.changed),
        ("listed, and nowhere", found.nowhere),
        ("files that Redis knows nothing of (`archive restore`)", found.unknown),
    ):
        if games:
            terminal.print(f"{said}: {', '.join(games)}", markup=False)
