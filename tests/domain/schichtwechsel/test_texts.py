"""Every event in three languages, and a good sample of sentences written by hand."""

import pytest

from domain.kernel.events import GameCreated
from domain.kernel.texts import LANGUAGES, Language
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel import events as e
from domain.schichtwechsel.effects import CopyCard, MoveMiner, RaiseLorries
from domain.schichtwechsel.events import Planned
from domain.schichtwechsel.params import Params, Parts
from domain.schichtwechsel.switches import as_options
from tests.domain.kit.game import recorded
from tests.domain.schichtwechsel.random_games import Setup
from tests.domain.schichtwechsel.situations import NAMES, A, B, C, D

SAID: list[tuple[e.Event, str, str, str]] = [
    (
        e.StartPlayerDetermined(C),
        "The lot makes Clara the start player.",
        "Das Los bestimmt: Clara ist Startspieler.",
        "A sorsolás eredménye: Clara a kezdőjátékos.",
    ),
    (
        e.StartPlayerDetermined(B, "table"),
        "Bela is start player, as the table wished.",
        "Bela ist Startspieler, wie am Tisch vereinbart.",
        "A társaság döntött: Bela a kezdőjátékos.",
    ),
    (
        e.RoundCardRevealed(2, "round_4", "pit_cube_into_bag"),
        "Round card: Leading discs; the pit cube goes into the bag.",
        "Rundenkarte: Erste Positionen; der Grubenwasserstein kommt in den Beutel.",
        "Fordulókártya: Élen álló korongok; a bányavízkő a zsákba kerül.",
    ),
    (
        e.RoundCardRevealed(1, "round_1", None),
        "Round card: Road progress.",
        "Rundenkarte: Straße.",
        "Fordulókártya: Közúti haladás.",
    ),
    (
        e.BundleDrawn(3, ("coal", "spoil", "pit")),
        "Bundle 3 is drawn: coal, spoil, pit cube.",
        "Bündel 3 wird gezogen: Kohle, Abraum, Grubenwasserstein.",
        "A kihúzott 3. csomag: szén, meddő, bányavízkő.",
    ),
    (
        e.CubesLoaded(A, (e.Placement("coal", "lorry_4"),), e.Cubes(0, 2)),
        "Anna loads: coal onto lorry 4; back to the supply: 0 coal and 2 spoil.",
        "Anna belädt: Kohle auf Lore 4; zurück in den Vorrat: 0 Kohle und 2 Abraum.",
        "Anna berakodik: szén – 4. csille; vissza a készletbe: 0 szén és 2 meddő.",
    ),
    (
        e.TileTaken(B, "tile_gatekeeper", "tile_hewer"),
        "Bela takes the selection tile Gatekeeper and puts Hewer back.",
        "Bela nimmt das Auswahlplättchen Pförtner und legt Hauer zurück.",
        "Bela választólapkája: Portás; visszakerül: Vájár.",
    ),
    (
        e.WaterChanged(A, 3, 4, "step_III"),
        "Anna's pit water rises to level 4 (step III).",
        "Anna: Das Grubenwasser steigt auf Stufe 4 (Schritt III).",
        "Anna: a bányavíz emelkedik, szintje 4 (III. lépés).",
    ),
    (
        e.WaterOverflowed(D, 5, 3),
        "Dirk's pit water reaches the top and falls to level 3.",
        "Dirk: Das Grubenwasser steht ganz oben und fällt auf Stufe 3.",
        "Dirk: a bányavíz eléri a tetejét, majd szintje 3.",
    ),
    (
        e.PointsScored(A, 1, "water_bottom"),
        "Anna scores 1 VP (water at the bottom).",
        "Anna erhält 1 SP (Grubenwasser ganz unten).",
        "Anna kap 1 pontot (bányavíz legalul).",
    ),
    (
        e.PointsScored(A, -8, "final_tools"),
        "Anna loses 8 VP (final scoring, tool markers).",
        "Anna verliert 8 SP (Schlusswertung, Werkzeugmarker).",
        "Anna veszít 8 pontot (végső értékelés, szerszámjelzők).",
    ),
    (
        e.PointsScored(B, 2, "rail_barrier_1"),
        "Bela scores 2 VP (barrier 1, Rail).",
        "Bela erhält 2 SP (Schranke 1, Schiene).",
        "Bela kap 2 pontot (1. sorompó, Vasút).",
    ),
    (
        e.CoinsReceived(B, 1, "shift_cage_up"),
        "Bela receives 1 coin (Cage ride up).",
        "Bela erhält 1 Münze (Seilfahrt (2.)).",
        "Bela kap 1 érmét (Kaskiszállás).",
    ),
    (
        e.CardPaid(A, "coke_large", ("player",)),
        "Anna uses Coking, large and pays: player stone.",
        "Anna nutzt Kokereiaktion groß und zahlt: Spieleraktionsstein.",
        "Anna használja: Kokszolás, nagy; fizet: játékos-akciókő.",
    ),
    (
        e.LorryRaised(A, "lorry_3", "coal", 2, ("wagon_1", "wagon_3")),
        "Anna hoists lorry 3: 2 coal onto coal wagon 1, coal wagon 3.",
        "Anna fördert Lore 3: 2 Kohle auf Kohlewaggon 1, Kohlewaggon 3.",
        "Anna felszállítja: 3. csille; 2 szén ide: 1. szeneskocsi, 3. szeneskocsi.",
    ),
    (
        e.WagonProcessed(A, "wagon_3", 2, "oven_own_0"),
        "Anna processes coal wagon 3 (2 coal): one coke onto the own oven of Anna.",
        "Anna verarbeitet Kohlewaggon 3 (2 Kohle), der Koks kommt auf: "
        "eigenes Kokereifeld von Anna.",
        "Anna feldolgozza: 3. szeneskocsi (2 szén); a koksz helye: saját kokszolómező (Anna).",
    ),
    (
        e.DiscAdvanced(C, "canal", 1, 2),
        "Clara, Canal: the disc moves to field 2.",
        "Clara, Kanal: Die Spielerscheibe zieht auf Feld 2.",
        "Clara, Csatorna: a korong új mezője 2.",
    ),
    (
        e.HouseBuilt(A, "row_4", "site_speed"),
        "Anna moves the house of house row field 4 to Work speed.",
        "Anna setzt das Zechenhaus (Feld 4 der Zechenhausleiste) auf: Arbeitsgeschwindigkeit.",
        "Anna bányászháza (a bányászházsor 4. mezője) ide kerül: Munkatempó.",
    ),
    (
        e.HeadframeMoved(
            A, (e.Moved("pool", "headframe_top_4"), e.Moved("top", "headframe_left_1"))
        ),
        "Anna moves headframes: from the pool to top bonus 4; from the top to left bonus 1.",
        "Anna versetzt Fördertürme: Vorrat → oberer Bonus 4; oben → linker Bonus 1.",
        "Anna aknatornyai: készlet → 4. felső bónusz; felül → 1. bal bónusz.",
    ),
    (
        e.MinerMoved(A, 3, 6, (4, 5)),
        "Anna's miner walks to Cage ride down, skipping 2 fields.",
        "Anna: Der Bergmann geht auf Seilfahrt (1.) und überspringt 2 Felder.",
        "Anna bányásza ide lép: Kasleszállás; átugrott mezők: 2.",
    ),
    (
        e.StartMarkerTaken(B, A),
        "Bela takes the start player marker from Anna.",
        "Bela nimmt den Startspieler-Marker von Anna.",
        "Bela elveszi a kezdőjátékos-jelzőt (eddig: Anna).",
    ),
    (
        e.StartMarkerTaken(B, B),
        "Bela keeps the start player marker.",
        "Bela behält den Startspieler-Marker.",
        "Bela megtartja a kezdőjátékos-jelzőt.",
    ),
    (
        e.DecisionRequested(
            4, A, "copy", ("lorry_small",), (Planned(CopyCard(("small",)), "shift_deputy"),)
        ),
        "Anna may copy a card (Deputy).",
        "Anna darf eine Karte kopieren (Steiger).",
        "Anna kártyát másolhat (Aknász).",
    ),
    (
        e.DecisionRequested(
            4, A, "raise_lorries", (), (Planned(RaiseLorries(1), "shift_clean_lockers"),)
        ),
        "Anna may hoist lorries (Clean locker hall).",
        "Anna darf Loren fördern (Weißkaue).",
        "Anna csilléket szállíthat fel (Tiszta öltöző).",
    ),
    (
        e.DecisionAnswered(4, A, Parts(card="lorry_small")),
        "Anna decides: Hoisting, small.",
        "Anna entscheidet: Lorenaktion klein.",
        "Anna döntése: Szállítás, kicsi.",
    ),
    (
        e.DecisionAnswered(4, A, Parts(row_field="row_1", site="site_two")),
        "Anna decides: house row field 1 to Two-point site.",
        "Anna entscheidet: Feld 1 der Zechenhausleiste nach Baugrube 2 SP.",
        "Anna döntése: a bányászházsor 1. mezője; Kétpontos építési hely.",
    ),
    (
        e.DecisionAnswered(4, A, "decline"),
        "Anna decides: nothing.",
        "Anna entscheidet: nichts.",
        "Anna döntése: semmi.",
    ),
    (
        e.DecisionAnswered(4, A, "B"),
        "Anna decides: option B.",
        "Anna entscheidet: Möglichkeit B.",
        "Anna döntése: B lehetőség.",
    ),
    (
        e.RoundScored(2, "round_5", (3, 0), (1, 0)),
        "Round scoring 2, Spoil in the mine: Anna 1 (3), Bela 0 (0).",
        "Wertung der Runde 2, Abraum in der Zeche: Anna 1 (3), Bela 0 (0).",
        "Értékelés, 2. forduló, Meddő a bányában: Anna 1 (3), Bela 0 (0).",
    ),
    (
        e.FinalStepScored("final_site_heap", (1, 0), (4, 0)),
        "Final scoring, Heap site: Anna 4 (1), Bela 0 (0).",
        "Schlusswertung, Baugrube Halde: Anna 4 (1), Bela 0 (0).",
        "Végső értékelés, Meddőhányó építési hely: Anna 4 (1), Bela 0 (0).",
    ),
    (
        e.GameFinished((e.Ranked(B, 41, 1), e.Ranked(A, -2, 2))),
        "Bela wins with 41 VP; places: 1. Bela 41, 2. Anna −2.",
        "Bela gewinnt mit 41 SP; Plätze: 1. Bela 41, 2. Anna −2.",
        "Bela nyert, 41 pont; helyezések: 1. Bela 41, 2. Anna −2.",
    ),
]


@pytest.mark.parametrize(("event", "en", "de", "hu"), SAID)
def test_sentences(event: e.Event, en: str, de: str, hu: str) -> None:
    assert SCHICHTWECHSEL.tell(event, "en", NAMES) == en
    assert SCHICHTWECHSEL.tell(event, "de", NAMES) == de
    assert SCHICHTWECHSEL.tell(event, "hu", NAMES) == hu


def test_switches_that_are_set_otherwise_are_told() -> None:
    options = as_options(SCHICHTWECHSEL.catalog.switches) | {"house_removal": "left_to_right"}
    event = GameCreated(
        game="schichtwechsel",
        players=("Anna", "Bela"),
        edition="standard",
        options=options,
        catalog="",
    )
    assert SCHICHTWECHSEL.tell(event, "en", NAMES) == (
        "A new game of Shift Change for 2 players, in clockwise order: Anna, Bela; "
        "rule switches set otherwise: Houses leave their row: from left to right."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_catalog_lacks_is_said_as_it_is(language: Language) -> None:
    """Events of another catalog are told without falling over."""
    strangers: list[e.Event] = [
        e.CardPaid(A, "card_of_tomorrow", ("coin",)),
        e.HouseBuilt(A, "row_9", "site_moon"),
        e.PointsScored(7, 1, "final_moon"),
        e.BarrierCrossed(A, "moon_barrier_1"),
        e.DecisionAnswered(1, A, Parts(params=Params(steps=1))),
        e.DecisionRequested(1, A, "miner_steps", (1, 2), (Planned(MoveMiner(True), "?"),)),
    ]
    for event in strangers:
        assert SCHICHTWECHSEL.tell(event, language).endswith(".")


@pytest.mark.parametrize("number", range(8))
def test_every_event_of_a_game_is_told_in_every_language(number: int) -> None:
    game = recorded(Setup)[number]
    for event in game.events:
        said = {SCHICHTWECHSEL.tell(event, language, NAMES, game.catalog) for language in LANGUAGES}
        assert len(said) == len(LANGUAGES)
        for sentence in said:
            assert sentence.endswith(".")
            assert "{" not in sentence
            assert (
                "_" not in sentence
                or "rule" in sentence
                or "szabály" in sentence
                or ("Regelschalter" in sentence)
            )
