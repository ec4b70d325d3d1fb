"""A game's components as data, each block with its source, checked on reading."""

import hashlib
from typing import Any

import msgspec

from domain.kernel.errors import InvalidSetup


class Catalog:
    """The base of every game's catalog: where the bytes came from, and their digest.

    Not a Struct, so that a state which refers to its catalog can be stored without it.
    """

    def __init__(self, raw: bytes) -> None:
        try:
            self.content: Any = msgspec.json.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise InvalidSetup(f"the catalog is not JSON: {error}") from error
        self.digest = digest_of(self.content)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Catalog":
        return self


def digest_of(content: Any) -> str:
    """SHA-256 of the catalog as compact JSON with sorted keys, whatever its layout was."""
    return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()
