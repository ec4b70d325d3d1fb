"""What the bench says of a pairing: what a checked bound shows, no more."""

import pytest
from msgspec import structs

from domain.tournament.pairing.proposal import Proposal, Status, Terms
from services.bench.pairing import is_good, what_is_known
from services.pairing.solve import pair_round
from tests.domain.tournament.pairing.questions import LOTS, after_rounds


def proposal(status: Status, spread: int, bound: int) -> Proposal:
    return structs.replace(
        pair_round(after_rounds(8, 1, 1), LOTS),
        terms=Terms(0, 0, spread, 0, 0),
        bound={"rematches": 0, "shorts": 0, "spread": bound},
        status=status,
    )


@pytest.mark.parametrize(
    ("people", "status", "spread", "bound", "good", "words"),
    [
        (32, "optimal", 1638, 1638, True, "proven best"),
        (32, "solver", 1776, 1716, False, "best only by the solver, proven within 4 %"),
        (100, "solver", 258, 252, True, "best only by the solver, proven within 3 %"),
        (100, "within", 234, 228, True, "within 3 %"),
        (100, "within", 246, 228, False, "within 8 %"),
        (100, "solver", 12, 0, False, "best only by the solver, proven no percentage"),
    ],
)
def test_the_word_of_the_solver_is_no_proof(
    people: int, status: Status, spread: int, bound: int, good: bool, words: str
) -> None:
    found = proposal(status, spread, bound)
    assert is_good(people, found) == good
    assert what_is_known(found) == words
