"""The miner's shift: moves, the field reached, the exit and what comes after it (11)."""

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import events as e
from domain.schichtwechsel.components import WorkSpeed
from domain.schichtwechsel.course import NO_GROWTH, Course, Growth, Task, grows, runs
from domain.schichtwechsel.effects import MoveMiner, op_of
from domain.schichtwechsel.state import State

OVERRUN = "overrun"


def most_steps(state: State, seat: int) -> int:
    """The first step and, with every house on work speed, some more."""
    speed = sum(
        site.scoring.extra_steps * state.houses_on(site.id, seat)
        for site in state.catalog.sites.values()
        if isinstance(site.scoring, WorkSpeed)
    )
    steps = state.catalog.shift.steps
    return steps.base + steps.per_work_speed_house * speed


def landing(state: State, seat: int, steps: int) -> tuple[int, tuple[int, ...]]:
    """Where a move ends, and which fields it skipped: they are no steps. The exit never is."""
    others = {player.miner for at, player in enumerate(state.players) if at != seat}
    blocked = others | state.covered_indices()
    position, end = state.players[seat].miner, state.catalog.shift.exit_index
    skipped: list[int] = []
    while steps > 0 and position < end:
        position += 1
        while position < end and position in blocked:
            skipped.append(position)
            position += 1
        steps -= 1
    return position, tuple(skipped)


def useful_steps(state: State, seat: int) -> list[int]:
    """The fewest steps for every field that can be reached; after the exit the unit decides."""
    most, ahead = most_steps(state, seat), state.catalog.shift.exit_index
    ahead -= state.players[seat].miner
    if not ahead:
        return list(range(1, most + 1)) if per_field(state) else [1]
    reached = {landing(state, seat, steps)[0]: steps for steps in range(min(most, ahead), 0, -1)}
    return sorted(reached.values())


def per_field(state: State) -> bool:
    return "field" in (state.switches.miner_overrun_unit, state.catalog.shift.overrun.per)


@runs(MoveMiner)
def move_miner(course: Course, task: Task) -> None:
    state, seat = course.state, course.seat
    steps = task.given("steps")
    useful = useful_steps(state, seat)
    if steps is None:
        if len(useful) > 1:
            course.ask("miner_steps", useful, task)
            return
        steps = useful[0]
    if not 1 <= steps <= most_steps(state, seat):
        raise RuleViolation("bad_steps", n=most_steps(state, seat))
    if course.player.miner == state.catalog.shift.exit_index:
        overrun(course, steps)
    else:
        walk(course, steps, use_field=task.effect.use_field)


def overrun(course: Course, steps: int) -> None:
    """Once per move (R-22), unless the switch counts fields."""
    course.emit(e.MinerOverran(course.seat))
    reward = course.state.catalog.shift.overrun.effects
    for _ in range(steps if per_field(course.state) else 1):
        course.push_effects(reward, OVERRUN)


def walk(course: Course, steps: int, *, use_field: bool) -> None:
    state, seat = course.state, course.seat
    to, skipped = landing(state, seat, steps)
    course.emit(e.MinerMoved(seat, course.player.miner, to, skipped))
    if to == state.catalog.shift.exit_index:
        course.emit(e.ExitReached(seat, len(state.exit_order) + 1))
    field, kept = state.catalog.field_at[to], state.catalog.shift.ops_kept_without_field_use
    effects = [effect for effect in field.effects if use_field or op_of(effect) in kept]
    course.push_effects(effects, field.id)


@grows(MoveMiner, "steps")
def ways(course: Course, task: Task) -> Growth:
    useful = useful_steps(course.state, course.seat)
    if task.given("steps") is not None or len(useful) == 1:
        return NO_GROWTH
    return Growth(useful, False)
