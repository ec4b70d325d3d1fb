"""The wild action: four cards off a stack, one is kept, the others go below (section 7.10)."""

from collections.abc import Mapping

from msgspec import UNSET

from domain.kartenspiel.actions.taking import (
    refuse_track,
    refuse_without_free_track,
    split,
    taken_event,
)
from domain.kartenspiel.events import Event, WildCardsDrawn, WildCardsReturned
from domain.kartenspiel.player_board import holds
from domain.kartenspiel.state import PendingDraw, State
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import UNKNOWN, Audience, Fact, Sealed


class ChooseDrawnCard(Fact, frozen=True, tag="choose_drawn_card", omit_defaults=True):
    """Which card it is stays sealed; where it lies open, the event that follows shows it."""

    card: Sealed[str] = UNSET
    track: int | None = None
    """Where a wagon or an engine goes."""

    def hides(self, actor: Audience, /) -> Mapping[str, Audience]:
        return {"card": actor}


def draw(state: State, seat: int, area: str, stack: str) -> list[Event]:
    refuse_stack(state, seat, stack)
    count = state.catalog.action_cards[area].draw
    cards = tuple(state.stacks[stack][:count])
    return [WildCardsDrawn(seat, stack, len(cards), cards[0], cards)]


def refuse_stack(state: State, seat: int, stack: str) -> None:
    if not state.stacks[stack]:
        raise RuleViolation("stack_empty", stack=stack)
    if state.catalog.stacks[stack].deck == "engines":
        refuse_without_free_track(state, seat)


def may_choose(state: State, seat: int, stack: str) -> bool:
    try:
        refuse_stack(state, seat, stack)
    except RuleViolation:
        return False
    return True


def choose_drawn_card(state: State, seat: int, action: ChooseDrawnCard) -> list[Event]:
    pending = state.pending
    assert pending is not None, "the phase says so"
    card = _drawn(state, pending, action.card)
    refuse_track(state, seat, pending.stack, card, action.track)
    taken = taken_event(state, seat, "wild", pending.stack, card, action.track)
    back = list(pending.cards)
    back.remove(card if card in back else UNKNOWN)
    stack = [*state.stacks[pending.stack], *back]
    returned = WildCardsReturned(
        seat,
        pending.stack,
        len(back),
        stack[0] if stack else None,
        len(stack),
        tuple(back),
    )
    return [taken, returned, *split(state, pending.stack, left=len(stack))]


def _drawn(state: State, pending: PendingDraw, card: Sealed[str]) -> str:
    deck = state.catalog.stacks[pending.stack].deck
    if card is UNSET or not state.catalog.knows(card):
        raise RuleViolation("unknown_card", card="" if card is UNSET else card)
    if card not in state.catalog.decks[deck] or not holds(pending.cards, card):
        raise RuleViolation("not_drawn", card=card)
    return card
