"""Cubes from the supply and coke from the reserve, and what happens if they find no place (18)."""

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import events as e
from domain.schichtwechsel.course import Course, Task, hindered_by, runs
from domain.schichtwechsel.effects import GainCoke, GainCube
from domain.schichtwechsel.operations.coking import legal_ovens, no_oven, place_effects
from domain.schichtwechsel.operations.coking import refusal_to_place as refusal_of_oven
from domain.schichtwechsel.operations.hoisting import (
    accepting_lorries,
    free_wagons,
    refusal_to_load,
)
from domain.schichtwechsel.operations.loading import room_for_coke
from domain.schichtwechsel.operations.tokens import repeated
from domain.schichtwechsel.state import State
from domain.schichtwechsel.versions import answers_are_exact


def fulfilled(state: State, seat: int, effect: GainCube | GainCoke) -> bool:
    needed = effect.requires
    return needed is None or (
        state.coke_in_plant(seat) >= needed.own_coke_in_plant_at_least
        and state.players[seat].heap >= needed.heap_at_least
    )


def room(state: State, seat: int, effect: GainCube) -> int:
    """How many cubes of this kind find a place."""
    if effect.to == "heap":
        return state.catalog.heap_capacity - state.players[seat].heap
    if effect.to == "coal_wagon":
        return sum(free_wagons(state, seat).values()) if effect.cube == "coal" else 0
    lorries, loads = state.catalog.lorries, state.players[seat].lorries
    accepting = accepting_lorries(state, seat, effect.cube)
    return sum(lorries[lorry].capacity - loads[lorry].count for lorry in accepting)


def places(state: State, seat: int, effect: GainCube) -> list[str]:
    if effect.to == "lorry":
        return accepting_lorries(state, seat, effect.cube)
    if effect.cube != "coal":
        return []
    return [wagon for wagon, free in free_wagons(state, seat).items() if free > 0]


@runs(GainCube)
def gain_cube(course: Course, task: Task) -> None:
    effect: GainCube = task.effect
    possible = fulfilled(course.state, course.seat, effect)
    wished = min(effect.n, course.state.in_supply(effect.cube)) if possible else 0
    refuse_idle_place(course, task, idle=not wished or effect.to == "heap")
    if not wished:
        return
    if effect.to == "heap":
        taken = min(wished, room(course.state, course.seat, effect))
        if taken > 0:
            course.emit(e.CubesGained(course.seat, effect.cube, taken, "heap"))
        _blocked(course, effect, wished - taken, task.cause)
        return
    for done in range(wished):
        if not _gain_one(course, task, wished - done):
            return


def _gain_one(course: Course, task: Task, left: int) -> bool:
    """Whether the next cube may follow."""
    effect: GainCube = task.effect
    open_places = places(course.state, course.seat, effect)
    place = task.given("place")
    if not open_places:
        if place is not None and answers_are_exact(course.state.rules):
            raise _refusal_of_place(course, effect, place)
        _blocked(course, effect, left, task.cause)
        return False
    if place is None:
        if len(open_places) > 1:
            course.ask(_asking(task), open_places, _one_by_one(task, left))
            return False
        [place] = open_places
    elif place not in open_places:
        raise _refusal_of_place(course, effect, place)
    course.emit(e.CubesGained(course.seat, effect.cube, 1, place))
    if left > 1 and task.given("place") is not None:
        course.push([Task(_one_by_one(task, left - 1).planned)])
        return False
    return True


def refuse_idle_place(course: Course, task: Task, *, idle: bool) -> None:
    """A place was said for nothing."""
    place = task.given("place")
    if idle and place is not None and answers_are_exact(course.state.rules):
        raise RuleViolation("option_impossible", option=place)


def _one_by_one(task: Task, left: int) -> Task:
    effect = task.effect
    fewer = GainCube(effect.cube, effect.to, left, effect.if_blocked)
    return Task(e.Planned(fewer, task.cause, task.planned.context))


def _refusal_of_place(course: Course, effect: GainCube, place: str) -> RuleViolation:
    lorries = course.player.lorries
    if effect.to == "lorry" and place in lorries:
        refusal = refusal_to_load(course.state, place, lorries[place], effect.cube)
        assert refusal is not None, "otherwise the lorry would be open"
        return refusal
    if effect.to == "coal_wagon" and place in course.player.coal_wagons:
        return RuleViolation("wagon_full", n=1)
    return RuleViolation("option_impossible", option=place)


def _asking(task: Task) -> e.DecisionKind:
    return "tile_bonus" if task.planned.context == "tile" else "place_gained"


def _blocked(course: Course, effect: GainCube, count: int, cause: str) -> None:
    if effect.if_blocked == "tool":
        lost = course.state.catalog.preparation.cube_without_a_place
        course.push_effects(repeated(lost, count), cause)


@hindered_by(GainCube)
def cube_without_a_place(state: State, seat: int, effect: GainCube) -> RuleViolation | None:
    """An empty supply is no obstacle: then nothing is taken (R-01)."""
    if effect.if_blocked != "impossible":
        return None
    if not fulfilled(state, seat, effect):
        return RuleViolation("option_impossible", option=effect.cube)
    wished = min(effect.n, state.in_supply(effect.cube))
    if room(state, seat, effect) >= wished:
        return None
    if effect.to == "heap":
        return RuleViolation("heap_full", n=effect.n)
    if effect.to == "coal_wagon":
        return RuleViolation("wagon_full", n=effect.n)
    return RuleViolation("lorry_full", lorry=next(iter(state.catalog.lorries)))


@runs(GainCoke)
def gain_coke(course: Course, task: Task) -> None:
    effect: GainCoke = task.effect
    state, seat = course.state, course.seat
    possible = fulfilled(state, seat, effect)
    refuse_idle_place(course, task, idle=not possible or effect.to == "coke_wagon")
    if not possible:
        return
    if effect.to == "coke_wagon":
        fitting = min(effect.n, course.player.reserve, room_for_coke(state, seat))
        for _ in range(fitting):
            course.emit(e.CokeReceived(seat))
        return
    _fill_oven(course, task)


def _fill_oven(course: Course, task: Task) -> None:
    state, seat, effect = course.state, course.seat, task.effect
    ovens = legal_ovens(state, seat)
    oven = task.given("place")
    if not ovens or not effect.n:
        if oven is not None and answers_are_exact(state.rules):
            raise _refusal_of_oven_named(course, oven)
        return
    if oven is None:
        if len(ovens) > 1:
            course.ask(_asking(task), ovens, Task(task.planned))
            return
        [oven] = ovens
    elif oven not in ovens:
        raise _refusal_of_oven_named(course, oven)
    course.emit(e.CokePlaced(seat, oven))
    if effect.n > 1:
        fewer = GainCoke(effect.to, effect.n - 1, effect.if_blocked)
        course.push([Task(e.Planned(fewer, task.cause, task.planned.context))])
    course.push_effects(place_effects(state, oven), oven)


def _refusal_of_oven_named(course: Course, oven: str) -> RuleViolation:
    state = course.state
    known = oven in state.ovens or oven in state.covered_ovens
    problem = refusal_of_oven(state, course.seat, oven) if known else None
    return problem or RuleViolation("option_impossible", option=oven)


@hindered_by(GainCoke)
def coke_without_a_place(state: State, seat: int, effect: GainCoke) -> RuleViolation | None:
    if effect.if_blocked != "impossible":
        return None
    if not fulfilled(state, seat, effect):
        return RuleViolation("option_impossible", option="coke")
    if state.players[seat].reserve < effect.n:
        return RuleViolation("reserve_empty")
    if effect.to == "oven":
        return no_oven(state, seat)
    if room_for_coke(state, seat) < effect.n:
        return RuleViolation("coke_wagons_full", n=effect.n)
    return None
