"""As much of a request as tells who asks, and how."""

from collections.abc import Mapping
from typing import Protocol

from litestar.datastructures import Address


class Asking(Protocol):
    @property
    def headers(self) -> Mapping[str, str]: ...

    @property
    def client(self) -> Address | None: ...
