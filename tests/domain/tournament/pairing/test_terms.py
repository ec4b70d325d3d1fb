"""What a table costs, by examples computed by hand [A3 to A9, A13]."""

import pytest

from domain.kernel.chance import CommittedChance, SealedChance
from domain.kernel.errors import ChanceUnknown
from domain.tournament.pairing.byes import allowed_byes, may_have_byes
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.order import in_order, seats_of
from domain.tournament.pairing.proposal import Terms
from domain.tournament.pairing.question import Question
from domain.tournament.pairing.sizes import Sizes, table_sizes
from domain.tournament.pairing.status import percent_within, status_of
from domain.tournament.pairing.terms import least_shorts, terms_of
from tests.domain.tournament.pairing.questions import LOTS, asked


@pytest.mark.parametrize(
    ("present", "size", "short", "tables", "byes"),
    [
        (0, 4, 3, (), 0),
        (1, 4, 3, (), 1),
        (2, 4, 3, (2,), 0),
        (3, 4, 3, (3,), 0),
        (4, 4, 3, (4,), 0),
        (5, 4, 3, (3, 2), 0),
        (6, 4, 3, (3, 3), 0),
        (7, 4, 3, (4, 3), 0),
        (9, 4, 3, (3, 3, 3), 0),
        (13, 4, 3, (4, 3, 3, 3), 0),
        (1, 3, 2, (), 1),
        (2, 3, 2, (2,), 0),
        (4, 3, 2, (2, 2), 0),
        (7, 3, 2, (3, 2, 2), 0),
        (8, 3, 2, (3, 3, 2), 0),
        (7, 2, None, (2, 2, 2), 1),
        (11, 4, None, (4, 4), 3),
        (8, 3, None, (3, 3), 2),
    ],
)
def test_a3_sizes_follow_from_the_number_present(
    present: int, size: int, short: int | None, tables: tuple[int, ...], byes: int
) -> None:
    assert table_sizes(present, size, short) == Sizes(tables, byes)


@pytest.mark.parametrize(("size", "short"), [(4, 3), (3, 2), (2, None), (4, None), (3, None)])
def test_a3_every_number_of_people_is_seated_whole(size: int, short: int | None) -> None:
    for present in range(120):
        sizes = table_sizes(present, size, short)
        assert sum(sizes.tables) + sizes.byes == present


def test_a4_whoever_had_a_bye_waits_until_all_others_had_one() -> None:
    question = asked(5, size=2, short=None, byes={5: 1}, twelfths={1: 60, 2: 24, 3: 24, 4: 60})
    assert [one for one in range(1, 6) if may_have_byes(question, [one])] == [2, 3]
    assert allowed_byes(question, 1) == {2, 3}


def test_a4_two_byes_go_to_the_two_who_are_due() -> None:
    question = asked(5, size=3, short=None, twelfths={1: 12, 2: 24, 3: 24, 4: 36, 5: 48})
    assert allowed_byes(question, 2) == {1, 2, 3}
    assert may_have_byes(question, [1, 3])
    assert not may_have_byes(question, [2, 3])


def test_a4_a_short_table_costs_more_for_whoever_has_sat_at_one() -> None:
    costs = Costs(asked(7, shorts={1: 2, 2: 1}))
    assert costs.shorts((1, 2, 3)) == 5 + 3 + 1
    assert costs.shorts((1, 2, 3, 4)) == 0
    assert costs.shorts((1,)) == 0
    assert least_shorts(costs, 6) == 1 + 1 + 1 + 1 + 1 + 3


def test_a5_a_rematch_costs_1_3_6_and_one_more_in_the_last_round_of_a_stage() -> None:
    meetings = {(1, 2): 1, (1, 3): 2, (2, 4): 3}
    assert Costs(asked(8, meetings=meetings)).rematches((4, 3, 2, 1)) == 1 + 3 + 6
    last = Costs(asked(8, meetings=meetings, is_last_of_stage=True))
    assert last.rematches((4, 3, 2, 1)) == 2 + 4 + 7
    assert last.rematches((5, 6, 7, 8)) == 0


def test_a6_spread_is_in_units_of_the_greatest_common_divisor() -> None:
    costs = Costs(asked(9, twelfths={1: 60, 2: 36, 3: 24, 4: 12}))
    assert [costs.points[one] for one in (1, 2, 3, 4, 5)] == [5, 3, 2, 1, 0]
    assert costs.spread((1, 2, 3, 4)) == 3 * (4 + 9 + 16 + 1 + 4 + 1)
    assert costs.spread((1, 2, 3)) == 4 * (4 + 9 + 1)
    assert costs.spread((1, 2)) == 6 * 4
    assert costs.spread((1,)) == 0


def test_a6_penalties_may_make_points_negative() -> None:
    assert Costs(asked(2, twelfths={1: -24, 2: 36})).spread((1, 2)) == 6 * 25


def test_a7_a_first_round_by_seeds_parts_people_of_a_band() -> None:
    costs = Costs(asked(8, round=1, seeds={8: 1, 7: 2, 6: 3}))
    assert costs.bands == {8: 0, 7: 0, 6: 1, 1: 1, 2: 2, 3: 2, 4: 3, 5: 3}
    assert costs.spread((8, 7, 6, 1)) == 24
    assert costs.spread((8, 6, 2, 4)) == 0


def test_a7_without_seeds_or_with_points_there_are_no_bands() -> None:
    assert Costs(asked(8)).bands is None
    assert Costs(asked(8)).spread((1, 2, 3, 4)) == 0
    assert Costs(asked(8, seeds={1: 1}, twelfths={2: 12})).bands is None


def test_a8_the_best_order_gives_everybody_a_new_place() -> None:
    places = {1: (2, 0, 0, 0), 2: (0, 1, 0, 0), 3: (0, 0, 1, 0), 4: (0, 0, 0, 1)}
    costs = Costs(asked(4, places=places))
    assert costs.seats((1, 2, 3, 4)) == 5 + 3 + 3 + 3
    best = costs.best_order((4, 3, 2, 1), LOTS)
    assert costs.seats(best) == 4
    orders = costs.best_orders((1, 2, 3, 4))
    assert best == min(orders, key=lambda order: costs.seat_lot(order, LOTS))


def test_a8_random_seats_cost_nothing_and_lots_decide() -> None:
    costs = Costs(asked(4, seats="random", places={1: (9, 0, 0, 0)}))
    assert costs.seats((1, 2, 3, 4)) == 0
    assert len(costs.best_orders((1, 2, 3, 4))) == 24


def test_a9_lots_come_from_the_committed_chance_by_round_and_numbers() -> None:
    costs = Costs(asked(12, round=3))
    assert costs.lot((12, 3, 7, 1), LOTS) == LOTS.below("lot/3/1-3-7-12", 2**20)
    assert costs.seat_lot((12, 3, 7, 1), LOTS) == LOTS.below("seat/3/12-3-7-1", 2**20)


def test_a9_a_bye_is_drawn_as_a_table_of_one() -> None:
    question = asked(3, size=2, short=None, round=3)
    terms = terms_of(Costs(question), [(1, 2)], [3], LOTS)
    assert terms.lot == LOTS.below("lot/3/1-2", 2**20) + LOTS.below("lot/3/3", 2**20)


def test_below_is_the_draw_that_pick_makes() -> None:
    chance = CommittedChance(b"\1" * 32)
    assert chance.pick("any", range(1000)) == chance.below("any", 1000)
    with pytest.raises(ChanceUnknown):
        SealedChance().below("any", 1000)


def test_a12_the_first_term_above_its_bound_says_by_how_much() -> None:
    bound = {"rematches": 2, "shorts": 3, "spread": 100}
    assert status_of(Terms(2, 3, 100, 9, 9), bound, solver_says_optimal=False) == "optimal"
    assert status_of(Terms(2, 3, 101, 9, 9), bound, solver_says_optimal=True) == "solver"
    assert status_of(Terms(2, 3, 101, 9, 9), bound, solver_says_optimal=False) == "within"
    assert percent_within(Terms(2, 3, 101, 9, 9), bound) == 1
    assert percent_within(Terms(3, 3, 101, 9, 9), bound) == 50
    assert percent_within(Terms(2, 3, 100, 9, 9), bound) is None
    assert percent_within(Terms(1, 0, 0, 0, 0), {"rematches": 0}) is None


def test_a12_without_all_three_bounds_nothing_is_optimal() -> None:
    bound = {"rematches": 0, "spread": 0}
    assert status_of(Terms(0, 0, 0, 0, 0), bound, solver_says_optimal=False) == "within"


def test_a13_tables_stand_by_highest_then_sum_then_smallest_number() -> None:
    question: Question = asked(8, size=2, twelfths={1: 12, 2: 60, 3: 60, 4: 24, 5: 24, 6: 12})
    tables = [(8, 7), (1, 5), (6, 4), (3, 8), (2, 1)]
    assert in_order(question, tables) == ((2, 1), (3, 8), (1, 5), (6, 4), (8, 7))


def test_a14_place_p_is_seat_p_minus_1() -> None:
    assert seats_of((3, 7, 1, 12)) == {0: 3, 1: 7, 2: 1, 3: 12}
