"""Section 3: setup by player count, options, and the events that record it."""

from typing import Any

import pytest

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel.events import (
    ComponentsRemoved,
    GameCreated,
    ShiftStarted,
    StacksPrepared,
    StartPlayerChosen,
    TurnStarted,
)
from domain.kernel.actions import CreateGame, OptionValue, SeatSetup
from domain.kernel.errors import InvalidSetup
from tests.domain.kartenspiel.situations import CHANCE, NAMES, created, creation, only

HALVES = ("lorry-left", "lorry-right", "wagon-left", "wagon-right")


def create(action: CreateGame) -> list[Any]:
    return KARTENSPIEL.decide(KARTENSPIEL.initial(KARTENSPIEL.catalog), "service", action, CHANCE)


@pytest.mark.rulebook("kartenspiel", "15.3")
def test_the_events_of_a_new_game_in_their_order() -> None:
    kinds = [type(event) for event in created(3)]
    assert kinds == [
        GameCreated,
        ComponentsRemoved,
        StacksPrepared,
        StartPlayerChosen,
        ShiftStarted,
        TurnStarted,
    ]


@pytest.mark.rulebook("kartenspiel", "3.1")
@pytest.mark.parametrize(
    ("players", "values", "markers", "actions"),
    [(2, ("09", "10"), (), ("action.mine-1-2",)), (3, ("10",), (7,), ()), (4, (), (6, 7), ())],
)
def test_what_is_removed(
    players: int, values: tuple[str, ...], markers: tuple[int, ...], actions: tuple[str, ...]
) -> None:
    removed = only(created(players), ComponentsRemoved)
    colors = ("red", "blue", "green", "yellow")
    unused = {f"worker.{color}.{n:02}" for color in colors[players:] for n in range(1, 11)}
    strong = {f"worker.{color}.{value}" for color in colors for value in values}
    assert set(removed.workers) == unused | strong
    assert (removed.markers, removed.actions) == (markers, actions)


@pytest.mark.rulebook("kartenspiel", "3.2")
def test_nine_stacks_of_which_the_tops_are_seen() -> None:
    prepared = only(created(), StacksPrepared)
    assert prepared.sizes == {
        **dict.fromkeys(HALVES, 20),
        "engine": 28,
        "order": 28,
        "share": 24,
        "innovation": 16,
        "objective": 18,
    }
    assert isinstance(prepared.stacks, dict)
    assert prepared.tops == {stack: cards[0] for stack, cards in prepared.stacks.items()}
    for stack, cards in prepared.stacks.items():
        assert {card.split(".")[0] for card in cards} == {stack.split("-")[0]}


@pytest.mark.rulebook("kartenspiel", "3.2")
def test_the_upper_half_of_a_deck_becomes_the_left_stack() -> None:
    prepared = only(created(), StacksPrepared)
    assert isinstance(prepared.stacks, dict)
    shuffled = CHANCE.shuffled("lorries", list(KARTENSPIEL.catalog.lorries))
    assert prepared.stacks["lorry-left"] == tuple(shuffled[:20])
    assert prepared.stacks["lorry-right"] == tuple(shuffled[20:])


@pytest.mark.rulebook("kartenspiel", "3.2")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_table_may_choose_the_start_player(seat: int) -> None:
    events = created(3, {"start_player": seat})
    assert only(events, StartPlayerChosen) == StartPlayerChosen(seat, "table")
    assert events[-2:] == [ShiftStarted(1, seat), TurnStarted(seat)]


@pytest.mark.rulebook("kartenspiel", "3.2")
@pytest.mark.parametrize("options", [{}, {"start_player": "random"}])
def test_else_the_lot_decides(options: dict[str, OptionValue]) -> None:
    chosen = only(created(3, options), StartPlayerChosen)
    assert chosen.method == "random"
    assert chosen.seat == CHANCE.pick("start player", range(3))


def test_the_options_are_recorded_with_their_defaults() -> None:
    options = only(created(2, {}), GameCreated).options
    assert options == {"start_player": "random", "colors": "red,blue"}
    edition = only(created(2, {}), GameCreated).edition
    assert edition == "standard"


@pytest.mark.rulebook("kartenspiel", "3.2")
def test_players_may_choose_their_colours() -> None:
    state = KARTENSPIEL.fold(created(2, {"start_player": 0, "colors": "yellow,green"}))
    assert [player.color for player in state.players] == ["yellow", "green"]
    assert state.players[0].workers == [f"worker.yellow.{n:02}" for n in range(1, 9)]


WRONG: list[tuple[dict[str, OptionValue], str]] = [
    ({"house_rule": True}, "house_rule"),
    ({"start_player": 3}, "start_player"),
    ({"start_player": -1}, "start_player"),
    ({"start_player": True}, "start_player"),
    ({"start_player": "the oldest"}, "start_player"),
    ({"start_player": "01"}, "start_player"),
    ({"colors": "red,blue"}, "colors"),
    ({"colors": "red,red,blue"}, "colors"),
    ({"colors": "red,blue,pink"}, "pink|colors"),
]


@pytest.mark.parametrize(("options", "named"), WRONG)
def test_a_wrong_option_is_refused_by_name(options: dict[str, OptionValue], named: str) -> None:
    with pytest.raises(InvalidSetup, match=named):
        create(creation(3, options))


@pytest.mark.parametrize("players", [0, 1, 5])
def test_the_game_is_for_two_to_four(players: int) -> None:
    seats = tuple(SeatSetup(f"player {seat}") for seat in range(players))
    with pytest.raises(InvalidSetup, match="2 to 4"):
        create(CreateGame("a-game", "kartenspiel", seats))


def test_there_is_one_edition() -> None:
    seats = tuple(SeatSetup(name) for name in NAMES)
    assert create(CreateGame("a-game", "kartenspiel", seats, "standard"))
    with pytest.raises(InvalidSetup, match="deluxe"):
        create(CreateGame("a-game", "kartenspiel", seats, "deluxe"))


def test_every_deck_is_shuffled_under_its_own_label() -> None:
    first = only(created(4), StacksPrepared).stacks
    shuffled = CHANCE.shuffled("orders", list(KARTENSPIEL.catalog.orders))
    assert isinstance(first, dict)
    assert first["order"] == tuple(shuffled)
    assert shuffled != list(KARTENSPIEL.catalog.orders)
