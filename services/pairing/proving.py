"""One term by the linear program: a better pairing where there is one, and a proof of the bound."""

from time import process_time

import numpy as np
from msgspec import Struct

from domain.tournament.pairing.certificate import price_bound, step_of_spread
from domain.tournament.pairing.proposal import PROVABLE, PricesProof, Term, Terms
from services.pairing.candidates import Candidates
from services.pairing.columns import all_columns
from services.pairing.ground import FORBIDDEN, Ground, Seating
from services.pairing.prices import integer_prices
from services.pairing.program import Duals, Held, OutOfTime, Program

MOST_HELD = 10**9
"""Where no earlier term is held."""
DIVES = 4
"""For tables up to one value of a term, before the integer program is asked."""


class Proven(Struct, frozen=True):
    seating: Seating
    bound: int
    proof: PricesProof | None
    is_best: bool
    """Whether the solver says that there is none better."""


class Bounds(Struct, frozen=True):
    """What the prices say of one term."""

    least: float
    """Of fractions of tables."""
    least_whole: int
    duals: Duals


def prove(
    ground: Ground, seating: Seating, term: Term, until: float, *, bound_only: bool
) -> Proven:
    values = ground.values(seating)
    blocks = all_columns(ground, values[0])
    program = Program(ground, blocks, term, Held(values[0], values[1]))
    try:
        least, duals = program.value(seating, until)
    except OutOfTime:
        return Proven(seating, 0, None, is_best=False)
    proof = integer_prices(ground, blocks, term, duals)
    bound = price_bound(ground.costs, Terms(*values, 0, 0), proof)
    value = values[PROVABLE.index(term)]
    if bound == value or bound_only:
        return Proven(seating, bound, proof, is_best=bound == value)
    found, is_best = _best_whole(program, ground, seating, term, Bounds(least, bound, duals), until)
    return Proven(found, bound, proof, is_best)


def _best_whole(
    program: Program, ground: Ground, seating: Seating, term: Term, bounds: Bounds, until: float
) -> tuple[Seating, bool]:
    """First among the few tables that a pairing at the bound could have, then among more.

    A pairing of value v has no table whose reduced cost is above v less the least of fractions. So
    what is best among these tables is best of all if nothing between v and its value is possible,
    and most questions are answered by a program of a tenth of the tables.
    """
    step = step_of_spread(ground.costs) if term == "spread" else 1
    at = PROVABLE.index(term)
    limit, growth, impossible = bounds.least_whole, step, bounds.least_whole - step
    while True:
        limit = min(limit, ground.values(seating)[at] - step)
        gap = limit - bounds.least + 1e-6
        few = program.near(bounds.duals, gap, seating, certain(ground))
        seating = _dived(few, ground, seating, at, impossible + step, until)
        if ground.values(seating)[at] <= impossible + step:
            return seating, True
        found, is_best = few.best(until - process_time(), step)
        if found is not None and is_better(ground, found, seating):
            seating = found
        if not is_best or ground.values(seating)[at] - step <= limit:
            return seating, is_best
        limit, growth, impossible = limit + growth, 2 * growth, limit


def _dived(
    few: Candidates, ground: Ground, seating: Seating, at: int, least: int, until: float
) -> Seating:
    """The best of a few dives, or the first whose value of the term is the least there can be."""
    for number in range(DIVES):
        found = few.dive(number, until)
        if found is not None and is_better(ground, found, seating):
            seating = found
        if ground.values(seating)[at] <= least:
            break
    return seating


def certain(ground: Ground) -> Seating:
    """Tables and byes that every legal pairing has."""
    return [*ground.pinned, *((at,) for at in ground.certain_byes)]


def is_better(ground: Ground, found: Seating, before: Seating) -> bool:
    """A solver works with fractions: whether it has really seated everybody, and not worse."""
    seated = sorted(at for table in found for at in table)
    return seated == list(range(ground.count)) and ground.values(found) < ground.values(before)


def any_legal(ground: Ground, until: float) -> tuple[Seating | None, bool]:
    blocks = all_columns(ground, FORBIDDEN - 1)
    program = Program(ground, blocks, "rematches", Held(MOST_HELD, MOST_HELD))
    sizes = dict.fromkeys(ground.sizes.counts(), 0.0)
    free = Duals(np.zeros(ground.count), sizes, {}, {}, 0.0, 0.0)
    return program.near(free, MOST_HELD, [], certain(ground)).best(until - process_time())
