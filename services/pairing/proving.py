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
DIVES = 2
"""Among the tables of one value, before the integer program is asked."""
DEPTHS = 3
"""How many values from the bound on."""


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
    at, step = PROVABLE.index(term), _step(ground, term)
    seating = _dived(program, ground, seating, term, bounds, until)
    limit, growth = bounds.least_whole, step
    while ground.values(seating)[at] > bounds.least_whole:
        limit = min(limit, ground.values(seating)[at] - step)
        few = _near(program, ground, seating, bounds, limit)
        found, is_best = few.best(until - process_time(), step)
        if found is not None and is_better(ground, found, seating):
            seating = found
        if not is_best or ground.values(seating)[at] - step <= limit:
            return seating, is_best
        limit, growth = limit + growth, 2 * growth
    return seating, True


def _dived(
    program: Program, ground: Ground, seating: Seating, term: Term, bounds: Bounds, until: float
) -> Seating:
    """The best that a few dives find, among the tables of the bound and then among more."""
    at, step = PROVABLE.index(term), _step(ground, term)
    for limit in (bounds.least_whole + more * step for more in range(DEPTHS)):
        few = _near(program, ground, seating, bounds, limit)
        for number in range(DIVES):
            found = few.dive(number, until)
            if found is not None and is_better(ground, found, seating):
                seating = found
            if ground.values(seating)[at] <= limit:
                return seating
    return seating


def _near(
    program: Program, ground: Ground, seating: Seating, bounds: Bounds, limit: int
) -> Candidates:
    gap = limit - bounds.least + 1e-6
    return program.near(bounds.duals, gap, seating, certain(ground))


def _step(ground: Ground, term: Term) -> int:
    return step_of_spread(ground.costs) if term == "spread" else 1


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
