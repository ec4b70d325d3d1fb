"""The central coking plant: which ovens are legal, and coking full coal wagons (7.2, 9)."""

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import events as e
from domain.schichtwechsel.course import Course, Growth, Task, grows, hindered_by, runs
from domain.schichtwechsel.effects import Effects, ProcessWagons
from domain.schichtwechsel.params import Conversion
from domain.schichtwechsel.state import State


def refusal_to_place(state: State, seat: int, oven: str) -> RuleViolation | None:
    """Why the player's coke cannot be put on this oven."""
    catalog, own = state.catalog, state.catalog.own_oven(seat)
    in_plant = state.coke_in_plant(seat)
    if not state.players[seat].reserve:
        return RuleViolation("reserve_empty")
    if in_plant >= catalog.plant_limit:
        return RuleViolation("plant_limit", n=catalog.plant_limit)
    if oven in state.covered_ovens:
        return RuleViolation("oven_covered", oven=oven)
    if state.ovens[oven] is not None:
        return RuleViolation("oven_occupied", oven=oven)
    if in_plant + 1 >= catalog.own_oven_from and oven != own and state.ovens[own] != seat:
        return RuleViolation("own_oven_required", n=catalog.own_oven_from)
    if oven not in catalog.grey_ovens and oven != own:
        return RuleViolation("option_impossible", option=oven)
    return None


def legal_ovens(state: State, seat: int) -> list[str]:
    return [oven for oven in state.ovens if refusal_to_place(state, seat, oven) is None]


def no_oven(state: State, seat: int) -> RuleViolation | None:
    """Why no oven at all is legal: what the own oven says, which is the last resort."""
    if legal_ovens(state, seat):
        return None
    return refusal_to_place(state, seat, state.catalog.own_oven(seat))


def place_effects(state: State, oven: str) -> Effects:
    grey = state.catalog.grey_ovens.get(oven)
    return grey.on_place if grey else ()


def full_wagons(state: State, seat: int) -> list[str]:
    wagons = state.catalog.coal_wagons
    held = state.players[seat].coal_wagons
    return [wagon for wagon, coal in held.items() if coal >= wagons[wagon].capacity]


@runs(ProcessWagons)
def process_wagons(course: Course, task: Task) -> None:
    conversions: tuple[Conversion, ...] = task.given("conversions")
    if not conversions:
        _without_conversions(course, task)
        return
    for conversion in conversions:
        rest = len(course.agenda)
        process_wagon(course, conversion)
        course.run(rest)
        if course.asked:  # only if a corrected oven asks: then one conversion is all there is
            break
    if len(conversions) > task.effect.up_to:
        raise RuleViolation("option_impossible", option="conversions")


def _without_conversions(course: Course, task: Task) -> None:
    state, seat = course.state, course.seat
    if task.direct:
        if not course.may_be_left(task):
            raise RuleViolation("no_effect")
    elif nothing_to_process(state, seat, task.effect) is None:
        course.ask("process_wagons", full_wagons(state, seat), task)


def process_wagon(course: Course, conversion: Conversion) -> None:
    state, seat = course.state, course.seat
    problem = refusal_to_process(state, seat, conversion)
    if problem:
        raise problem
    coal = course.player.coal_wagons[conversion.wagon]
    course.emit(e.WagonProcessed(seat, conversion.wagon, coal, conversion.oven))
    course.push_effects(place_effects(state, conversion.oven), conversion.oven)


def refusal_to_process(state: State, seat: int, conversion: Conversion) -> RuleViolation | None:
    if conversion.wagon not in full_wagons(state, seat):
        return RuleViolation("wagon_not_full", wagon=conversion.wagon)
    return refusal_to_place(state, seat, conversion.oven)


@hindered_by(ProcessWagons)
def nothing_to_process(state: State, seat: int, effect: ProcessWagons) -> RuleViolation | None:
    if not effect.up_to:
        return RuleViolation("no_effect")
    wagons = full_wagons(state, seat)
    if not wagons:
        return RuleViolation("wagon_not_full", wagon=next(iter(state.catalog.coal_wagons)))
    return no_oven(state, seat)


@grows(ProcessWagons, "conversions")
def more_conversions(course: Course, task: Task) -> Growth:
    conversions: tuple[Conversion, ...] = task.given("conversions")
    tried = Course(course.state, course.seat)
    for conversion in conversions:
        process_wagon(tried, conversion)
        tried.run()
        if tried.asked:
            return Growth((), True)
    state, seat = tried.state, tried.seat
    ovens = legal_ovens(state, seat) if len(conversions) < task.effect.up_to else []
    more = [
        (*conversions, Conversion(wagon, oven))
        for wagon in full_wagons(state, seat)
        for oven in ovens
    ]
    return Growth(more, bool(conversions) or course.may_be_left(task))
