"""Events on paper at every moment of a round: asked, paired, published, started, closed."""

from typing import Any

from domain.tournament import actions as a
from tests.domain.tournament.paper_event import PaperEvent

TWO_TABLES = ((1, 2, 3, 4), (5, 6, 7, 8))
CROSSED = ((1, 2, 5, 6), (3, 4, 7, 8))
WON_IN_ORDER = (1, 2, 3, 4)
COMMITMENT = "c" * 64


def registering(entrants: int = 8, **changes: Any) -> PaperEvent:
    return PaperEvent(entrants, **changes)


def closed(entrants: int = 8, **changes: Any) -> PaperEvent:
    return PaperEvent(entrants, **changes).close_registration()


def asked(entrants: int = 8, **changes: Any) -> PaperEvent:
    event = closed(entrants, **changes)
    event.act(a.PairRound())
    return event


def paired(**changes: Any) -> PaperEvent:
    event = closed(8, **changes)
    event.by_hand(*TWO_TABLES)
    return event


def published(**changes: Any) -> PaperEvent:
    event = paired(**changes)
    event.act(a.PublishRound())
    return event


def started(**changes: Any) -> PaperEvent:
    event = paired(**changes)
    event.start()
    return event


def between(**changes: Any) -> PaperEvent:
    """After round 1, in which everybody placed in the order of their numbers."""
    event = paired(**changes)
    event.play(WON_IN_ORDER, WON_IN_ORDER)
    return event


def over(**changes: Any) -> PaperEvent:
    event = between(stages=[{"kind": "swiss", "rounds": 1}], **changes)
    event.act(a.Finish())
    return event


def duplicate(**changes: Any) -> PaperEvent:
    """Published, with a deal for all tables still to be fixed."""
    return published(deals="duplicate", **changes)


def planned(entrants: int = 4, rounds: int = 3) -> PaperEvent:
    """Three rounds at tables of two, in which everybody meets everybody else once."""
    stages = [{"kind": "schedule", "rounds": rounds}]
    event = asked(entrants, stages=stages, tables={"size": 2})
    event.act(a.PlanSchedule(ROUND_ROBIN[:rounds]), "service")
    return event


ROUND_ROBIN = (((1, 2), (3, 4)), ((3, 1), (4, 2)), ((1, 4), (2, 3)))
