"""Pairing in a process of its own."""

from domain.tournament.pairing.check import check_pairing
from services.pairing.process import pair_confined
from services.pairing.solve import pair_round
from services.worker.confined import Limits
from tests.domain.tournament.pairing.questions import LOTS, after_rounds, asked


def test_another_process_gives_the_same_pairing() -> None:
    question = after_rounds(9, 2, 1)
    assert pair_confined(question, LOTS).proposal == pair_round(question, LOTS)


def test_no_legal_pairing_is_an_answer() -> None:
    forbidden = frozenset((1, other) for other in range(2, 9))
    answer = pair_confined(asked(8, forbidden=forbidden), LOTS)
    assert (answer.proposal, answer.because) == (None, ("pairing.forbidden_pair",))


def test_where_memory_lacks_for_the_program_the_search_answers() -> None:
    question = after_rounds(17, 4, 1)
    answer = pair_confined(question, LOTS, limits=Limits(seconds=120.0, memory=20 * 2**20))
    assert answer.proposal is not None
    assert check_pairing(question, answer.proposal, LOTS) == []
