"""The `eventsourcing` package rebuilding aggregates of given lengths.

Its aggregate does less than ours (one counter or one level per step, no board), and its store is
the fastest it has: in memory.
"""

from collections.abc import Callable

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Pit(Aggregate):
    def __init__(self) -> None:
        self.cubes = {"yellow": 0, "brown": 0, "gray": 0, "black": 0}
        self.level = 0

    @event("CoalLoaded")
    def load(self, player: int, lorry_id: str, color: str) -> None:
        self.cubes[color] += 1

    @event("CageMoved")
    def move_cage(self, player: int, from_level: int, to_level: int) -> None:
        self.level = to_level


def rebuilding(lengths: list[int]) -> Callable[[], int]:
    """From stored events, as its repository does it."""
    application = Application(env={})
    pits = [_pit(length) for length in lengths]
    for pit in pits:
        application.save(pit)

    def rebuild_all() -> int:
        for pit in pits:
            application.repository.get(pit.id)
        return sum(lengths)

    return rebuild_all


def mutating(lengths: list[int]) -> Callable[[], int]:
    """From event objects."""
    histories = [list(_pit(length).collect_events()) for length in lengths]

    def mutate_all() -> int:
        for history in histories:
            pit = None
            for happened in history:
                pit = happened.mutate(pit)
        return sum(lengths)

    return mutate_all


def _pit(length: int) -> Pit:
    """Its creation is the first event."""
    pit = Pit()
    for step in range(length - 1):
        if step % 2:
            pit.move_cage(0, step % 5, (step + 1) % 5)
        else:
            pit.load(0, "base-gray", "gray")
    return pit
