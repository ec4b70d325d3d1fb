"""The drawn board: readable in every language, never too wide, and no wiser than its view."""

import random
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from domain.bots.random_choice import random_choice
from domain.gluck_auf import GLUCK_AUF
from domain.gluck_auf.board import draw
from domain.gluck_auf.catalog import CATALOG
from domain.gluck_auf.state import Group, State
from domain.gluck_auf.view import view
from domain.kernel.actions import CreateGame, SeatSetup
from domain.kernel.chance import CommittedChance
from domain.kernel.choices import Choice
from domain.kernel.layout import BOARD_WIDTH
from domain.kernel.seals import Fact
from domain.kernel.texts import LANGUAGES, Language, plain
from tests.domain.gluck_auf.random_games import Setup
from tests.domain.kit.game import played

NAMES = ("Anna", "Béla", "Cili", "Dóra")
LUCK = CommittedChance(b"a fixed secret for a drawn board")


def new_game(players: int) -> State:
    state = GLUCK_AUF.initial(CATALOG)
    seats = tuple(SeatSetup(name) for name in NAMES[:players])
    created = GLUCK_AUF.decide(state, "service", CreateGame("x", "gluck-auf", seats), LUCK)
    for event in created:
        GLUCK_AUF.evolve(state, event)
    return state


def moments(players: int) -> Iterator[State]:
    """A game played by the random bot, after every event; it is always the same state."""
    state, turn = new_game(players), 0
    while state.phase != "finished":
        seat = state.active
        if seat is None:
            events = GLUCK_AUF.settle(state, LUCK)
        else:
            turn += 1
            offer = Offer(state, seat)
            action = random_choice(None, offer, LUCK, f"turn {turn}", None)
            events = GLUCK_AUF.decide(state, seat, action, LUCK)
        for event in events:
            yield GLUCK_AUF.evolve(state, event)


class Offer:
    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat

    def __call__(self, draft: Fact | None) -> list[Choice[Fact]]:
        return list(GLUCK_AUF.choices(self.state, self.seat, draft))


def first(players: int, phase: str, shift: int = 0) -> State:
    return next(s for s in moments(players) if s.phase == phase and s.shift >= shift)


def drawn(
    state: State,
    language: Language = "en",
    seat: int | None = None,
    names: Sequence[str] = NAMES,
) -> str:
    return plain(draw(view(state, seat, names), language))


def lines(state: State, language: Language = "en", seat: int | None = None) -> list[str]:
    return drawn(state, language, seat).splitlines()


def in_turn(players: int = 3) -> State:
    """Shift 1, the first turn, nobody has mined yet."""
    state = first(players, "turn")
    state.active = 0
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_line_is_wider_than_the_board_whatever_has_happened(players: int) -> None:
    sample = random.Random(players)
    for state in moments(players):
        if sample.random() < 0.1 or state.phase == "finished":
            language = sample.choice(LANGUAGES)
            for line in lines(state, language, sample.choice([None, 0, 1])):
                assert len(line) <= BOARD_WIDTH


def test_long_names_are_cut() -> None:
    state = in_turn()
    names = ["Bartholomäus Maximilian von und zu Kohlenbach-Schlägel der Ältere " * 2] * 3
    state.workers["money-4"] = Group(0, 12)
    state.canteen, state.bank = [12, 12, 12], [12, 12, 12]
    for language in LANGUAGES:
        rows = drawn(state, language, names=names).splitlines()
        assert all(len(row) <= BOARD_WIDTH for row in rows)
    assert "Barthol… 12" in drawn(state, names=names)


def test_without_names_players_have_numbers() -> None:
    assert "Player 2" in drawn(in_turn(), names=())
    assert "Spieler 2" in drawn(in_turn(), "de", names=())


def test_a_game_that_is_only_just_created_can_be_drawn() -> None:
    state = GLUCK_AUF.initial(CATALOG)
    assert "Glück Auf" in drawn(state)
    for event in played(Setup(3), 0, 0).events:
        GLUCK_AUF.evolve(state, event)
        assert all(len(line) <= BOARD_WIDTH for line in lines(state, "hu"))


@pytest.mark.parametrize(
    ("language", "header", "turn"),
    [
        ("en", "Glück Auf · German rules edition", "It is Anna's turn."),
        ("de", "Glück Auf · Regelausgabe deutsch", "Anna ist am Zug."),
        ("hu", "Glück Auf · német szabályváltozat", "Anna következik."),
    ],
)
def test_the_header_says_what_is_going_on(language: Language, header: str, turn: str) -> None:
    top, second, *_ = lines(in_turn(), language)
    shift = {"en": "Shift 1 of 3", "de": "Schicht 1 von 3", "hu": "1. műszak / 3"}
    assert top.startswith(header)
    assert top.endswith(shift[language])
    assert second.startswith(turn)


def test_house_rules_stand_below_the_header() -> None:
    state = in_turn()
    state.options = state.options | {"storage_rule": "free", "shortage_rule": "mandatory"}
    assert lines(state)[2] == "House rules: free storing; replacement cubes compulsory"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("LORRY FACTORY", "MINING", "DELIVERY", "MONEY", "NEW ORDER", "Canteen", "Bank")),
        ("de", ("LORENFABRIK", "FÖRDERN", "AUSLIEFERUNG", "GELD", "NEUER AUFTRAG", "Kantine")),
        ("hu", ("CSILLEGYÁR", "KITERMELÉS", "SZÁLLÍTÁS", "PÉNZ", "ÚJ RENDELÉS", "Kantin")),
    ],
)
def test_every_area_and_every_player_is_there(language: Language, words: tuple[str, ...]) -> None:
    text = drawn(in_turn(4), language)
    for word in (*words, *NAMES):
        assert word in text


@pytest.mark.parametrize(
    ("players", "locked"), [(2, 7), (3, 3), (4, 0)], ids=["two", "three", "four"]
)
def test_locked_spaces_are_marked(players: int, locked: int) -> None:
    text = drawn(in_turn(players), "de")
    assert text.count("gesperrt") == locked


def test_a_space_shows_who_stands_there_and_what_it_needs() -> None:
    state = in_turn()
    state.workers = {"money-4": Group(1, 2)}
    [line] = [line for line in lines(state) if "4 Marks" in line]
    assert line.split()[-5:] == ["4", "Marks", "Béla", "2", "3"]


def test_open_tiles_and_orders_lie_on_their_spaces() -> None:
    state = in_turn()
    state.open_tiles["factory-1"] = "tile-gray-2-light-1"
    state.open_tiles["factory-2"] = None
    state.open_orders["new-order-1"] = "order-barrow-11"
    text = lines(state)
    assert any(line.startswith(" 1 gray   [  ][  ] light 6 M ") for line in text)
    assert any(line.startswith(" 2 empty ") for line in text)
    assert any(line.startswith(" 1 Barrow   Ye Br Gr Bl 10 VP ") for line in text)


def test_an_empty_stack_cannot_be_looked_at() -> None:
    state = in_turn()
    state.tile_stack = []
    [line] = [line for line in lines(state) if "look at 5 tiles" in line]
    assert "LORRY FACTORY · stack 0" in drawn(state)
    assert line.split()[4] == "–"


def test_canteen_bank_and_supply_are_counted() -> None:
    state = in_turn()
    state.canteen, state.bank = [2, 0, 1], [0, 3, 0]
    text = lines(state)
    assert "Canteen         Anna 2 · Cili 1" in text
    assert "Bank            Béla 3" in text
    assert "General supply  Ye 13 · Br 13 · Gr 13 · Bl 13" in text


def test_the_pit_has_the_cage_between_the_light_and_the_dark_side() -> None:
    state = in_turn()
    pit = state.players[0].pit
    pit.level, pit.cage = 3, {"yellow": 2, "brown": 0, "gray": 0, "black": 1}
    pit.lorries |= {"tile-gray-2-light-1:1": "gray", "tile-gray-2-light-1:2": None}
    pit.lorries |= {"tile-yellow-1-dark-1:1": "black"}
    pit.outstanding = {}
    rows = lines(state)
    start = next(at for at, line in enumerate(rows) if line.startswith("── Anna"))
    assert rows[start + 2 : start + 7] == [
        "0 surface   ▔▔▔▔▔▔▔▔▔▔▔▔▔ │              │ ▔▔▔▔▔▔▔▔▔▔▔▔▔",
        "1 yellow                  │              │ [Ye][Bl]",
        "2 brown              [Br] │              │",
        "3 gray       [  ][Gr][Gr] ╡Ye Ye Bl ·· ··╞",
        "4 black                   │              │ [Bl]",
    ]


def dig(state: State, color: str, side: str) -> None:
    """All tiles of the color and side go to Anna's pit, loaded."""
    for tile in CATALOG.tiles.values():
        if (tile.color, tile.side) == (color, side):
            state.players[0].pit.lorries |= dict.fromkeys(tile.lorry_ids(), color)


def test_a_long_tunnel_is_drawn_whole_while_the_other_side_leaves_room() -> None:
    state = in_turn()
    dig(state, "yellow", "dark")
    [line] = [line for line in lines(state) if line.startswith("1 yellow") and "[Ye][Ye]" in line]
    assert line.endswith("│ " + 10 * "[Ye]")


def test_a_tunnel_that_is_too_long_says_how_much_is_missing() -> None:
    state = in_turn()
    dig(state, "yellow", "dark")
    dig(state, "gray", "light")
    [line] = [line for line in lines(state) if line.startswith("1 yellow") and "[Ye][Ye]" in line]
    assert len(line) <= BOARD_WIDTH
    assert line.count("[Ye]") + int(line.partition("+")[2]) == 10


@pytest.mark.parametrize(
    ("language", "letters"),
    [
        ("en", ("Ye○", "Br◐", "Gr●", "Bl●", "✓")),
        ("de", ("Ge○", "Br◐", "Gr●", "Sc●", "✓")),
        ("hu", ("Sá○", "Ba◐", "Sz●", "Fe●", "✓")),
    ],
)
def test_spots_are_empty_half_or_filled(language: Language, letters: tuple[str, ...]) -> None:
    state = in_turn()
    for player in state.players:
        player.pit.outstanding = {}
    spots: list[tuple[str, ...]] = [(), ("gray",), ("gray",), ("yellow", "brown")]
    outstanding = state.players[1].pit.outstanding
    outstanding["order-engine-11"] = spots
    outstanding["order-engine-01"] = [("yellow",)]
    text = drawn(state, language).partition("── Béla")[2]
    for letter in letters:
        assert letter in text.partition("── Cili")[0]


def test_storage_and_balance_are_told() -> None:
    state = in_turn()
    player = state.players[0]
    player.pit.storage = {"yellow": 1, "brown": 0, "gray": 2, "black": 0}
    player.tiles = ["tile-gray-2-light-1", "tile-gray-1-light-1", "tile-black-1-dark-1"]
    text = lines(state)
    assert "Private Coal storage: Ye Gr Gr" in text
    assert "Tunnel tiles: 2 light, 1 dark · imbalance −2 VP" in text
    assert "Tunnel tiles: 0 light, 0 dark · balance" in text


def test_delivered_orders_of_others_are_not_shown() -> None:
    state = in_turn()
    for player in state.players:
        player.pit.outstanding = {}
    state.open_orders = {}
    state.players[1].delivered = ["order-carriage-10", "order-carriage-01"]
    assert "Delivered Orders: 2, face down" in lines(state, seat=0)
    assert "Bl Bl Bl" not in drawn(state, seat=0)
    assert "Bl Bl Bl" not in drawn(state, seat=None)
    assert "Delivered Orders: 2" in lines(state, seat=1)
    assert "Carriage Bl Bl Bl    12 VP" in drawn(state, seat=1)


def test_the_draft_display_is_shown_while_drafting() -> None:
    state = new_game(2)
    text = drawn(state, "de")
    assert "Spielvorbereitung" in text
    assert "Auswahl der ersten Aufträge: " in text
    display = text.partition("Auswahl der ersten Aufträge\n")[2].partition("\n\n")[0]
    assert display.count(" SP") == 7


def test_only_who_looks_sees_the_cards() -> None:
    state = in_turn()
    state.phase, state.active = "awaiting_tile_choice", 1
    state.look_area = ["tile-black-2-dark-1", "tile-black-2-dark-2"]
    state.open_tiles = dict.fromkeys(state.open_tiles)
    assert "Béla looks at 2 Tunnel tiles" in lines(state, seat=0)
    assert "black  [  ][  ] dark  8 M" not in drawn(state, seat=0)
    assert drawn(state, seat=1).count("black  [  ][  ] dark  8 M") == 2
    state.phase, state.look_area = "awaiting_order_choice", ["order-barrow-07"]
    assert "Béla megnéz 1 rendeléskártyát" in lines(state, "hu", seat=1)


@pytest.mark.parametrize(
    ("language", "phase", "result"),
    [
        ("en", "The game is over.", "Final result"),
        ("de", "Das Spiel ist zu Ende.", "Endstand"),
        ("hu", "A játék véget ért.", "Végeredmény"),
    ],
)
def test_the_end_shows_the_ranking(language: Language, phase: str, result: str) -> None:
    state = first(2, "finished")
    text = lines(state, language)
    assert text[1].startswith(phase)
    places = text[text.index(result) + 1 :][:2]
    assert [place.split()[1] for place in places] == [NAMES[p.player] for p in state.ranking]


def test_the_service_is_awaited_between_the_shifts() -> None:
    state = first(2, "scoring")
    assert lines(state)[1].startswith("The Shift is over and awaits its scoring.")


def test_cubes_and_players_have_roles_for_the_terminal() -> None:
    rows = draw(view(in_turn(4), 0), "en")
    roles = {span.role for row in rows for span in row}
    assert roles >= {"yellow", "brown", "gray", "black", "heading", "dim", "alert"}
    assert roles >= {"seat0", "seat1", "seat2", "seat3"}


def test_a_card_that_the_reader_does_not_know_is_drawn_as_unknown() -> None:
    state = in_turn()
    state.phase, state.active, state.look_area = "awaiting_order_choice", 0, ["?"]
    assert "Order (?)" in drawn(state, seat=0)
    watched = view(state, 0)
    assert watched.look_area is not None
    tiles = replace(watched, look_area=replace(watched.look_area, kind="tile"))
    assert "\n  ?" in plain(draw(tiles, "en"))
