"""`schichtbuch show`: the board at any moment, or the story of a game."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import rich_click as click
from msgspec import Struct

from domain.kernel.layout import clip
from domain.kernel.texts import Language
from infra.settings import data_folder
from infra.signing_key import trusted as trusted_here
from replays.history import History
from replays.moment import Moment
from replays.recorded_game import UnreadableReplay
from replays.verify import verify
from services.cli.parameters import SHOWN, Whole, as_json, language, read_file
from services.cli.terminal import console, drawn, print_json


class When(click.ParamType[Moment | int]):
    name = "V[.E]"

    def convert(self, value: Any, param: Any, ctx: Any) -> Moment | int:
        try:
            return Moment.parse(str(value))
        except ValueError:
            self.fail(
                f"{clip(str(value), SHOWN)!r} is no moment; write 17, or 17.3 for event 3 of it",
                param,
                ctx,
            )


class Told(Struct, frozen=True):
    at: str
    type: str
    text: str


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--at", type=When(), help="Version, or version.event; the end by default.")
@click.option("--log", "story", is_flag=True, help="The story of the game instead of the board.")
@click.option(
    "--seat", type=Whole(0, 7), help="See it as this seat does; the public's view by default."
)
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the whole game, with its verdicts, as one page that opens without a network.",
)
@language
@as_json
def show(
    file: Path,
    at: Moment | int | None,
    story: bool,
    seat: int | None,
    page: Path | None,
    language: Language,
    as_json: bool,
) -> None:
    """Draw the board of a replay file at any moment, or tell its story."""
    if page:
        if story or as_json:
            raise click.UsageError("--html writes a page; leave --log and --json out")
        _write(file, page, at, seat, language)
        return
    try:
        history = History(read_file(file))
        moment = history.end if at is None else history.moment(at)
        if seat is not None and not 0 <= seat < history.seats:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {history.seats - 1}")
        if story:
            _tell(history, moment, language, as_json)
        else:
            _draw(history, moment, seat, language, as_json)
    except UnreadableReplay as error:
        raise click.ClickException(f"{file}: {error}. Try: schichtbuch verify {file}") from error
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _write(
    file: Path, page: Path, at: Moment | int | None, seat: int | None, language: Language
) -> None:
    """Also of a file that is broken, as far as it can be followed; its verdicts say so."""
    # Takes a moment to load, which the board in the terminal need not wait for.
    from services.api.recorded_file import NotThere, RecordedFile
    from services.web.html_file import html_file

    data = read_file(file)
    try:
        recorded = RecordedFile(data)
        last, seats = recorded.end.version, recorded.created.count
    except NotThere as error:
        said = f"{file}: nothing of it can be shown. Try: schichtbuch verify {file}"
        raise click.ClickException(said) from error
    report = verify(data, trusted_here(data_folder()))
    try:
        html = html_file(recorded, file.name, report, at, seat, language)
    except NotThere as error:
        said = f"the file can be followed from 1 to {last}, and its seats are 0 to {seats - 1}"
        raise click.UsageError(said) from error
    page.write_text(html, "utf-8")
    console().print(f"{page} ({page.stat().st_size // 1024} KB)", markup=False)


@contextmanager
def _forged_perhaps() -> Iterator[None]:
    """Boards and sentences believe what happened, so a forged file can break them anywhere."""
    try:
        yield
    except UnreadableReplay:
        raise
    except Exception as error:
        raise UnreadableReplay(f"it says what no game can say ({error!r})") from error


def _draw(
    history: History, at: Moment, seat: int | None, language: Language, as_json: bool
) -> None:
    with _forged_perhaps():
        past = history.at(at)
        view = past.game.view(past.state, seat, past.names)
        board = history.game.draw(view, language, history.catalog)
    if as_json:
        print_json(msgspec.json.encode(view))
        return
    terminal = console()
    terminal.print(f"{history.game_id}, {at} / {history.end}", style="dim", markup=False)
    terminal.print(drawn(board), end="")


def _tell(history: History, until: Moment, language: Language, as_json: bool) -> None:
    with _forged_perhaps():
        told = [
            Told(str(at), str(event.__struct_config__.tag), said)
            for at, event, said in history.told(language)
            if at <= until
        ]
    if as_json:
        print_json(msgspec.json.encode(told))
        return
    terminal = console()
    width = len(str(history.end))
    for line in told:
        terminal.print(f"[dim]{line.at:>{width}}[/]  ", end="")
        terminal.print(line.text, markup=False)
