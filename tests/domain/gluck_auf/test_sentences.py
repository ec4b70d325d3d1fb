"""Every event as a sentence in English, German and Hungarian."""

from typing import NamedTuple, get_args

import pytest

from domain.gluck_auf.catalog import CATALOG
from domain.gluck_auf.events import (
    BankUsed,
    CageMoved,
    CoalLoaded,
    CoalPlaced,
    CoalStored,
    DeliveredOrdersConcealed,
    DeliveredOrdersRevealed,
    DraftDisplayRevealed,
    DraftRemainderPlaced,
    ElementScored,
    Equipment,
    Event,
    FactorySpaceFilled,
    FactorySpaceLeftEmpty,
    FinalScore,
    FinalScoreComputed,
    GameFinished,
    MarksPaid,
    MarksReceived,
    MiningFinished,
    OrderDelivered,
    OrderDrafted,
    OrdersLookedAt,
    OrderSpaceFilled,
    OrderSpaceLeftEmpty,
    OrdersReturned,
    OrdersShuffled,
    OrderTaken,
    Place,
    PlayersEquipped,
    ShiftEnded,
    ShiftScored,
    ShiftStarted,
    SpacesLocked,
    StartingPlayerChosen,
    StartingPlayerDrawn,
    TunnelTileAcquired,
    TunnelTilesLookedAt,
    TunnelTilesReturned,
    TunnelTilesShuffled,
    TurnEnded,
    WorkersPlaced,
    WorkersReturned,
)
from domain.gluck_auf.texts import tell
from domain.kernel.events import GameCreated

A, B, C = range(3)
NAMES = ("Anna", "Béla", "Cili")
GRAY_TILE, YELLOW_TILE = "tile-gray-2-light-1", "tile-yellow-1-dark-1"
GRAY_ORDER, BLACK_ORDER = "order-barrow-07", "order-engine-04"
KIT = Equipment(15, 9, {base: lorry.color for base, lorry in CATALOG.base_lorries.items()})
STANDARD, HUNGARIAN = CATALOG.editions.presets["de"], CATALOG.editions.presets["hu"]


class Told(NamedTuple):
    event: Event
    en: str
    de: str
    hu: str


TOLD = (
    Told(
        GameCreated(
            game="gluck-auf", players=NAMES, edition="de", options=STANDARD, catalog="0" * 64
        ),
        "A new game of Glück Auf for 3 players, in clockwise order: Anna, Béla, Cili; German "
        "rules edition.",
        "Eine neue Partie Glück Auf mit 3 Spielern, im Uhrzeigersinn: Anna, Béla, Cili; "
        "Regelausgabe: deutsch.",
        "Új Glück Auf játszma 3 játékossal, az óramutató járása szerint: Anna, Béla, Cili; "
        "német szabályváltozat.",
    ),
    Told(
        GameCreated(
            game="gluck-auf",
            players=NAMES[:2],
            edition="hu",
            options=HUNGARIAN | {"storage_rule": "free"},
            catalog="0" * 64,
        ),
        "A new game of Glück Auf for 2 players, in clockwise order: Anna, Béla; Hungarian "
        "rules edition; free storing.",
        "Eine neue Partie Glück Auf mit 2 Spielern, im Uhrzeigersinn: Anna, Béla; "
        "Regelausgabe: ungarisch; freies Einlagern.",
        "Új Glück Auf játszma 2 játékossal, az óramutató járása szerint: Anna, Béla; magyar "
        "szabályváltozat; szabad tárolás.",
    ),
    Told(
        SpacesLocked(("factory-8", "mining-4", "money-3")),
        "Locked Worker spaces: Lorry factory, tile 8; Mining: up to 4 work steps; Money: 3 Marks.",
        "Gesperrte Arbeiterfelder: Lorenfabrik, Plättchen 8; Fördern: bis zu 4 "
        "Arbeitsschritte; Geld: 3 Mark.",
        "Lezárt munkásmezők: Csillegyár, 8. lapka; Kitermelés: legfeljebb 4 munkalépés; Pénz: "
        "3 márka.",
    ),
    Told(
        StartingPlayerDrawn(B, "lot"),
        "The lot makes Béla the Starting Player.",
        "Das Los bestimmt: Béla ist Startspieler.",
        "A sorsolás eredménye: Béla a kezdőjátékos.",
    ),
    Told(
        StartingPlayerDrawn(B, "assigned"),
        "Béla is named as the Starting Player.",
        "Béla ist als Startspieler festgelegt.",
        "A kijelölt kezdőjátékos: Béla.",
    ),
    Told(
        TunnelTilesShuffled(48),
        "48 Tunnel tiles are shuffled into a face-down stack.",
        "48 Tunnelplättchen werden gemischt und kommen verdeckt auf den Stapel.",
        "48 vágatlapka megkeverve, képpel lefelé a pakliban.",
    ),
    Told(
        FactorySpaceFilled("factory-3", GRAY_TILE),
        "Lorry factory, tile 3: a new Tunnel tile comes from the stack (gray, 2 Lorries, light "
        "side).",
        "Lorenfabrik, Plättchen 3: Vom Stapel kommt ein neues Tunnelplättchen (grau, 2 Loren, "
        "helle Seite).",
        "Csillegyár, 3. lapka: új vágatlapka érkezik a pakliból (szürke, 2 csille, világos oldal).",
    ),
    Told(
        PlayersEquipped((KIT, KIT, KIT), {"yellow": 13, "brown": 13, "gray": 13, "black": 13}),
        "Anna, Béla and Cili: 15 Workers, 9 Marks and 4 Coal cubes on the printed base "
        "Lorries; in the general supply: 13 yellow, 13 brown, 13 gray, 13 black.",
        "Anna, Béla und Cili: 15 Arbeiter, 9 Mark und 4 Kohlewürfel auf den aufgedruckten "
        "Loren; im allgemeinen Vorrat: 13 gelb, 13 braun, 13 grau, 13 schwarz.",
        "Anna, Béla és Cili: 15 munkás, 9 márka és 4 szénkocka a nyomtatott csilléken; a "
        "központi talonban: 13 sárga, 13 barna, 13 szürke, 13 fekete.",
    ),
    Told(
        OrdersShuffled(44),
        "44 Order cards are shuffled into a face-down stack.",
        "44 Auftragskarten werden gemischt und kommen verdeckt auf den Stapel.",
        "44 rendeléskártya megkeverve, képpel lefelé a pakliban.",
    ),
    Told(
        DraftDisplayRevealed((GRAY_ORDER, BLACK_ORDER), C),
        "2 Orders are revealed for the order draft: Barrow Order (gray, gray; 7 VP), Engine "
        "Order (black; 5 VP); Cili picks first.",
        "2 Aufträge liegen zur Auswahl der ersten Aufträge aus: Handkarren-Auftrag (grau, "
        "grau; 7 SP), Eisenbahn-Auftrag (schwarz; 5 SP); Cili wählt zuerst.",
        "2 rendelés közül lehet kezdő rendelést választani: talicska rendeléskártya (szürke, "
        "szürke; 7 pont), mozdony rendeléskártya (fekete; 5 pont); elsőként választ: Cili.",
    ),
    Told(
        OrderDrafted(A, GRAY_ORDER, C),
        "Anna picks the Barrow Order (gray, gray; 7 VP).",
        "Anna wählt den Handkarren-Auftrag (grau, grau; 7 SP).",
        "Anna választása: talicska rendeléskártya (szürke, szürke; 7 pont).",
    ),
    Told(
        DraftRemainderPlaced(BLACK_ORDER, "new-order-2"),
        "New order, space 2: the Engine Order (black; 5 VP) is left over from the order draft.",
        "Neuer Auftrag, Feld 2: Der Eisenbahn-Auftrag (schwarz; 5 SP) ist von der Auswahl übrig.",
        "Új rendelés, 2. mező: a kezdő rendelésekből megmaradt mozdony rendeléskártya (fekete; "
        "5 pont).",
    ),
    Told(
        OrderSpaceFilled("new-order-2", BLACK_ORDER),
        "New order, space 2: the Engine Order (black; 5 VP) comes from the stack.",
        "Neuer Auftrag, Feld 2: Vom Stapel kommt der Eisenbahn-Auftrag (schwarz; 5 SP).",
        "Új rendelés, 2. mező: új rendelés érkezik a pakliból, mozdony rendeléskártya (fekete; "
        "5 pont).",
    ),
    Told(
        ShiftStarted(1, B),
        "Shift 1 begins; Béla is the Starting Player.",
        "Schicht 1 beginnt; Startspieler ist Béla.",
        "Kezdődik: 1. műszak; kezdőjátékos: Béla.",
    ),
    Told(
        WorkersPlaced(A, "money-5", 1, None, 0),
        "Anna places 1 Worker on Money: 5 Marks.",
        "Anna setzt 1 Arbeiter ein (Geld: 5 Mark).",
        "Anna letesz 1 munkást (Pénz: 5 márka).",
    ),
    Told(
        WorkersPlaced(A, "money-5", 2, B, 1),
        "Anna places 2 Workers on Money: 5 Marks; Béla's Worker goes to the Canteen.",
        "Anna setzt 2 Arbeiter ein (Geld: 5 Mark); der Arbeiter von Béla geht in die Kantine.",
        "Anna letesz 2 munkást (Pénz: 5 márka); Béla 1 munkása a kantinba kerül.",
    ),
    Told(
        WorkersPlaced(A, "factory-2", 3, B, 2),
        "Anna places 3 Workers on Lorry factory, tile 2; Béla's 2 Workers go to the Canteen.",
        "Anna setzt 3 Arbeiter ein (Lorenfabrik, Plättchen 2); 2 Arbeiter von Béla gehen in "
        "die Kantine.",
        "Anna letesz 3 munkást (Csillegyár, 2. lapka); Béla 2 munkása a kantinba kerül.",
    ),
    Told(
        WorkersPlaced(A, "mining-10", 2, A, 1),
        "Anna places 2 Workers on Mining: up to 10 work steps; Anna's own Worker there goes to "
        "the Canteen.",
        "Anna setzt 2 Arbeiter ein (Fördern: bis zu 10 Arbeitsschritte); der eigene Arbeiter "
        "dort geht in die Kantine.",
        "Anna letesz 2 munkást (Kitermelés: legfeljebb 10 munkalépés); 1 ott álló saját munkás "
        "a kantinba kerül.",
    ),
    Told(
        BankUsed(A, 1),
        "Anna sends 1 Worker to the Bank.",
        "Anna schickt 1 Arbeiter zur Bank.",
        "Anna 1 munkást a bankba küld.",
    ),
    Told(
        MarksReceived(A, 5, "money-5"),
        "Anna receives 5 Marks.",
        "Anna erhält 5 Mark.",
        "Anna kap 5 márkát.",
    ),
    Told(
        MarksReceived(A, 1, "bank"),
        "Anna receives 1 Mark at the Bank.",
        "Anna erhält 1 Mark von der Bank.",
        "Anna kap 1 márkát a bankban.",
    ),
    Told(
        MarksPaid(A, 6, GRAY_TILE),
        "Anna pays 6 Marks for a Tunnel tile (gray, 2 Lorries, light side).",
        "Anna zahlt 6 Mark für ein Tunnelplättchen (grau, 2 Loren, helle Seite).",
        "Anna fizet 6 márkát egy vágatlapkáért (szürke, 2 csille, világos oldal).",
    ),
    Told(
        MarksPaid(A, 1, YELLOW_TILE),
        "Anna pays 1 Mark for a Tunnel tile (yellow, 1 Lorry, dark side).",
        "Anna zahlt 1 Mark für ein Tunnelplättchen (gelb, 1 Lore, dunkle Seite).",
        "Anna fizet 1 márkát egy vágatlapkáért (sárga, 1 csille, sötét oldal).",
    ),
    Told(
        TunnelTileAcquired(A, GRAY_TILE, "factory-3", 3, "light", ("gray", "gray"), (False, False)),
        "Anna adds a Tunnel tile to the Pit (gray, 2 Lorries, light side); Coal on it: gray, gray.",
        "Anna legt ein Tunnelplättchen im Bergwerk an (grau, 2 Loren, helle Seite); Kohle "
        "darauf: grau, grau.",
        "Anna vágatlapkát illeszt a bányájához (szürke, 2 csille, világos oldal); szén a "
        "lapkán: szürke, szürke.",
    ),
    Told(
        TunnelTileAcquired(A, GRAY_TILE, "factory-3", 3, "light", ("yellow", None), (True, True)),
        "Anna adds a Tunnel tile to the Pit (gray, 2 Lorries, light side); the general supply "
        "is short of its kind of Coal; Coal on it: yellow, none.",
        "Anna legt ein Tunnelplättchen im Bergwerk an (grau, 2 Loren, helle Seite); im "
        "allgemeinen Vorrat fehlt Kohle dieser Sorte; Kohle darauf: gelb, keine.",
        "Anna vágatlapkát illeszt a bányájához (szürke, 2 csille, világos oldal); a központi "
        "talonban nincs elég ebből a szénfajtából; szén a lapkán: sárga, nincs.",
    ),
    Told(
        FactorySpaceLeftEmpty("factory-3"),
        "Lorry factory, tile 3: it stays empty, the stack is used up.",
        "Lorenfabrik, Plättchen 3: Das Feld bleibt leer, der Stapel ist aufgebraucht.",
        "Csillegyár, 3. lapka: üresen marad, mert a pakli elfogyott.",
    ),
    Told(
        TunnelTilesLookedAt(A, 5),
        "Anna looks at 5 Tunnel tiles.",
        "Anna sieht sich 5 Tunnelplättchen an.",
        "Anna megnéz 5 vágatlapkát.",
    ),
    Told(
        TunnelTilesLookedAt(A, 1, (YELLOW_TILE,)),
        "Anna looks at 1 Tunnel tile: yellow, 1 Lorry, dark side.",
        "Anna sieht sich 1 Tunnelplättchen an: gelb, 1 Lore, dunkle Seite.",
        "Anna megnéz 1 vágatlapkát: sárga, 1 csille, sötét oldal.",
    ),
    Told(
        TunnelTilesReturned(A, "top", 4),
        "Anna returns 4 Tunnel tiles to the top of the stack.",
        "Anna legt 4 Tunnelplättchen auf den Stapel zurück.",
        "Anna visszatesz 4 vágatlapkát a pakli tetejére.",
    ),
    Told(
        TunnelTilesReturned(A, "bottom", 2, (GRAY_TILE, YELLOW_TILE)),
        "Anna returns 2 Tunnel tiles to the bottom of the stack: gray, 2 Lorries, light side; "
        "yellow, 1 Lorry, dark side.",
        "Anna legt 2 Tunnelplättchen unter den Stapel zurück: grau, 2 Loren, helle Seite; "
        "gelb, 1 Lore, dunkle Seite.",
        "Anna visszatesz 2 vágatlapkát a pakli aljára: szürke, 2 csille, világos oldal; sárga, "
        "1 csille, sötét oldal.",
    ),
    Told(
        OrderTaken(A, GRAY_ORDER, "new-order-2"),
        "Anna takes the Barrow Order (gray, gray; 7 VP).",
        "Anna nimmt den Handkarren-Auftrag (grau, grau; 7 SP).",
        "Anna elveszi: talicska rendeléskártya (szürke, szürke; 7 pont).",
    ),
    Told(
        OrderTaken(A, GRAY_ORDER, "new-order-draw"),
        "Anna keeps the Barrow Order (gray, gray; 7 VP).",
        "Anna behält den Handkarren-Auftrag (grau, grau; 7 SP).",
        "Anna megtartja: talicska rendeléskártya (szürke, szürke; 7 pont).",
    ),
    Told(
        OrderSpaceLeftEmpty("new-order-2"),
        "New order, space 2: it stays empty, the stack is used up.",
        "Neuer Auftrag, Feld 2: Das Feld bleibt leer, der Stapel ist aufgebraucht.",
        "Új rendelés, 2. mező: üresen marad, mert a pakli elfogyott.",
    ),
    Told(
        OrdersLookedAt(A, 5),
        "Anna looks at 5 Order cards.",
        "Anna sieht sich 5 Auftragskarten an.",
        "Anna megnéz 5 rendeléskártyát.",
    ),
    Told(
        OrdersReturned(A, "top", 1),
        "Anna returns 1 Order card to the top of the stack.",
        "Anna legt 1 Auftragskarte auf den Stapel zurück.",
        "Anna visszatesz 1 rendeléskártyát a pakli tetejére.",
    ),
    Told(
        CageMoved(A, 0, 3),
        "Anna lowers the Pit cage to the 3rd Tunnel level (gray).",
        "Anna fährt den Förderkorb hinab: dritte Stollenetage (grau).",
        "Anna leereszti a kast: 3-as tárnaszint (szürke).",
    ),
    Told(
        CageMoved(A, 3, 0),
        "Anna raises the Pit cage to the Surface level.",
        "Anna fährt den Förderkorb hinauf: über Tage.",
        "Anna felhúzza a kast: külszíni szint.",
    ),
    Told(
        CoalLoaded(A, "base-gray", "gray"),
        "Anna loads a gray Coal cube into the Pit cage.",
        "Anna lädt einen grauen Kohlewürfel in den Förderkorb.",
        "Anna egy szürke szénkockát rak a kasba.",
    ),
    Told(
        CoalPlaced(A, "cage", "gray", GRAY_ORDER, 0, "filled"),
        "Anna moves a gray Coal cube from the Pit cage to the Barrow Order (gray, gray; 7 VP); "
        "spot 1 is filled.",
        "Anna legt einen grauen Kohlewürfel aus dem Förderkorb auf den Handkarren-Auftrag "
        "(grau, grau; 7 SP); Ablagefeld 1 ist bestückt.",
        "Anna egy szürke szénkockát tesz a kasból a következő rendelésre: talicska "
        "rendeléskártya (szürke, szürke; 7 pont); 1. rendeléshely: feltöltve.",
    ),
    Told(
        CoalPlaced(A, "storage", "yellow", GRAY_ORDER, 1, "half"),
        "Anna moves a yellow Coal cube from the Private Coal storage to the Barrow Order "
        "(gray, gray; 7 VP); spot 2 is half filled.",
        "Anna legt einen gelben Kohlewürfel aus dem privaten Kohlelager auf den "
        "Handkarren-Auftrag (grau, grau; 7 SP); Ablagefeld 2 ist halb bestückt.",
        "Anna egy sárga szénkockát tesz a magán széntárolóból a következő rendelésre: talicska "
        "rendeléskártya (szürke, szürke; 7 pont); 2. rendeléshely: félig feltöltve.",
    ),
    Told(
        CoalStored(A, "black"),
        "Anna moves a black Coal cube to the Private Coal storage.",
        "Anna legt einen schwarzen Kohlewürfel ins private Kohlelager.",
        "Anna egy fekete szénkockát tesz a magán széntárolóba.",
    ),
    Told(
        MiningFinished(A, "mining-8", 8, 1),
        "Anna has used 1 of 8 work steps.",
        "Anna hat 1 von 8 Arbeitsschritten genutzt.",
        "Anna 8 munkalépésből 1 lépést használt fel.",
    ),
    Told(
        OrderDelivered(A, GRAY_ORDER, 7, {"yellow": 1, "gray": 2}),
        "Anna delivers the Barrow Order (gray, gray; 7 VP) and scores 7 VP; Coal cubes back to "
        "the general supply: 1 yellow, 2 gray.",
        "Anna liefert den Handkarren-Auftrag (grau, grau; 7 SP) aus und erhält 7 SP; "
        "Kohlewürfel zurück in den allgemeinen Vorrat: 1 gelb, 2 grau.",
        "Anna leszállítja: talicska rendeléskártya (szürke, szürke; 7 pont); jutalma 7 pont; "
        "szénkockák vissza a központi talonba: 1 sárga, 2 szürke.",
    ),
    Told(
        TurnEnded(A, B, ()),
        "It is Béla's turn.",
        "Béla ist am Zug.",
        "Béla következik.",
    ),
    Told(
        TurnEnded(A, C, (B,)),
        "It is Cili's turn; skipped without Workers: Béla.",
        "Cili ist am Zug; ohne Arbeiter übersprungen: Béla.",
        "Cili következik; munkás híján kimarad: Béla.",
    ),
    Told(
        TurnEnded(A, None, ()),
        "Nobody has any Workers left.",
        "Niemand hat noch Arbeiter.",
        "Senkinek sem maradt munkása.",
    ),
    Told(
        ShiftEnded(1),
        "Shift 1 is over.",
        "Schicht 1 ist zu Ende.",
        "Véget ért: 1. műszak.",
    ),
    Told(
        DeliveredOrdersRevealed(1, ((GRAY_ORDER, BLACK_ORDER), ())),
        "The delivered Orders are revealed: Anna: Barrow Order (gray, gray; 7 VP), Engine "
        "Order (black; 5 VP); Béla: none.",
        "Die ausgelieferten Aufträge werden aufgedeckt: Anna: Handkarren-Auftrag (grau, grau; "
        "7 SP), Eisenbahn-Auftrag (schwarz; 5 SP); Béla: keine.",
        "A leszállított rendelések képpel felfelé: Anna: talicska rendeléskártya (szürke, "
        "szürke; 7 pont), mozdony rendeléskártya (fekete; 5 pont); Béla: nincs.",
    ),
    Told(
        ElementScored(1, "coal-gray", (3, 1, 0), (A,), 4, (B,), 2),
        "Gray order spots: Anna 3, Béla 1, Cili 0; first place Anna, 4 VP; second place Béla, "
        "2 VP.",
        "Graue Ablagefelder: Anna 3, Béla 1, Cili 0; erster Platz Anna, 4 SP; zweiter Platz "
        "Béla, 2 SP.",
        "Szürke rendeléshelyek: Anna 3, Béla 1, Cili 0; első hely: Anna, 4 pont; második hely: "
        "Béla, 2 pont.",
    ),
    Told(
        ElementScored(3, "empty-gray", (3, 3, 1), (A, B), 12, (), 6),
        "Empty gray lorries: Anna 3, Béla 3, Cili 1; tie for first place between Anna and "
        "Béla, 12 VP each; no second place after a tie for first.",
        "Leere graue Loren: Anna 3, Béla 3, Cili 1; Gleichstand auf dem ersten Platz zwischen "
        "Anna und Béla, je 12 SP; kein zweiter Platz nach Gleichstand auf dem ersten.",
        "Üres szürke csillék: Anna 3, Béla 3, Cili 1; holtverseny az első helyen: Anna és "
        "Béla, egyenként 12 pont; az első helyi holtverseny miatt nincs második hely.",
    ),
    Told(
        ElementScored(2, "vehicle-barrow", (5, 2, 2), (A,), 6, (B, C), 3),
        "Order spots on Barrow orders: Anna 5, Béla 2, Cili 2; first place Anna, 6 VP; tie for "
        "second place between Béla and Cili, 3 VP each.",
        "Ablagefelder auf Handkarren-Aufträgen: Anna 5, Béla 2, Cili 2; erster Platz Anna, 6 "
        "SP; Gleichstand auf dem zweiten Platz zwischen Béla und Cili, je 3 SP.",
        "Rendeléshelyek talicska rendeléskártyákon: Anna 5, Béla 2, Cili 2; első hely: Anna, 6 "
        "pont; holtverseny a második helyen: Béla és Cili, egyenként 3 pont.",
    ),
    Told(
        ElementScored(1, "coal-black", (0, 2, 0), (B,), 5, (), 2),
        "Black order spots: Anna 0, Béla 2, Cili 0; first place Béla, 5 VP; nobody is second.",
        "Schwarze Ablagefelder: Anna 0, Béla 2, Cili 0; erster Platz Béla, 5 SP; niemand ist "
        "Zweiter.",
        "Fekete rendeléshelyek: Anna 0, Béla 2, Cili 0; első hely: Béla, 5 pont; második "
        "helyezett nincs.",
    ),
    Told(
        ElementScored(1, "coal-black", (3, 1), (A,), 5, (), 2),
        "Black order spots: Anna 3, Béla 1; first place Anna, 5 VP; no second place with 2 "
        "players.",
        "Schwarze Ablagefelder: Anna 3, Béla 1; erster Platz Anna, 5 SP; kein zweiter Platz "
        "bei 2 Spielern.",
        "Fekete rendeléshelyek: Anna 3, Béla 1; első hely: Anna, 5 pont; 2 játékos esetén nincs "
        "második hely.",
    ),
    Told(
        ElementScored(1, "coal-yellow", (0, 0, 0), (), 2, (), 1),
        "Yellow order spots: Anna 0, Béla 0, Cili 0; nobody scores.",
        "Gelbe Ablagefelder: Anna 0, Béla 0, Cili 0; niemand erhält Punkte.",
        "Sárga rendeléshelyek: Anna 0, Béla 0, Cili 0; senki sem kap pontot.",
    ),
    Told(
        ElementScored(3, "empty-black", (4, 2, 1), (B,), 13, (C,), 6),
        "Empty black lorries: Anna 4, Béla 2, Cili 1; first place Béla, 13 VP; second place "
        "Cili, 6 VP; left out without a delivered Order: Anna.",
        "Leere schwarze Loren: Anna 4, Béla 2, Cili 1; erster Platz Béla, 13 SP; zweiter Platz "
        "Cili, 6 SP; ohne ausgelieferten Auftrag nicht gewertet: Anna.",
        "Üres fekete csillék: Anna 4, Béla 2, Cili 1; első hely: Béla, 13 pont; második hely: "
        "Cili, 6 pont; leszállított rendelés híján kimarad: Anna.",
    ),
    Told(
        ShiftScored(1, (6, 0), (24, -1)),
        "Shift scoring 1: Anna +6 VP, 24 in all; Béla 0 VP, −1 in all.",
        "Schichtwertung 1: Anna +6 SP, zusammen 24; Béla 0 SP, zusammen −1.",
        "Műszakértékelés, 1. műszak: Anna +6 pont, összesen 24; Béla 0 pont, összesen −1.",
    ),
    Told(
        DeliveredOrdersConcealed(1),
        "The delivered Orders are turned face down again.",
        "Die ausgelieferten Aufträge werden wieder verdeckt.",
        "A leszállított rendelések ismét képpel lefelé fordulnak.",
    ),
    Told(
        StartingPlayerChosen((5, 2, 4), (), A, A),
        "Workers in the Lorry factory: Anna 5, Béla 2, Cili 4; Anna stays the Starting Player.",
        "Arbeiter in der Lorenfabrik: Anna 5, Béla 2, Cili 4; Anna bleibt Startspieler.",
        "Munkások a csillegyárban: Anna 5, Béla 2, Cili 4; Anna marad a kezdőjátékos.",
    ),
    Told(
        StartingPlayerChosen((1, 2, 4), (), A, C),
        "Workers in the Lorry factory: Anna 1, Béla 2, Cili 4; Cili becomes the Starting Player.",
        "Arbeiter in der Lorenfabrik: Anna 1, Béla 2, Cili 4; Cili wird Startspieler.",
        "Munkások a csillegyárban: Anna 1, Béla 2, Cili 4; Cili lesz a kezdőjátékos.",
    ),
    Told(
        StartingPlayerChosen((3, 3, 1), (A, B), A, B),
        "Workers in the Lorry factory: Anna 3, Béla 3, Cili 1; tie between Anna and Béla, so "
        "Béla becomes the Starting Player, the first of them clockwise after Anna.",
        "Arbeiter in der Lorenfabrik: Anna 3, Béla 3, Cili 1; Gleichstand zwischen Anna und "
        "Béla, also wird Béla Startspieler, im Uhrzeigersinn nach Anna der Erste davon.",
        "Munkások a csillegyárban: Anna 3, Béla 3, Cili 1; holtverseny: Anna és Béla; Béla "
        "lesz a kezdőjátékos, az óramutató járása szerint közülük az első (eddig: Anna).",
    ),
    Told(
        WorkersReturned((15, 15, 14)),
        "All Workers go back to the Worker supplies: Anna 15, Béla 15, Cili 14.",
        "Alle Arbeiter kehren in die Arbeitervorräte zurück: Anna 15, Béla 15, Cili 14.",
        "Minden munkás visszatér a munkástalonokba: Anna 15, Béla 15, Cili 14.",
    ),
    Told(
        FinalScoreComputed((FinalScore(7, 1, 2, 4, 1, 1, -1, 7, 4, -6, 45),)),
        "Final scoring: Anna +1 VP for 7 Marks, +1 for 4 Coal cubes, −1 for 1 Outstanding "
        "Order, −6 for 7 light and 4 dark tiles, 45 VP in all.",
        "Schlusswertung: Anna +1 SP für 7 Mark, +1 für 4 Kohlewürfel, −1 für 1 ausstehenden "
        "Auftrag, −6 für 7 helle und 4 dunkle Plättchen, zusammen 45 SP.",
        "Végső értékelés: Anna +1 pont (7 márka), +1 (4 szénkocka), −1 (1 teljesítésre váró "
        "rendelés), −6 (7 világos és 4 sötét lapka), összesen 45 pont.",
    ),
    Told(
        FinalScoreComputed((FinalScore(1, 0, 1, 1, 0, 2, -2, 1, 1, 0, -2),)),
        "Final scoring: Anna 0 VP for 1 Mark, 0 for 1 Coal cube, −2 for 2 Outstanding Orders, "
        "0 for 1 light and 1 dark tile, −2 VP in all.",
        "Schlusswertung: Anna 0 SP für 1 Mark, 0 für 1 Kohlewürfel, −2 für 2 ausstehende "
        "Aufträge, 0 für 1 helles und 1 dunkles Plättchen, zusammen −2 SP.",
        "Végső értékelés: Anna 0 pont (1 márka), 0 (1 szénkocka), −2 (2 teljesítésre váró "
        "rendelés), 0 (1 világos és 1 sötét lapka), összesen −2 pont.",
    ),
    Told(
        GameFinished((Place(B, 45, 2, 1), Place(A, 45, 1, 2)), (B,)),
        "Béla wins with 45 VP; places: 1. Béla 45 VP, 2 Marks left; 2. Anna 45 VP, 1 Mark left.",
        "Béla gewinnt mit 45 SP; Plätze: 1. Béla 45 SP, 2 Mark übrig; 2. Anna 45 SP, 1 Mark übrig.",
        "Győztes: Béla, 45 pont; helyezések: 1. Béla 45 pont, megmaradt 2 márka; 2. Anna 45 pont, "
        "megmaradt 1 márka.",
    ),
    Told(
        GameFinished((Place(A, 45, 2, 1), Place(B, 45, 2, 1)), (A, B)),
        "Shared victory of Anna and Béla with 45 VP; places: 1. Anna 45 VP, 2 Marks left; 1. "
        "Béla 45 VP, 2 Marks left.",
        "Mehrere Sieger: Anna und Béla mit 45 SP; Plätze: 1. Anna 45 SP, 2 Mark übrig; 1. Béla "
        "45 SP, 2 Mark übrig.",
        "Megosztott győzelem: Anna és Béla, 45 pont; helyezések: 1. Anna 45 pont, megmaradt 2 "
        "márka; 1. Béla 45 pont, megmaradt 2 márka.",
    ),
)


@pytest.mark.parametrize("told", TOLD, ids=lambda told: type(told.event).__name__)
def test_an_event_is_told_in_every_language(told: Told) -> None:
    assert tell(told.event, "en", NAMES) == told.en
    assert tell(told.event, "de", NAMES) == told.de
    assert tell(told.event, "hu", NAMES) == told.hu


def test_no_event_is_left_out() -> None:
    assert {type(told.event) for told in TOLD} == set(get_args(Event))
