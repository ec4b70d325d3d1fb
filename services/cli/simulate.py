"""`schichtbuch simulate`: bots play games among themselves."""

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import msgspec
import rich_click as click
from msgspec import Struct
from rich.table import Table

from domain.bots import bots_for
from domain.kernel.actions import OptionValue
from domain.kernel.catalog import Catalog
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.options import check_edition, check_options
from domain.registry import GAMES
from infra.settings import data_folder
from infra.signing_key import load_or_create
from replays.file import SUFFIX, replay_of
from replays.simulation import Plan, create
from replays.simulation import simulate as play
from services.cli.parameters import GameOption, Whole, as_json, game_name
from services.cli.terminal import console, print_json, progress_bar


class Outcome(Struct, frozen=True):
    game: str
    file: str | None
    entries: int
    bots: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]


class Standing(Struct, frozen=True):
    bot: str
    seats: int
    wins: int
    """Of the seats; a shared victory counts for everyone who shares it."""
    mean_points: float


class Summary(Struct, frozen=True):
    games: list[Outcome]
    bots: list[Standing]


@click.command()
@game_name
@click.option(
    "--players", type=Whole(1, 8), default=4, show_default=True, help="Seats at the table."
)
@click.option("--games", type=Whole(1, 1_000_000), default=1, show_default=True, help="How many.")
@click.option(
    "--bots",
    default="greedy,random",
    show_default=True,
    help="Who plays, separated by commas; they take the seats in turn, one further every game.",
)
@click.option(
    "--seed",
    type=Whole(-(10**17), 10**17),
    default=1,
    show_default=True,
    help="Same seed, same bytes.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the replay files. Without it the games are only counted.",
)
@click.option(
    "--edition",
    help="Rules edition: de, en or hu for gluck-auf; the other games have one, standard."
    " Default: the game's own.",
)
@click.option(
    "--option",
    "options",
    type=GameOption(),
    multiple=True,
    help="A house option of the game, like start_player=2; as often as needed.",
)
@click.option(
    "--catalog",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A corrected catalog; it travels in the replay.",
)
@click.option("--jobs", type=Whole(1, 256), help="Processes. Default: one per core.")
@as_json
def simulate(
    game: str,
    players: int,
    games: int,
    bots: str,
    seed: int,
    out: Path | None,
    edition: str | None,
    options: tuple[tuple[str, OptionValue], ...],
    catalog: Path | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Let bots play, write a replay file for every game, and say who won how often."""
    names = _known_bots(game, bots)
    try:
        own = GAMES[game].catalogs.for_new_games(catalog.read_bytes()) if catalog else None
        chosen = _once_each(options)
        check_edition(edition)
        plan = Plan(game, players, names, seed, edition, chosen, own.digest if own else "")
        create(GAMES[game], plan, 0, own)  # what cannot be is said before anything is written
        if out:
            out.mkdir(parents=True, exist_ok=True)
            load_or_create(data_folder())
        outcomes = list(_played(plan, games, out, own, jobs or os.cpu_count() or 1, as_json))
    except InvalidSetup as error:
        raise click.UsageError(str(error)) from error
    except RuleViolation as refusal:
        raise click.UsageError(GAMES[game].explain(refusal, "en")) from refusal
    summary = Summary(outcomes, _standings(outcomes))
    if as_json:
        print_json(msgspec.json.encode(summary))
    else:
        _print(summary, out)


def _once_each(options: tuple[tuple[str, OptionValue], ...]) -> dict[str, OptionValue]:
    chosen = dict(options)
    if len(chosen) < len(options):
        twice = next(name for name, count in Counter(n for n, _ in options).items() if count > 1)
        raise InvalidSetup(f"option {twice!r} is given twice")
    check_options(chosen)
    return chosen


def _known_bots(game: str, names: str) -> tuple[str, ...]:
    known = bots_for(GAMES[game])
    chosen = tuple(name.strip() for name in names.split(","))
    for name in chosen:
        if name not in known:
            raise click.BadParameter(
                f"there is no bot {name!r}; there are: {', '.join(known)}", param_hint="--bots"
            )
    return chosen


def _played(
    plan: Plan, games: int, out: Path | None, catalog: Catalog | None, jobs: int, quiet: bool
) -> Iterator[Outcome]:
    one = partial(_play_one, plan, out, catalog.content if catalog else None)
    with progress_bar("playing", hidden=quiet) as bar:
        task = bar.add_task("playing", total=games)
        if jobs == 1 or games == 1:
            for number in range(games):
                yield one(number)
                bar.advance(task)
            return
        with ProcessPoolExecutor(min(jobs, games)) as pool:
            for outcome in pool.map(one, range(games)):
                yield outcome
                bar.advance(task)


def _play_one(plan: Plan, out: Path | None, own_catalog: object, number: int) -> Outcome:
    game = GAMES[plan.game]
    catalog = game.read_catalog(msgspec.json.encode(own_catalog)) if own_catalog else None
    record = play(game, plan, number, catalog)
    path = None
    if out:
        path = out / f"{record.game_id}{SUFFIX}"
        path.write_bytes(replay_of(record, None, load_or_create(data_folder())))
    return Outcome(
        record.game_id,
        str(path) if path else None,
        record.version,
        tuple(seat.bot or "" for seat in plan.seats(number)),
        game.points(record.state),
        record.state.winners,
    )


def _standings(outcomes: list[Outcome]) -> list[Standing]:
    seats, wins, points = Counter[str](), Counter[str](), Counter[str]()
    for outcome in outcomes:
        for seat, bot in enumerate(outcome.bots):
            seats[bot] += 1
            wins[bot] += seat in outcome.winners
            points[bot] += outcome.points[seat]
    return [
        Standing(bot, count, wins[bot], round(points[bot] / count, 1))
        for bot, count in sorted(seats.items())
    ]


def _print(summary: Summary, out: Path | None) -> None:
    table = Table("bot", "seats", "wins", "won", "mean points")
    for bot in summary.bots:
        won = f"{100 * bot.wins / bot.seats:.0f} %"
        table.add_row(bot.bot, str(bot.seats), str(bot.wins), won, str(bot.mean_points))
    terminal = console()
    terminal.print(table)
    played = len(summary.games)
    terminal.print(f"{played} {'game' if played == 1 else 'games'} played.")
    if out:
        terminal.print(f"Replay files are in {out}. Check them: schichtbuch verify {out}")
