"""Everything that can happen in an event is told in every language, without a gap left."""

import pytest
from msgspec import structs

from domain.kernel.texts import LANGUAGES, Language
from domain.tournament import events as e
from domain.tournament.pairing.proposal import Terms
from domain.tournament.texts import PHRASES, tell

SHA = "a" * 64
TABLE = (3, 1, 2)
PAIRED = e.RoundPaired(
    round=2,
    tables=(TABLE, (4, 5, 6)),
    byes=(7,),
    terms=Terms(0, 0, 12, 6, 4711),
    bound={},
    proof=(),
    prices={},
    status="optimal",
)
READ = e.ResultRead(2, 1, "game-7", 87, SHA, (31, -4, 28), (1, 3, 2))
SAMPLES: list[e.TournamentEvent] = [
    e.TournamentCreated("open", SHA, "Zeche Open"),
    e.RegulationChanged(SHA, "a typing error"),
    e.Registered(7, SHA, 3, None, "Bochum"),
    e.Registered(8, SHA, None, None, None, late=True, reason="missed the train"),
    e.RegistrationClosed(),
    e.CheckedIn(7, 2),
    e.AbsentMarked(7, 2, "overslept"),
    e.AbsentMarked(7, 2, ""),
    e.Withdrawn(7, "ill"),
    e.Withdrawn(7, " "),
    e.Returned(7, "well"),
    e.Returned(7, ""),
    e.Replaced(7, "a friend", SHA),
    e.NameErased(7),
    e.PairForbidden((3, 7), "married"),
    e.PenaltyGiven(7, 18, "rude"),
    e.PenaltyGiven(7, -6, "was wronged"),
    e.PairingAsked(2),
    e.PairingAsked(2, pinned=(TABLE,), reason="for the cameras"),
    e.PairingAsked(2, repair=True, reason="7 left"),
    e.SchedulePlanned(((TABLE,), (TABLE,))),
    e.SchedulePlanned(((TABLE,),)),
    PAIRED,
    structs.replace(PAIRED, status="within", tables=(TABLE,)),
    structs.replace(PAIRED, status="solver", pinned=(TABLE,), reason="for the cameras"),
    structs.replace(PAIRED, status="by_hand", reason="so that friends meet"),
    structs.replace(PAIRED, status="repaired", reason="7 left"),
    e.PairingFailed(2, ("pairing.too_long",)),
    e.RoundPublished(2),
    e.DealCommitted(2, 4, SHA),
    e.RoundStarted(2),
    e.GameOpened(2, 1, "game-7", SHA),
    READ,
    structs.replace(READ, points=(), places=()),
    e.ResultConfirmed(2, 1, 7),
    e.ResultCorrected(2, 1, (1, 1, 3), (9, 9, 2), "counted wrongly"),
    e.ResultCorrected(2, 1, (1, 1, 3), (9, 9, 2), "counted wrongly", ruling="section 4"),
    e.RoundClosed(2),
    e.StandingsSettled(2, (7, 3, 1), {7: 108, 3: 60, 1: 0}),
    e.TournamentFinished(),
    e.TournamentFinished("snow"),
]
PARTS = {"entrant", "named", "and", "because", "full_stop", "points"}
"""Phrases that stand in sentences of others."""


def test_every_type_of_event_has_a_sample() -> None:
    assert {type(one) for one in SAMPLES} == {*e.TOURNAMENT_EVENTS}


@pytest.mark.parametrize("event", SAMPLES, ids=lambda one: str(one.__struct_config__.tag))
def test_it_is_told_in_every_language_without_a_gap(event: e.TournamentEvent) -> None:
    told = {language: tell(event, language, {7: "Anna"}) for language in LANGUAGES}
    assert len({*told.values()}) == len(LANGUAGES)
    for sentence in told.values():
        assert not {*"{}[]"} & {*sentence}, sentence
        assert "UNSET" not in sentence
        assert "None" not in sentence
        assert sentence[-1] in ".”“\"'", sentence
        assert sentence[0] == sentence[0].upper()


@pytest.mark.parametrize("event", SAMPLES, ids=lambda one: str(one.__struct_config__.tag))
def test_a_reason_that_was_given_is_told(event: e.TournamentEvent) -> None:
    reason = getattr(event, "reason", "")
    is_told = isinstance(reason, str) and reason.strip()
    if is_told and not (isinstance(event, e.RoundPaired) and event.status == "solver"):
        assert all(reason in tell(event, language) for language in LANGUAGES)
    else:
        assert all(tell(event, language) for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_told_where_they_are_known_else_the_number(language: Language) -> None:
    assert "Anna" in tell(e.Withdrawn(7, ""), language, {7: "Anna"})
    assert "7" in tell(e.Withdrawn(7, ""), language)
    assert "Anna" not in tell(e.NameErased(7), language, {7: "Anna"})
    forbidden = tell(e.PairForbidden((3, 7), "married"), language, {3: "Béla", 7: "Anna"})
    assert "Anna" in forbidden
    assert "Béla" in forbidden


def test_no_phrase_is_left_that_nobody_says() -> None:
    said = {str(one.__struct_config__.tag) for one in SAMPLES}
    for key in PHRASES["en"]:
        head = key.partition(".")[0]
        assert head in said | PARTS | {"quality"}, key
