"""Step I: each player loads the own bundle onto lorries (5, I.3)."""

from collections import Counter
from collections.abc import Sequence

from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.schichtwechsel.course import Course
from domain.schichtwechsel.effects import Cube
from domain.schichtwechsel.events import Cubes, CubesLoaded, Event, Placement
from domain.schichtwechsel.flow import after_loading
from domain.schichtwechsel.operations.hoisting import refusal_to_load
from domain.schichtwechsel.operations.tokens import repeated
from domain.schichtwechsel.state import Load, State
from domain.schichtwechsel.unknown_ids import refuse_unknown

KINDS: tuple[Cube, ...] = ("coal", "spoil")


class LoadCubes(Fact, frozen=True, tag="load_cubes"):
    """The pit cube is not named; a cube that is not named stays unloaded."""

    placements: tuple[Placement, ...] = ()


def load_cubes(state: State, seat: int, action: LoadCubes, chance: Chance) -> list[Event]:
    lorries = [placed.lorry for placed in action.placements if placed.lorry is not None]
    refuse_unknown(lorries, state.catalog.lorries)
    loads = tried(state, seat, action.placements)
    left = left_over(state, seat, action.placements)
    for cube in KINDS:
        if left[cube] > 0 and accepting(state, loads, cube):
            raise RuleViolation("must_place_cube", cube=cube)
    refuse_more_than_drawn(state, seat, action.placements)

    course = Course(state, seat, chance)
    preparation = state.catalog.preparation
    if "pit" in bundle_of(state, seat):
        course.perform(seat, preparation.pit_cube_in_bundle, "pit_cube")
    placed = tuple(placement for placement in action.placements if placement.lorry is not None)
    course.emit(CubesLoaded(seat, placed, Cubes(left["coal"], left["spoil"])))
    lost = repeated(preparation.cube_without_a_place, left.total())
    course.perform(seat, lost, "unloaded_cube")
    after_loading(course)
    return course.events


def bundle_of(state: State, seat: int) -> tuple[str, ...]:
    return next(bundle.cubes for bundle in state.bundles if bundle.seat == seat)


def left_over(state: State, seat: int, placements: Sequence[Placement]) -> Counter[str]:
    """What stays of the bundle, by kind."""
    placed = Counter(p.cube for p in placements if p.lorry is not None)
    return Counter({cube: bundle_of(state, seat).count(cube) - placed[cube] for cube in KINDS})


def refuse_more_than_drawn(state: State, seat: int, placements: Sequence[Placement]) -> None:
    named = Counter(placement.cube for placement in placements)
    for cube in KINDS:
        if named[cube] > bundle_of(state, seat).count(cube):
            raise RuleViolation("option_impossible", option=cube)


def tried(state: State, seat: int, placements: Sequence[Placement]) -> dict[str, Load]:
    """The lorries after these placements."""
    loads = dict(state.players[seat].lorries)
    for placement in placements:
        if placement.lorry is not None:
            load = loads[placement.lorry]
            refusal = refusal_to_load(state, placement.lorry, load, placement.cube)
            if refusal:
                raise refusal
            loads[placement.lorry] = Load(placement.cube, load.count + 1)
    return loads


def accepting(state: State, loads: dict[str, Load], cube: Cube) -> list[str]:
    return [
        lorry for lorry, load in loads.items() if refusal_to_load(state, lorry, load, cube) is None
    ]
