"""Which entries lead to the state of the game: after a take-back, not all that were written [A1].

line(1) = [1];  line(v) = line(to) + [v] if entry v takes back, else line(v - 1) + [v]
"""

from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple


class TakenBackAt(NamedTuple):
    version: int
    """Of the entry that takes back."""
    to: int


class Span(NamedTuple):
    """Versions one after the other, both ends included."""

    first: int
    last: int


def line_of_play(take_backs: Sequence[TakenBackAt], version: int) -> list[Span]:
    """The entries of line(version), in order; `take_backs` in the order of their entries."""
    spans: list[Span] = []
    last = version
    while last:
        first, before = _last_span(take_backs, last)
        spans.append(Span(first, last))
        last = before
    return spans[::-1]


def difference(
    take_backs: Sequence[TakenBackAt], one: int, other: int
) -> tuple[list[Span], list[Span]]:
    """What is only in line(one), and what is only in line(other), each from its end.

    Two lines begin alike, part, and never meet again; what they have in common is not looked at.
    """
    only: tuple[list[Span], list[Span]] = [], []
    ends = [one, other]
    while ends[0] != ends[1]:
        later = 0 if ends[0] > ends[1] else 1
        last, meeting = ends[later], ends[1 - later]
        first, before = _last_span(take_backs, last)
        if first <= meeting:
            first, before = meeting + 1, meeting
        only[later].append(Span(first, last))
        ends[later] = before
    return only


def _last_span(take_backs: Sequence[TakenBackAt], last: int) -> tuple[int, int]:
    """Where the last span of line(last) begins, and which version comes before it, or 0."""
    at = bisect_right(take_backs, last, key=attrgetter("version"))
    return take_backs[at - 1] if at else (1, 0)
