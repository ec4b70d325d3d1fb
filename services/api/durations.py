"""How long things took, counted for Prometheus.

Its own histogram takes a lock, and a dozen calls, for each; that was a twentieth of the time of an
action. Only the event loop counts here, so a tally needs no lock, and it gets the form
of Prometheus when it is asked for.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from prometheus_client import REGISTRY, Histogram
from prometheus_client.metrics_core import HistogramMetricFamily
from prometheus_client.registry import Collector

BOUNDS: tuple[float, ...] = Histogram.DEFAULT_BUCKETS
NAMES = [*map(str, BOUNDS[:-1]), "+Inf"]


class Tally:
    def __init__(self) -> None:
        self.counts = [0] * len(BOUNDS)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds


class Durations(Collector):
    """A tally for each combination of labels."""

    def __init__(self, name: str, documentation: str, labels: Sequence[str] = ()) -> None:
        self._name, self._documentation, self._labels = name, documentation, labels
        self._by_labels: dict[tuple[str, ...], Tally] = {}
        REGISTRY.register(self)

    def of(self, *labels: str) -> Tally:
        tally = self._by_labels.get(labels)
        if tally is None:
            tally = self._by_labels[labels] = Tally()
        return tally

    def collect(self) -> Iterator[HistogramMetricFamily]:
        family = HistogramMetricFamily(self._name, self._documentation, labels=self._labels)
        for labels, tally in self._by_labels.items():
            reached = list(zip(NAMES, accumulate(tally.counts), strict=True))
            family.add_metric(labels, reached, tally.seconds)
        yield family
