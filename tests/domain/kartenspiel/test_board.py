"""The board as text: what a seat sees, in three languages, never wider than 100 columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kartenspiel import KARTENSPIEL
from domain.kernel.seals import Seat
from domain.kernel.texts import LANGUAGES, Language, plain
from tests.domain.kartenspiel.random_games import Setup
from tests.domain.kartenspiel.situations import NAMES, RED, Situation, place, wild, workers
from tests.domain.kit.game import Game, examples, played, positions
from tests.languages import WORD_FOR_WORD


def drawn(game: Situation | Game, seat: Seat | None, language: Language = "en") -> str:
    view = KARTENSPIEL.view(game.state, seat, NAMES)
    return plain(KARTENSPIEL.draw(view, language, game.state.catalog))


@given(positions(Setup), st.sampled_from(LANGUAGES))
@examples(0.2)
def test_no_row_is_wider_than_100_columns(game: Game, language: Language) -> None:
    for seat in (*range(game.setup.players), None):
        rows = drawn(game, seat, language).split("\n")
        assert max(map(len, rows)) <= 100
        assert "{" not in "".join(rows)


def full_situation() -> Situation:
    game = Situation(2).engine(RED, 1, "engine.a.1").markers(RED, 1)
    game.loaded(RED, 1, "wagon.wheel.01", "lorry.wheel.06").wagons(RED, 1, "wagon.joker.01")
    game.row(RED, "lorry.fox.01", "lorry.tower.06").storage(RED, "lorry.clover.01")
    game.orders(RED, "order.barracks.7").innovations(RED, "innovation.deliver.1")
    game.shares(RED, "share.furnaces.1").objectives(RED, "objective.objectives")
    game.delivered(RED, "order.factories.1", "engine.b.1", "lorry.wheel.01")
    return game.used("share", RED, workers("06"))


EXPECTED: dict[Language, list[str]] = {
    "en": [
        "Anna: place workers or pass.",
        "Anna (red) · turn · shift tokens: 1",
        "  in hand: 7 worker cards, 1 order, 1 innovation",
        "  Mining row        F1 T2",
        "  Storage           C1",
        "  Track 1           (wheel, clover) [W:W2] [*] · engine (engine model A)",
        "  Track 3           (clover, fox) – · no engine",
        "  Shares            share (furnaces)",
        "  Objectives        objective (1 VP per objective)",
        "  Delivered         1 train",
        "                    order (factories, 1 lorry, 3 VP), engine (engine model B), W1",
    ],
    "de": [
        "Anna: Arbeiter anlegen oder passen.",
        "Anna (rot) · am Zug · Schichtmarker: 1",
        "  auf der Hand: 7 Arbeiterkarten, 1 Auftrag, 1 Innovation",
        "  Förderreihe       F1 T2",
        "  Zwischenlager     K1",
        "  Gleis 1           (Rad, Klee) [R:R2] [*] · Lok (Lok-Modell A)",
        "  Gleis 3           (Klee, Fuchs) – · keine Lok",
        "  Anteile           Anteil (Hochöfen)",
        "  Ausgeliefert      1 Güterzug",
    ],
    "hu": [
        "Anna: munkásokat rak le vagy passzol.",
        "Anna (piros) · ő jön · műszakjelző: 1",
        "  kézben: 7 munkáskártya, 1 megrendelés, 1 újítás",
        "  Kitermelési sor   R1 T2",
        "  Köztes raktár     L1",
        "  1. vágány         (kerék, lóhere) [K:K2] [*] · mozdony (A mozdonytípus)",
        "  3. vágány         (lóhere, róka) – · nincs mozdony",
        "  Részvények        részvény (nagyolvasztók)",
        "  Kiszállítva       1 tehervonat",
    ],
}


@pytest.mark.parametrize("language", WORD_FOR_WORD)
def test_what_lies_before_a_player_is_drawn(language: Language) -> None:
    text = drawn(full_situation(), RED, language)
    lines = text.split("\n")
    for expected in EXPECTED[language]:
        assert any(line.startswith(expected) for line in lines), expected


def test_the_display_shows_tops_sizes_and_prices() -> None:
    game = full_situation().top("share", "share.barracks.2")
    lines = drawn(game, None).split("\n")
    [share] = [line for line in lines if line.startswith(" share stack")]
    assert share.split() == ["share", "stack", "23", "share", "(barracks)", "Anna", "2", "3"]
    [mining] = [line for line in lines if line.startswith(" Mining 0/1")]
    assert mining.split() == ["Mining", "0/1", "shift", "tokens:", *"234567", "1"]


def test_a_hand_is_drawn_for_its_owner_only() -> None:
    game = full_situation()
    assert "order (barracks, 4 lorries, 10 VP)" in drawn(game, RED)
    for seat in (1, None):
        assert "order (barracks, 4 lorries, 10 VP)" not in drawn(game, seat)
        assert "1 train, face down" in drawn(game, seat)


def test_drawn_cards_are_shown_to_who_drew_them() -> None:
    game = Situation().top("share", "share.barracks.1", "share.furnaces.1")
    game.does(RED, place("wild", workers("06"), wild("share")))
    assert "Anna has drawn 4 cards, share stack\n  share (barracks)\n" in drawn(game, RED)
    assert "Anna has drawn 4 cards, share stack\n\n" in drawn(game, 1)
    assert "covered" in drawn(game, RED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_game_shows_the_places(language: Language) -> None:
    game = played(Setup(3, secret=2), seed=2, actions=5000)
    text = drawn(game, None, language)
    for place_ in game.state.ranking:
        assert f"{place_.place}. {NAMES[place_.seat]} {place_.total}" in text


def test_an_empty_table_can_be_drawn() -> None:
    state = KARTENSPIEL.initial(KARTENSPIEL.catalog)
    assert "Setup" in plain(KARTENSPIEL.draw(KARTENSPIEL.view(state, None), "en"))
