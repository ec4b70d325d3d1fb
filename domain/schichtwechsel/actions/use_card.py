"""Using an action card: pay for it, and its effects happen (6.1, 6.2, 7)."""

from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.schichtwechsel.components import Item, Mode
from domain.schichtwechsel.course import Course, Frame
from domain.schichtwechsel.events import CardPaid, Event
from domain.schichtwechsel.flow import go_on
from domain.schichtwechsel.operations.copying import use_effects
from domain.schichtwechsel.params import NOTHING, Params
from domain.schichtwechsel.state import State
from domain.schichtwechsel.unknown_ids import (
    refuse_absent_copies,
    refuse_unknown_card,
    refuse_unknown_ids,
)
from domain.schichtwechsel.usable import is_used_up, refuse_payment


class UseCard(Fact, frozen=True, tag="use_card", omit_defaults=True):
    card: str
    payment: tuple[Item, ...]
    mode: str | None = None
    params: Params = NOTHING


def refuse_use(state: State, seat: int, action: UseCard) -> Mode:
    """Everything but the effects; what the card costs and does."""
    refuse_unknown_card(state, action.card, action.mode)
    refuse_unknown_ids(state, action.params)
    if action.card not in state.cards:
        raise RuleViolation("not_in_play", id=action.card)
    refuse_absent_copies(state, action.params)
    if is_used_up(state, action.card):
        raise RuleViolation("card_already_used", card=action.card)
    modes = state.catalog.cards[action.card].modes if action.mode is None else ()
    if modes:
        refuse_payment(state, seat, [mode.cost for mode in modes], action.payment)
        raise RuleViolation("option_impossible", option="mode")
    printed = state.catalog.card_mode(action.card, action.mode)
    refuse_payment(state, seat, [printed.cost], action.payment)
    return printed


def use_card(state: State, seat: int, action: UseCard, chance: Chance) -> list[Event]:
    printed = refuse_use(state, seat, action)
    course = Course(state, seat, chance)
    course.emit(CardPaid(seat, action.card, action.payment, action.mode))
    use_effects(course, action.card, printed, Frame(action.params))
    return go_on(course)
