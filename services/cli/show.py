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
from replays.history import History, Moment, UnreadableReplay
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
@language
@as_json
def show(
    file: Path,
    at: Moment | int | None,
    story: bool,
    seat: int | None,
    language: Language,
    as_json: bool,
) -> None:
    """Draw the board of a replay file at any moment, or tell its story."""
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
        view = history.game.view(history.state_at(at), seat, history.names)
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
            Told(
                str(at),
                str(event.__struct_config__.tag),
                history.game.tell(event, language, history.names, history.catalog),
            )
            for at, event in history.events()
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
