"""The board as text: at most 100 columns, in three languages, at every moment of a game."""

from collections.abc import Sequence

import pytest

from domain.kernel.texts import LANGUAGES, Language, plain
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel.actions.use_card import UseCard
from domain.schichtwechsel.events import Event
from domain.schichtwechsel.state import State
from tests.domain.kit.game import played
from tests.domain.schichtwechsel.random_games import Setup
from tests.domain.schichtwechsel.situations import BLOCKABLE, NAMES, ONE, TWO, A, B, Situation

MINE = """\
■ Anna (start player marker)                                                                   12 VP
  white 2 · stone 0 · coins 1 · tools 4 · Water 3 of 6
  Lorries [s][·][c·][··][··]! · Heap 2 of 6
  Coal wagons [·][·][cc][··] · Coke: reserve 8, ovens 1, wagons 0, sold 2
  House row o#### · Headframes: own card 1, pool 1 · Tile Hewer"""


def drawn(
    state: State,
    language: Language = "en",
    seat: int | None = None,
    names: Sequence[str] = NAMES,
) -> str:
    rows = SCHICHTWECHSEL.draw(SCHICHTWECHSEL.view(state, seat, names), language)
    return plain(rows)


def test_a_mine_is_drawn() -> None:
    game = Situation().lorry(A, ONE, "spoil", 1).lorry(A, TWO, "coal", 1).heap(A, 2)
    game.wagon(A, "wagon_3", 2).coke(A, "oven_grey_1", sold=2).house(A, "row_1", "site_four")
    game.headframes(A, pool=1).tile(A, "tile_hewer").tools(A, 4).purse(A, white=2, coins=1)
    game.of(A).points = 12
    game.state.lorry_block = True
    assert BLOCKABLE == "lorry_5"
    text = drawn(game.state)
    assert MINE in text
    assert "Four-point site 1/1 Anna" in text
    assert "grey oven 1 Anna" in text


def test_the_phase_and_the_open_decision_are_shown() -> None:
    game = Situation().disc(A, "canal", 3)
    assert "Action phase: Anna acts." in drawn(game.state)
    game.does(A, UseCard("track_medium_canal", ("white",)))
    assert "Anna chooses the benefit of barrier 2, Canal." in drawn(game.state)
    assert "Anna wählt den Vorteil (Schranke 2, Kanal)." in drawn(game.state, "de")
    game.answers("decline")
    assert "Action phase: Bela acts." in drawn(game.state)
    assert "Transport, canal W Anna" in drawn(game.state)


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_and_after_a_game(language: Language) -> None:
    empty = SCHICHTWECHSEL.initial(SCHICHTWECHSEL.catalog)
    assert drawn(empty, language)
    game = Situation().all_passed(5)
    assert "5" in drawn(game.state, language)
    game.settles()
    text = drawn(game.state, language)
    assert "1. " in text
    assert str(game.of(B).points) in text or "−" in text


@pytest.mark.parametrize("players", [2, 4])
def test_no_row_is_wider_than_the_board(players: int) -> None:
    count = 0

    def watch(state: State, _event: Event) -> None:
        nonlocal count
        count += 1
        if count % 9 == 0:
            for language in LANGUAGES:
                text = drawn(state, language, 0)
                assert max(map(len, text.splitlines())) <= 100
                assert "{" not in text

    played(Setup(players, secret=3), seed=0, watcher=watch)
    assert count > 300


def test_long_names_are_cut() -> None:
    game = Situation()
    names = ["A name as long as names may ever be here"] * 4
    assert max(map(len, drawn(game.state, names=names).splitlines())) <= 100


def test_without_names_players_have_numbers() -> None:
    assert "Player 2" in drawn(Situation().state, names=())
