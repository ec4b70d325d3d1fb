"""`schichtbuch export` and `import`: games between a server and files."""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import rich_click as click

from replays.checkpoint import VerifierKey
from replays.file import SUFFIX
from services.cli.parameters import Key, ReplayFiles, read_file
from services.cli.part import begin
from services.cli.terminal import console, progress_bar

if TYPE_CHECKING:
    from services.bootstrap import Resources

T = TypeVar("T")

STANDARD_OUTPUT = Path("-")
WARNING = (
    "These files open the seals of games that go on: whoever reads them knows every card."
    " They are yours alone (mode 600); keep them so."
)


class OfOneGame(click.RichCommand):
    """An id may begin with a dash; new ones do not, but older ones did."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            dashed = next((arg for arg in given if arg.startswith("-") and arg[1:2] != "-"), "")
            if not dashed:
                raise
            hint = f"If it is the id of a game, write `{self.name} -- {dashed}`."
            raise click.UsageError(f"{error.format_message()} {hint}", ctx) from error


@click.command("export", cls=OfOneGame)
@click.argument("game", required=False)
@click.option("--all", "every", is_flag=True, help="Every game, into the folder --out.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, allow_dash=True),
    help="File or folder to write to, or - for standard output.  [default: GAME.schicht]",
)
@click.option(
    "--with-tokens",
    is_flag=True,
    help="A backup to play on from: all seals open, and the digests of the tokens; mode 600.",
)
@click.pass_context
def export_game(
    ctx: click.Context, game: str | None, every: bool, out: Path | None, with_tokens: bool
) -> None:
    """Write the replay file of a game, or of every game, as the public may have it.

    While a game goes on its seals stay closed; when it is over the file proves everything.
    An id that begins with a dash is written behind two of them: `export -- -abc`.
    """
    if every == (game is not None):
        raise click.UsageError("name one game, or write --all for every game")
    if out == STANDARD_OUTPUT and (every or with_tokens):
        raise click.UsageError("--all and --with-tokens write files, not to standard output")
    if game is None:
        folder = out or Path()
        failed = with_resources(lambda resources: _export_all(resources, folder, with_tokens))
        ctx.exit(1 if failed else 0)
    _export_one(game, out, with_tokens)


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=ReplayFiles(), metavar="FILE...")
@click.option("--trust", "keys", type=Key(), multiple=True, help="A key you trust; or a file.")
@click.option(
    "--foreign",
    is_flag=True,
    help="Also take finished games whose key is not trusted, marked as somebody else's.",
)
@click.option(
    "--with-tokens",
    is_flag=True,
    help="With the tokens of a backup, so that those who hold them play on.",
)
@click.pass_context
def import_games(
    ctx: click.Context,
    files: tuple[list[Path], ...],
    keys: tuple[list[VerifierKey], ...],
    foreign: bool,
    with_tokens: bool,
) -> None:
    """Put games from replay files (or folders of them) into the log, byte for byte.

    Only what verifies is taken, and it keeps the signature that it came with. Games that go on
    are taken from a backup of `export --with-tokens`, which opens their seals. The exit code is
    0 only if every file is there now.
    """
    paths = [path for given in files for path in given]
    trusted = [key for given in keys for key in given]

    async def bring(resources: "Resources") -> int:
        return await _import_all(resources, paths, trusted, foreign, with_tokens)

    ctx.exit(1 if with_resources(bring) else 0)


def _export_one(game: str, out: Path | None, with_tokens: bool) -> None:
    if out == STANDARD_OUTPUT:
        sys.stdout.buffer.write(with_resources(lambda resources: _public(resources, game)))
        return
    path = out or Path(f"{game}{SUFFIX}")
    if path.is_dir():
        path /= f"{game}{SUFFIX}"
    with_resources(lambda resources: _export(resources, game, path, with_tokens))
    console().print(f"{path}: {path.stat().st_size} bytes", markup=False)
    if with_tokens:
        console(stderr=True).print(WARNING)


async def _export_all(resources: "Resources", folder: Path, with_tokens: bool) -> int:
    """How many could not be exported."""
    from infra.game_log import UnknownGame
    from replays.aggregate import DamagedLog

    games = sorted([game_id async for game_id in resources.log.every_game()])
    failed: list[str] = []
    folder.mkdir(mode=0o700 if with_tokens else 0o777, parents=True, exist_ok=True)
    with progress_bar("exporting") as bar:
        for game_id in bar.track(games):
            try:
                await _export(resources, game_id, folder / f"{game_id}{SUFFIX}", with_tokens)
            except (DamagedLog, UnknownGame) as error:
                failed.append(f"{game_id}: {error}")
    terminal = console()
    for line in failed:
        terminal.print(line, markup=False)
    terminal.print(f"{folder}: {len(games) - len(failed)} of {len(games)} games", markup=False)
    if with_tokens:
        console(stderr=True).print(WARNING)
    return len(failed)


async def _export(resources: "Resources", game_id: str, path: Path, with_tokens: bool) -> None:
    from services.exporting import write_backup

    await _check(resources, game_id)
    if with_tokens:
        await write_backup(resources, game_id, path)
    else:
        path.write_bytes(await _public(resources, game_id))


async def _public(resources: "Resources", game_id: str) -> bytes:
    from services.exporting import replay_file

    await _check(resources, game_id)
    return await replay_file(resources, game_id)


async def _check(resources: "Resources", game_id: str) -> None:
    """UnknownGame if there is none, or if it could not be the name of a file."""
    from infra.game_log import UnknownGame

    if Path(game_id).name != game_id:
        raise UnknownGame(game_id)
    await resources.log.version(game_id)


async def _import_all(
    resources: "Resources",
    paths: list[Path],
    trusted: list[VerifierKey],
    foreign: bool,
    with_tokens: bool,
) -> int:
    """How many were refused."""
    from infra.secret_file import ReadableByOthers
    from services.backup import UnusableBackup
    from services.exporting import NotImportable

    refused, terminal = 0, console()
    for path in paths:
        try:
            said = await _import(resources, path, trusted, foreign, with_tokens)
        except (NotImportable, UnusableBackup, ReadableByOthers) as error:
            refused += 1
            said = f"not imported: {error}"
        terminal.print(f"{path}: {said}", markup=False)
    return refused


async def _import(
    resources: "Resources",
    path: Path,
    trusted: list[VerifierKey],
    foreign: bool,
    with_tokens: bool,
) -> str:
    from infra.secret_file import check_private
    from infra.signing_key import trusted as trusted_here
    from services.backup import read_tokens, tokens_path
    from services.exporting import import_game, importable

    known = [*trusted_here(resources.settings.data), *trusted]
    game = importable(read_file(path), known, foreign=foreign)
    if not game.is_over:
        check_private(path)
    wanted = with_tokens and (not game.is_over or tokens_path(path).is_file())
    tokens = read_tokens(path, game.header.game) if wanted else None
    if not await import_game(resources, game, tokens):
        return "is there already"
    if not game.came.trusted:
        return "imported, as somebody else's"
    if game.is_over or tokens:
        return "imported"
    return "imported; nobody has a token of it (--with-tokens, or make new ones)"


def with_resources(task: Callable[["Resources"], Coroutine[Any, Any, T]]) -> T:
    from infra.archive_store import ArchiveUnavailable
    from infra.game_log import StorageUnavailable, UnknownGame
    from replays.aggregate import DamagedLog
    from services.bootstrap import open_resources

    settings = begin()

    async def work() -> T:
        resources = open_resources(settings)
        try:
            return await task(resources)
        finally:
            await resources.close()

    try:
        return asyncio.run(work())
    except UnknownGame as error:
        raise click.ClickException(f"there is no game {error}") from error
    except DamagedLog as error:
        raise click.ClickException(str(error)) from error
    except ArchiveUnavailable as error:
        raise click.ClickException(f"the archive cannot be used: {error}") from error
    except StorageUnavailable as error:
        raise click.ClickException(f"the server cannot be reached: {error}") from error
