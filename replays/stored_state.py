"""A game's state as bytes: for a snapshot, or to go back to later."""

from typing import Any

import msgspec

from domain.kernel.catalog import Catalog
from domain.kernel.decider import AnyGame


def pack(state: Any) -> bytes:
    """OverflowError for a number in an old log that the bytes cannot hold."""
    return msgspec.msgpack.encode(state, enc_hook=_forget_catalog)


def unpack(game: AnyGame, catalog: Catalog, packed: bytes | msgspec.Raw) -> Any:
    state_type = type(game.initial(catalog))
    return msgspec.msgpack.decode(packed, type=state_type, dec_hook=lambda _type, _digest: catalog)


def _forget_catalog(value: Any) -> str:
    """The catalog is the game's, not the state's: only its digest is kept."""
    if isinstance(value, Catalog):
        return value.digest
    raise NotImplementedError(type(value))
