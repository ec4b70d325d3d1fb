"""Answering the open decision: the effect that asked goes on with what it was told (21.3)."""

from collections.abc import Callable

from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.schichtwechsel.answers import refuse_inexact
from domain.schichtwechsel.course import SAYABLE, Course, Frame, Task
from domain.schichtwechsel.effects import Choose
from domain.schichtwechsel.events import (
    CopyDeclined,
    DecisionAnswered,
    DecisionRequested,
    Event,
)
from domain.schichtwechsel.flow import go_on
from domain.schichtwechsel.params import (
    DECLINE,
    NOTHING,
    Copy,
    House,
    Params,
    Parts,
    Said,
    shown,
)
from domain.schichtwechsel.state import State
from domain.schichtwechsel.unknown_ids import refuse_absent_copies, refuse_unknown_ids
from domain.schichtwechsel.versions import answers_are_exact


class Answer(Fact, frozen=True, tag="answer"):
    decision_id: int
    answer: Said


DECLINABLE = frozenset({"copy", "raise_lorries", "process_wagons", "load_coke", "move_headframes"})
"""What can be left with `decline`; a barrier's benefit declines by a choice of its own."""


def answer(state: State, seat: int, action: Answer, chance: Chance) -> list[Event]:
    decision = open_decision(state, action)
    declined = action.answer == DECLINE and decision.kind in DECLINABLE
    params = NOTHING if declined else as_params(state, decision, action.answer)
    refuse_unknown_ids(state, params)
    refuse_absent_copies(state, params)

    course = Course(state, seat, chance)
    course.emit(DecisionAnswered(decision.decision_id, seat, action.answer))
    first, *later = decision.then
    course.push(Task(planned) for planned in later)
    if not declined:
        course.push([Task(first, Frame(params, command=False), SAYABLE)])
    elif decision.kind == "copy":
        course.emit(CopyDeclined(seat, first.cause))
    course.run()
    return go_on(course)


def open_decision(state: State, action: Answer) -> DecisionRequested:
    decision = state.decisions[-1]
    if action.decision_id != decision.decision_id:
        raise RuleViolation("stale_sequence", decision=decision.decision_id)
    return decision


def as_params(state: State, decision: DecisionRequested, said: Said) -> Params:
    """An answer is what could have been said with the action. The wrong shape is no answer."""
    if answers_are_exact(state.rules) and isinstance(said, Parts):
        refuse_inexact(state, decision, said)
    kind = decision.kind
    if kind == "tile_bonus" and isinstance(said, str):
        kind = "choose" if isinstance(decision.then[0].effect, Choose) else "place_gained"
    params = READERS[kind](said)
    if params is None:
        raise RuleViolation("option_impossible", option=shown(said))
    return params


def _choice(said: Said) -> Params | None:
    return Params(choice=said) if isinstance(said, str) else None


def _place(said: Said) -> Params | None:
    if isinstance(said, Parts):
        place = said.lorry or said.wagon
        return Params(place=place) if place and not said.choice else None
    return Params(place=said) if isinstance(said, str) else None


def _house(said: Said) -> Params | None:
    if isinstance(said, Parts) and said.row_field and said.site:
        return Params(house=House(said.row_field, said.site))
    return None


def _copy(said: Said) -> Params | None:
    if isinstance(said, Parts) and said.card:
        return Params(copy=Copy(said.card, said.mode, said.params))
    return None


def _amount(said: Said) -> Params | None:
    return Params(amount=said) if isinstance(said, int) else None


def _steps(said: Said) -> Params | None:
    return Params(steps=said) if isinstance(said, int) else None


def _params(said: Said) -> Params | None:
    return said.params if isinstance(said, Parts) and said.params != NOTHING else None


def _tile_bonus(said: Said) -> Params | None:
    """A choice, a place, or both at once."""
    if isinstance(said, Parts):
        return Params(choice=said.choice, place=said.lorry or said.wagon)
    return None


READERS: dict[str, Callable[[Said], Params | None]] = {
    "tile_bonus": _tile_bonus,
    "place_gained": _place,
    "barrier_benefit": _choice,
    "choose": _choice,
    "miner_steps": _steps,
    "advance_steps": _steps,
    "place_house": _house,
    "copy": _copy,
    "return_tools": _amount,
    "water_amount": _amount,
    "raise_lorries": _params,
    "process_wagons": _params,
    "load_coke": _params,
    "move_headframes": _params,
}
