"""The ends of a turn: leaving the exchange after the action, or passing for the round (6.3)."""

from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.schichtwechsel import flow
from domain.schichtwechsel.course import Course
from domain.schichtwechsel.events import Event, PlayerPassed
from domain.schichtwechsel.state import State
from domain.schichtwechsel.usable import can_act, held


class EndTurn(Fact, frozen=True, tag="end_turn"):
    pass


class Pass(Fact, frozen=True, tag="pass"):
    pass


def end_turn(state: State, seat: int, _action: EndTurn, chance: Chance) -> list[Event]:
    if not state.action_done:
        raise RuleViolation("must_act")
    course = Course(state, seat, chance)
    flow.end_turn(course)
    return course.events


def refuse_pass(state: State, seat: int) -> None:
    """A player who could not act at all is let go, whatever a corrected catalog has left."""
    if state.exchanges and state.switches.heap_exchange_needs_action and can_act(state, seat):
        raise RuleViolation("must_act")
    stones = held(state, seat)
    holding = bool(stones["white"] or stones["player"])
    if holding and state.switches.pass_requires_no_stones and can_act(state, seat):
        raise RuleViolation("must_not_pass")


def pass_turn(state: State, seat: int, _action: Pass, chance: Chance) -> list[Event]:
    refuse_pass(state, seat)
    course = Course(state, seat, chance)
    course.emit(PlayerPassed(seat))
    flow.end_turn(course)
    return course.events
