"""Every refusal code of section 16.4 explained, with numbers in its gaps."""

from string import Formatter

import pytest

from domain.gluck_auf.texts import REFUSALS, explain
from domain.kernel.errors import RuleViolation
from domain.kernel.texts import LANGUAGES
from tests.languages import WORD_FOR_WORD

FACTS = {"n": 3, "least": 2, "most": 4}
EXPLAINED = {
    "not_your_turn": (
        "It is not your turn.",
        "Du bist nicht am Zug.",
        "Nem te következel.",
    ),
    "wrong_phase": (
        "This is not possible now.",
        "Das ist jetzt nicht möglich.",
        "Ez most nem lehetséges.",
    ),
    "unknown_space": (
        "There is no such worker space.",
        "Dieses Arbeiterfeld gibt es nicht.",
        "Nincs ilyen munkásmező.",
    ),
    "space_locked": (
        "This worker space is locked.",
        "Dieses Arbeiterfeld ist gesperrt.",
        "Ez a munkásmező le van zárva.",
    ),
    "not_enough_workers": (
        "You need 3 workers here.",
        "Du brauchst hier 3 Arbeiter.",
        "Ide 3 munkás kell.",
    ),
    "space_exhausted": (
        "Nothing is left at this worker space.",
        "An diesem Arbeiterfeld liegt nichts mehr.",
        "Ennél a munkásmezőnél már nincs semmi.",
    ),
    "stack_empty": (
        "The stack is used up.",
        "Der Stapel ist aufgebraucht.",
        "A pakli elfogyott.",
    ),
    "not_enough_marks": (
        "You need 3 Marks.",
        "Du brauchst 3 Mark.",
        "3 márka kell hozzá.",
    ),
    "nothing_to_deliver": (
        "You have no complete order for this vehicle.",
        "Du hast keinen vollständigen Auftrag für dieses Transportmittel.",
        "Nincs kész rendelésed ehhez a járműhöz.",
    ),
    "too_many_steps": (
        "At most 3 work steps are allowed.",
        "Höchstens 3 Arbeitsschritte sind erlaubt.",
        "Legfeljebb 3 munkalépés megengedett.",
    ),
    "cage_same_level": (
        "The pit cage is already there.",
        "Der Förderkorb ist schon dort.",
        "A kas már ott van.",
    ),
    "cage_wrong_level": (
        "The pit cage is not at this level.",
        "Der Förderkorb ist nicht auf dieser Stollenetage.",
        "A kas nem ezen a tárnaszinten van.",
    ),
    "cage_not_at_surface": (
        "The pit cage is not at the surface.",
        "Der Förderkorb ist nicht über Tage.",
        "A kas nincs a külszínen.",
    ),
    "cage_full": (
        "The pit cage is full.",
        "Der Förderkorb ist voll.",
        "A kas megtelt.",
    ),
    "lorry_unknown": (
        "You have no such lorry.",
        "Du hast keine solche Lore.",
        "Nincs ilyen csilléd.",
    ),
    "lorry_empty": (
        "This lorry is empty.",
        "Diese Lore ist leer.",
        "Ez a csille üres.",
    ),
    "cube_missing": (
        "There is no such coal cube.",
        "Dort liegt kein solcher Kohlewürfel.",
        "Ott nincs ilyen szénkocka.",
    ),
    "order_not_outstanding": (
        "This is not one of your outstanding orders.",
        "Das ist keiner deiner ausstehenden Aufträge.",
        "Ez nem a te teljesítésre váró rendelésed.",
    ),
    "spot_unknown": (
        "There is no such order spot.",
        "Dieses Ablagefeld gibt es nicht.",
        "Nincs ilyen rendeléshely.",
    ),
    "spot_filled": (
        "This order spot is already filled.",
        "Dieses Ablagefeld ist schon belegt.",
        "Ez a rendeléshely már foglalt.",
    ),
    "storage_not_allowed": (
        "One of your orders has a free spot for this cube.",
        "Einer deiner Aufträge hat ein freies Ablagefeld für diesen Würfel.",
        "Az egyik rendeléseden van szabad hely ennek a kockának.",
    ),
    "substitute_unfinished": (
        "The second cube must follow at once.",
        "Der zweite Würfel muss sofort folgen.",
        "A második kockának azonnal következnie kell.",
    ),
    "order_not_on_offer": (
        "This order is not on offer.",
        "Dieser Auftrag liegt nicht aus.",
        "Ez a rendelés nem választható.",
    ),
    "not_looked_at": (
        "You did not look at this one.",
        "Das hast du nicht gezogen.",
        "Ezt nem húztad fel.",
    ),
    "return_mismatch": (
        "Return exactly the remaining ones.",
        "Lege genau die übrigen zurück.",
        "Pontosan a megmaradtakat tedd vissza.",
    ),
    "bad_shortage_choice": (
        "This choice of replacement cubes is not possible.",
        "Diese Wahl der Ersatzwürfel ist nicht möglich.",
        "A pótkockák ilyen választása nem lehetséges.",
    ),
    "game_full_or_short": (
        "The game needs 2 to 4 players.",
        "Das Spiel braucht 2 bis 4 Spieler.",
        "A játékhoz 2–4 játékos kell.",
    ),
}


@pytest.mark.parametrize("code", EXPLAINED)
def test_a_refusal_is_explained_in_every_language(code: str) -> None:
    refusal = RuleViolation(code, **FACTS)
    assert tuple(explain(refusal, language) for language in WORD_FOR_WORD) == EXPLAINED[code]


def test_every_code_is_explained() -> None:
    assert list(REFUSALS) == list(EXPLAINED)


def test_one_is_singular() -> None:
    one_worker = RuleViolation("not_enough_workers", n=1)
    assert explain(one_worker, "en") == "You need 1 worker here."
    assert explain(one_worker, "de") == "Du brauchst hier 1 Arbeiter."
    assert explain(one_worker, "hu") == "Ide 1 munkás kell."
    assert explain(RuleViolation("not_enough_marks", n=1), "en") == "You need 1 Mark."
    assert explain(RuleViolation("not_enough_marks", n=1), "de") == "Du brauchst 1 Mark."
    one_step = RuleViolation("too_many_steps", n=1)
    assert explain(one_step, "en") == "At most 1 work step is allowed."
    assert explain(one_step, "de") == "Höchstens 1 Arbeitsschritt ist erlaubt."
    assert explain(one_step, "hu") == "Legfeljebb 1 munkalépés megengedett."


def test_facts_without_a_gap_do_no_harm() -> None:
    refusal = RuleViolation("space_locked", space="mining-4")
    assert explain(refusal, "en") == "This worker space is locked."


@pytest.mark.parametrize("code", EXPLAINED)
def test_a_sentence_speaks_of_facts_only(code: str) -> None:
    sentences = REFUSALS[code].sentence
    gaps = [{gap for _, gap, _, _ in Formatter().parse(sentences[it]) if gap} for it in LANGUAGES]
    assert all(gap <= FACTS.keys() for gap in gaps)


@pytest.mark.parametrize(
    ("code", "section"),
    [
        ("not_your_turn", "4"),
        ("space_locked", "2.3"),
        ("not_enough_workers", "4"),
        ("stack_empty", "8.1"),
        ("not_enough_marks", "5.2"),
        ("nothing_to_deliver", "5.5"),
        ("cage_full", "6.1"),
        ("spot_filled", "6.2"),
        ("storage_not_allowed", "6.3"),
        ("bad_shortage_choice", "8.2"),
    ],
)
def test_a_refusal_names_the_section_of_its_rule(code: str, section: str) -> None:
    assert REFUSALS[code].section == section
