"""What some must not see.

A fact (an event or an action) may hide some of its fields: `hides` is told who acted and names
them, each with the one seat that may see it, or None for nobody until the game is over, or
EVERYBODY for what all may see as long as it is there, like the players' names. A hidden field is
left out of the public line (msgspec leaves UNSET out) and stands in a seal beside it.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

T = TypeVar("T")
F = TypeVar("F", bound="Fact")

Seat: TypeAlias = int
Audience: TypeAlias = Seat | Literal["all"] | None
Sealed: TypeAlias = T | UnsetType

EVERYBODY: Literal["all"] = "all"
UNKNOWN = "?"
"""Stands for a card that the folder of a redacted log cannot name."""


class Fact(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something that was wished (an action) or happened (an event)."""

    def hides(self, _actor: Audience, /) -> Mapping[str, Audience]:
        return {}

    @property
    def is_chosen(self) -> bool:
        """Whether somebody chose what chance decides otherwise."""
        return False


def redacted(fact: F, actor: Audience) -> F:
    """The fact as everybody may see it."""
    hidden = fact.hides(actor)
    return msgspec.structs.replace(fact, **dict.fromkeys(hidden, UNSET)) if hidden else fact


def hidden_for(fact: Fact, actor: Audience, audience: Audience) -> dict[str, Any]:
    """The hidden fields of a fact that one audience may see, as plain values."""
    names = [name for name, seer in fact.hides(actor).items() if seer == audience]
    return {name: msgspec.to_builtins(getattr(fact, name)) for name in names}


def revealed(fact: F, fields: Mapping[str, Any]) -> F:
    """The fact with opened fields put back; msgspec.ValidationError if they do not fit.

    Only what was left out: else what everybody saw could be something else afterwards.
    """
    absent = _absent(type(fact))
    for name in fields:
        if name in absent and getattr(fact, name) != absent[name]:
            raise msgspec.ValidationError(f"the seal speaks of {name}, which was not hidden")
    whole = {**msgspec.to_builtins(fact), **fields}
    return msgspec.convert(whole, type(fact))


@cache
def _absent(kind: type[Fact]) -> dict[str, Any]:
    """What each field is if it is not there."""
    return {field.name: field.default for field in msgspec.structs.fields(kind)}


def audiences(facts: Iterable[Fact], actor: Audience) -> list[Audience]:
    """Everyone a seal is for, nobody first, then by seat, then everybody."""
    found = {
        seer
        for fact in facts
        if type(fact).hides is not Fact.hides
        for seer in fact.hides(actor).values()
    }
    return sorted(found, key=_rank) if found else []


def _rank(audience: Audience) -> float:
    if audience is None:
        return -1
    return float("inf") if audience == EVERYBODY else audience
