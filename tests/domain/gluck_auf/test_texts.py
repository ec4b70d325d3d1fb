"""What holds for every sentence: all languages alike, numbers agree, secrets stay secret."""

import re

import pytest
from msgspec import UNSET

from domain.gluck_auf.events import (
    CageMoved,
    CoalLoaded,
    FactorySpaceFilled,
    GameFinished,
    MarksReceived,
    OrdersReturned,
    OrderTaken,
    Place,
    TunnelTilesLookedAt,
    TunnelTilesReturned,
    WorkersPlaced,
)
from domain.gluck_auf.texts import tell
from domain.gluck_auf.words import Speaker
from domain.kernel.seals import UNKNOWN, redacted
from domain.kernel.texts import LANGUAGES, Count, Language, signed
from tests.domain.gluck_auf.random_games import SCARCE, Setup
from tests.domain.kit.game import Game, played
from tests.languages import WORD_FOR_WORD

NAMES = ("Anna", "Béla", "Cili", "Dóra")
GAMES = {
    "two": Setup(2, edition="hu", secret=1),
    "four": Setup(4, {"delivered_visibility": "all"}, edition="de", secret=2),
    "scarce": Setup(3, {"substitution_rule": "same_action"}, "scarce", 3, "en"),
}


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return played(GAMES[request.param], seed=7, actions=10_000)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_told(game: Game, language: Language) -> None:
    for by, event in game.log:
        actor = by if isinstance(by, int) else None
        for seen in (event, redacted(event, actor)):
            sentence = tell(seen, language, NAMES, game.catalog)
            assert sentence.endswith(".")
            assert not re.search(r"[{}|]|None|UNSET|  ", sentence)


def test_no_id_of_the_catalog_gets_into_a_sentence(game: Game) -> None:
    catalog = game.catalog
    ids = {*catalog.orders, *catalog.tiles, *catalog.spaces, *catalog.lorries} - {"bank"}
    for event in game.events:
        assert not ids & set(re.split(r"[ ,;:()]+", tell(event, "de", NAMES, catalog)))


def test_one_is_singular_and_all_else_plural() -> None:
    assert f"{Count(1):Worker|Workers}" == "Worker"
    assert f"{Count(0):Worker|Workers}" == "Workers"
    assert f"{Count(2):Worker|Workers}" == "Workers"
    assert f"{Count(-3)}" == "−3"


def test_points_carry_their_sign() -> None:
    assert [signed(vp) for vp in (2, 0, -2)] == ["+2", "0", "−2"]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "Player 1 places 2 Workers on Money: 5 Marks; Player 3's Worker goes to the Canteen.",
        ),
        (
            "de",
            "Spieler 1 setzt 2 Arbeiter ein (Geld: 5 Mark); "
            "der Arbeiter von Spieler 3 geht in die Kantine.",
        ),
        (
            "hu",
            "1. játékos letesz 2 munkást (Pénz: 5 márka); 3. játékos 1 munkása a kantinba kerül.",
        ),
    ],
)
def test_players_without_names_have_numbers(language: Language, sentence: str) -> None:
    assert tell(WorkersPlaced(0, "money-5", 2, 2, 1), language) == sentence


def test_who_may_not_see_the_tiles_hears_their_number() -> None:
    looked = TunnelTilesLookedAt(0, 2, ("tile-gray-2-light-1", "tile-black-1-dark-2"))
    opened = tell(looked, "en", NAMES)
    assert opened == (
        "Anna looks at 2 Tunnel tiles: gray, 2 Lorries, light side; black, 1 Lorry, dark side."
    )
    assert tell(redacted(looked, 0), "en", NAMES) == "Anna looks at 2 Tunnel tiles."


def test_cards_return_unseen() -> None:
    assert tell(TunnelTilesReturned(0, "top", 1, UNSET), "de", NAMES) == (
        "Anna legt 1 Tunnelplättchen auf den Stapel zurück."
    )
    assert tell(OrdersReturned(1, "bottom", 4), "hu", NAMES) == (
        "Béla visszatesz 4 rendeléskártyát a pakli aljára."
    )
    assert tell(OrdersReturned(1, None, 0), "de", NAMES) == "Béla legt keine Auftragskarte zurück."


def test_an_unknown_card_is_told_as_unknown() -> None:
    assert tell(FactorySpaceFilled("factory-1", UNKNOWN), "en") == (
        "Lorry factory, tile 1: a card from the stack, a new Tunnel tile."
    )
    taken = OrderTaken(0, UNKNOWN, "new-order-1")
    assert tell(taken, "de", NAMES) == "Anna nimmt den Auftrag (?)."
    assert tell(taken, "hu", NAMES) == "Anna elveszi: rendeléskártya (?)."


def test_another_catalog_has_other_figures() -> None:
    filled = FactorySpaceFilled("factory-1", "tile-gray-2-light-3")
    assert "gray, 2 Lorries" in tell(filled, "en")
    assert "(tile-gray-2-light-3)" in tell(filled, "en", catalog=SCARCE)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (CageMoved(0, 0, 1), "Anna lowers the Pit cage to the 1st Tunnel level (yellow)."),
        (CageMoved(0, 4, 2), "Anna raises the Pit cage to the 2nd Tunnel level (brown)."),
        (CoalLoaded(1, "base-black", "black"), "Béla loads a black Coal cube into the Pit cage."),
        (MarksReceived(1, 1, "money-1"), "Béla receives 1 Mark."),
    ],
)
def test_small_steps(event: CageMoved | CoalLoaded | MarksReceived, sentence: str) -> None:
    assert tell(event, "en", NAMES) == sentence


def test_three_share_a_victory() -> None:
    ranking = tuple(Place(seat, 30, 0, 1) for seat in range(3))
    told = tell(GameFinished(ranking, (0, 1, 2)), "de", NAMES)
    assert told.startswith("Mehrere Sieger: Anna, Béla und Cili mit 30 SP; Plätze: 1. Anna 30 SP")


LABELS = {
    "factory-3": ("Lorry factory, tile 3", "Lorenfabrik, Plättchen 3", "Csillegyár, 3. lapka"),
    "factory-draw": (
        "Lorry factory: look at 5 tiles",
        "Lorenfabrik: 5 Plättchen ansehen",
        "Csillegyár: 5 lapka megtekintése",
    ),
    "mining-8": (
        "Mining: up to 8 work steps",
        "Fördern: bis zu 8 Arbeitsschritte",
        "Kitermelés: legfeljebb 8 munkalépés",
    ),
    "delivery-engine": ("Delivery by Engine", "Auslieferung: Eisenbahn", "Szállítás: mozdony"),
    "money-6": ("Money: 6 Marks", "Geld: 6 Mark", "Pénz: 6 márka"),
    "new-order-2": ("New order, space 2", "Neuer Auftrag, Feld 2", "Új rendelés, 2. mező"),
    "new-order-draw": (
        "New order: look at 5 cards",
        "Neuer Auftrag: 5 Karten ansehen",
        "Új rendelés: 5 kártya megtekintése",
    ),
}


@pytest.mark.parametrize("space", LABELS)
def test_spaces_bear_the_labels_of_the_rules(space: str) -> None:
    assert tuple(Speaker(language).space(space) for language in WORD_FOR_WORD) == LABELS[space]
