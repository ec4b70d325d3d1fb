"""Lorries: what they accept, and hoisting the full ones (7.1, 8.1)."""

from collections.abc import Sequence
from functools import partial

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import events as e
from domain.schichtwechsel.course import Course, Growth, Task, grows, hindered_by, runs
from domain.schichtwechsel.effects import Cube, RaiseLorries
from domain.schichtwechsel.params import Hoist
from domain.schichtwechsel.state import Load, State


def refusal_to_load(state: State, lorry: str, load: Load, cube: Cube) -> RuleViolation | None:
    """Why a lorry with this load does not take a cube of this kind."""
    printed = state.catalog.lorries[lorry]
    refuse = partial(RuleViolation, lorry=lorry)
    if printed.blockable and state.lorry_block:
        return refuse("lorry_blocked")
    if printed.coal_only and cube != "coal":
        return refuse("coal_only")
    if load.count and load.cube != cube:
        return refuse("mixed_material")
    if load.count >= printed.capacity:
        return refuse("lorry_full")
    return None


def accepting_lorries(state: State, seat: int, cube: Cube) -> list[str]:
    loads = state.players[seat].lorries.items()
    return [lorry for lorry, load in loads if refusal_to_load(state, lorry, load, cube) is None]


def free_wagons(state: State, seat: int) -> dict[str, int]:
    """Free places by coal wagon."""
    wagons, held = state.catalog.coal_wagons, state.players[seat].coal_wagons
    return {wagon: wagons[wagon].capacity - count for wagon, count in held.items()}


def refusal_to_hoist(state: State, seat: int, lorry: str) -> RuleViolation | None:
    """Why a lorry cannot be hoisted, wherever its cubes would go."""
    player, printed = state.players[seat], state.catalog.lorries[lorry]
    load = player.lorries[lorry]
    if printed.blockable and state.lorry_block:
        return RuleViolation("lorry_blocked", lorry=lorry)
    if load.count < printed.capacity:
        return RuleViolation("lorry_not_full", lorry=lorry)
    if load.cube == "spoil" and player.heap + load.count > state.catalog.heap_capacity:
        return RuleViolation("heap_full", n=load.count)
    if load.cube == "coal" and sum(free_wagons(state, seat).values()) < load.count:
        return RuleViolation("wagon_full", n=load.count)
    return None


def hoistable(state: State, seat: int) -> list[str]:
    lorries = state.players[seat].lorries
    return [lorry for lorry in lorries if refusal_to_hoist(state, seat, lorry) is None]


@runs(RaiseLorries)
def raise_lorries(course: Course, task: Task) -> None:
    hoists: tuple[Hoist, ...] = task.given("lorries")
    if not hoists and not task.direct:
        if task.effect.up_to and hoistable(course.state, course.seat):
            course.ask("raise_lorries", hoistable(course.state, course.seat), task)
        return
    if not hoists and not course.may_be_left(task):
        raise RuleViolation("no_effect")
    for hoist in hoists:
        _raise_lorry(course, hoist)
    if len(hoists) > task.effect.up_to:
        raise RuleViolation("option_impossible", option="lorries")


def _raise_lorry(course: Course, hoist: Hoist) -> None:
    problem = refusal_to_hoist(course.state, course.seat, hoist.lorry)
    if problem:
        raise problem
    load = course.player.lorries[hoist.lorry]
    assert load.cube is not None, "a full lorry holds something"
    needed = load.count if load.cube == "coal" else 0
    if needed:
        refuse_full_wagons(course.state, course.seat, hoist.wagons)
    if len(hoist.wagons) != needed:
        raise RuleViolation("option_impossible", option=hoist.lorry)
    course.emit(e.LorryRaised(course.seat, hoist.lorry, load.cube, load.count, hoist.wagons))


def refuse_full_wagons(state: State, seat: int, wagons: Sequence[str]) -> None:
    free = free_wagons(state, seat)
    for wagon in wagons:
        free[wagon] -= 1
        if free[wagon] < 0:
            raise RuleViolation("wagon_full", n=1)


@hindered_by(RaiseLorries)
def nothing_to_hoist(state: State, seat: int, effect: RaiseLorries) -> RuleViolation | None:
    """If nothing can be hoisted, the first lorry that holds something says why."""
    if effect.up_to and hoistable(state, seat):
        return None
    lorries = sorted(state.players[seat].lorries.items(), key=lambda entry: -entry[1].count)
    return refusal_to_hoist(state, seat, lorries[0][0]) or RuleViolation("no_effect")


@grows(RaiseLorries, "lorries")
def more_lorries(course: Course, task: Task) -> Growth:
    """Another lorry, or another wagon for a coal lorry that has not found place for all."""
    hoists: tuple[Hoist, ...] = task.given("lorries")
    tried = Course(course.state, course.seat)
    for hoist in hoists[:-1]:
        _raise_lorry(tried, hoist)
    if hoists:
        last = hoists[-1]
        problem = refusal_to_hoist(tried.state, tried.seat, last.lorry)
        if problem:
            raise problem
        load = tried.player.lorries[last.lorry]
        if load.cube == "coal" and len(last.wagons) < load.count:
            refuse_full_wagons(tried.state, tried.seat, last.wagons)
            return Growth([(*hoists[:-1], longer) for longer in _next_wagon(tried, last)], False)
        _raise_lorry(tried, last)
    more = [
        (*hoists, Hoist(lorry))
        for lorry in hoistable(tried.state, tried.seat)
        if len(hoists) < task.effect.up_to
    ]
    return Growth(more, bool(hoists) or course.may_be_left(task))


def _next_wagon(course: Course, hoist: Hoist) -> list[Hoist]:
    free = free_wagons(course.state, course.seat)
    for wagon in hoist.wagons:
        free[wagon] -= 1
    return [Hoist(hoist.lorry, (*hoist.wagons, wagon)) for wagon, room in free.items() if room > 0]
