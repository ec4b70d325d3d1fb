"""A few of the samples that together hold whatever all of them hold.

For tests in which samples differ only by their kinds of events and their numbers of players.
"""

from functools import cache

from replays.history import History
from replays.samples import samples


@cache
def telling_samples() -> dict[str, bytes]:
    """The fewest that can be found by always taking the one that adds most."""
    kinds = {name: _kinds(data) for name, data in samples()}
    missing = set().union(*kinds.values())
    few: dict[str, bytes] = {}
    while missing:
        best = max(kinds, key=lambda name: len(kinds[name] & missing))
        few[best] = dict(samples())[best]
        missing -= kinds[best]
    return few


def _kinds(data: bytes) -> set[tuple[str, object]]:
    history = History(data)
    name = history.game.name
    return {(name, type(event)) for _, event in history.events()} | {(name, history.seats)}
