"""Rules, section 15: the final scoring."""

import pytest

from domain.gluck_auf.events import FinalScore
from tests.domain.gluck_auf.situations import A, Situation

LIGHT = tuple(f"tile-{color}-1-light-{n}" for color in ("yellow", "brown", "gray") for n in (1, 2))
DARK = tuple(f"tile-{color}-2-dark-{n}" for color in ("yellow", "brown", "gray") for n in (1, 2))


@pytest.mark.rulebook("gluck_auf", "15.1.14")
@pytest.mark.rulebook("gluck_auf", "R25")
def test_marks_and_cubes_pay_while_orders_and_imbalance_cost() -> None:
    game = Situation().marks(A, 7).empty_pit(A).lorry(A, "base-black", "black")
    game.cage(A, 2, "brown").storage(A, "gray").order(A, "order-engine-07", ("yellow",))
    game.empty_tiles(A, *LIGHT, "tile-black-2-light-1", *DARK[:4])
    assert game.finished_with(A, vp=50) == FinalScore(
        marks=7,
        money_vp=1,
        marks_left=2,
        cubes=4,
        cube_vp=1,
        outstanding=1,
        outstanding_vp=-1,
        light=7,
        dark=4,
        balance_vp=-6,
        total=45,
    )
    assert game.of(A).vp == 45
    assert game.of(A).marks == 7


@pytest.mark.rulebook("gluck_auf", "15.2.42")
@pytest.mark.parametrize(
    ("light", "dark", "vp"), [(3, 3, 0), (0, 0, 0), (1, 4, -6), (4, 1, -6), (0, 1, -2)]
)
def test_only_the_difference_of_tiles_costs(light: int, dark: int, vp: int) -> None:
    game = Situation().empty_tiles(A, *LIGHT[:light], *DARK[:dark])
    score = game.finished_with(A, vp=20)
    assert (score.light, score.dark, score.balance_vp) == (light, dark, vp)


@pytest.mark.rulebook("gluck_auf", "15.2.43")
@pytest.mark.rulebook("gluck_auf", "R23")
def test_the_end_can_be_negative() -> None:
    game = Situation().marks(A, 4).empty_pit(A).storage(A, "yellow").cage(A, 1, "black")
    for order in ("order-barrow-01", "order-carriage-11", "order-engine-05"):
        game.order(A, order)
    score = game.finished_with(A, vp=0)
    assert score.total == -3
    assert score.marks_left == 4
    assert game.of(A).vp == -3
