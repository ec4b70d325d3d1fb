"""Playing an action innovation before or after the worker action (section 8)."""

from domain.kartenspiel.actions.areas import payable_areas, usable_areas
from domain.kartenspiel.actions.delivery import deliver
from domain.kartenspiel.actions.mining import mine
from domain.kartenspiel.actions.place_workers import refuse_strange_parts
from domain.kartenspiel.actions.taking import take_top
from domain.kartenspiel.components import Deck, InnovationCard
from domain.kartenspiel.deeds import (
    Deliver,
    Effect,
    Mine,
    TakeEngine,
    TakeLorryFrom,
    TakeWagonFrom,
    kind_of,
)
from domain.kartenspiel.events import Event, InnovationPlayed
from domain.kartenspiel.fold import evolve
from domain.kartenspiel.player_board import holds
from domain.kartenspiel.state import State
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact

DECK: dict[str, Deck] = {
    "take_lorry": "lorries",
    "take_wagon": "wagons",
    "take_engine": "engines",
    "take_order": "orders",
    "take_share": "shares",
}


class PlayInnovation(Fact, frozen=True, tag="play_innovation"):
    card: str
    effect: Effect


def play_innovation(state: State, seat: int, action: PlayInnovation) -> list[Event]:
    card = held_innovation(state, seat, action)
    refuse_effect(state, card, action.effect)
    done = carry_out(state, seat, card, action.effect)
    events: list[Event] = [InnovationPlayed(seat, action.card, action.effect), *done]
    if state.phase == "before_action" and not placement_left(state, seat, events):
        raise RuleViolation("no_placement_left")
    return events


def held_innovation(state: State, seat: int, action: PlayInnovation) -> InnovationCard:
    card = state.catalog.innovations.get(action.card)
    if card is None:
        raise RuleViolation("unknown_card", card=action.card)
    if not holds(state.players[seat].innovations, action.card):
        raise RuleViolation("card_not_in_hand", card=action.card)
    refuse_strange_parts(state, seat, action.effect)
    return card


def refuse_effect(state: State, card: InnovationCard, effect: Effect) -> None:
    """The effect must be the card's own, and from a stack of its kind."""
    kind = kind_of(effect)
    if kind != card.effect:
        raise RuleViolation("action_mismatch", needed=card.effect or card.kind, given=kind)
    if isinstance(effect, TakeLorryFrom | TakeWagonFrom):
        deck = state.catalog.stacks[effect.stack].deck
        if deck != DECK[kind]:
            raise RuleViolation("action_mismatch", needed=DECK[kind], given=deck)


def carry_out(state: State, seat: int, card: InnovationCard, effect: Effect) -> list[Event]:
    if isinstance(effect, Mine):
        return mine(state, seat, "innovation", steps_of(card), effect.moves)
    if isinstance(effect, Deliver):
        return deliver(state, seat, "innovation", effect.consignments)
    if isinstance(effect, TakeLorryFrom | TakeWagonFrom):
        stack = effect.stack
    else:
        [stack] = state.catalog.stacks_of(DECK[kind_of(effect)])
    track = effect.track if isinstance(effect, TakeWagonFrom | TakeEngine) else None
    return take_top(state, seat, "innovation", stack, track)


def steps_of(card: InnovationCard) -> tuple[int, int]:
    assert card.min_steps is not None, "a mining innovation has steps"
    assert card.max_steps is not None, "a mining innovation has steps"
    return card.min_steps, card.max_steps


def placement_left(state: State, seat: int, events: list[Event]) -> bool:
    """Whether some area is payable and executable once these events have happened (R-05)."""
    if surely_placement_left(state, seat):
        return True
    if not payable_areas(state, seat):
        return False
    after = state.to_try(seat)
    for event in events:
        evolve(after, event)
    return bool(usable_areas(after, seat))


def surely_placement_left(state: State, seat: int) -> bool:
    """Whether an area stays payable and executable whatever an innovation does.

    An action innovation pays for nothing, so what can be paid stays the same. Mining 0/1 needs
    nothing to move, and no innovation takes more than one card from a stack.
    """
    return any(
        area == state.catalog.marker_area
        or (state.catalog.deeds[area] != "take_engine" and len(state.stacks.get(area, ())) > 1)
        for area in payable_areas(state, seat)
    )
