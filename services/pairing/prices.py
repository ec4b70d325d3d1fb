"""From the solver's prices, which are fractions, to integers that hold at every table [A11]."""

from collections.abc import Sequence
from math import floor

import numpy as np

from domain.tournament.pairing.proposal import PricesProof, Term
from services.pairing.columns import Columns, Numbers
from services.pairing.ground import Ground
from services.pairing.program import Duals

SCALE = 1000


def integer_prices(
    ground: Ground, blocks: Sequence[Columns], term: Term, duals: Duals
) -> PricesProof:
    """Rounded somehow; then each size gives or takes what the tightest of its tables leaves."""
    proof = PricesProof(
        term=term,
        scale=SCALE,
        prices={
            one: floor(price * SCALE) for one, price in zip(ground.order, duals.people, strict=True)
        },
        top=_cuts(duals.top),
        bottom=_cuts(duals.bottom),
        weight=max(0, round(-duals.rematches * SCALE)) if term != "rematches" else 0,
        short_weight=max(0, round(-duals.shorts * SCALE)) if term == "spread" else 0,
    )
    for block in blocks:
        if len(block):
            proof.sizes[block.size] = int(excess(ground, block, proof).min())
    proof.prices.update(sorted(proof.prices.items()))
    return proof


def _cuts(duals: dict[int, float]) -> dict[int, int]:
    rounded = {m: min(0, round(dual * SCALE)) for m, dual in duals.items()}
    return {m: value for m, value in rounded.items() if value}


def excess(ground: Ground, block: Columns, proof: PricesProof) -> Numbers:
    """What each table costs beyond the prices of its people, without what its size gives."""
    prices = np.array([proof.prices[one] for one in ground.order], dtype=np.int64)
    left = proof.scale * block.cost(proof.term)
    left = left + proof.weight * block.rematches + proof.short_weight * block.shorts
    for place in range(block.size):
        left -= prices[block.people[:, place]]
    if block.size == ground.question.size and (proof.top or proof.bottom):
        ranks = range(ground.count)
        within = np.array([sum(v for m, v in proof.top.items() if m > at) for at in ranks])
        behind = np.array([sum(v for m, v in proof.bottom.items() if m <= at) for at in ranks])
        left -= within[block.people[:, -1]] + behind[block.people[:, 0]]
    return left
