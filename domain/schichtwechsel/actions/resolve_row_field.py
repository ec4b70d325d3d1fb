"""Step VI: the freed fields of the house row, from left to right (5, VI; 8.4)."""

from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.schichtwechsel.course import Course, Frame
from domain.schichtwechsel.events import Event, RowFieldResolved
from domain.schichtwechsel.flow import go_on
from domain.schichtwechsel.params import NOTHING, Params
from domain.schichtwechsel.state import State
from domain.schichtwechsel.tasks import tasks_of
from domain.schichtwechsel.unknown_ids import (
    refuse_absent_copies,
    refuse_unknown,
    refuse_unknown_ids,
)
from domain.schichtwechsel.versions import answers_are_exact


class ResolveRowField(Fact, frozen=True, tag="resolve_row_field", omit_defaults=True):
    field: str
    choice: str | None = None
    params: Params = NOTHING


def said(action: ResolveRowField) -> Params:
    return replace(action.params, choice=action.choice or action.params.choice)


def refuse_field(state: State, seat: int, action: ResolveRowField) -> None:
    """Only the leftmost of the fields that were free when the player's step began."""
    refuse_unknown([action.field], state.catalog.row)
    refuse_unknown_ids(state, action.params)
    refuse_absent_copies(state, action.params)
    if state.players[seat].row_open[:1] != (action.field,):
        raise RuleViolation("option_impossible", option=action.field)
    twice = action.choice is not None and action.params.choice is not None
    if twice and answers_are_exact(state.rules):
        raise RuleViolation("option_impossible", option="choice")


def resolve_row_field(
    state: State, seat: int, action: ResolveRowField, chance: Chance
) -> list[Event]:
    refuse_field(state, seat, action)
    field, params = state.catalog.row[action.field], said(action)
    course = Course(state, seat, chance)
    course.emit(RowFieldResolved(seat, field.id))
    if not (field.optional and params == NOTHING):
        course.push(tasks_of(field.effects, field.id, Frame(params, strict=False)))
        course.run()
    return go_on(course)
