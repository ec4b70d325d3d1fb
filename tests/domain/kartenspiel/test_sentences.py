"""What is told of an event, written by hand in three languages."""

import pytest
from msgspec import UNSET

from domain.kartenspiel import KARTENSPIEL
from domain.kartenspiel import events as e
from domain.kartenspiel.deeds import TakeShare, WorkerValue
from domain.kernel.texts import Language
from tests.languages import WORD_FOR_WORD

NAMES = ("Anna", "Béla", "Clara")
LONG: dict[str, tuple[e.Event, tuple[str, str, str]]] = {
    "created": (
        e.GameCreated(
            game="kartenspiel",
            players=NAMES[:2],
            edition="standard",
            options={"colors": "red,blue"},
            catalog="digest",
        ),
        (
            "A new game of Glück Auf: The Great Card Game for 2 players, clockwise: Anna (red), "
            "Béla (blue).",
            "Eine neue Partie Glück Auf: Das große Kartenspiel mit 2 Spielern, im Uhrzeigersinn: "
            "Anna (rot), Béla (blau).",
            "Új játszma: Glück Auf: A nagy kártyajáték, 2 játékos, az óramutató járása "
            "szerint: Anna (piros), Béla (kék).",
        ),
    ),
    "removed": (
        e.ComponentsRemoved(("worker.red.10",), (7,), ("action.mine-1-2",)),
        (
            "Out of the game: 1 worker card, 1 shift token, action cards: Mining 1/2.",
            "Aus dem Spiel: 1 Arbeiterkarte, 1 Schichtmarker, Aktionskarten: Fördern 1/2.",
            "Kikerül a játékból: 1 munkáskártya, 1 műszakjelző, akciókártyák: Kitermelés 1/2.",
        ),
    ),
    "nothing removed": (
        e.ComponentsRemoved((), (), ()),
        (
            "Out of the game: 0 worker cards, 0 shift tokens, action cards: none.",
            "Aus dem Spiel: 0 Arbeiterkarten, 0 Schichtmarker, Aktionskarten: keine.",
            "Kikerül a játékból: 0 munkáskártya, 0 műszakjelző, akciókártyák: nincs.",
        ),
    ),
    "stacks": (
        e.StacksPrepared(
            {"lorry-left": "lorry.fox.01", "engine": "engine.a.1"},
            {"lorry-left": 20, "engine": 28},
        ),
        (
            "The stacks are shuffled and laid out; on top: left lorry stack (20): lorry card (fox, "
            "1 lorry, 1 VP); engine stack (28): engine (engine model A).",
            "Die Stapel sind gemischt und ausgelegt; obenauf: linker Lorenstapel (20): Lorenkarte "
            "(Fuchs, 1 Lore, 1 SP); Lokstapel (28): Lok (Lok-Modell A).",
            "A paklik megkeverve, kirakva; legfelül: bal csillepakli (20): csillekártya (róka, "
            "1 csille, 1 pont); mozdonypakli (28): mozdony (A mozdonytípus).",
        ),
    ),
    "lot": (
        e.StartPlayerChosen(1, "random"),
        (
            "The lot decides: Béla is start player.",
            "Das Los bestimmt: Béla ist Startspieler.",
            "A sorsolás döntött: Béla a kezdőjátékos.",
        ),
    ),
    "table": (
        e.StartPlayerChosen(0, "table"),
        (
            "Anna is start player, as the table wished.",
            "Anna ist Startspieler, wie am Tisch vereinbart.",
            "A társaság döntött: Anna a kezdőjátékos.",
        ),
    ),
    "shift": (
        e.ShiftStarted(2, 2),
        (
            "Shift 2 begins; start player is Clara.",
            "Schicht 2 beginnt; Startspieler ist Clara.",
            "Kezdődik a 2. műszak; kezdőjátékos: Clara.",
        ),
    ),
    "turn": (
        e.TurnStarted(0),
        ("It is the turn of Anna.", "Anna ist am Zug.", "Anna következik."),
    ),
    "placed": (
        e.WorkersPlaced(
            0,
            "wagon-right",
            (WorkerValue("worker.red.06", 2), WorkerValue("innovation.worker-1-3.1", 3)),
            5,
        ),
        (
            "Anna places 5 workers (2 + innovation as 3): right wagon stack.",
            "Anna legt 5 Arbeiter an (2 + Innovation als 3): rechter Waggonstapel.",
            "Anna lerak 5 munkást (2 + újítás mint 3): jobb vagonpakli.",
        ),
    ),
    "one placed": (
        e.WorkersPlaced(0, "wild", (WorkerValue("worker.red.01", 1),), 1),
        (
            "Anna places 1 worker (1): Wild action.",
            "Anna legt 1 Arbeiter an (1): Freie Wahl.",
            "Anna lerak 1 munkást (1): Szabad választás.",
        ),
    ),
    "lorry": (
        e.LorryTaken(0, "worker", "lorry-left", "lorry.tower.06", None, 0),
        (
            "Anna takes a lorry card (tower, 2 lorries).",
            "Anna nimmt eine Lorenkarte (Turm, 2 Loren).",
            "Anna elvesz egy kártyát: csillekártya (torony, 2 csille).",
        ),
    ),
    "wagon": (
        e.WagonTaken(1, "innovation", "wagon-left", "wagon.joker.01", 2, None, 0),
        (
            "Béla puts a wild wagon on track 2.",
            "Béla legt auf Gleis 2: Joker-Waggon.",
            "Béla lerak egy kártyát, 2. vágány: dzsókervagon.",
        ),
    ),
    "engine": (
        e.EngineTaken(1, "wild", "engine", "engine.c.1", 3),
        (
            "Béla puts an engine (engine model C) on track 3.",
            "Béla legt auf Gleis 3: Lok (Lok-Modell C).",
            "Béla lerak egy kártyát, 3. vágány: mozdony (C mozdonytípus).",
        ),
    ),
    "order": (
        e.OrderTaken(1, "worker", "order", "order.barracks.7", None, 0),
        (
            "Béla takes an order (barracks, 4 lorries, 10 VP).",
            "Béla nimmt: Auftrag (Mietskasernen, 4 Loren, 10 SP).",
            "Béla elvesz egy kártyát: megrendelés (bérkaszárnyák, 4 csille, 10 pont).",
        ),
    ),
    "secret order": (
        e.OrderTaken(1, "wild", "order"),
        (
            "Béla takes an order in secret.",
            "Béla nimmt verdeckt einen Auftrag.",
            "Béla titokban elvesz egy megrendelést.",
        ),
    ),
    "share": (
        e.ShareTaken(1, "worker", "share", "share.steamboats.1", None, 0),
        (
            "Béla takes a share (steamboats).",
            "Béla nimmt: Anteil (Dampfschiffe).",
            "Béla elvesz egy kártyát: részvény (gőzhajók).",
        ),
    ),
    "innovation": (
        e.InnovationTaken(1, "worker", "innovation", "innovation.mine-4.1", None, 0),
        (
            "Béla takes an innovation (mining, 1 to 4 steps).",
            "Béla nimmt eine Innovation (Fördern, 1 bis 4 Schritte).",
            "Béla elvesz egy kártyát: újítás (kitermelés, 1–4 lépés).",
        ),
    ),
    "secret innovation": (
        e.InnovationTaken(1, "wild", "innovation"),
        (
            "Béla takes an innovation in secret.",
            "Béla nimmt verdeckt eine Innovation.",
            "Béla titokban elvesz egy újítást.",
        ),
    ),
    "objective": (
        e.ObjectiveTaken(1, "worker", "objective", "objective.lorries.furnaces", None, 0),
        (
            "Béla takes an objective (4 VP for 5 or more lorries on fulfilled orders, furnaces).",
            "Béla nimmt ein Geschäftsziel (4 SP für 5 oder mehr Loren auf erfüllten Aufträgen, "
            "Hochöfen).",
            "Béla elvesz egy kártyát: üzleti cél (4 pont legalább 5 csilléért a "
            "teljesített megrendeléseken, nagyolvasztók).",
        ),
    ),
    "stored": (
        e.LorryStored(0, "lorry.wheel.01", 1),
        (
            "Anna puts a lorry card (wheel, 1 lorry, 1 VP) into storage; mining steps: 1.",
            "Anna legt eine Lorenkarte (Rad, 1 Lore, 1 SP) ins Zwischenlager; Förderschritte: 1.",
            "Anna a köztes raktárba tesz egy kártyát: csillekártya (kerék, 1 csille, 1 "
            "pont); kitermelési lépés: 1.",
        ),
    ),
    "loaded": (
        e.LorryLoaded(0, "lorry.wheel.06", "row", 1, "wagon.wheel.01", 2),
        (
            "Anna loads a lorry card (wheel, 2 lorries) from the mining row: wagon (wheel), "
            "track 1; mining steps: 2.",
            "Anna verlädt eine Lorenkarte (Rad, 2 Loren) aus der Förderreihe: Waggon (Rad), "
            "Gleis 1; Förderschritte: 2.",
            "Anna megrak egy vagont a kitermelési sorból: csillekártya (kerék, 2 csille); vagon "
            "(kerék), 1. vágány; kitermelési lépés: 2.",
        ),
    ),
    "loaded from storage": (
        e.LorryLoaded(0, "lorry.wheel.06", "storage", 1, "wagon.wheel.01", 2),
        (
            "Anna loads a lorry card (wheel, 2 lorries) from storage: wagon (wheel), track 1; "
            "mining steps: 2.",
            "Anna verlädt eine Lorenkarte (Rad, 2 Loren) aus dem Zwischenlager: Waggon (Rad), "
            "Gleis 1; Förderschritte: 2.",
            "Anna megrak egy vagont a köztes raktárból: csillekártya (kerék, 2 csille); vagon "
            "(kerék), 1. vágány; kitermelési lépés: 2.",
        ),
    ),
    "mined": (
        e.MiningFinished(0, "worker", 1, 0, 1),
        (
            "Anna has used 1 mining step of 0 to 1.",
            "Anna hat 1 Förderschritt von 0 bis 1 genutzt.",
            "Anna 1 kitermelési lépést használt fel (0–1 közül).",
        ),
    ),
    "train": (
        e.TrainDispatched(
            0,
            "worker",
            2,
            "engine.b.1",
            (e.LoadedWagon("wagon.tower.01", "lorry.tower.01"),),
            1,
            "order.barracks.1",
        ),
        (
            "Anna sends off the train on track 2: engine (engine model B), 1 wagon, 1 lorry; "
            "fulfilled: order (barracks, 1 lorry, 3 VP).",
            "Anna liefert den Güterzug von Gleis 2 aus: Lok (Lok-Modell B), 1 Waggon, 1 Lore; "
            "erfüllt: Auftrag (Mietskasernen, 1 Lore, 3 SP).",
            "Anna elindítja a tehervonatot, 2. vágány: mozdony (B mozdonytípus), 1 vagon, "
            "1 csille; teljesítve: megrendelés (bérkaszárnyák, 1 csille, 3 pont).",
        ),
    ),
    "drawn": (
        e.WildCardsDrawn(
            0, "share", 2, "share.barracks.1", ("share.barracks.1", "share.furnaces.1")
        ),
        (
            "Anna looks at 2 cards, share stack: share (barracks); share (furnaces).",
            "Anna sieht sich 2 Karten an, Anteilstapel: Anteil (Mietskasernen); Anteil (Hochöfen).",
            "Anna megnéz 2 kártyát, részvénypakli: részvény (bérkaszárnyák); részvény "
            "(nagyolvasztók).",
        ),
    ),
    "drawn unseen": (
        e.WildCardsDrawn(0, "share", 4, "share.barracks.1"),
        (
            "Anna looks at 4 cards, share stack.",
            "Anna sieht sich 4 Karten an, Anteilstapel.",
            "Anna megnéz 4 kártyát, részvénypakli.",
        ),
    ),
    "returned": (
        e.WildCardsReturned(0, "order", 1, "order.barracks.1", 8, UNSET),
        (
            "Anna puts 1 card back, under the order stack.",
            "Anna legt 1 Karte unter den Stapel zurück, Auftragsstapel.",
            "Anna visszatesz 1 kártyát a pakli alá, megrendeléspakli.",
        ),
    ),
    "nothing returned": (
        e.WildCardsReturned(0, "order", 0, None, 0, ()),
        (
            "No card goes back: order stack.",
            "Keine Karte geht zurück: Auftragsstapel.",
            "Egy kártya sem kerül vissza: megrendeléspakli.",
        ),
    ),
    "played": (
        e.InnovationPlayed(0, "innovation.take-share.1", TakeShare()),
        (
            "Anna plays an innovation (take a share).",
            "Anna spielt eine Innovation (Anteil nehmen).",
            "Anna kijátszik egy kártyát: újítás (egy részvény).",
        ),
    ),
    "split": (
        e.StackSplit(
            "wagon-left",
            "wagon-right",
            (("wagon-left", "wagon.fox.01"), ("wagon-right", "wagon.fox.02")),
            (("wagon-left", 4), ("wagon-right", 3)),
        ),
        (
            "Right wagon stack: empty; it gets the top 3 cards of the left wagon stack.",
            "Rechter Waggonstapel: leer; er erhält die 3 obersten Karten von: linker Waggonstapel.",
            "Jobb vagonpakli: üres; megkapja a felső 3 kártyát innen: bal vagonpakli.",
        ),
    ),
    "turn ended": (
        e.TurnEnded(0),
        ("Anna ends the turn.", "Anna beendet den Zug.", "Anna befejezi a kört."),
    ),
    "passed": (
        e.PlayerPassed(0, "player"),
        ("Anna passes.", "Anna passt.", "Anna passzol."),
    ),
    "absent": (
        e.PlayerPassed(0, "absent"),
        (
            "Anna is absent and passes.",
            "Anna ist abwesend und passt.",
            "Anna nincs jelen, ezért passzol.",
        ),
    ),
    "shift ended": (
        e.ShiftEnded(3, None),
        (
            "Shift 3 is over: everybody has passed.",
            "Schicht 3 ist zu Ende: Alle haben gepasst.",
            "Véget ért a 3. műszak: mindenki passzolt.",
        ),
    ),
    "marker": (
        e.ShiftMarkerAwarded(3, 1, "last_miner"),
        (
            "Béla was the last at Mining 0/1 and gets shift token 3.",
            "Béla war zuletzt bei Fördern 0/1 und erhält Schichtmarker 3.",
            "Béla volt itt utoljára: Kitermelés 0/1; övé a 3. műszakjelző.",
        ),
    ),
    "marker of the start player": (
        e.ShiftMarkerAwarded(3, 1, "start_player"),
        (
            "Nobody was at Mining 0/1; Béla is start player and gets shift token 3.",
            "Niemand war bei Fördern 0/1; Béla ist Startspieler und erhält Schichtmarker 3.",
            "Senki sem járt itt: Kitermelés 0/1; Béla a kezdőjátékos, övé a 3. műszakjelző.",
        ),
    ),
    "standing": (
        e.ShiftScoringComputed(
            2, (e.Standing(0, 1, 2, 3, 4, 5, 15), e.Standing(1, 0, 0, 0, 0, 0, 0))
        ),
        (
            "Interim standing after shift 2: Anna 15 VP, Béla 0 VP.",
            "Zwischenstand nach Schicht 2: Anna 15 SP, Béla 0 SP.",
            "Állás a 2. műszak után: Anna 15 pont, Béla 0 pont.",
        ),
    ),
    "workers": (
        e.WorkersReturned({0: ("worker.red.01",), 1: ()}, ("innovation.worker-1-3.1",)),
        (
            "The worker cards return to the hands: Anna 1, Béla 0; innovations into the box: 1.",
            "Die Arbeiterkarten kehren auf die Hand zurück: Anna 1, Béla 0; Innovationen in die "
            "Schachtel: 1.",
            "A munkáskártyák visszakerülnek a kézbe: Anna 1, Béla 0; dobozba kerülő újítások: 1.",
        ),
    ),
    "end": (
        e.GameEnded(7),
        (
            "The game ends after shift 7.",
            "Das Spiel endet nach Schicht 7.",
            "A játék véget ér a 7. műszak után.",
        ),
    ),
    "shares": (
        e.SharesAssigned(
            0, (e.Assignment("share.barracks.1", "order.barracks.1"),), ("share.furnaces.1",)
        ),
        (
            "Anna assigns shares to orders: share (barracks) – order (barracks, 1 lorry, 3 VP); "
            "without an order: share (furnaces).",
            "Anna ordnet Anteile Aufträgen zu: Anteil (Mietskasernen) – Auftrag (Mietskasernen, "
            "1 Lore, 3 SP); ohne Auftrag: Anteil (Hochöfen).",
            "Anna részvényeket rendel megrendelésekhez: részvény (bérkaszárnyák) – megrendelés "
            "(bérkaszárnyák, 1 csille, 3 pont); megrendelés nélkül: részvény "
            "(nagyolvasztók).",
        ),
    ),
    "score": (
        e.PlayerScored(0, 3, 8, 6, 2, 4, (e.ObjectiveLine("objective.engine.a", 2, 4),), 23),
        (
            "Anna: lorries 3, orders 8, shares 6, shift tokens 2, objectives 4 (2 VP per delivered "
            "engine, engine model A: 2, 4 VP); together 23 VP.",
            "Anna: Loren 3, Aufträge 8, Anteile 6, Schichtmarker 2, Geschäftsziele 4 (2 SP je "
            "ausgelieferte Lok, Lok-Modell A: 2, 4 SP); zusammen 23 SP.",
            "Anna: csillék 3, megrendelések 8, részvények 6, műszakjelzők 2, üzleti célok 4 "
            "(kiszállított mozdonyonként 2 pont, A mozdonytípus: 2, 4 pont); "
            "összesen 23 pont.",
        ),
    ),
    "winner": (
        e.WinnerDeclared((e.Place(0, 23, 7, 1), e.Place(1, 12, None, 2)), (0,)),
        (
            "Anna wins with 23 VP; places: 1. Anna 23 VP, highest shift token 7; 2. Béla 12 VP.",
            "Anna gewinnt mit 23 SP; Plätze: 1. Anna 23 SP, höchster Schichtmarker 7; "
            "2. Béla 12 SP.",
            "Anna győz 23 ponttal; helyezések: 1. Anna 23 pont, legmagasabb "
            "műszakjelző: 7; 2. Béla 12 pont.",
        ),
    ),
    "winners": (
        e.WinnerDeclared((e.Place(0, 9, None, 1), e.Place(1, 9, None, 1)), (0, 1)),
        (
            "Shared victory: Anna and Béla with 9 VP; places: 1. Anna 9 VP; 1. Béla 9 VP.",
            "Mehrere Sieger: Anna und Béla mit 9 SP; Plätze: 1. Anna 9 SP; 1. Béla 9 SP.",
            "Megosztott győzelem: Anna és Béla, 9 pont; helyezések: 1. Anna 9 "
            "pont; 1. Béla 9 pont.",
        ),
    ),
}


@pytest.mark.parametrize("language", WORD_FOR_WORD)
@pytest.mark.parametrize("what", LONG)
def test_an_event_is_told(what: str, language: Language) -> None:
    event, sentences = LONG[what]
    expected = dict(zip(WORD_FOR_WORD, sentences, strict=True))
    assert KARTENSPIEL.tell(event, language, NAMES) == expected[language]


def test_every_event_type_is_told_here() -> None:
    told = {type(event) for event, _ in LONG.values()}
    assert told == set(KARTENSPIEL.evolve.writers)


OBJECTIVES = {
    "objective.shift-markers": (
        "3 VP per 2 shift tokens",
        "3 SP je 2 Schichtmarker",
        "2 műszakjelzőnként 3 pont",
    ),
    "objective.objectives": (
        "1 VP per objective",
        "1 SP je Geschäftsziel",
        "üzleti célonként 1 pont",
    ),
    "objective.share.barracks": (
        "2 VP per assigned share, barracks",
        "2 SP je zugeordneten Anteil, Mietskasernen",
        "hozzárendelt részvényenként 2 pont, bérkaszárnyák",
    ),
    "objective.order.factories": (
        "2 VP per fulfilled order, factories",
        "2 SP je erfüllten Auftrag, Fabriken",
        "teljesített megrendelésenként 2 pont, gyárak",
    ),
}


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_what_an_objective_counts(objective: str) -> None:
    event = e.ObjectiveTaken(0, "worker", "objective", objective, None, 0)
    for language, aim in zip(WORD_FOR_WORD, OBJECTIVES[objective], strict=True):
        assert f"({aim})" in KARTENSPIEL.tell(event, language, NAMES)


INNOVATIONS = {
    "innovation.worker-1-5.1": ("1 to 5 workers", "1 bis 5 Arbeiter", "1–5 munkás"),
    "innovation.take-lorry.1": ("take a lorry card", "Lorenkarte nehmen", "egy csillekártya"),
    "innovation.take-wagon.1": ("take a wagon", "Waggon nehmen", "egy vagon"),
    "innovation.take-engine.1": ("take an engine", "Lok nehmen", "egy mozdony"),
    "innovation.take-order.1": ("take an order", "Auftrag nehmen", "egy megrendelés"),
    "innovation.deliver.1": ("delivery", "Ausliefern", "kiszállítás"),
}


@pytest.mark.parametrize("innovation", INNOVATIONS)
def test_what_an_innovation_does(innovation: str) -> None:
    event = e.InnovationTaken(0, "worker", "innovation", innovation, None, 0)
    for language, effect in zip(WORD_FOR_WORD, INNOVATIONS[innovation], strict=True):
        assert f"({effect})" in KARTENSPIEL.tell(event, language, NAMES)


def test_players_without_a_name_are_numbered() -> None:
    told = [KARTENSPIEL.tell(e.TurnEnded(1), language) for language in WORD_FOR_WORD]
    assert told == [
        "Player 2 ends the turn.",
        "Spieler 2 beendet den Zug.",
        "2. játékos befejezi a kört.",
    ]
