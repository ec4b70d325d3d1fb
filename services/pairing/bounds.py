"""Bounds of the three terms, one after the other: simple ones, and the program where they fail."""

from importlib.util import find_spec

from domain.tournament.pairing.certificate import least_in_order, price_bound
from domain.tournament.pairing.proposal import OrderProof, PricesProof, Proof, Term, Terms
from domain.tournament.pairing.terms import least_shorts
from services.pairing.ground import Ground, Seating

ALL_TABLES = 128
"""People up to whom all possible tables are looked at one by one: ten millions."""
FEW_TABLES = 40
"""People up to whom it is worth asking whether there is any legal pairing: ninety thousand."""


def has_highs() -> bool:
    return find_spec("highspy") is not None and find_spec("numpy") is not None


class Prover:
    """Makes a seating better where it can, and remembers what is proven about the best one."""

    def __init__(self, ground: Ground, until: float, *, with_program: bool) -> None:
        self._ground, self._until = ground, until
        self._uses_program = with_program and has_highs() and ground.count <= ALL_TABLES
        self._proofs: dict[Term, Proof | None] = {}
        self.is_settled = True
        """Whether each term is at its bound, or somebody has looked at every pairing."""

    def any_legal(self) -> tuple[Seating | None, bool]:
        """Some legal pairing, or whether it is certain that there is none."""
        if not self._uses_program or self._ground.count > FEW_TABLES:
            return None, False
        # With numpy and HiGHS only where they are: they are an extra, and take time to load.
        from services.pairing.proving import any_legal

        return any_legal(self._ground, self._until)

    def prove(self, seating: Seating, *, is_exact: bool) -> Seating:
        terms: list[Term] = ["rematches", "shorts", "spread"]
        if not self._ground.question.spread_counts:
            terms.remove("spread")
        for at, term in enumerate(terms):
            least, self._proofs[term] = simple_bound(self._ground, term)
            if least < self._ground.values(seating)[at]:
                seating, is_best = self._by_program(seating, term, least, is_exact=is_exact)
                self.is_settled &= is_best or is_exact
        return seating

    def _by_program(
        self, seating: Seating, term: Term, least: int, *, is_exact: bool
    ) -> tuple[Seating, bool]:
        if not self._uses_program:
            return seating, False
        from services.pairing.proving import prove

        found = prove(self._ground, seating, term, self._until, bound_only=is_exact)
        if found.bound > least:
            self._proofs[term] = found.proof
        return found.seating, found.is_best

    def bounds(self, terms: Terms) -> tuple[dict[str, int], list[Proof]]:
        """With the final terms, on which the prices of held terms depend."""
        values: dict[str, int] = {}
        for term, proof in self._proofs.items():
            if proof is None:
                values[term] = 0
            elif isinstance(proof, OrderProof):
                values[term] = least_in_order(self._ground.costs)
            else:
                values[term] = price_bound(self._ground.costs, terms, proof)
        return values, [proof for term, proof in self._proofs.items() if proof and values[term]]

    def forget(self) -> None:
        """Back to the simple bounds, where a proof would take too long to check."""
        self._proofs = {term: simple_bound(self._ground, term)[1] for term in self._proofs}


def simple_bound(ground: Ground, term: Term) -> tuple[int, Proof | None]:
    """Of rematches what a single table must have, of shorts the fewest, of the spread the order."""
    if term == "rematches":
        least, proof = only_table_prices(ground)
        return least, proof if least else None
    if term == "shorts":
        least, proof = short_prices(ground)
        return least, proof if least else None
    if term == "spread" and ground.costs.bands is None:
        least = least_in_order(ground.costs)
        return least, OrderProof() if least else None
    return 0, None


def only_table_prices(ground: Ground) -> tuple[int, PricesProof | None]:
    """A final of one table has nobody else to meet: what it costs is the bound [A11]."""
    present, sizes = ground.question.present, ground.sizes.tables
    if sizes != (len(present),):
        return 0, None
    cost = ground.costs.rematches(present)
    prices = dict.fromkeys(present, 0)
    return cost, PricesProof(term="rematches", scale=1, prices=prices, sizes={len(present): cost})


def short_prices(ground: Ground) -> tuple[int, PricesProof]:
    """The trivial bound of `shorts` [A4] as prices."""
    costs, present = ground.costs, ground.question.present
    short = [size for size in ground.sizes.tables if size != ground.question.size]
    places = sum(short)
    edge = sorted(map(costs.short_cost, present))[places - 1] if places else 0
    proof = PricesProof(
        term="shorts",
        scale=1,
        prices={one: min(costs.short_cost(one) - edge, 0) for one in present},
        sizes={size: size * edge for size in set(short)},
    )
    return least_shorts(costs, places), proof
