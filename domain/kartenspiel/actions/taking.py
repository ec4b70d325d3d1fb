"""Taking the card that lies open on a stack, and what happens to the stack (sections 7, 9)."""

from collections.abc import Callable
from typing import Any

from domain.kartenspiel.components import Deck
from domain.kartenspiel.events import (
    AnyTaken,
    EngineTaken,
    Event,
    InnovationTaken,
    LorryTaken,
    ObjectiveTaken,
    OrderTaken,
    ShareTaken,
    StackSplit,
    Via,
    WagonTaken,
)
from domain.kartenspiel.state import State
from domain.kernel.errors import RuleViolation

TAKEN: dict[Deck, Callable[..., AnyTaken]] = {
    "lorries": LorryTaken,
    "wagons": WagonTaken,
    "engines": EngineTaken,
    "orders": OrderTaken,
    "shares": ShareTaken,
    "innovations": InnovationTaken,
    "objectives": ObjectiveTaken,
}


def take_top(
    state: State, seat: int, via: Via, stack: str, track: int | None = None
) -> list[Event]:
    cards = state.stacks[stack]
    if not cards:
        raise RuleViolation("stack_empty", stack=stack)
    refuse_track(state, seat, stack, cards[0], track)
    taken = taken_event(
        state,
        seat,
        via,
        stack,
        cards[0],
        track,
        top_after=cards[1] if len(cards) > 1 else None,
        left=len(cards) - 1,
    )
    return [taken, *split(state, stack, left=len(cards) - 1)]


def taken_event(
    state: State, seat: int, via: Via, stack: str, card: str, track: int | None, **rest: Any
) -> AnyTaken:
    deck = state.catalog.stacks[stack].deck
    placed = {"track": track} if deck in ("wagons", "engines") else {}
    return TAKEN[deck](seat=seat, via=via, stack=stack, card=card, **placed, **rest)


def refuse_track(state: State, seat: int, stack: str, card: str, track: int | None) -> None:
    """A wagon goes where its crest is shown, an engine where none stands (7.2, 7.3)."""
    deck = state.catalog.stacks[stack].deck
    if deck == "engines":
        refuse_without_free_track(state, seat)
        if track not in state.catalog.tracks:
            raise RuleViolation("track_not_allowed", card=card, track=track)
        if track not in state.players[seat].free_tracks():
            raise RuleViolation("track_has_engine", track=track)
    elif deck == "wagons" and track not in tracks_for(state, card):
        raise RuleViolation("track_not_allowed", card=card, track=track)


def refuse_without_free_track(state: State, seat: int) -> None:
    if not state.players[seat].free_tracks():
        raise RuleViolation("no_free_track")


def tracks_for(state: State, wagon: str) -> list[int]:
    return state.catalog.wagon_tracks[state.catalog.wagons[wagon].crest]


def possible_tracks(state: State, seat: int, stack: str, card: str) -> list[int | None]:
    """Where the card may go; [None] if it goes on no track."""
    deck = state.catalog.stacks[stack].deck
    if deck == "wagons":
        return list(tracks_for(state, card))
    return list(state.players[seat].free_tracks()) if deck == "engines" else [None]


def split(state: State, stack: str, left: int) -> list[Event]:
    """An emptied twin stack gets the upper half of the other one, if that has two or more."""
    twin = state.catalog.stacks[stack].twin
    if left or twin is None or len(state.stacks[twin]) < 2:
        return []
    cards = state.stacks[twin]
    half = len(cards) // 2
    moved, kept = tuple(cards[:half]), tuple(cards[half:])
    return [
        StackSplit(
            twin,
            stack,
            tops=((twin, kept[0]), (stack, moved[0])),
            sizes=((twin, len(kept)), (stack, len(moved))),
            moved=moved,
            kept=kept,
        )
    ]
