"""One term by the linear program: a better pairing where there is one, and a proof of the bound."""

from time import process_time

import numpy as np
from msgspec import Struct

from domain.tournament.pairing.certificate import price_bound
from domain.tournament.pairing.proposal import PROVABLE, PricesProof, Term, Terms
from services.pairing.columns import all_columns
from services.pairing.ground import FORBIDDEN, Ground, Seating
from services.pairing.prices import integer_prices
from services.pairing.program import Duals, Held, OutOfTime, Program

MOST_HELD = 10**9
"""Where no earlier term is held."""


class Proven(Struct, frozen=True):
    seating: Seating
    bound: int
    proof: PricesProof | None
    is_best: bool
    """Whether the solver says that there is none better."""


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
    gap = value - least + 1e-6
    found, is_best = program.whole(duals, gap, seating, certain(ground), until - process_time())
    if found is None or not is_better(ground, found, seating):
        found = seating
    return Proven(found, bound, proof, is_best)


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
    return program.whole(free, MOST_HELD, [], certain(ground), until - process_time())
