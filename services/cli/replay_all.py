"""`schichtbuch replay-all`: the great replay of every log in a folder or on the server."""

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

import msgspec
import rich_click as click
from msgspec import Struct
from rich.table import Table

from replays.file import SUFFIX
from replays.great_replay import Replayed, replay_again
from services.cli.parameters import Whole, as_json
from services.cli.part import begin
from services.cli.terminal import console, print_json, progress_bar

SERVER = "server"
SHOWN = 50
"""Differences in the table; `--json` has all."""


class Summary(Struct, frozen=True):
    ok: bool
    logs: list[Replayed]


@click.command("replay-all")
@click.argument("source", default=SERVER, metavar="[FOLDER|server]")
@click.option(
    "--jobs", type=Whole(1, 256), default=os.cpu_count() or 1, help="So many at the same time."
)
@as_json
@click.pass_context
def replay_all(ctx: click.Context, source: str, jobs: int, as_json: bool) -> None:
    """Decide every action of every log again, under its own rules and under today's.

    SOURCE is a folder with replay files (subfolders too), or `server`: all games of the server
    that is set, or of a running `schichtbuch up`. The exit code is 0 only if every log comes out
    under its own rules as it was recorded. What newer rules would change is told as well.
    """
    if source == SERVER:
        logs = asyncio.run(_of_server(jobs, as_json))
    else:
        logs = list(_of_folder(Path(source), jobs, as_json))
    ok = all(log.ok for log in logs)
    if as_json:
        print_json(msgspec.json.encode(Summary(ok, logs)))
    else:
        _print(logs)
    ctx.exit(0 if ok else 1)


def _of_folder(folder: Path, jobs: int, quiet: bool) -> Iterator[Replayed]:
    paths = [folder] if folder.is_file() else sorted(folder.rglob(f"*{SUFFIX}"))
    if not paths:
        raise click.UsageError(f"there is no {SUFFIX} file in {folder}")
    with progress_bar("replaying", hidden=quiet) as bar, ProcessPoolExecutor(jobs) as pool:
        yield from bar.track(pool.map(_of_file, paths), total=len(paths))


def _of_file(path: Path) -> Replayed:
    return replay_again(str(path), path.read_bytes())


async def _of_server(jobs: int, quiet: bool) -> list[Replayed]:
    """No more logs in memory than there are hands for."""
    from infra.game_log import StorageUnavailable
    from replays.aggregate import DamagedLog
    from services.bootstrap import open_resources
    from services.exporting import replay_file

    resources = open_resources(begin())
    logs: list[Replayed] = []
    waiting: set[Future[Replayed]] = set()
    try:
        with progress_bar("replaying", hidden=quiet) as bar, ProcessPoolExecutor(jobs) as pool:
            task = bar.add_task("replaying", total=await resources.index.count("any", "any"))
            async for game_id in resources.log.every_game():
                try:
                    data = await replay_file(resources, game_id, all_seals=True)
                except DamagedLog as error:
                    logs.append(Replayed(game_id, unreadable=str(error)))
                    continue
                waiting.add(pool.submit(replay_again, game_id, data))
                if len(waiting) > 2 * jobs:
                    waiting = await _taken(waiting, logs)
                    bar.update(task, completed=len(logs))
            while waiting:
                waiting = await _taken(waiting, logs)
                bar.update(task, completed=len(logs))
    except StorageUnavailable as error:
        raise click.ClickException(f"the server cannot be reached: {error}") from error
    finally:
        await resources.close()
    return sorted(logs, key=lambda log: log.game)


async def _taken(waiting: set[Future[Replayed]], logs: list[Replayed]) -> set[Future[Replayed]]:
    """Wait for one at least."""
    futures = {asyncio.wrap_future(future): future for future in waiting}
    done, _ = await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)
    logs += [future.result() for future in done]
    return waiting - {futures[future] for future in done}


def _print(logs: list[Replayed]) -> None:
    terminal = console()
    rows = [(log, "own", difference) for log in logs for difference in log.own]
    rows += [(log, "today", difference) for log in logs for difference in log.today]
    if rows:
        table = Table("game", "under", "version", "event", "recorded", "decided again")
        for log, under, difference in rows[:SHOWN]:
            event = "" if difference.event is None else str(difference.event)
            place = (log.game, under, str(difference.version), event)
            table.add_row(*place, difference.recorded or "nothing", difference.decided or "nothing")
        terminal.print(table)
    if len(rows) > SHOWN:
        terminal.print(f"… and {len(rows) - SHOWN} more; --json has all.")
    for log in logs:
        if log.unreadable:
            terminal.print(f"{log.game}: {log.unreadable}", markup=False)
    _print_sum(logs)


def _print_sum(logs: list[Replayed]) -> None:
    own, today = sum(bool(log.own) for log in logs), sum(bool(log.today) for log in logs)
    unreadable = sum(bool(log.unreadable) for log in logs)
    entries, sealed = sum(log.entries for log in logs), sum(log.sealed for log in logs)
    terminal = console()
    terminal.print(f"{len(logs)} logs with {entries} entries decided again; {sealed} still sealed.")
    terminal.print(
        f"Other than recorded under their own rules: {own}; under today's: {today}; "
        f"not readable: {unreadable}."
    )
