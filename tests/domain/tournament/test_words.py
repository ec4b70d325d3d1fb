"""Every word of `ranking` against figures worked out by hand: the vectors V1 … of
docs/tournaments.md, which names them by the same numbers.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

from domain.tournament.regulation import Regulation, Scoring
from domain.tournament.standings import Row, standings
from domain.tournament.state import Ledger, Missed, Penalty, Played
from domain.tournament.table_points import all_table_points, by_rank, table_points
from domain.tournament.words import shown
from tests.domain.tournament.paper_event import regulation

POINTS = {"4": (60, 36, 24, 12), "3": (60, 36, 24), "2": (60, 24)}


class FixedLots:
    def __init__(self, **lots: int) -> None:
        self._lots = lots

    def below(self, label: str, _limit: int) -> int:
        return self._lots.get(label.replace("lots/", "n"), 0)


def played(
    round: int, table: int, seats: Sequence[int], places: Sequence[int], points: Sequence[int] = ()
) -> Played:
    told = tuple(points) or tuple(100 - 10 * place for place in places)
    return Played(round, 0, table, tuple(seats), told, tuple(places))


def rows(
    entrants: int,
    tables: Sequence[Played],
    ranking: Sequence[str],
    lots: FixedLots | None = None,
    **more: Any,
) -> list[Row]:
    rules = msgspec.json.decode(regulation(ranking=list(ranking)), type=Regulation)
    ledger = Ledger(
        after=max((one.round for one in tables), default=1),
        stage=0,
        entrants=entrants,
        tables=tuple(tables),
        byes=more.get("byes", ()),
        absences=more.get("absences", ()),
        penalties=more.get("penalties", ()),
    )
    return list(standings(ledger, rules, lots or FixedLots()).rows)


def values(found: Sequence[Row], word: str) -> dict[int, object]:
    picked: dict[int, object] = {}
    for row in found:
        value = row.values[word]  # type: ignore[index]  # a word that was asked for
        picked[row.entrant] = value.value if value.value is not msgspec.UNSET else value.twelfths
    return picked


@pytest.mark.parametrize(
    ("places", "twelfths"),
    [
        ((1, 2, 3, 4), (60, 36, 24, 12)),
        ((1, 1, 3, 4), (48, 48, 24, 12)),
        ((1, 2, 2, 4), (60, 30, 30, 12)),
        ((1, 2, 3, 3), (60, 36, 18, 18)),
        ((1, 1, 1, 4), (40, 40, 40, 12)),
        ((1, 2, 2, 2), (60, 24, 24, 24)),
        ((1, 1, 3, 3), (48, 48, 18, 18)),
        ((1, 1, 1, 1), (33, 33, 33, 33)),
        ((2, 1, 3), (36, 60, 24)),
        ((1, 1, 1), (40, 40, 40)),
        ((2, 1), (24, 60)),
        ((1, 1), (42, 42)),
    ],
)
def test_v1_a1_those_who_share_places_share_their_points_exactly(
    places: tuple[int, ...], twelfths: tuple[int, ...]
) -> None:
    assert by_rank(POINTS, places) == twelfths


def test_v2_a2_points_are_tables_byes_and_absences_less_penalties() -> None:
    """1: 60 + 36 − 12 = 84; 5: bye 48 + 60 = 108; 6: absent 0, then nothing; 7 never came."""
    tables = [
        played(1, 1, (1, 2, 3, 4), (1, 2, 3, 4)),
        played(2, 1, (5, 1, 2, 3), (1, 2, 3, 4)),
    ]
    found = rows(
        7,
        tables,
        ["points"],
        byes=(Missed(1, 0, 5),),
        absences=(Missed(1, 0, 6),),
        penalties=(Penalty(1, 12, "late", 0), Penalty(7, 24, "rude", 0)),
    )
    assert values(found, "points") == {5: 108, 1: 84, 2: 60, 3: 36, 4: 12, 6: 0, 7: -24}
    points = found[1].values["points"]
    assert (points.shown, points.arithmetic) == ("7", "60 + 36 − 12 = 84")
    assert found[-1].values["points"].shown == "-2"


def test_v3_a15_wins_count_only_first_places_alone() -> None:
    tables = [
        played(1, 1, (1, 2, 3, 4), (1, 1, 3, 4)),
        played(2, 1, (1, 2, 3), (1, 2, 3)),
        played(3, 1, (1, 2), (2, 1)),
    ]
    assert values(rows(4, tables, ["wins"]), "wins") == {1: 1, 2: 1, 3: 0, 4: 0}


def test_v4_a15_places_count_shared_ones_as_their_number() -> None:
    tables = [
        played(1, 1, (1, 2, 3, 4), (1, 1, 3, 4)),
        played(2, 1, (4, 3, 2, 1), (1, 2, 2, 2)),
        played(3, 1, (1, 2, 3), (3, 2, 1)),
    ]
    found = rows(4, tables, ["places"])
    assert values(found, "places") == {
        3: (1, 1, 1, 0),
        1: (1, 1, 1, 0),
        2: (1, 2, 0, 0),
        4: (1, 0, 0, 1),
    }
    assert [row.entrant for row in found] == [2, 1, 3, 4]
    assert [row.place for row in found] == [1, 2, 2, 4]


def test_v5_a15_share_is_one_on_average_whatever_the_size_of_the_table() -> None:
    """A table of 4 with 60, 30, 20, 10: 4·60/120 = 2. One of 3 with 0, 0, 0: 1 each.
    With −10, 0, 20 all are lowered by −10: 0, 10, 30 of 40, times 3."""
    tables = [
        played(1, 1, (1, 2, 3, 4), (1, 2, 3, 4), (60, 30, 20, 10)),
        played(1, 2, (5, 6, 7), (1, 1, 1), (0, 0, 0)),
        played(2, 1, (1, 5, 8), (3, 2, 1), (-10, 0, 20)),
    ]
    assert values(rows(9, tables, ["share"]), "share") == {
        8: "9/4",
        1: "1",  # (2 + 0) / 2
        2: "1",
        6: "1",
        7: "1",
        5: "7/8",  # (1 + 3/4) / 2
        3: "2/3",
        4: "1/3",
        9: "0",
    }


def test_v6_a15_opponents_are_their_points_per_table_without_me() -> None:
    """For 1: met 2, 3, 4 in round 1 and 5, 6, 7 in round 2. Without 1: 2 has 60/1, 3 has 36/1,
    4 has 24/1; 5 has 60/1, 6 has 36/1, 7 has 24/1: 240/6 = 40. 8 has not met anybody: 0."""
    tables = [
        played(1, 1, (1, 2, 3, 4), (1, 2, 3, 4)),
        played(1, 2, (5, 6, 7), (1, 2, 3)),
        played(2, 1, (1, 5, 6, 7), (4, 3, 2, 1)),
        played(2, 2, (2, 3, 4), (1, 2, 3)),
    ]
    found = rows(8, tables, ["opponents", "opponents/cut1"])
    assert values(found, "opponents")[1] == "40"
    assert values(found, "opponents/cut1")[1] == "216/5"
    # 2 met 1, 3, 4, then 3 and 4 again. 1 apart: 12. 3 and 4 have no table without 2.
    assert values(found, "opponents")[2] == "12"
    assert values(found, "opponents/cut1")[2] == "12"
    assert values(found, "opponents")[8] == "0"


def test_v7_a15_withdrawn_opponents_and_byes_count_with_the_tables_they_played() -> None:
    """2 leaves after one table with 1, so there is none without 1: the meeting is left out. 3 has
    a bye in round 2, which is no table: only 24 of round 3."""
    tables = [
        played(1, 1, (1, 2, 3), (1, 2, 3)),
        played(3, 1, (4, 5, 3), (1, 2, 3)),
    ]
    found = rows(5, tables, ["opponents"], byes=(Missed(2, 0, 3),))
    assert values(found, "opponents")[1] == "24"


@pytest.mark.parametrize(
    ("tables", "tied", "expected"),
    [
        ([played(1, 1, (1, 2, 3, 4), (2, 1, 3, 4))], 2, {2: 2, 1: 0}),
        ([played(1, 1, (1, 2, 3, 4), (1, 1, 3, 4))], 2, {1: 1, 2: 1}),
        ([played(1, 1, (1, 2, 3, 4), (3, 1, 2, 4))], 3, {2: 4, 3: 2, 1: 0}),
        ([played(1, 1, (1, 2, 3, 4), (4, 3, 1, 2))], 4, {3: 6, 4: 4, 2: 2, 1: 0}),
        (
            [
                played(1, 1, (1, 2, 3), (1, 2, 3)),
                played(2, 1, (1, 2, 4), (2, 1, 3)),
            ],
            3,
            {1: 0, 2: 0, 3: 0},  # 1 and 2 met twice, the others once
        ),
        (
            [
                played(1, 1, (1, 2), (1, 2)),
                played(1, 2, (3, 4), (1, 2)),
                played(2, 1, (1, 3), (1, 2)),
                played(3, 1, (2, 3), (1, 2)),
            ],
            3,
            {1: 4, 2: 2, 3: 0},
        ),
    ],
)
def test_v8_a15_encounter_splits_two_three_and_four_who_have_met_equally_often(
    tables: Sequence[Played], tied: int, expected: dict[int, int]
) -> None:
    """Penalties make the tied equal in points, and put everybody else behind them."""
    totals = values(rows(4, tables, ["points"]), "points")
    equal = tuple(
        Penalty(number, int(str(totals[number])) + (0 if number <= tied else 600 + number), "-", 0)
        for number in range(1, 5)
    )
    found = rows(4, tables, ["points", "encounter"], penalties=equal)
    assert {n: v for n, v in values(found, "encounter").items() if n <= tied} == expected


def test_v9_a15_lots_are_the_last_to_split_and_the_smaller_draw_is_better() -> None:
    found = rows(3, [], ["points", "lots"], FixedLots(n1=900, n2=5, n3=70))
    assert [row.entrant for row in found] == [2, 3, 1]
    assert values(found, "lots") == {2: -5, 3: -70, 1: -900}
    assert [row.separated_by for row in found] == [None, "lots", "lots"]


def test_v10_a15_nothing_returns_to_an_earlier_word_and_equals_share_a_place_by_number() -> None:
    tables = [
        played(1, 1, (4, 2, 3, 1), (1, 1, 3, 3)),
        played(1, 2, (5, 6), (2, 1)),
    ]
    found = rows(7, tables, ["points", "wins"])
    assert [(row.place, row.entrant, row.separated_by) for row in found] == [
        (1, 6, None),
        (2, 2, "points"),
        (2, 4, None),
        (4, 5, "points"),
        (5, 1, "points"),
        (5, 3, None),
        (7, 7, "points"),
    ]


def test_v11_a18_share_percent_and_duplicate() -> None:
    share = Scoring(kind="share")
    assert table_points(share, (50, 30, 20), (1, 2, 3)) == (600, 360, 240)
    assert table_points(share, (1, 1, 1), (1, 1, 1)) == (400, 400, 400)
    assert table_points(share, (0, 0, 0, 0), (1, 1, 1, 1)) == (300, 300, 300, 300)
    assert table_points(share, (-10, 0, 20), (3, 2, 1)) == (0, 300, 900)
    percent = Scoring(kind="percent_of_winner")
    assert table_points(percent, (70, 35, 10), (1, 2, 3)) == (1200, 600, 171)
    assert table_points(percent, (0, 0), (1, 1)) == (1200, 1200)


def test_v12_a18_duplicate_compares_the_same_seats_at_tables_of_one_size() -> None:
    """Seat 0: 50, 40, 40 at three tables: 4 of 4, then 1 of 4 each. The table of 2 is alone."""
    tables = [
        played(1, 1, (1, 2, 3), (1, 2, 3), (50, 30, 20)),
        played(1, 2, (4, 5, 6), (1, 2, 3), (40, 30, 10)),
        played(1, 3, (7, 8, 9), (1, 2, 3), (40, 20, 15)),
        played(1, 4, (10, 11), (1, 2), (90, 1)),
    ]
    assert all_table_points(Scoring(kind="duplicate"), tables) == {
        (1, 1): (1200, 900, 1200),
        (1, 2): (300, 900, 0),
        (1, 3): (300, 0, 600),
        (1, 4): (600, 600),
    }


def test_v13_b10_points_are_shown_as_a_whole_number_and_a_fraction() -> None:
    twelfths = (108, 54, 4, 0, -27, -6, 13)
    assert [*map(shown, twelfths)] == ["9", "4 1/2", "1/3", "0", "-2 1/4", "-1/2", "1 1/12"]


def long_event(people: int, rounds: int) -> list[Played]:
    luck, numbers = Random(15), list(range(1, people + 1))
    tables: list[Played] = []
    for round in range(1, rounds + 1):
        luck.shuffle(numbers)
        for at in range(0, people, 4):
            table = numbers[at : at + 4]
            tables.append(played(round, at // 4 + 1, table, luck.sample((1, 2, 3, 4), 4)))
    return tables


def test_a15_opponents_of_a_long_event_are_worth_what_counting_every_table_gives() -> None:
    """The books take each meeting once; here all tables of all opponents are looked at."""
    tables = long_event(24, 12)
    found = values(rows(24, tables, ["opponents"]), "opponents")
    for me in range(1, 25):
        rates = []
        for mine in (one for one in tables if me in one.seats):
            for other in set(mine.seats) - {me}:
                apart = [
                    POINTS["4"][one.places[one.seats.index(other)] - 1]
                    for one in tables
                    if other in one.seats and me not in one.seats
                ]
                rates += [Fraction(sum(apart), len(apart))] if apart else []
        assert found[me] == str(sum(rates) / len(rates))


class Watched(tuple[int, ...]):
    """The seats of a table, which know how often anybody asked about them."""

    looks = 0

    def __contains__(self, one: object) -> bool:
        Watched.looks += 1
        return super().__contains__(one)

    def __iter__(self) -> Iterator[int]:
        Watched.looks += 1
        return super().__iter__()

    def __getitem__(self, at: Any) -> Any:
        Watched.looks += 1
        return super().__getitem__(at)


def test_in_an_event_ten_times_as_long_each_table_is_looked_at_no_more_often() -> None:
    words = ["points", "wins", "places", "share", "opponents", "opponents/cut1", "encounter"]
    looks = []
    for rounds in (4, 40):
        tables = long_event(40, rounds)
        watched = [msgspec.structs.replace(one, seats=Watched(one.seats)) for one in tables]
        Watched.looks = 0
        rows(40, watched, words)
        looks.append(Watched.looks / len(watched))
    assert looks[1] < 2 * looks[0]
