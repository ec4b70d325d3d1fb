"""People come and go: who is present, late, absent, withdrawn, replaced, erased."""

from collections.abc import Callable

import pytest

from domain.tournament import actions as a
from domain.tournament.stages import present
from domain.tournament.view import view
from tests.domain.tournament.moments import (
    CROSSED,
    TWO_TABLES,
    between,
    closed,
    paired,
    published,
    registering,
    started,
)
from tests.domain.tournament.paper_event import PaperEvent

EVERYBODY = (1, 2, 3, 4, 5, 6, 7, 8)


def test_b4_numbers_count_from_1_in_order_and_a_club_has_no_effect() -> None:
    event = registering(3)
    assert [one.number for one in event.state.entrants] == [1, 2, 3]
    event.act(a.Register("a" * 64, club="Bochum"))
    assert event.state.entrants[3].club == "Bochum"


def test_b5_who_is_withdrawn_or_absent_is_not_present() -> None:
    event = closed()
    event.act(a.Withdraw(2))
    event.act(a.MarkAbsent(5, reason="overslept"))
    assert present(event.state, 1) == (1, 3, 4, 6, 7, 8)
    assert present(event.state, 2) == (1, 3, 4, 5, 6, 7, 8)


def test_b5_if_anybody_is_checked_in_for_a_round_only_those_are_present() -> None:
    event = closed()
    for number in (3, 1, 8, 4):
        event.act(a.CheckIn(number))
    assert present(event.state, 1) == (1, 3, 4, 8)
    assert present(event.state, 2) == EVERYBODY
    event.act(a.Withdraw(8))
    assert present(event.state, 1) == (1, 3, 4)
    assert event.refuses(a.CheckIn(8)) == "already_withdrawn"
    event.act(a.MarkAbsent(7))
    assert event.refuses(a.CheckIn(7)) == "already_absent"


def test_b5_tables_and_byes_are_exactly_those_present() -> None:
    event = closed(9, tables={"size": 4})
    event.act(a.MarkAbsent(4))
    assert event.refuses(a.PairByHand(TWO_TABLES, "so")) == "pairing.entrant_not_present"
    here = a.PairByHand(((1, 2, 3, 5), (6, 7, 8, 9)), "so")
    assert event.facts(here)[0]["byes"] == []


def test_b5_somebody_who_comes_or_goes_while_a_pairing_is_sought_makes_it_wrong() -> None:
    event = closed()
    event.act(a.PairRound())
    answer = event.proposal()
    event.act(a.Withdraw(8))
    assert event.refuses(answer, "service") == "pairing.entrant_not_present"


def test_b4_withdrawn_and_returned_count_from_the_next_pairing_on() -> None:
    event = paired()
    event.act(a.Withdraw(8))
    event.start()
    assert event.round.tables[1].seats == (5, 6, 7, 8)
    for table in (1, 2):
        event.read(table, (1, 2, 3, 4))
    event.act(a.CloseRound())
    assert present(event.state, 2) == EVERYBODY[:-1]
    event.act(a.Return(8))
    assert present(event.state, 2) == EVERYBODY


def test_b4_an_absence_is_of_one_round_only() -> None:
    event = between()
    event.act(a.MarkAbsent(3))
    assert event.state.entrants[2].absent == [2]
    assert 3 in present(event.state, 3)


@pytest.mark.parametrize("round", [0, 1, 5])
def test_b6_nobody_is_absent_from_a_round_that_is_over_or_that_there_is_not(round: int) -> None:
    event = between()
    assert event.refuses(a.MarkAbsent(3, round)) == "round_over"
    assert event.refuses(a.CheckIn(3, round)) == "round_over"


def test_b6_after_the_last_round_there_is_none_to_be_absent_from() -> None:
    event = between(stages=[{"kind": "swiss", "rounds": 1}])
    assert event.refuses(a.MarkAbsent(3)) == event.refuses(a.CheckIn(3)) == "no_round_left"


def test_b4_who_is_replaced_leaves_points_and_history_to_the_number() -> None:
    event = between()
    event.act(a.EraseName(1))
    event.act(a.Replace(1, "a friend plays on", "f" * 64))
    one = event.state.entrants[0]
    assert (one.name_sha256, one.is_erased) == ("f" * 64, False)
    assert event.settled().twelfths[1] == 60
    event.by_hand(*TWO_TABLES)
    terms = event.round.terms
    assert terms
    assert terms.rematches == 12


def test_an_erased_name_is_shown_to_nobody_even_after_the_end() -> None:
    event = between()
    event.act(a.Finish("snow"))
    event.act(a.EraseName(2))
    shown = view(event.state, dict.fromkeys(EVERYBODY, "Anna")).entrants
    assert [one.name for one in shown[:3]] == ["Anna", None, "Anna"]
    assert event.refuses(a.Withdraw(2)) == "tournament_finished"


def test_c7_a_late_entry_has_nothing_for_rounds_missed() -> None:
    event = between()
    event.register(reason="missed the train")
    entrant = event.state.entrants[8]
    assert entrant.is_late
    assert present(event.state, 2) == (*EVERYBODY, 9)
    event.act(a.PairByHand(((1, 2, 5), (3, 4, 6), (7, 8, 9)), "so"))
    event.play((1, 2, 3), (1, 2, 3), (1, 2, 3))
    assert event.settled().twelfths[9] == 24
    assert len(event.settled().order) == 9


def test_c7_a_late_entry_may_have_the_next_bye_as_anybody_who_had_none() -> None:
    """9 had the bye of round 1, so that 10, who came late with nothing, is due."""
    event = closed(9, tables={"size": 4})
    event.by_hand(*TWO_TABLES)
    event.play((1, 2, 3, 4), (1, 2, 3, 4))
    event.register(reason="late")
    event.act(a.Withdraw(9))
    assert event.pair().byes == (10,)


def test_a9_salts_that_come_late_change_no_lot() -> None:
    event = registering(2)
    event.register(salt="1" * 32)
    event.close_registration()
    before = event.tournament.chance.below("lots/1", 2**32)
    event.register(salt="2" * 32, reason="late")
    assert event.tournament.chance.below("lots/1", 2**32) == before
    assert event.state.salts == (None, None, "1" * 32)
    other = PaperEvent(3).close_registration()
    assert other.tournament.chance.below("lots/1", 2**32) != before


def test_c10_time_never_goes_back() -> None:
    event = registering(1)
    earlier = event.tournament.decide("organizer", a.Withdraw(1), "2020-01-01T00:00:00.000Z")
    assert earlier.at == event.tournament.updated_at


@pytest.mark.parametrize("moment", [registering, closed, published, started, between])
def test_in_every_state_of_a_round_people_come_and_go(moment: Callable[[], PaperEvent]) -> None:
    event = moment()
    event.act(a.Withdraw(3, "ill"))
    event.act(a.Return(3, "well"))
    event.act(a.Replace(4, "a friend"))
    event.act(a.MarkAbsent(5))
    event.act(a.Register("a" * 64, reason="came by"))
    assert len(event.state.entrants) == 9
    assert event.state.entrants[8].is_late == (event.state.salts is not None)


def test_forbidden_pairs_are_kept_apart_by_everybody_who_pairs() -> None:
    event = closed()
    event.act(a.ForbidPair((2, 1), "married"))
    assert event.refuses(a.PairByHand(TWO_TABLES, "so")) == "pairing.forbidden_pair"
    pinned = a.PairRound((CROSSED[0],), "friends")
    assert event.refuses(pinned) == "pairing.forbidden_pair"
    tables = event.pair().tables
    assert not any({1, 2} <= {*table.seats} for table in tables)
