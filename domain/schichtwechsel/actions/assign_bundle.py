"""Step I: the start player gives each bundle to a player not yet served (5, I.2)."""

from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.schichtwechsel.course import Course
from domain.schichtwechsel.events import BundleAssigned, Event
from domain.schichtwechsel.flow import after_assignment, unserved
from domain.schichtwechsel.state import State


class AssignBundle(Fact, frozen=True, tag="assign_bundle"):
    bundle_no: int
    to_seat: int


def assign_bundle(state: State, seat: int, action: AssignBundle, chance: Chance) -> list[Event]:
    bundle = next((b for b in state.bundles if b.no == action.bundle_no), None)
    if bundle is None:
        raise RuleViolation("unknown_id", id=action.bundle_no)
    if not 0 <= action.to_seat < len(state.players):
        raise RuleViolation("unknown_id", id=action.to_seat)
    if bundle.seat is not None or action.to_seat not in unserved(state):
        raise RuleViolation("already_served", seat=action.to_seat)
    course = Course(state, seat, chance)
    course.emit(BundleAssigned(action.bundle_no, action.to_seat))
    after_assignment(course)
    return course.events
