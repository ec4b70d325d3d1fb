"""How much may be tried out to answer one question.

The printed game needs some dozens of courses for its choices. An own catalog could combine effects
so that there are more ways to try than anybody would wait for.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from domain.kernel.errors import InvalidSetup

MOST_COURSES = 5_000


class Effort:
    def __init__(self) -> None:
        self.courses = 0

    def another(self) -> None:
        self.courses += 1
        if self.courses > MOST_COURSES:
            raise InvalidSetup(
                f"by this catalog there are more than {MOST_COURSES:,} ways to look at in this turn"
            )


_effort: ContextVar[Effort | None] = ContextVar("effort", default=None)


@contextmanager
def limited() -> Iterator[Effort]:
    """Inside, no more than so many courses are begun."""
    effort = Effort()
    token = _effort.set(effort)
    try:
        yield effort
    finally:
        _effort.reset(token)


def count_course() -> None:
    effort = _effort.get()
    if effort is not None:
        effort.another()
