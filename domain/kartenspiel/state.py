"""Das große Kartenspiel: the state, and the fold that writes every event into it.

The fold chooses nothing and applies no rule. An event that contradicts the state (a taken card
that is not on top, a card that is not where it leaves from) stops it, as section 15.4 demands.
"""

from copy import copy, deepcopy
from typing import Literal

from msgspec import Struct

from domain.kartenspiel import events as e
from domain.kartenspiel.catalog import KartenspielCatalog
from domain.kartenspiel.deeds import Payment
from domain.kartenspiel.player_board import Player
from domain.kernel.versions import FIRST

Phase = Literal["created", "before_action", "wild_choice", "after_action", "scoring", "finished"]


class Contradiction(Exception):
    """The event cannot have happened in this state."""


class Placement(Struct, frozen=True):
    seat: int
    payment: Payment
    total: int


class Area(Struct):
    last_total: int
    last_seat: int | None = None
    placements: list[Placement] = []


class PendingDraw(Struct):
    """The cards of a wild action while their player chooses."""

    seat: int
    stack: str
    cards: list[str]


class State(Struct):
    catalog: KartenspielCatalog
    phase: Phase = "created"
    edition: str = ""
    options: dict[str, str] = {}
    rules: int = FIRST
    players: list[Player] = []
    start_seat: int = 0
    active: int | None = None
    shift: int = 0
    innovation_played: bool = False
    """In this turn, so that it can no longer be a passing one."""
    passed: list[int] = []
    stacks: dict[str, list[str]] = {}
    """Top first; `?` where the fold of a redacted log cannot tell."""
    areas: dict[str, Area] = {}
    """Those in play, in the catalog's order."""
    markers: list[int] = []
    """The pile, top first."""
    removed: list[str] = []
    """Components that setup put away; `box` is what play put there."""
    box: list[str] = []
    pending: PendingDraw | None = None
    scores: dict[int, e.PlayerScored] = {}
    ranking: tuple[e.Place, ...] = ()
    winners: tuple[int, ...] = ()

    def to_try(self, seat: int) -> "State":
        """A copy on which the seat may play an innovation; what that does not touch is shared."""
        twin = copy(self)
        twin.players = list(self.players)
        twin.players[seat] = deepcopy(self.players[seat])
        twin.stacks = {stack: list(cards) for stack, cards in self.stacks.items()}
        twin.box = list(self.box)
        return twin

    def required(self, area: str) -> int:
        """Workers in the latest placement of this shift, plus one (section 6)."""
        return self.areas[area].last_total + 1

    def next_seat(self, seat: int) -> int | None:
        """Clockwise, skipping those who have passed; the seat itself if it alone is left."""
        seats = len(self.players)
        for step in range(1, seats + 1):
            candidate = (seat + step) % seats
            if candidate not in self.passed:
                return candidate
        return None


def awaited(state: State) -> tuple[int, ...]:
    return () if state.active is None else (state.active,)


def period(state: State) -> tuple[int, int]:
    setup = state.catalog.setups.get(len(state.players))
    return state.shift, setup.shifts if setup else 0


def initial(catalog: KartenspielCatalog) -> State:
    return State(catalog)
