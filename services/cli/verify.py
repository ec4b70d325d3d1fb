"""`schichtbuch verify`: what replay files prove."""

import os
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path

import msgspec
import rich_click as click
from msgspec import Struct
from rich.table import Column, Table
from rich.text import Text

from domain.kernel.names import named, shown
from domain.kernel.texts import Count, Language
from infra.settings import data_folder
from infra.signing_key import trusted as trusted_here
from replays.checkpoint import VerifierKey
from replays.findings import Guarantee, Verdict
from replays.tournaments.verify import BundleReport
from replays.verify import Report
from replays.verify import verify as check
from services.cli.bundles import check_bundle, is_of_event, print_bundle
from services.cli.parameters import Key, ReplayFiles, as_json, language, read_file
from services.cli.terminal import console, print_json, progress_bar
from services.cli.verify_words import WORDS, Words

STYLES = {"holds": "green", "broken": "bold red", "cannot tell": "yellow"}


class Checked(Struct, frozen=True):
    file: str
    ok: bool
    report: Report | BundleReport


class Summary(Struct, frozen=True):
    ok: bool
    files: list[Checked]


@click.command()
@click.argument("files", nargs=-1, required=True, type=ReplayFiles(), metavar="FILE...")
@click.option("--key", "keys", type=Key(), multiple=True, help="A key you trust; or a file.")
@language
@as_json
@click.pass_context
def verify(
    ctx: click.Context,
    files: tuple[list[Path], ...],
    keys: tuple[list[VerifierKey], ...],
    language: Language,
    as_json: bool,
) -> None:
    """Check replay files (or folders of them) and bundles of tournaments, offline and without
    trusting anybody.

    The exit code is 0 only if nothing is broken. `?` means that it cannot be told: the game
    goes on, or seals are closed, or the signing key is unknown to you.
    """
    trusted = [*trusted_here(data_folder()), *(k for given in keys for k in given)]
    paths = [path for given in files for path in given]
    checked = list(_checked(paths, trusted, language, quiet=as_json))
    ok = all(file.ok for file in checked)
    if as_json:
        print_json(msgspec.json.encode(Summary(ok, checked)))
    else:
        _print(checked, language)
    ctx.exit(0 if ok else 1)


def _print(checked: list[Checked], language: Language) -> None:
    """Events each with all their verdicts, games in one table if there are several."""
    games = [file for file in checked if isinstance(file.report, Report)]
    for file in checked:
        if isinstance(file.report, BundleReport):
            print_bundle(file.report, file.file, WORDS[language])
    if len(games) == 1:
        _print_one(games[0], WORDS[language], language)
    elif games:
        _print_many(games, WORDS[language])


def _checked(
    paths: list[Path], trusted: list[VerifierKey], language: Language, *, quiet: bool
) -> Iterator[Checked]:
    with progress_bar("verifying", hidden=quiet) as bar:
        for path in bar.track(paths):
            report: Report | BundleReport
            if is_of_event(path):
                report = check_bundle(path, trusted)
            else:
                report = check(read_file(path), trusted)
            yield Checked(str(path), report.ok, report.told(language))


def _mark(verdict: Verdict, words: Words) -> Text:
    return Text(words.marks.get(verdict.verdict, "?"), STYLES[verdict.verdict])


def _print_one(file: Checked, words: Words, language: Language) -> None:
    report, terminal = file.report, console()
    assert isinstance(report, Report), "events are printed by themselves"
    table = Table(*words.columns)
    for guarantee, verdict in report.verdicts.items():
        at = "" if verdict.version is None else str(verdict.version)
        table.add_row(guarantee, _mark(verdict, words), at, Text(verdict.reason))
    if report.cut_off:
        terminal.print(words.cut_off.format(version=report.version), markup=False)
    title = f"{report.game or file.file}: {report.rules or words.unknown_rules}"
    terminal.print(title, markup=False)
    terminal.print(table)
    for sentence in (*_sides(file, words, language), *_ending(report, words)):
        terminal.print(sentence, markup=False)


def _sides(file: Checked, words: Words, language: Language) -> Iterator[str]:
    """What the first entry that parts from the rules says, and what they say."""
    if not isinstance(file.report, Report) or file.report.versus is None:
        return
    versus = file.report.versus
    from services.api.recorded_file import NotThere, RecordedFile, side_by_side

    try:
        sides = side_by_side(RecordedFile(read_file(Path(file.file))), versus, language)
    except NotThere:
        return
    first = versus.event - 1
    recorded, rules = (
        "; ".join(shown(frame.text) for frame in frames[first : first + 1])
        for frames in (sides.recorded, sides.rules)
    )
    refused = shown(sides.refusal.text) if sides.refusal else ""
    yield words.recorded.format(version=versus.version, text=recorded or "–")
    yield words.rules.format(text=refused or rules or "–")


def _ending(report: Report, words: Words) -> Iterator[str]:
    winners = ", ".join(_name(report, seat, words) for seat in report.winners)
    over = words.over if report.is_over else words.not_over
    yield (words.won if winners else over).format(entries=Count(report.version), winners=winners)
    result = report.result
    if result and (result.status != "played" or _first(result.places) != report.winners):
        ranked = sorted(enumerate(result.places), key=itemgetter(1))
        places = ", ".join(f"{place}. {_name(report, seat, words)}" for seat, place in ranked)
        yield words.result[result.status].format(places=places)


def _first(places: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, place in enumerate(places) if place == 1)


def _name(report: Report, seat: int, words: Words) -> str:
    """Names can be erased."""
    return shown(named(report.players, seat)) or words.player.format(number=seat + 1)


def _print_many(checked: list[Checked], words: Words) -> None:
    terminal = console()
    kinds = [kind for kind in STYLES if any(kind in _by_verdict(file) for file in checked)]
    table = Table(Column(words.file, no_wrap=True), *(words.marks.get(kind, "?") for kind in kinds))
    for file, name in zip(checked, _short_names(checked), strict=True):
        table.add_row(Text(name), *(_told(file, kind) for kind in kinds))
    terminal.print(table)
    for file in checked:
        for guarantee, verdict in _verdicts(file).items():
            if verdict.verdict == "broken":
                at = words.broken.format(guarantee=guarantee, version=verdict.version or "?")
                terminal.print(f"{file.file}: {at}: {verdict.reason}", markup=False)
    bad = sum(not file.ok for file in checked)
    terminal.print(words.summary.format(files=Count(len(checked)), bad=bad))


def _told(file: Checked, kind: str) -> Text:
    """How many guarantees hold, and the names of all others."""
    found = _by_verdict(file).get(kind, [])
    said = ", ".join(found) if kind != "holds" else str(len(found))
    return Text(said, STYLES[kind])


def _by_verdict(file: Checked) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for guarantee, verdict in _verdicts(file).items():
        found.setdefault(verdict.verdict, []).append(guarantee)
    return found


def _verdicts(file: Checked) -> dict[Guarantee, Verdict]:
    assert isinstance(file.report, Report), "events are printed by themselves"
    return file.report.verdicts


def _short_names(checked: list[Checked]) -> list[str]:
    """Without the folder where all of them are: it need not be said in every row."""
    paths = [Path(file.file).absolute() for file in checked]
    common = os.path.commonpath([path.parent for path in paths])
    return [str(path.relative_to(common)) for path in paths]
