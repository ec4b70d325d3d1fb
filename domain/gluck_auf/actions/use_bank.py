"""The Bank: always possible, displaces nobody (section 5.1)."""

from domain.gluck_auf.actions.placing import end_turn
from domain.gluck_auf.events import BankUsed, Event, MarksReceived
from domain.gluck_auf.state import State
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact


class UseBank(Fact, frozen=True, tag="use_bank"):
    pass


def use_bank(state: State, player: int, _: UseBank) -> list[Event]:
    constants = state.catalog.constants
    if state.players[player].workers < constants.bank_workers:
        raise RuleViolation("not_enough_workers", n=constants.bank_workers)
    return [
        BankUsed(player, constants.bank_workers),
        MarksReceived(player, constants.bank_marks, "bank"),
        *end_turn(state, player, spent=constants.bank_workers),
    ]
