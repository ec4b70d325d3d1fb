"""Results are read, confirmed, corrected; standings are settled, again if need be, or live."""

import msgspec
import pytest
from msgspec import structs

from domain.tournament import actions as a
from domain.tournament.view import standings_now, standings_view, view
from tests.domain.tournament.moments import (
    CROSSED,
    WON_IN_ORDER,
    between,
    closed,
    started,
)
from tests.domain.tournament.paper_event import PaperEvent

HEAD = "e" * 64


def types(facts: list[object]) -> list[str]:
    return [msgspec.to_builtins(fact)["type"] for fact in facts]


def shares(event: PaperEvent) -> dict[int, object]:
    return {row.entrant: row.values["share"].value for row in event.rows()}


def test_a16_a_result_is_read_again_only_if_a_later_entry_changed_it() -> None:
    event = started()
    event.read(1, WON_IN_ORDER, version=87)
    again = a.ReadResult(1, 1, "game-1-1", 90, HEAD, (90, 80, 70, 60), WON_IN_ORDER)
    assert event.refuses(again, "service") == "result_known"
    older = structs.replace(again, version=80, places=(2, 1, 3, 4))
    assert event.refuses(older, "service") == "result_known"
    event.act(structs.replace(again, places=(2, 1, 3, 4)), "service")
    table = event.round.tables[0]
    assert (table.version, table.head) == (90, HEAD)
    assert table.result
    assert table.result.places == (2, 1, 3, 4)


@pytest.mark.parametrize(
    ("points", "places"),
    [
        ((9, 8, 7), (1, 2, 3)),
        ((9, 8, 7, 6), (1, 1, 2, 3)),
        ((9, 8, 7, 6), (2, 3, 4, 5)),
        ((9, 8, 7, 100_000), (1, 2, 3, 4)),
        ((9, 8, 7, 6), ()),
        ((), (1, 2, 3, 4)),
    ],
)
def test_a1_places_are_competition_places_one_per_seat(
    points: tuple[int, ...], places: tuple[int, ...]
) -> None:
    event = started()
    read = a.ReadResult(1, 1, "game-1-1", 9, HEAD, points, places)
    assert event.refuses(read, "service") == "places_invalid"


def test_a17_points_and_places_of_a_game_stand_by_seat_which_is_turn_order() -> None:
    """What the game says of seat p − 1 counts for place p of the table, whatever its points."""
    event = started()
    event.read(1, (2, 1, 4, 3), (5, 50, -7, 0))
    event.read(2, WON_IN_ORDER)
    event.act(a.CloseRound())
    assert [event.settled().twelfths[one] for one in (1, 2, 3, 4)] == [36, 60, 12, 24]


def test_a2_a_total_is_tables_byes_and_absences_less_penalties() -> None:
    scoring = {"kind": "rank", "points": {"4": [60, 36, 24, 12]}, "bye": 48, "absent": 7}
    event = closed(10, scoring=scoring, tables={"size": 4})
    event.act(a.MarkAbsent(10))
    event.by_hand((1, 2, 3, 4), (5, 6, 7, 8))
    event.act(a.Penalize(9, 50, "rude"))
    event.act(a.MarkAbsent(1))  # sits all the same, so it does not count as an absence
    event.play(WON_IN_ORDER, WON_IN_ORDER)
    twelfths = event.settled().twelfths
    assert (twelfths[9], twelfths[10], twelfths[1]) == (-2, 7, 60)


def test_a2_rounds_missed_by_withdrawal_give_nothing_and_totals_may_be_negative() -> None:
    event = between()
    event.act(a.Withdraw(1))
    event.act(a.Penalize(8, 36, "rude"), "arbiter")
    assert event.settled().twelfths[8] == -24
    event.by_hand((2, 3, 5, 6), (4, 7, 8))
    event.play(WON_IN_ORDER, (1, 2, 3))
    assert (event.settled().twelfths[1], event.settled().twelfths[8]) == (60, 0)


def test_b12_a_table_decided_without_a_game_has_a_typed_result_and_no_game() -> None:
    event = closed(4)
    event.by_hand((1, 2, 3, 4))
    event.act(a.PublishRound())
    event.act(a.StartRound())
    event.act(a.CorrectResult(1, (1, 2, 2, 4), "played with cards"), "arbiter")
    event.act(a.CloseRound())
    table = event.round.tables[0]
    assert (table.game, table.opened) == (None, [])
    assert table.result
    assert (table.result.points, table.result.is_typed) == ((0, 0, 0, 0), True)
    assert shares(event) == dict.fromkeys((1, 2, 3, 4), "1")


def test_c2_an_adjudicated_table_shares_the_points_of_that_moment() -> None:
    """The arbiter put 4 first; the points stay as the game left them."""
    event = closed(4)
    event.by_hand((1, 2, 3, 4))
    event.start()
    event.read(1, (2, 3, 4, 1), (10, 5, 5, 0))
    event.act(a.CloseRound())
    assert event.settled().twelfths == {1: 36, 2: 24, 3: 12, 4: 60}
    assert shares(event) == {4: "0", 1: "2", 2: "1", 3: "1"}


def test_a2_a_typed_correction_counts_as_the_last_result_with_the_points_of_the_game() -> None:
    event = started()
    event.read(1, WON_IN_ORDER, (30, 20, 10, 0))
    event.act(a.CorrectResult(1, (4, 3, 2, 1), "counted backwards"))
    table = event.round.tables[0]
    assert table.result
    assert (table.result.points, table.result.is_typed) == ((30, 20, 10, 0), True)
    event.read(1, (1, 1, 3, 4), (30, 30, 10, 0), version=120)
    assert table.result
    assert (table.result.places, table.result.is_typed) == ((1, 1, 3, 4), False)


def test_who_confirmed_a_result_has_not_confirmed_the_next_one() -> None:
    event = started()
    event.read(1, WON_IN_ORDER)
    event.act(a.ConfirmResult(1, 1), 2)
    assert event.round.tables[0].confirmed == [2]
    event.act(a.CorrectResult(1, (2, 1, 3, 4), "wrong"))
    assert event.round.tables[0].confirmed == []
    event.act(a.ConfirmResult(1, 1), 2)
    event.read(1, (1, 1, 3, 4), version=120)
    assert event.round.tables[0].confirmed == []


def test_c8_a_correction_between_rounds_settles_the_same_standings_again() -> None:
    event = between()
    facts = event.act(a.CorrectResult(1, (4, 3, 2, 1), "counted backwards"))
    assert types([*facts]) == ["result_corrected", "standings_settled"]
    again = event.settled()
    assert again.after == 1
    assert [again.twelfths[one] for one in (1, 2, 3, 4)] == [12, 24, 36, 60]
    assert [row.entrant for row in event.rows(1)] == [*again.order]


def test_c8_a_correction_counts_after_the_next_round_is_paired_but_not_once_it_began() -> None:
    event = between()
    event.by_hand(*CROSSED)
    facts = event.act(a.CorrectResult(1, (4, 3, 2, 1), "counted backwards"))
    assert types([*facts]) == ["result_corrected", "standings_settled"]
    event.start()
    assert event.refuses(a.CorrectResult(1, WON_IN_ORDER, "no", round=1)) == "not_last_round"
    assert event.facts(a.CorrectResult(1, WON_IN_ORDER, "typed"))[0]["round"] == 2


def test_c8_a_ruling_in_a_game_of_an_earlier_round_counts_from_the_next_standings() -> None:
    event = between()
    event.by_hand(*CROSSED)
    event.start()
    facts = event.read(1, (4, 3, 2, 1), round=1, version=150)
    assert types([*facts]) == ["result_read"]
    assert event.state.settled[1].twelfths[1] == 60
    for table in (1, 2):
        event.read(table, WON_IN_ORDER)
    event.act(a.CloseRound())
    assert event.settled().twelfths[1] == 12 + 60
    assert event.state.settled[1].twelfths[1] == 60


def test_c8_a_ruling_between_rounds_settles_the_last_standings_again() -> None:
    event = between()
    event.by_hand(*CROSSED)
    event.play(WON_IN_ORDER, WON_IN_ORDER)
    facts = event.read(1, (4, 3, 2, 1), round=1, version=150)
    assert types([*facts]) == ["result_read", "standings_settled"]
    assert (event.settled().after, event.settled().twelfths[1]) == (2, 72)
    assert event.state.settled[1].twelfths[1] == 60


def test_c8_a_penalty_counts_at_once_between_rounds_and_at_the_end_of_one_that_is_played() -> None:
    event = between()
    assert types([*event.act(a.Penalize(1, 12, "rude"))]) == ["penalty_given", "standings_settled"]
    assert event.settled().twelfths[1] == 48
    event.by_hand(*CROSSED)
    event.start()
    assert types([*event.act(a.Penalize(1, -6, "was wronged"))]) == ["penalty_given"]
    for table in (1, 2):
        event.read(table, WON_IN_ORDER)
    event.act(a.CloseRound())
    assert event.settled().twelfths[1] == 48 + 60 + 6


def test_nothing_is_corrected_before_a_round_has_begun() -> None:
    for number in (None, 1):
        typed = a.CorrectResult(1, WON_IN_ORDER, "so", round=number)
        event = closed()
        assert event.refuses(typed) == "round_not_begun"
        assert event.refusal.facts == {"round": 1}


@pytest.mark.parametrize(("shown", "leader"), [("after_round", None), ("live", 5)])
def test_standings_of_an_open_round_are_shown_only_if_they_are_live(
    shown: str, leader: int | None
) -> None:
    event = started(standings=shown)
    event.read(2, WON_IN_ORDER)
    now = standings_now(event.state, event.tournament.chance)
    assert (now.rows[0].entrant if now else None) == leader
    assert view(event.state).settled == ()


def test_live_standings_are_of_the_open_round_and_earlier_ones_stay_as_they_were_settled() -> None:
    event = between(standings="live")
    event.by_hand(*CROSSED)
    chance = event.tournament.chance
    paired = standings_now(event.state, chance)
    assert paired
    assert paired.after == 1
    event.start()
    event.read(1, (4, 3, 2, 1))
    now, before = standings_now(event.state, chance), standings_now(event.state, chance, 1)
    assert now
    assert before
    assert (now.after, before.after) == (2, 1)
    assert before.rows == tuple(event.rows(1))
    assert standings_now(event.state, chance, 3) is None


def test_b10_a_row_has_place_entrant_name_values_and_what_separates_it() -> None:
    event = closed(4)
    event.round_by_hand((1, 2, 3, 4))
    body = msgspec.json.decode(
        msgspec.json.encode(standings_view(event.tournament.standings(1), {1: "Anna"}))
    )
    assert body["after"] == 1
    first, second = body["rows"][:2]
    assert [*first] == ["place", "entrant", "name", "values", "separated_by"]
    assert (first["place"], first["entrant"], first["name"]) == (1, 1, "Anna")
    assert (first["separated_by"], second["separated_by"]) == (None, "points")
    values = first["values"]
    assert values["points"] == {"twelfths": 60, "shown": "5"}
    assert values["wins"] == {"value": 1}
    assert values["places"] == {"value": [1, 0, 0, 0]}
    assert values["share"]["value"] == "6/5"
    assert values["opponents"] == {"value": "0"}
    assert values["encounter"] == {"value": 0}
    assert isinstance(values["lots"]["value"], int)


def test_finish_needs_a_reason_while_rounds_are_left_and_no_round_may_be_open() -> None:
    assert started().refuses(a.Finish("snow")) == "round_open"
    assert closed().refuses(a.Finish()) == "rounds_left"
    event = closed()
    event.act(a.Finish("snow"))
    assert event.state.phase == "finished"
    for action in (a.PairRound(), a.Register(HEAD, reason="late"), a.Finish()):
        assert event.refuses(action) == "tournament_finished"
