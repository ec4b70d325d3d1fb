"""What a player says with an action: where cubes go, how far a miner walks, which card is copied.

An answer to a decision is the same input, only later (section 21.3).
"""

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

Place: TypeAlias = Literal["pool", "top", "left"]
"""Where a headframe on the board stands."""


class Input(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of everything that is part of an action."""


class Hoist(Input, frozen=True):
    lorry: str
    wagons: tuple[str, ...] = ()
    """For a lorry with coal: the coal wagon of each cube."""


class Conversion(Input, frozen=True):
    wagon: str
    oven: str


class HeadframeMove(Input, frozen=True):
    from_: Place = msgspec.field(name="from")
    field: str


class House(Input, frozen=True):
    row_field: str
    site: str


class Copy(Input, frozen=True):
    card: str
    mode: str | None = None
    params: "Params" = msgspec.field(default_factory=lambda: Params())


class Params(Input, frozen=True):
    lorries: tuple[Hoist, ...] = ()
    conversions: tuple[Conversion, ...] = ()
    ovens: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    """The tracks of a card's steps, in the order in which they are made."""
    choice: str | None = None
    steps: int | None = None
    amount: int | None = None
    moves: tuple[HeadframeMove, ...] = ()
    copy: Copy | None = None
    house: House | None = None
    place: str | None = None
    """The lorry, wagon or oven of a gained cube or coke."""


NOTHING = Params()


class Parts(Input, frozen=True):
    """An answer of several parts: a house and its site, a copied card, a tile's bonus."""

    row_field: str | None = None
    site: str | None = None
    card: str | None = None
    mode: str | None = None
    params: Params = NOTHING
    choice: str | None = None
    lorry: str | None = None
    wagon: str | None = None


Said: TypeAlias = str | int | Parts
DECLINE = "decline"


def shown(said: Said) -> str:
    return msgspec.json.encode(said).decode()
