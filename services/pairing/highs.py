"""HiGHS, behind the few calls that are needed."""

from collections.abc import Callable, Sequence
from importlib import import_module
from time import monotonic, process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from services.pairing.columns import Numbers

SLOWEST = 4.0
"""Times that a busy machine may take longer than a free one: somebody waits for the round."""
Floats = NDArray[np.float64]


class Pace:
    """How slow the clock on the wall makes us look on a busy machine."""

    def __init__(self) -> None:
        self._clock, self._processor = monotonic(), process_time()

    def on_the_wall(self, seconds: float) -> float:
        """Seconds of the processor as they have passed until now, at most `SLOWEST` times."""
        worked = process_time() - self._processor
        slowness = (monotonic() - self._clock) / max(worked, 0.001)
        return seconds * min(max(slowness, 1.0), SLOWEST)


class Solver:
    def __init__(self) -> None:
        # Only where it is needed: it is an extra.
        self._highspy: Any = import_module("highspy")
        self._model = self._highspy.Highs()
        self._model.setOptionValue("output_flag", False)
        self._model.setOptionValue("threads", 1)
        self._model.setOptionValue("random_seed", 1)
        self.inf: float = self._highspy.kHighsInf

    def add_row(self, low: float, high: float) -> None:
        self._model.addRow(low, high, 0, np.array([], dtype=np.int32), np.array([]))

    def add_columns(self, costs: Numbers, starts: Numbers, rows: Numbers, values: Floats) -> None:
        count = len(costs)
        if count:
            self._model.addCols(
                count,
                costs.astype(np.float64),
                np.zeros(count),
                np.full(count, self.inf),
                len(rows),
                starts.astype(np.int32),
                rows.astype(np.int32),
                values,
            )

    def solve(self) -> tuple[float, Floats]:
        self._model.run()
        return self._model.getObjectiveValue(), np.array(self._model.getSolution().row_dual)

    def fractions(self) -> Floats | None:
        """How much of each column the least value takes; None if nothing is possible."""
        self._model.run()
        if self._model.getModelStatus() != self._highspy.HighsModelStatus.kOptimal:
            return None
        return np.array(self._model.getSolution().col_value)

    def take(self, column: int) -> None:
        """The whole of it, until it is released."""
        self._model.changeColBounds(column, 1.0, self.inf)

    def refuse(self, column: int) -> None:
        """Nothing of it, until it is released."""
        self._model.changeColBounds(column, 0.0, 0.0)

    def release(self, column: int) -> None:
        self._model.changeColBounds(column, 0.0, self.inf)

    def solve_whole(
        self, forced: Sequence[int], start: Floats, seconds: float, step: int, pace: Pace
    ) -> tuple[Floats | None, bool]:
        model, count = self._model, len(start)
        whole = np.full(count, self._highspy.HighsVarType.kInteger)
        model.changeColsIntegrality(count, np.arange(count, dtype=np.int32), whole)
        ones = np.ones(count)
        lows = np.zeros(count)
        lows[list(forced)] = 1.0
        model.changeColsBounds(count, np.arange(count, dtype=np.int32), lows, ones)
        # It knows only the clock on the wall, and asks rarely whether it shall stop.
        limit = max(0.1, pace.on_the_wall(seconds))
        model.setOptionValue("time_limit", model.getRunTime() + limit)
        model.cbMipInterrupt += _stop_at(process_time() + seconds)
        model.setOptionValue("mip_rel_gap", 0.0)
        model.setOptionValue("mip_abs_gap", step - 0.01)
        solution = self._highspy.HighsSolution()
        solution.col_value = list(start)
        model.setSolution(solution)
        model.run()
        status = model.getModelStatus()
        is_best = status == self._highspy.HighsModelStatus.kOptimal
        info = model.getInfo()
        if info.primal_solution_status != 2:
            is_best = status == self._highspy.HighsModelStatus.kInfeasible
            return None, is_best
        return np.array(model.getSolution().col_value), is_best


def _stop_at(until: float) -> Callable[[Any], None]:
    def look(event: Any) -> None:
        if process_time() > until:
            event.interrupt()

    return look
