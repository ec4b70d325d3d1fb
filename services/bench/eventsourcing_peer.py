"""The `eventsourcing` package rebuilding aggregates of given lengths.

Its aggregate does less than ours (one counter a step, no board), and its events are not even
decoded: only rebuilding from event objects is timed, as on our side.
"""

from collections.abc import Callable

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


def rebuild(lengths: list[int]) -> Callable[[], int]:
    histories = [_history(length) for length in lengths]

    def rebuild_all() -> int:
        for history in histories:
            pit = None
            for happened in history:
                pit = happened.mutate(pit)
        return sum(lengths)

    return rebuild_all


def _history(length: int) -> list[Aggregate.Event]:
    pit = Pit()
    for step in range((length - 1) // 2):
        pit.load(0, "base-gray", "gray")
        pit.move_cage(0, step % 5, (step + 1) % 5)
    if (length - 1) % 2:
        pit.move_cage(0, 0, 1)
    return list(pit.collect_events())
