"""What is kept of a finished game for lists: its summary, and what its audit comes to."""

from typing import Literal

import msgspec
from msgspec import Struct

from services.api.summaries import Summary

Overall = Literal["holds", "broken", "cannot tell"]
ORDER: tuple[Overall, ...] = ("broken", "cannot tell", "holds")
"""The first of them that any guarantee has is the verdict of all."""


class Kept(Struct):
    """A summary as it is stored."""

    version: int
    summary: Summary


class Judged(Struct):
    """As much of a report as a list tells."""

    class One(Struct):
        verdict: Overall

    verdicts: dict[str, "Judged.One"]


def overall(report: bytes) -> Overall | None:
    """That no log vouches for a game says nothing against it: older games have no proof."""
    judged = msgspec.json.decode(report, type=Judged).verdicts
    verdicts = {
        one.verdict
        for guarantee, one in judged.items()
        if (guarantee, one.verdict) != ("log", "cannot tell")
    }
    return next((verdict for verdict in ORDER if verdict in verdicts), None)
