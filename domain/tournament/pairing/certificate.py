"""Checking what is claimed about the best possible value of a term [A11]: addition, no search."""

from collections.abc import Mapping, Sequence
from functools import cache

from domain.kernel.errors import RuleViolation
from domain.tournament.pairing.costs import Costs
from domain.tournament.pairing.possible import PossibleTables, TooManySteps
from domain.tournament.pairing.proposal import PROVABLE, PricesProof, Proof, Terms
from domain.tournament.pairing.sizes import sizes_of

LARGEST = 2**63
"""No honest price is near it; a check must not multiply numbers of a thousand digits."""


def check_bounds(
    costs: Costs, terms: Terms, bound: Mapping[str, int], proofs: Sequence[Proof]
) -> None:
    """Each bound above 0 has its proof, in the order of the terms, and nothing else has one."""
    spreads = costs.question.spread_counts  # else there is no such term [C5]
    known = [term for term in PROVABLE if term in bound and (spreads or term != "spread")]
    if len(known) != len(bound) or any(least < 0 for least in bound.values()):
        raise RuleViolation("pairing.bound_of_no_term", bound=dict(bound))
    if [proof.term for proof in proofs] != [term for term in known if bound[term] > 0]:
        raise RuleViolation("pairing.proof_missing", terms=[proof.term for proof in proofs])
    for proof in proofs:
        proven = proven_bound(costs, terms, proof)
        if bound[proof.term] != proven:
            raise RuleViolation(
                "pairing.wrong_bound", term=proof.term, proven=proven, claimed=bound[proof.term]
            )


def proven_bound(costs: Costs, terms: Terms, proof: Proof) -> int:
    """What the proof shows, or a refusal if it shows nothing."""
    if not isinstance(proof, PricesProof):
        if proof.term != "spread" or costs.bands is not None or not costs.question.spread_counts:
            raise RuleViolation("pairing.proof_malformed", term=proof.term)
        return least_in_order(costs)
    check_shape(costs, proof)
    try:
        for table in PossibleTables(costs, proof, terms.rematches).broken():
            raise RuleViolation("pairing.price_too_high", term=proof.term, people=sorted(table))
    except TooManySteps:
        raise RuleViolation("pairing.proof_too_long", term=proof.term) from None
    return price_bound(costs, terms, proof)


def check_shape(costs: Costs, proof: PricesProof) -> None:
    count = len(costs.question.present)
    numbers = [
        proof.scale,
        proof.weight,
        proof.short_weight,
        *proof.prices.values(),
        *proof.sizes.values(),
    ]
    cuts = [*proof.top.items(), *proof.bottom.items()]
    is_right = (
        proof.scale > 0
        and proof.weight >= 0
        and proof.short_weight >= 0
        and (proof.term != "rematches" or proof.weight == 0)
        and (proof.term == "spread" or proof.short_weight == 0)
        and (proof.term != "spread" or costs.question.spread_counts)
        and sorted(proof.prices) == list(costs.question.present)
        and all(0 <= m <= count and -LARGEST < value <= 0 for m, value in cuts)
        and all(abs(number) < LARGEST for number in numbers)
    )
    if not is_right:
        raise RuleViolation("pairing.proof_malformed", term=proof.term)


def price_bound(costs: Costs, terms: Terms, proof: PricesProof) -> int:
    """The sum of the prices and of what limits the number of tables, per unit of scale."""
    question = costs.question
    count = len(question.present)
    total = sum(proof.prices.values())
    total += sum(proof.sizes.get(k, 0) * n for k, n in sizes_of(question).counts().items())
    total += sum(value * (m // question.size) for m, value in proof.top.items())
    total += sum(value * ((count - m) // question.size) for m, value in proof.bottom.items())
    total -= proof.weight * terms.rematches + proof.short_weight * terms.shorts
    least = max(0, -(-total // proof.scale))
    return raised(costs, least) if proof.term == "spread" else least


def raised(costs: Costs, bound: int) -> int:
    """The next value that the spread can have."""
    step, rest = _remainder(costs)
    return bound + (rest - bound) % step


def step_of_spread(costs: Costs) -> int:
    """Two different values of the spread differ by so much at least."""
    return _remainder(costs)[0]


def _remainder(costs: Costs) -> tuple[int, int]:
    """Every spread leaves the second by the first: squares of integers leave few remainders."""
    sizes = sizes_of(costs.question)
    if costs.bands is not None or sizes.byes or len(set(sizes.tables)) != 1:
        return 1, 0
    is_odd = sum(costs.points.values()) % 2
    return {4: (6, 3 * is_odd), 3: (8, 0), 2: (12, 6 * is_odd)}[sizes.tables[0]]


def least_in_order(costs: Costs) -> int:
    """The least spread of consecutive groups of the prescribed sizes, in any sequence."""
    points = [costs.points[one] for one in costs.order]
    kinds = sorted(sizes_of(costs.question).counts().items())
    sums, squares = [0], [0]
    for x in points:
        sums.append(sums[-1] + x)
        squares.append(squares[-1] + x * x)

    @cache
    def group(begin: int, size: int) -> int:
        total = sums[begin + size] - sums[begin]
        square = squares[begin + size] - squares[begin]
        return 12 // size * (size * square - total * total) if size > 1 else 0

    least: dict[tuple[int, ...], int] = {(0,) * len(kinds): 0}
    for _ in range(sum(count for _, count in kinds)):
        grown: dict[tuple[int, ...], int] = {}
        for used, cost in least.items():
            begin = sum(n * size for n, (size, _) in zip(used, kinds, strict=True))
            for at, (size, count) in enumerate(kinds):
                if used[at] < count:
                    key = (*used[:at], used[at] + 1, *used[at + 1 :])
                    total = cost + group(begin, size)
                    if total < grown.get(key, total + 1):
                        grown[key] = total
        least = grown
    return min(least.values())
