"""One of several options: on cards, row fields, exchanges, barriers and tiles (10, 15, 18)."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import effects as f
from domain.schichtwechsel import events as e
from domain.schichtwechsel.course import (
    Course,
    Growth,
    Task,
    grows,
    hindered_by,
    obstacle_to,
    runs,
)
from domain.schichtwechsel.params import DECLINE, Params
from domain.schichtwechsel.state import State
from domain.schichtwechsel.tasks import tasks_of
from domain.schichtwechsel.versions import answers_are_exact

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

WORDS: dict[type[f.Operation], str] = {
    f.Points: "points",
    f.Water: "water",
    f.WaterDown: "water",
    f.ToolTake: "tool_take",
    f.ToolReturn: "tools",
    f.Coin: "coin",
    f.WhiteStone: "white_stone",
    f.GainCoke: "coke",
    f.RaiseLorries: "lorries",
    f.ProcessWagons: "coking",
    f.LoadCoke: "loading",
    f.MoveMiner: "miner",
    f.PlaceHouse: "house",
    f.ErectHeadframe: "headframe",
    f.MoveHeadframe: "move_headframe",
    f.MoveHeadframes: "move_headframe",
    f.CopyCard: "copy",
    f.TakeStartMarker: "start_marker",
    f.TileLowerBonus: "tile",
    f.Choose: "choose",
}


def option_names(options: Sequence[f.Effects], *, letters: bool = False) -> list[str]:
    """What each option is called: its first effect, or letters where that tells nothing apart."""
    names = [_word(option) for option in options]
    if letters or len(set(names)) < len(names):
        return list(LETTERS[: len(options)])
    return names


def _word(option: f.Effects) -> str:
    if not option:
        return "nothing"
    first = option[0]
    if isinstance(first, f.Advance | f.AdvanceUpTo):
        return first.track
    return first.cube if isinstance(first, f.GainCube) else WORDS[type(first)]


@runs(f.Choose)
def choose(course: Course, task: Task) -> None:
    options: tuple[f.Effects, ...] = task.effect.options
    _take_one(course, task, options, option_names(options), task.cause, ())


@runs(f.TileLowerBonus)
def tile_lower_bonus(course: Course, task: Task) -> None:
    """A or B of the player's tile; what the tile says if neither is possible."""
    if course.player.tile is None:
        return
    tile = course.state.catalog.tiles[course.player.tile]
    names = option_names(tile.lower.options, letters=True)
    otherwise = tile.lower.if_no_option_possible
    _take_one(course, task, tile.lower.options, names, tile.id, otherwise)


def _take_one(
    course: Course,
    task: Task,
    options: Sequence[f.Effects],
    names: Sequence[str],
    cause: str,
    otherwise: f.Effects,
) -> None:
    possible = possible_options(course.state, course.seat, options, names)
    choice = task.given("choice")
    declinable = task.planned.context == "barrier"
    if choice is None:
        if not possible:
            if answers_are_exact(course.state.rules):
                task.refuse_said()
            course.push_effects(otherwise, cause)
            return
        if len(possible) > 1 or declinable:
            _ask_which(course, task, [*possible, *([DECLINE] if declinable else [])])
            return
        [choice] = possible
    if choice == DECLINE and declinable:
        return
    option = _named(options, names, choice)
    problem = obstacle_to(course.state, course.seat, option)
    if problem:
        raise problem
    course.push(_tasks(task, option, cause))


def _ask_which(course: Course, task: Task, options: Sequence[str]) -> None:
    if task.direct:
        raise RuleViolation("option_impossible", option="choice")
    kinds: dict[str, e.DecisionKind] = {"barrier": "barrier_benefit", "tile": "tile_bonus"}
    course.ask(kinds.get(task.planned.context, "choose"), options, task)


def _named(options: Sequence[f.Effects], names: Sequence[str], choice: str) -> f.Effects:
    for letter, name, option in zip(LETTERS, names, options, strict=False):
        if choice in (letter, name):
            return option
    raise RuleViolation("option_impossible", option=choice)


def _tasks(task: Task, option: f.Effects, cause: str) -> list[Task]:
    """The option's effects, with whatever else was said."""
    context: e.Context = "tile" if task.planned.context == "tile" else ""
    frame = task.frame
    if frame is None:
        return [Task(e.Planned(effect, cause, context)) for effect in option]
    inner = task.fields - {"choice"}

    def lens(said: Params) -> Params:
        return frame.lens(replace(frame.params, **{name: getattr(said, name) for name in inner}))

    said = Params(**{name: getattr(frame.params, name) for name in inner})
    return tasks_of(option, cause, replace(frame, params=said, lens=lens, sayable=inner), context)


def possible_options(
    state: State, seat: int, options: Sequence[f.Effects], names: Sequence[str]
) -> list[str]:
    return [
        name
        for name, option in zip(names, options, strict=True)
        if obstacle_to(state, seat, option) is None
    ]


@hindered_by(f.Choose)
def no_option(state: State, seat: int, effect: f.Choose) -> RuleViolation | None:
    problems = [obstacle_to(state, seat, option) for option in effect.options]
    return None if None in problems or not problems else problems[0]


def more_choices(course: Course, task: Task) -> Growth:
    if task.given("choice") is not None:
        return Growth((), True)
    effect = task.effect
    if isinstance(effect, f.Choose):
        options, letters = effect.options, False
    else:
        tile = course.player.tile
        options, letters = course.state.catalog.tiles[tile].lower.options if tile else (), True
    names = option_names(options, letters=letters)
    possible = possible_options(course.state, course.seat, options, names)
    return Growth(possible, False) if len(possible) > 1 else Growth((), True)


for kind in (f.Choose, f.TileLowerBonus):
    grows(kind, "choice")(more_choices)
