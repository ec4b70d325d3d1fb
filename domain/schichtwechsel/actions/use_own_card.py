"""Using the own action card: water down, and as many rail fields as headframes left it (7.9)."""

from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.schichtwechsel.components import Item
from domain.schichtwechsel.course import Course
from domain.schichtwechsel.events import Event, OwnCardPaid
from domain.schichtwechsel.flow import go_on
from domain.schichtwechsel.operations.copying import use_effects
from domain.schichtwechsel.params import Params
from domain.schichtwechsel.state import State
from domain.schichtwechsel.usable import own_card_used_up, own_frame, own_mode, refuse_payment


class UseOwnCard(Fact, frozen=True, tag="use_own_card", omit_defaults=True):
    payment: tuple[Item, ...]
    rail_steps: int = 0
    owner: int | None = None
    """Whose card is meant; without it the sender's."""


def refuse_own_card(state: State, seat: int, action: UseOwnCard) -> None:
    if action.owner is not None and not 0 <= action.owner < len(state.players):
        raise RuleViolation("unknown_id", id=action.owner)
    if action.owner not in (None, seat):
        raise RuleViolation("not_your_card", owner=action.owner)
    if own_card_used_up(state, seat):
        raise RuleViolation("card_already_used", card=state.catalog.own_card.id)
    refuse_payment(state, seat, [state.catalog.own_card.cost], action.payment)


def use_own_card(state: State, seat: int, action: UseOwnCard, chance: Chance) -> list[Event]:
    refuse_own_card(state, seat, action)
    course = Course(state, seat, chance)
    course.emit(OwnCardPaid(seat, action.payment))
    card, printed = state.catalog.own_card.id, own_mode(state)
    use_effects(course, card, printed, own_frame(Params(steps=action.rail_steps or None)))
    return go_on(course)
