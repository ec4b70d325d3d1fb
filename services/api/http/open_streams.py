"""How many streams each address has open: every one of them holds a connection for hours."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from litestar.exceptions import TooManyRequestsException

from infra.addresses import counted_address


class OpenStreams:
    def __init__(self, most: int) -> None:
        """0: any number."""
        self._most = most
        self._open: Counter[str] = Counter()

    def check(self, host: str) -> None:
        """TooManyRequestsException if it would be one too many."""
        if self._most and self._open[counted_address(host)] >= self._most:
            said = f"Only {self._most} open streams at the same time; close one."
            raise TooManyRequestsException(said, headers={"Retry-After": "1"})

    @contextmanager
    def opened(self, host: str) -> Iterator[None]:
        address = counted_address(host)
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
