"""The spots of the outstanding orders that still want cubes, and what filling each is worth."""

from typing import NamedTuple

from domain.gluck_auf.greedy.commitments import Commitments
from domain.gluck_auf.greedy.outlook import Outlook

STEP = 0.2
"""VP of a step done for an order, whichever it is: it need not be done later."""
PROGRESS = 0.25
"""The share of an order's prize that lies in filling its last spots."""
PROGRESS_LATE, LATE = 0.3, 8
"""That share grows when fewer workers than this are left: half an order brings nothing then."""


class Spot(NamedTuple):
    worth: float
    order: str
    at: int
    completing: float
    """What filling it with a substitute is worth: only if nothing else misses on its order."""


def open_spots(outlook: Outlook, commitments: Commitments) -> tuple[list[list[Spot]], list[Spot]]:
    """The empty spots by color, the worthiest first, and the half ones."""
    empty: list[list[Spot]] = [[] for _ in outlook.facts.colors]
    half: list[Spot] = []
    late = max(0.0, 1 - outlook.workers_in_all / LATE)
    progress = PROGRESS + PROGRESS_LATE * late
    for commitment in commitments.all:
        missing = len(commitment.empty) + len(commitment.half)
        for at in (*commitment.half, *commitment.empty):
            share = progress * commitment.prize / (missing + commitment.uncovered)
            completing = missing == 1 and outlook.workers_in_all > 1
            spot = Spot(
                commitment.hope * (STEP + share),
                commitment.order.id,
                at,
                progress * commitment.prize if completing else 0.0,
            )
            color = outlook.facts.numbers[commitment.order.spots[at]]
            (half if at in commitment.half else empty[color]).append(spot)
    for spots in (*empty, half):
        spots.sort(key=lambda spot: -spot.worth)
    return empty, half
