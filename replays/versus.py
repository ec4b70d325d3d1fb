"""Side by side: what an entry records, and what the rules make of its action."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from replays.entry import AnyLine
from replays.limits import clipped

MOST_BYTES = 16 * 1024
"""Of the events on each side: a report is short, whatever a stranger has recorded."""


class RefusedByRules(Struct, frozen=True):
    """Why the rules give no events at all."""

    code: str
    """As in the game's refusals."""
    facts: dict[str, Any]
    """What its sentence speaks of."""


class Versus(Struct, frozen=True):
    """The first entry that is not what the rules make of it."""

    version: int
    """Of the entry."""
    event: int
    """The first event that differs, counted from 1."""
    recorded: tuple[dict[str, Any], ...]
    """The events as the file has them."""
    rules: tuple[dict[str, Any], ...]
    """The events as the rules give them; none if they refuse the action."""
    refusal: RefusedByRules | None = None
    """Why they refuse it."""


def versus_of(
    line: AnyLine, decided: Sequence[Fact], refusal: RuleViolation | None = None
) -> Versus | None:
    """None if there is nothing to set against each other, or too much to repeat."""
    pairs = enumerate(zip_longest(decided, line.events), 1)
    differing = next((at for at, (ours, theirs) in pairs if ours != theirs), 1)
    recorded, rules = _plain(line.events), _plain(decided)
    if recorded is None or rules is None or not (recorded or rules):
        return None
    refused = RefusedByRules(refusal.code, _facts(refusal.facts)) if refusal else None
    return Versus(line.v, differing, recorded, rules, refused)


def _plain(events: Sequence[Fact]) -> tuple[dict[str, Any], ...] | None:
    written = msgspec.json.encode(events)
    if len(written) > MOST_BYTES:
        return None
    return tuple(msgspec.json.decode(written))


def _facts(facts: Mapping[str, object]) -> dict[str, Any]:
    plain = msgspec.to_builtins(facts, str_keys=True, enc_hook=str)
    return {name: clipped(fact) if isinstance(fact, str) else fact for name, fact in plain.items()}
