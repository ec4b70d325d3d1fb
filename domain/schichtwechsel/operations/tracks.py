"""Road, rail and canal: discs step by step, barriers and their benefits, goals (7.4, 10)."""

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import events as e
from domain.schichtwechsel.course import Course, Growth, Task, grows, hindered_by, runs
from domain.schichtwechsel.effects import Advance, AdvanceUpTo
from domain.schichtwechsel.events import Planned
from domain.schichtwechsel.state import State


@runs(Advance)
def advance(course: Course, task: Task) -> None:
    """Steps of a disc on the goal are lost; a benefit comes before the next step."""
    effect: Advance = task.effect
    for made in range(1, effect.n + 1):
        if at_goal(course.state, course.seat, effect.track):
            return
        barrier = step(course, effect.track)
        if barrier:
            if made < effect.n:
                rest = Advance(effect.track, effect.n - made, effect.no_barrier)
                course.push([Task(Planned(rest, task.cause))])
            cross(course, barrier)
            return


def step(course: Course, track: str) -> str | None:
    """One field; the barrier that it crosses."""
    state, seat = course.state, course.seat
    position = course.player.discs[track]
    course.emit(e.DiscAdvanced(seat, track, position, position + 1))
    if position + 1 == state.catalog.tracks[track].goal:
        course.emit(e.GoalReached(seat, track, len(state.goal_order[track]) + 1))
    barrier = state.catalog.barriers[track].get(position + 1)
    return barrier.id if barrier else None


def cross(course: Course, barrier: str) -> None:
    course.emit(e.BarrierCrossed(course.seat, barrier))
    benefit = course.state.catalog.benefit_of[barrier]
    course.push(Task(Planned(effect, barrier, "barrier")) for effect in benefit)


def at_goal(state: State, seat: int, track: str) -> bool:
    return state.players[seat].discs[track] >= state.catalog.tracks[track].goal


@hindered_by(Advance)
def disc_stands_still(state: State, seat: int, effect: Advance) -> RuleViolation | None:
    """A move without barriers must be made completely (15); any other loses its last steps."""
    position = state.players[seat].discs[effect.track]
    if at_goal(state, seat, effect.track):
        return RuleViolation("at_goal", track=effect.track)
    if not effect.no_barrier:
        return None
    goal = state.catalog.tracks[effect.track].goal
    fields = range(position + 1, min(position + effect.n, goal) + 1)
    if any(field in state.catalog.barriers[effect.track] for field in fields):
        return RuleViolation("barrier_ahead", track=effect.track)
    if position + effect.n > goal:
        return RuleViolation("at_goal", track=effect.track)
    return None


def most_steps(state: State, seat: int, effect: AdvanceUpTo) -> int:
    """Counted when the card is used (21.7)."""
    if isinstance(effect.up_to, int):
        return effect.up_to
    return state.catalog.kit.headframes_on_own_card - state.players[seat].on_card


@runs(AdvanceUpTo)
def advance_up_to(course: Course, task: Task) -> None:
    most = most_steps(course.state, course.seat, task.effect)
    steps = task.given("steps")
    if steps is None and not task.direct and _worth_asking(course, task):
        course.ask("advance_steps", range(_worth_asking(course, task) + 1), task)
        return
    steps = steps or 0
    if not 0 <= steps <= most:
        raise RuleViolation("bad_steps", n=most)
    if steps:
        course.push([Task(Planned(Advance(task.effect.track, steps), task.cause))])


def _worth_asking(course: Course, task: Task) -> int:
    """How many steps would change something."""
    effect: AdvanceUpTo = task.effect
    left = course.state.catalog.tracks[effect.track].goal - course.player.discs[effect.track]
    return min(left, most_steps(course.state, course.seat, effect))


@grows(AdvanceUpTo, "steps")
def more_steps(course: Course, task: Task) -> Growth:
    if task.given("steps"):
        return Growth((), True)
    return Growth(range(1, _worth_asking(course, task) + 1), True)
