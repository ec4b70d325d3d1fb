"""The least of many straight lines at a point, exact for integers: how cheap one more person is."""

from bisect import bisect_right
from collections.abc import Iterable


class Envelope:
    """Lines `intercept + slope * at`; built once, asked often."""

    def __init__(self, lines: Iterable[tuple[int, int]]) -> None:
        """Lines as (slope, intercept)."""
        least: dict[int, int] = {}
        for slope, intercept in lines:
            least[slope] = min(intercept, least.get(slope, intercept))
        hull: list[tuple[int, int]] = []
        starts: list[int] = []
        # Large slopes are least far to the left, so they come first.
        for slope, intercept in sorted(least.items(), reverse=True):
            while hull:
                begin = _overtakes(hull[-1], (slope, intercept))
                if len(hull) > 1 and begin <= starts[-1]:
                    hull.pop()
                    starts.pop()
                    continue
                starts.append(begin)
                break
            hull.append((slope, intercept))
        self._hull, self._starts = hull, starts

    def at(self, point: int) -> int:
        slope, intercept = self._hull[bisect_right(self._starts, point)]
        return intercept + slope * point


def _overtakes(left: tuple[int, int], right: tuple[int, int]) -> int:
    """The first integer from which on the flatter line `right` is not above `left`."""
    return -((left[1] - right[1]) // (left[0] - right[0]))
