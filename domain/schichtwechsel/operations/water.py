"""The pit water gauge: rising level by level over the top, falling to the bottom (8.5)."""

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import events as e
from domain.schichtwechsel.course import (
    NO_GROWTH,
    Course,
    Growth,
    Task,
    grows,
    hindered_by,
    runs,
)
from domain.schichtwechsel.effects import Water, WaterDown
from domain.schichtwechsel.state import State

BOTTOM = "water_bottom"
TOP = "water_top"


@runs(Water)
def change_water(course: Course, task: Task) -> None:
    effect: Water = task.effect
    if effect.optional and not _wanted(course, task):
        return
    if effect.delta < 0:
        lower(course, -effect.delta, task.cause)
    elif effect.delta > 0:
        rise(course, effect.delta, task.cause)


def _wanted(course: Course, task: Task) -> bool:
    """Whether the player takes an optional part (15, mine rescue)."""
    delta = task.effect.delta
    amount = task.given("amount")
    if amount is None:
        if delta > 0 or course.player.water > course.state.catalog.gauge.bottom:
            course.ask("water_amount", (0, abs(delta)), task)
        return False
    if amount not in (0, abs(delta)):
        raise RuleViolation("option_impossible", option=amount)
    return bool(amount)


@hindered_by(Water)
def already_at_the_bottom(state: State, seat: int, effect: Water) -> RuleViolation | None:
    if effect.delta >= 0 or effect.optional:
        return None
    if state.players[seat].water > state.catalog.gauge.bottom:
        return None
    return RuleViolation("option_impossible", option="water")


@runs(WaterDown)
def lower_by_choice(course: Course, task: Task) -> None:
    amount = task.given("amount")
    most = _most(course, task)
    if amount is None and most:
        course.ask("water_amount", range(most + 1), task)
        return
    amount = amount or 0
    if not 0 <= amount <= task.effect.up_to:
        raise RuleViolation("option_impossible", option=amount)
    lower(course, amount, task.cause)


@grows(WaterDown, "amount")
def amounts(course: Course, task: Task) -> Growth:
    most = _most(course, task)
    if task.given("amount") is not None or not most:
        return NO_GROWTH
    return Growth(range(most + 1), False)


def _most(course: Course, task: Task) -> int:
    """Lowering stops at the bottom, so more than this changes nothing more."""
    effect: WaterDown = task.effect
    return min(effect.up_to, course.player.water - course.state.catalog.gauge.bottom)


def lower(course: Course, levels: int, cause: str) -> None:
    gauge, level = course.state.catalog.gauge, course.player.water
    to = max(gauge.bottom, level - levels)
    if to == level:
        return
    course.emit(e.WaterChanged(course.seat, level, to, cause))
    if to == gauge.bottom:
        course.push_effects(gauge.on_reach_bottom, BOTTOM)


def rise(course: Course, levels: int, cause: str) -> None:
    """What is left of a rise after the top was reached goes on from where the water fell to."""
    gauge, level = course.state.catalog.gauge, course.player.water
    if level + levels < gauge.top:
        course.emit(e.WaterChanged(course.seat, level, level + levels, cause))
        return
    if level < gauge.top - 1:
        course.emit(e.WaterChanged(course.seat, level, gauge.top - 1, cause))
    fall = sum(effect.delta for effect in gauge.on_reach_top if isinstance(effect, Water))
    to = max(gauge.bottom, gauge.top + fall)
    course.emit(e.WaterOverflowed(course.seat, gauge.top - 1, to))
    rest = levels - (gauge.top - level)
    if rest:
        course.push_effects([Water(rest)], cause)
    if to == gauge.bottom:
        course.push_effects(gauge.on_reach_bottom, BOTTOM)
    course.push_effects(
        [effect for effect in gauge.on_reach_top if not isinstance(effect, Water)], TOP
    )
