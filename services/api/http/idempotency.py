"""`Idempotency-Key`: what is sent again with the same key happens once."""

import re
from typing import Annotated, TypeAlias

from litestar.params import HeaderParameter

from services.api.http.problems import problem

PATTERN = "^[!-~]([ -~]{0,126}[!-~])?$"
"""1 to 128 printable ASCII characters; blanks around a header are no part of it."""
KEY = re.compile(PATTERN)

IdempotencyKey: TypeAlias = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description="A retry with the same key and body gets the first answer again. Take a random "
        "one for everything that you send, like a UUID.",
    ),
]


def checked_key(key: str | None) -> str | None:
    if key is not None and not KEY.fullmatch(key):
        said = "An Idempotency-Key has 1 to 128 printable ASCII characters."
        raise problem(400, "idempotency_key_invalid", said)
    return key
