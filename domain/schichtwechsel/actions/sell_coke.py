"""Step V: a pair of coke from the coke wagons, once per round, or not (5, V)."""

from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.schichtwechsel.course import Course
from domain.schichtwechsel.events import CokeSold, Event, SaleDeclined
from domain.schichtwechsel.flow import after_sale, go_on, has_pair
from domain.schichtwechsel.state import State


class SellCoke(Fact, frozen=True, tag="sell_coke"):
    sell: bool


def sell_coke(state: State, seat: int, action: SellCoke, chance: Chance) -> list[Event]:
    course, sale = Course(state, seat, chance), state.catalog.sale
    if not action.sell:
        course.emit(SaleDeclined(seat))
        after_sale(course, sold=False)
        return course.events
    if state.players[seat].sales >= sale.per_round:
        raise RuleViolation("already_sold")
    if not has_pair(state, seat):
        raise RuleViolation("no_pair", n=sale.coke)
    course.emit(CokeSold(seat, state.players[seat].sold // sale.coke + 1, sale.coke))
    course.push_effects(sale.reward, "sale")
    course.run()
    return go_on(course)
