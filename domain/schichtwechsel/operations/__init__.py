"""What the effects of the catalog mean: every operation once, whatever card or field uses it.

Importing this package fills the tables of `course`.
"""

from domain.schichtwechsel.operations import (
    choosing,
    coking,
    copying,
    gaining,
    headframes,
    hoisting,
    houses,
    loading,
    miner,
    tokens,
    tracks,
    water,
)

__all__ = [
    "choosing",
    "coking",
    "copying",
    "gaining",
    "headframes",
    "hoisting",
    "houses",
    "loading",
    "miner",
    "tokens",
    "tracks",
    "water",
]
