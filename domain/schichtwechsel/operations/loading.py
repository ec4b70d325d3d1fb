"""Loading coke from the ovens onto the coke wagons (7.3)."""

from collections.abc import Sequence
from itertools import combinations

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import events as e
from domain.schichtwechsel.course import Course, Growth, Task, grows, hindered_by, runs
from domain.schichtwechsel.effects import LoadCoke
from domain.schichtwechsel.state import State


def own_coke(state: State, seat: int) -> list[str]:
    return [oven for oven, owner in state.ovens.items() if owner == seat]


def room_for_coke(state: State, seat: int) -> int:
    return state.catalog.coke_room - state.players[seat].coke_wagons


def refusal_to_load(state: State, seat: int, ovens: Sequence[str]) -> RuleViolation | None:
    mine = own_coke(state, seat)
    if len(ovens) > room_for_coke(state, seat):
        return RuleViolation("coke_wagons_full", n=len(ovens))
    left = len(set(mine) - set(ovens))
    own = state.catalog.own_oven(seat)
    needs_own = state.switches.plant_own_oven_invariant and left >= state.catalog.own_oven_from
    if needs_own and (own not in mine or own in ovens):
        return RuleViolation("own_oven_required", n=state.catalog.own_oven_from)
    if len(set(ovens)) != len(ovens) or not set(ovens) <= set(mine):
        stranger = next((oven for oven in ovens if oven not in mine), "ovens")
        return RuleViolation("option_impossible", option=stranger)
    return None


@runs(LoadCoke)
def load_coke(course: Course, task: Task) -> None:
    ovens: tuple[str, ...] = task.given("ovens")
    state, seat = course.state, course.seat
    if not ovens:
        if task.direct:
            if not course.may_be_left(task):
                raise RuleViolation("no_effect")
        elif nothing_to_load(state, seat, task.effect) is None:
            course.ask("load_coke", own_coke(state, seat), task)
        return
    problem = refusal_to_load(state, seat, ovens)
    if problem:
        raise problem
    if len(ovens) > task.effect.up_to:
        raise RuleViolation("option_impossible", option="ovens")
    course.emit(e.CokeLoaded(seat, ovens))


def legal_loads(state: State, seat: int, up_to: int) -> list[tuple[str, ...]]:
    """Every set of ovens that may be emptied at once, in the plant's order."""
    mine = own_coke(state, seat)
    return [
        chosen
        for count in range(1, min(up_to, len(mine)) + 1)
        for chosen in combinations(mine, count)
        if refusal_to_load(state, seat, chosen) is None
    ]


@hindered_by(LoadCoke)
def nothing_to_load(state: State, seat: int, effect: LoadCoke) -> RuleViolation | None:
    if legal_loads(state, seat, effect.up_to):
        return None
    if room_for_coke(state, seat) < 1:
        return RuleViolation("coke_wagons_full", n=1)
    return RuleViolation("no_effect")


@grows(LoadCoke, "ovens")
def more_ovens(course: Course, task: Task) -> Growth:
    """Ovens are added in the plant's order, since the order of loading changes nothing."""
    ovens: tuple[str, ...] = task.given("ovens")
    state, seat = course.state, course.seat
    loads = legal_loads(state, seat, task.effect.up_to)
    count = len(ovens)
    more = dict.fromkeys(load[: count + 1] for load in loads if load[:count] == ovens != load)
    if not more and ovens:
        problem = refusal_to_load(state, seat, ovens)
        if problem:
            raise problem
    complete = set(ovens) in map(set, loads) if ovens else course.may_be_left(task)
    return Growth(list(more), complete)
