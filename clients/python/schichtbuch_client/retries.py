"""When to try again, and how long to wait before."""

import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from msgspec import Struct

from schichtbuch_client.call import Call
from schichtbuch_client.exchange import Answer
from schichtbuch_client.problems import is_problem

TOO_MANY = 429
PASSING = (502, 503, 504, 507)


class Retries(Struct, frozen=True):
    attempts: int = 8
    """How often something is tried in all; 1: never again. So many outlast a service that is
    started anew."""
    of_stream: int = 20
    """The same for a stream that was there before: with the rest as it is, some ten minutes."""
    first: float = 0.25
    """Seconds before the second attempt, if the service does not say; then twice as many."""
    longest: float = 60.0
    """Seconds; if the service asks for more patience, its answer is raised instead."""

    def wait(
        self, failed: int, asked_for: float | None = None, *, was_there: bool = False
    ) -> float | None:
        """Seconds to wait after so many failures; None: enough."""
        if failed >= (self.of_stream if was_there else self.attempts):
            return None
        if asked_for is not None:
            return asked_for if asked_for <= self.longest else None
        # Not all who were cut off at once shall come back at once.
        doubled: float = self.first * 2 ** (failed - 1)
        return min(doubled, self.longest) * random.uniform(0.5, 1)


def may_repeat(call: Call[object], answer: Answer) -> bool:
    """Whether this answer leaves hope, and sending the same again does no harm."""
    if answer.status == TOO_MANY:
        return True  # whoever counts requests has not looked at this one
    if answer.status not in PASSING or not call.repeatable:
        return False
    # A problem of the service that will pass says when; what proxies say is never for long.
    return retry_after(answer) is not None or not is_problem(answer)


def retry_after(answer: Answer) -> float | None:
    """Seconds; the header may have them, or a date."""
    said = answer.headers.get("Retry-After", "")
    if said.isascii() and said.isdigit():
        return float(said)
    try:
        until = parsedate_to_datetime(said)
    except ValueError:
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - datetime.now(UTC)).total_seconds())
