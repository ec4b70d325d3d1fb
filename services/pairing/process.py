"""Pairing in a process of its own: whatever it takes, nothing else waits and nothing else dies."""

import msgspec
from msgspec import Struct

from domain.kernel.chance import CommittedChance
from domain.tournament.pairing.proposal import Proposal
from domain.tournament.pairing.question import Question
from services.pairing.solve import SECONDS, NoLegalPairing, pair_round
from services.worker.confined import Exceeded, Limits, confined

LIMITS = Limits(seconds=300.0, memory=4 * 2**30)
"""Four hundred people need twenty seconds of a free core; a busy machine has several for it."""
PRELOADED = ("services.pairing.process",)


class Answer(Struct, frozen=True):
    proposal: Proposal | None = None
    because: tuple[str, ...] = ()
    """Codes, if there is no legal pairing."""


def pair_confined(
    question: Question,
    chance: CommittedChance,
    *,
    seconds: float = SECONDS,
    limits: Limits = LIMITS,
) -> Answer:
    """If the program takes more than it may, the search answers with its bound."""
    try:
        answer = _ask(question, chance, seconds, limits, with_program=True)
    except Exceeded:
        answer = _ask(question, chance, seconds, limits, with_program=False)
    return answer


def _ask(
    question: Question,
    chance: CommittedChance,
    seconds: float,
    limits: Limits,
    *,
    with_program: bool,
) -> Answer:
    found = confined(
        _work, question, chance, seconds, with_program, limits=limits, preloaded=PRELOADED
    )
    return msgspec.json.decode(found, type=Answer)


def _work(question: Question, chance: CommittedChance, seconds: float, program: bool) -> bytes:
    try:
        found = pair_round(question, chance, seconds=seconds, with_program=program)
    except NoLegalPairing as error:
        return msgspec.json.encode(Answer(because=error.because))
    return msgspec.json.encode(Answer(found))
