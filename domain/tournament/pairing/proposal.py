"""A pairing as it is proposed and recorded: tables, the value of every term, and the proof."""

from typing import Literal

from msgspec import Struct

from domain.tournament.pairing.question import Entrant, Table

Term = Literal["rematches", "shorts", "spread"]
Status = Literal["optimal", "within", "solver", "by_hand", "repaired"]

PROVABLE: tuple[Term, ...] = ("rematches", "shorts", "spread")
"""The terms that a bound may speak of, in their order."""


class Terms(Struct, frozen=True, order=True):
    """Smaller is better, the first one first."""

    rematches: int
    shorts: int
    spread: int
    seats: int
    lot: int


class PricesProof(Struct, frozen=True, kw_only=True, tag_field="kind", tag="prices"):
    """No possible table costs less than its people's prices, so no pairing less than their sum."""

    term: Term
    scale: int
    prices: dict[Entrant, int]
    sizes: dict[int, int] = {}
    top: dict[int, int] = {}
    bottom: dict[int, int] = {}
    weight: int = 0
    short_weight: int = 0


class OrderProof(Struct, frozen=True, kw_only=True, tag_field="kind", tag="order"):
    """The least spread of consecutive groups; whoever checks computes it."""

    term: Term = "spread"


Proof = PricesProof | OrderProof


class Proposal(Struct, frozen=True, kw_only=True):
    tables: tuple[Table, ...]
    byes: tuple[Entrant, ...] = ()
    terms: Terms
    bound: dict[str, int] = {}
    proof: tuple[Proof, ...] = ()
    prices: dict[Entrant, int] = {}
    """Of the last proof by prices."""
    status: Status
    pinned: tuple[Table, ...] = ()
