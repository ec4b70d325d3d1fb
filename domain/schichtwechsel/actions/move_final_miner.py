"""The last miner move of the final scoring, without field use (16, block 1)."""

from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact
from domain.schichtwechsel.course import Course, Frame, Task
from domain.schichtwechsel.effects import MoveMiner, ToolReturn
from domain.schichtwechsel.events import Event, Planned
from domain.schichtwechsel.flow import go_on
from domain.schichtwechsel.operations.miner import move_miner
from domain.schichtwechsel.params import Params
from domain.schichtwechsel.state import State


class MoveFinalMiner(Fact, frozen=True, tag="move_final_miner"):
    steps: int
    return_tools: int = 0


def move_final_miner(
    state: State, seat: int, action: MoveFinalMiner, chance: Chance
) -> list[Event]:
    course = moved(state, seat, action.steps, chance)
    left = action.return_tools
    agenda, course.agenda = course.agenda, []
    for task in reversed(agenda):
        if isinstance(task.effect, ToolReturn):
            count = min(left, task.effect.up_to)
            left -= count
            task = Task(task.planned, Frame(Params(amount=count)), frozenset({"amount"}))
        course.agenda.insert(0, task)
    if left or action.return_tools > course.player.tools:
        raise RuleViolation("option_impossible", option=action.return_tools)
    course.run()
    return go_on(course)


def moved(state: State, seat: int, steps: int, chance: Chance | None = None) -> Course:
    """The move alone; what it brings is still to happen."""
    course = Course(state, seat, chance)
    effect = MoveMiner(use_field=False)
    said = Frame(Params(steps=steps))
    move_miner(course, Task(Planned(effect, "final_miner"), said, frozenset({"steps"})))
    return course


def returnable(state: State, seat: int, steps: int) -> int:
    """How many tool markers may be returned with this move."""
    effects = [task.effect for task in moved(state, seat, steps).agenda]
    allowed = sum(effect.up_to for effect in effects if isinstance(effect, ToolReturn))
    return int(min(allowed, state.players[seat].tools))
