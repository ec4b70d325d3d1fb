"""The ids of the players' own ovens, made from a pattern of the catalog like `oven_{seat}`."""

import re
from string import Formatter

from domain.kernel.errors import InvalidSetup

WIDTH = re.compile(r"(0?[0-9]{1,2})?d?")
"""How wide a seat may be written: a pattern of a stranger could ask for a billion digits."""


def readable_pattern(pattern: str) -> str:
    """InvalidSetup unless it can be filled in with a seat, and with nothing else."""
    try:
        gaps = [gap for gap in Formatter().parse(pattern) if gap[1] is not None]
    except ValueError:
        raise _unreadable() from None
    if any(
        name != "seat" or how or not WIDTH.fullmatch(width or "") for _, name, width, how in gaps
    ):
        raise _unreadable()
    return pattern


def _unreadable() -> InvalidSetup:
    return InvalidSetup(
        "the catalog contradicts itself: coking_plant.own_ovens.id_pattern must be a short name "
        "with {seat} in it once"
    )
