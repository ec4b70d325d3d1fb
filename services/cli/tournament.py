"""`schichtbuch tournament`: simulate a whole event, and check what others made."""

from functools import partial
from pathlib import Path

import msgspec
import rich_click as click
from msgspec import Struct

from domain.bots import bots_for
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.texts import Language
from domain.registry import GAMES
from domain.tournament.refusals import explain
from domain.tournament.regulation import Regulation, read_regulation
from infra.settings import data_folder
from infra.signing_key import load_or_create, trusted
from replays.checkpoint import VerifierKey
from replays.tournaments.bundle import write_bundle
from replays.tournaments.games import check_playable
from replays.tournaments.simulation import EventPlan, PlayByBots, Simulation
from services.cli.bundles import check_bundle, is_of_event, print_bundle
from services.cli.parameters import Key, Whole, as_json, game_name, language
from services.cli.terminal import console, print_json, progress_bar
from services.cli.verify_words import WORDS
from services.pairing.solve import pair_round

PAIRING_SECONDS = 3_600.0
"""So long that no clock decides what is found: the same seed has to give the same bytes."""


class Outcome(Struct, frozen=True):
    tournament: str
    file: str
    entries: int
    games: int
    rounds: int
    integrity: int
    """Events that touched it from outside its rules."""


@click.group()
def tournament() -> None:
    """Events of many tables: simulate one, check one."""


@tournament.command()
@click.option("--entrants", type=Whole(2, 400), default=9, show_default=True, help="How many.")
@click.option("--rounds", type=Whole(1, 20), default=3, show_default=True, help="How many.")
@click.option(
    "--seed", type=Whole(0, 10**17), default=1, show_default=True, help="Same seed, same bytes."
)
@game_name
@click.option("--bots", default="greedy,random", show_default=True, help="Who plays, in turn.")
@click.option("--size", type=Whole(2, 4), default=4, show_default=True, help="People per table.")
@click.option("--final", type=Whole(0, 64), default=0, show_default=True, help="Finalists.")
@click.option("--duplicate", is_flag=True, help="All tables of a round play the same deal.")
@click.option("--calm", is_flag=True, help="Nobody comes late, stays away or leaves.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The bundle, like event.schichtbuch.",
)
@as_json
def simulate(
    entrants: int,
    rounds: int,
    seed: int,
    game: str,
    bots: str,
    size: int,
    final: int,
    duplicate: bool,
    calm: bool,
    out: Path,
    as_json: bool,
) -> None:
    """Play a whole event with bots, offline, and write its bundle."""
    names = _known_bots(game, bots)
    deals = "duplicate" if duplicate else "fresh"
    if final == 1:
        raise click.BadParameter("a final needs two people at least", param_hint="--final")
    plan = EventPlan(entrants, rounds, seed, game, names, deals, size, final, trouble=not calm)
    signer = load_or_create(data_folder())
    with progress_bar("playing", hidden=as_json) as bar:
        task = bar.add_task("playing", total=rounds + bool(final))
        done = 0

        def progress(round: int, _table: int) -> None:
            nonlocal done
            bar.advance(task, round - 1 - done)
            done = round - 1

        # The linear program stops at a time, so that it may answer otherwise next time.
        pair = partial(pair_round, seconds=PAIRING_SECONDS, with_program=False)
        made = Simulation(plan, pair, PlayByBots(signer), progress).run()
    event = made.tournament
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(write_bundle(event, made.entries, made.games, signer, names=made.names))
    state = event.state
    outcome = Outcome(
        state.tournament,
        str(out),
        event.version,
        len(made.games),
        state.closed_rounds,
        len(state.integrity),
    )
    if as_json:
        print_json(msgspec.json.encode(outcome))
        return
    terminal = console()
    played = f"{outcome.rounds} rounds, {outcome.games} games, {outcome.entries} entries."
    terminal.print(f"{state.title}: {played}", markup=False)
    terminal.print(f"The bundle is {out}. Check it: schichtbuch verify {out}", markup=False)


def _known_bots(game: str, names: str) -> tuple[str, ...]:
    known = bots_for(GAMES[game])
    chosen = tuple(name.strip() for name in names.split(","))
    for name in chosen:
        if name not in known:
            said = f"there is no bot {name!r}; there are: {', '.join(known)}"
            raise click.BadParameter(said, param_hint="--bots")
    return chosen


@tournament.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--key", "keys", type=Key(), multiple=True, help="A key you trust; or a file.")
@language
@as_json
@click.pass_context
def check(
    ctx: click.Context,
    file: Path,
    keys: tuple[list[VerifierKey], ...],
    language: Language,
    as_json: bool,
) -> None:
    """Check a bundle, the log of an event, or a regulation before it is used.

    The exit code is 0 only if nothing is wrong.
    """
    if not is_of_event(file):
        _check_regulation(file, language)
        return
    known = [*trusted(data_folder()), *(key for given in keys for key in given)]
    with progress_bar("verifying", hidden=as_json) as bar:
        task = bar.add_task("verifying", total=None)
        report = check_bundle(
            file, known, lambda done, every: bar.update(task, completed=done, total=every)
        ).told(language)
    if as_json:
        print_json(msgspec.json.encode(report))
    else:
        print_bundle(report, str(file), WORDS[language])
    ctx.exit(0 if report.ok else 1)


def _check_regulation(file: Path, language: Language) -> None:
    try:
        regulation: Regulation = read_regulation(file.read_text("utf-8"))
        check_playable(regulation)
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file} is no text") from error
    except RuleViolation as refusal:
        raise click.ClickException(explain(refusal, language)) from refusal
    except InvalidSetup as error:
        raise click.ClickException(str(error)) from error
    console().print(f"{regulation.title}: the regulation can be played.", markup=False)
