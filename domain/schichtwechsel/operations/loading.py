"""Loading coke from the ovens onto the coke wagons (7.3)."""

from collections.abc import Sequence
from itertools import combinations, islice

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import events as e
from domain.schichtwechsel.course import Course, Growth, Task, grows, hindered_by, runs
from domain.schichtwechsel.effects import LoadCoke
from domain.schichtwechsel.state import State

MOST_SETS = 100
"""Of one size; in the printed plant there are up to ten."""


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
    if _needs_own(state, left) and (own not in mine or own in ovens):
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


def largest_loads(state: State, seat: int, up_to: int) -> list[tuple[str, ...]]:
    """The sets of ovens that empty as many as may be emptied at once, or some of them."""
    mine = own_coke(state, seat)
    for count in range(min(up_to, len(mine), room_for_coke(state, seat)), 0, -1):
        tried = islice(combinations(mine, count), MOST_SETS)
        legal = [chosen for chosen in tried if refusal_to_load(state, seat, chosen) is None]
        if legal:
            return legal
    return []


def next_ovens(state: State, seat: int, up_to: int, ovens: Sequence[str]) -> list[str]:
    """The ovens that may come next in the plant's order, so that a legal load can come of it.

    While the own oven must stay occupied, no load has it; that is so until enough is loaded.
    """
    mine, own = own_coke(state, seat), state.catalog.own_oven(seat)
    first = mine.index(ovens[-1]) + 1 if ovens else 0
    most = min(up_to, room_for_coke(state, seat))
    found = []
    for at in range(first, len(mine)):
        longer = (*ovens, mine[at])
        largest = min(most, len(longer) + len(mine) - at - 1)
        keeps_own = own in mine and own not in longer
        if len(longer) <= largest and (keeps_own or not _needs_own(state, len(mine) - largest)):
            found.append(mine[at])
    return found


def _needs_own(state: State, left: int) -> bool:
    """Whether so much coke in the plant demands that the own oven is among its ovens."""
    return state.switches.plant_own_oven_invariant and left >= state.catalog.own_oven_from


@hindered_by(LoadCoke)
def nothing_to_load(state: State, seat: int, effect: LoadCoke) -> RuleViolation | None:
    if next_ovens(state, seat, effect.up_to, ()):
        return None
    if room_for_coke(state, seat) < 1:
        return RuleViolation("coke_wagons_full", n=1)
    return RuleViolation("no_effect")


@grows(LoadCoke, "ovens")
def more_ovens(course: Course, task: Task) -> Growth:
    """Ovens are added in the plant's order, since the order of loading changes nothing."""
    ovens: tuple[str, ...] = task.given("ovens")
    state, seat = course.state, course.seat
    problem = refusal_to_load(state, seat, ovens) if ovens else None
    within = len(ovens) <= task.effect.up_to
    in_order = [oven for oven in own_coke(state, seat) if oven in ovens] == list(ovens)
    more = next_ovens(state, seat, task.effect.up_to, ovens) if in_order else []
    if problem and not more:
        raise problem
    complete = within and problem is None if ovens else course.may_be_left(task)
    return Growth([(*ovens, oven) for oven in more], complete)
