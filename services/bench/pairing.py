"""Pairing a round: how long it takes on one core, how good it is, and greedy by points beside it.

Events are synthetic: strengths and luck, no games. Time is that of the processor, so that a busy
machine does not count.
"""

from collections.abc import Iterator, Sequence
from random import Random
from statistics import mean
from time import process_time

from msgspec import Struct

from domain.kernel.chance import CommittedChance
from domain.tournament.pairing.check import check_pairing
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.proposal import Proposal
from domain.tournament.pairing.question import Entrant, Question, Table
from domain.tournament.pairing.status import percent_within
from services.bench.row import Figure, Row
from services.pairing.greedy import pair_greedily
from services.pairing.solve import pair_round
from services.pairing.synthetic import SyntheticEvent, played

LOTS = CommittedChance(b"\7" * 32)
ROUND = 5
SEEDS = (1, 2, 3)
GOALS = {32: 5.0, 64: 10.0, 100: 30.0, 400: 60.0}
"""Seconds."""
PROVEN = (32, 64)
WITHIN = 3
"""Percent, for larger rounds."""
EVENTS = 200
PEOPLE = range(12, 41)


class Solved(Struct, frozen=True):
    question: Question
    proposal: Proposal
    seconds: float


def pairing() -> Iterator[Row]:
    for people in GOALS:
        solved = [_solved(people, seed) for seed in SEEDS]
        yield _speed(people, solved)
        if people == 100:
            yield _checking(solved)
    yield from _quality()


def _solved(people: int, seed: int) -> Solved:
    """Round 5; the rounds before were paired greedily, which makes it no easier."""
    event = SyntheticEvent(people, ROUND, seed)
    played(event, ROUND - 1, _greedily)
    question = event.question()
    begin = process_time()
    proposal = pair_round(question, LOTS, seconds=GOALS[people] / 2)
    return Solved(question, proposal, process_time() - begin)


def _speed(people: int, solved: Sequence[Solved]) -> Row:
    seconds = Figure.of([one.seconds for one in solved])
    proposals = [one.proposal for one in solved]
    are_good = all(is_good(people, one) for one in proposals)
    needed = "proven best" if people in PROVEN else f"proven or within {WITHIN} %"
    return Row(
        name=f"pairing-{people}",
        what=f"pairing {people} people in fours, round {ROUND}",
        unit="s of one core",
        value=seconds,
        goal=f"{needed}, at most {GOALS[people]:g} s",
        holds=are_good and seconds.high <= GOALS[people],
        more={
            "rematches": Figure.of([one.terms.rematches for one in proposals]),
            "spread": Figure.of([one.terms.spread for one in proposals]),
            "bound of the spread": Figure.of([one.bound["spread"] for one in proposals]),
        },
        note="; ".join(map(what_is_known, proposals)),
    )


def is_good(people: int, proposal: Proposal) -> bool:
    """Only a checked bound counts as proven, not the word of the solver."""
    if proposal.status == "optimal":
        return True
    percent = percent_within(proposal.terms, proposal.bound)
    return people not in PROVEN and percent is not None and percent <= WITHIN


def what_is_known(proposal: Proposal) -> str:
    """In words, with how far the checked bound is below."""
    if proposal.status == "optimal":
        return "proven best"
    percent = percent_within(proposal.terms, proposal.bound)
    far = "no percentage" if percent is None else f"within {percent} %"
    return f"best only by the solver, proven {far}" if proposal.status == "solver" else far


def _checking(solved: Sequence[Solved]) -> Row:
    taken = []
    for one in solved:
        begin = process_time()
        check_pairing(one.question, one.proposal, LOTS)
        taken.append(process_time() - begin)
    seconds = Figure.of(taken)
    return Row(
        name="pairing-check-100",
        what="checking a pairing of 100: rules, terms, proof",
        unit="s of one core",
        value=seconds,
        goal="at most 1 s",
        holds=seconds.high <= 1,
    )


def _quality() -> Iterator[Row]:
    """Whole events, each paired in both ways from the first round to the last."""
    ours: list[tuple[int, int, int]] = []
    theirs: list[tuple[int, int, int]] = []
    for seed in range(EVENTS):
        people = Random(seed).choice(PEOPLE)
        ours.append(_sums(played(SyntheticEvent(people, ROUND, seed), ROUND, _best)))
        theirs.append(_sums(played(SyntheticEvent(people, ROUND, seed), ROUND, _greedily)))
    what = f"in an event of {PEOPLE[0]} to {PEOPLE[-1]} people, {ROUND} rounds, {EVENTS} events"
    for at, name in enumerate(("rematches", "shorts", "spread")):
        yield Row(
            name=f"pairing-{name}",
            what=f"{name} {what}",
            unit=name,
            value=_mean([sums[at] for sums in ours]),
            peer="greedy by points from the top",
            against=_mean([sums[at] for sums in theirs]),
            note="mean, least and most of an event",
        )


def _mean(values: Sequence[int]) -> Figure:
    return Figure(mean(values), min(values), max(values))


def _best(question: Question) -> tuple[Sequence[Table], Sequence[Entrant]]:
    proposal = pair_round(question, LOTS)
    return proposal.tables, proposal.byes


def _greedily(question: Question) -> tuple[Sequence[Table], Sequence[Entrant]]:
    return pair_greedily(question), ()


def _sums(rounds: Sequence[tuple[Question, Sequence[Table]]]) -> tuple[int, int, int]:
    """Rematches, shorts, and the spread in points of a game, comparable between rounds."""
    rematches = shorts = spread = 0
    for question, tables in rounds:
        costs = Costs(question)
        rematches += sum(map(costs.rematches, tables))
        shorts += sum(map(costs.shorts, tables))
        spread += sum(map(costs.spread, tables))
    return rematches, shorts, spread
