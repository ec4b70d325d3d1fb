"""The spoil exchange: free, once per turn, before or after the action (6.5)."""

from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.schichtwechsel.course import Course, Frame
from domain.schichtwechsel.effects import Coin, WhiteStone
from domain.schichtwechsel.events import Event, SpoilExchanged
from domain.schichtwechsel.flow import go_on
from domain.schichtwechsel.params import Params
from domain.schichtwechsel.state import State
from domain.schichtwechsel.tasks import tasks_of
from domain.schichtwechsel.unknown_ids import refuse_unknown
from domain.schichtwechsel.usable import held

CHOICE = frozenset({"choice"})


class ExchangeSpoil(Fact, frozen=True, tag="exchange_spoil", omit_defaults=True):
    exchange: str
    choice: str | None = None


def refuse_exchange(state: State, seat: int, exchange: str) -> None:
    refuse_unknown([exchange], state.catalog.exchanges)
    printed = state.catalog.exchanges[exchange]
    if state.exchanges >= state.catalog.exchanges_per_turn:
        raise RuleViolation("exchange_used", n=state.catalog.exchanges_per_turn)
    if state.players[seat].heap < printed.spoil:
        raise RuleViolation("not_enough_spoil", n=printed.spoil)
    pays = any(isinstance(effect, Coin | WhiteStone) for effect in printed.effects)
    empty_handed = not any(held(state, seat).values()) and not pays
    if state.switches.heap_exchange_needs_action and not state.action_done and empty_handed:
        raise RuleViolation("must_act")


def exchange_spoil(state: State, seat: int, action: ExchangeSpoil, chance: Chance) -> list[Event]:
    refuse_exchange(state, seat, action.exchange)
    printed = state.catalog.exchanges[action.exchange]
    course = Course(state, seat, chance)
    course.emit(SpoilExchanged(seat, printed.id, printed.spoil))
    said = Frame(Params(choice=action.choice), sayable=CHOICE)
    course.push(tasks_of(printed.effects, printed.id, said))
    course.run()
    return go_on(course)
