"""`schichtbuch export` and `import`: games between a server and files."""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import rich_click as click

from replays.file import SUFFIX
from services.cli.parameters import ReplayFiles
from services.cli.part import begin
from services.cli.terminal import console

if TYPE_CHECKING:
    from services.bootstrap import Workplace

T = TypeVar("T")


@click.command("export")
@click.argument("game")
@click.option(
    "--out",
    type=click.Path(path_type=Path, allow_dash=True),
    help="File or folder to write to, or - for standard output.  [default: GAME.schicht]",
)
def export_game(game: str, out: Path | None) -> None:
    """Write the replay file of a game, as the public may have it.

    While the game goes on its seals stay closed; when it is over the file proves everything.
    """
    data = _at_work(lambda workplace: _replay(workplace, game))
    if str(out) == "-":
        sys.stdout.buffer.write(data)
        return
    path = out or Path(f"{game}{SUFFIX}")
    if path.is_dir():
        path /= f"{game}{SUFFIX}"
    path.write_bytes(data)
    console().print(f"{path}: {len(data)} bytes", markup=False)


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=ReplayFiles(), metavar="FILE...")
@click.pass_context
def import_games(ctx: click.Context, files: tuple[list[Path], ...]) -> None:
    """Put finished games from replay files (or folders of them) into the log, byte for byte.

    Only what verifies is taken. The exit code is 0 only if every file is there now.
    """
    paths = [path for given in files for path in given]
    refused = _at_work(lambda workplace: _import_all(workplace, paths))
    ctx.exit(1 if refused else 0)


async def _replay(workplace: "Workplace", game_id: str) -> bytes:
    from services.archive import replay_file

    await workplace.log.version(game_id)  # UnknownGame, if there is none
    return await replay_file(workplace, game_id)


async def _import_all(workplace: "Workplace", paths: list[Path]) -> int:
    from services.archive import NotImportable, import_replay

    refused, terminal = 0, console()
    for path in paths:
        try:
            new = await import_replay(workplace, path.read_bytes())
            said = "imported" if new else "is there already"
        except NotImportable as error:
            refused += 1
            said = f"not imported: {error}"
        terminal.print(f"{path}: {said}", markup=False)
    return refused


def _at_work(task: Callable[["Workplace"], Coroutine[Any, Any, T]]) -> T:
    from infra.game_log import StorageUnavailable, UnknownGame
    from replays.aggregate import DamagedLog
    from services.bootstrap import open_workplace

    settings = begin()

    async def work() -> T:
        workplace = open_workplace(settings)
        try:
            return await task(workplace)
        finally:
            await workplace.close()

    try:
        return asyncio.run(work())
    except UnknownGame as error:
        raise click.ClickException(f"there is no game {error}") from error
    except DamagedLog as error:
        raise click.ClickException(str(error)) from error
    except StorageUnavailable as error:
        raise click.ClickException(f"the server cannot be reached: {error}") from error
