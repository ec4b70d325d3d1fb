"""Options are what they say they can be: all of it is taken, and nothing else."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.kernel.actions import OptionValue, SeatSetup
from domain.kernel.chance import CommittedChance
from domain.kernel.creation import creation
from domain.kernel.errors import InvalidSetup
from domain.kernel.events import GameCreated
from domain.kernel.options import OptionKind
from domain.kernel.texts import LANGUAGES, language_file
from domain.registry import GAMES

PLAYERS = 4
NAMED = [
    (name, option) for name, game in GAMES.items() for option in game.option_kinds(game.catalog)
]


def kind_of(game: str, option: str) -> OptionKind:
    kind: OptionKind = GAMES[game].option_kinds(GAMES[game].catalog)[option]
    return kind


def created(name: str, options: dict[str, OptionValue]) -> GameCreated:
    game = GAMES[name]
    seats = [SeatSetup(f"Player {seat}") for seat in range(PLAYERS)]
    action = creation("game", name, f"{name}/{game.newest_rules}", seats, options=options)
    events = game.decide(game.initial(game.catalog), "service", action, CommittedChance(b"x"))
    found: GameCreated = events[0]
    return found


def needed(option: str) -> dict[str, OptionValue]:
    """What has to be asked for before this can be."""
    return {"starting_player_method": "assigned"} if option == "starting_player" else {}


def possible(kind: OptionKind) -> Iterator[Any]:
    if kind.type == "integer":
        assert kind.minimum is not None
        yield from (kind.minimum, kind.minimum + 7)
    elif kind.type == "list":
        values = [str(value) for value in kind.values or ()]
        yield ",".join(values[:PLAYERS])
        yield ",".join(reversed(values[:PLAYERS]))
    else:
        yield from kind.values or ()


def impossible(kind: OptionKind) -> Iterator[Any]:
    yield "nonsense"
    yield -1
    if kind.type == "list":
        first = str((kind.values or ("",))[0])
        yield first
        yield ",".join([first] * PLAYERS)
    elif kind.type != "integer":
        yield PLAYERS


@pytest.mark.parametrize(("game", "option"), NAMED)
def test_everything_that_is_listed_can_be_played(game: str, option: str) -> None:
    kind = kind_of(game, option)
    for value in possible(kind):
        if option == "starting_player_method" and value == "assigned":
            continue  # it needs a starting player, which is an option of its own
        options = created(game, {**needed(option), option: value}).options
        if option in options:
            recorded = options[option]
            assert recorded == str(value).lower()
            assert kind.read(recorded) == value


@pytest.mark.parametrize(("game", "option"), NAMED)
def test_nothing_else_can(game: str, option: str) -> None:
    for value in impossible(kind_of(game, option)):
        with pytest.raises(InvalidSetup):
            created(game, {**needed(option), option: value})


@pytest.mark.parametrize("game", GAMES)
def test_every_option_that_a_game_records_is_listed(game: str) -> None:
    assert created(game, {}).options.keys() <= GAMES[game].option_kinds(GAMES[game].catalog).keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_option_and_every_value_has_words_in_every_language(game: str) -> None:
    kinds = GAMES[game].option_kinds(GAMES[game].catalog)
    words = {name for name, kind in kinds.items()} | {
        f"{name}.{'seat' if isinstance(value, int) else value}"
        for name, kind in kinds.items()
        if kind.type != "boolean"
        for value in kind.values or ()
    }
    package = f"domain.{game.replace('-', '_')}"
    for language in LANGUAGES:
        assert language_file(package, language)["options"].keys() == words, language


def test_values_are_said_in_words() -> None:
    kartenspiel, schichtwechsel = (GAMES[game].option_words for game in GAMES if game[0] in "ks")
    assert kartenspiel.told("colors", "red,blue", "de") == "Farben: Rot, Blau"
    assert kartenspiel.value("start_player", "1", "hu") == "2. játékos"
    assert schichtwechsel.value("leader_ties_score", "true", "en") == "yes"
    assert schichtwechsel.value("leader_min_position", "2", "en") == "2"
    assert schichtwechsel.told("strange", "thing", "en") == "strange: thing"
