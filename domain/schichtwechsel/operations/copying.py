"""Copying a card: its effect for free, with its preconditions and side effects (6.4)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import events as e
from domain.schichtwechsel.components import Mode
from domain.schichtwechsel.course import (
    Course,
    Frame,
    Growth,
    Incomplete,
    Task,
    grows,
    obstacle_to,
    runs,
)
from domain.schichtwechsel.effects import Advance, CopyCard, Effects
from domain.schichtwechsel.params import DECLINE, Copy, Params
from domain.schichtwechsel.state import State
from domain.schichtwechsel.tasks import tasks_of


def refusal_to_copy(state: State, effect: CopyCard, card: str, mode: str | None) -> str | None:
    """The code of why this card cannot be copied from here."""
    if card == state.catalog.own_card.id:
        return "copy_protected"
    printed = state.catalog.cards[card]
    if card not in state.cards:
        return "not_in_play"
    if printed.copy_protected:
        return "copy_protected"
    if printed.modes and (mode or "") not in printed.copy_modes:
        return "copy_size"
    if state.catalog.card_mode(card, mode).size not in effect.sizes:
        return "copy_size"
    return None


def copied_mode(state: State, copy: Copy) -> str | None:
    """A card with modes is copied in the first that can be, if none is named (R-15)."""
    modes = state.catalog.cards[copy.card].copy_modes
    return copy.mode or (modes[0] if modes else None)


def copyable(state: State, effect: CopyCard) -> Iterator[Copy]:
    for card in state.cards:
        for mode in state.catalog.cards[card].copy_modes or (None,):
            if refusal_to_copy(state, effect, card, mode) is None:
                yield Copy(card, mode)


@runs(CopyCard)
def copy_card(course: Course, task: Task) -> None:
    copy: Copy | None = task.given("copy")
    if copy is not None:
        _copy(course, task, copy)
        return
    cards = [known.card for known in copyable(course.state, task.effect)]
    if cards and not task.direct:
        course.ask("copy", (*cards, DECLINE), task)
    else:
        course.emit(e.CopyDeclined(course.seat, task.cause))


def _copy(course: Course, task: Task, copy: Copy) -> None:
    own = copy.card == course.state.catalog.own_card.id
    mode = None if own else copied_mode(course.state, copy)
    code = refusal_to_copy(course.state, task.effect, copy.card, mode)
    if code:
        raise RuleViolation(code, card=copy.card)
    frame = task.frame
    assert frame is not None, "a copy was said"

    def lens(said: Params) -> Params:
        return frame.lens(replace(frame.params, copy=replace(copy, params=said)))

    course.emit(e.CardCopied(course.seat, copy.card, task.cause, mode))
    printed = course.state.catalog.card_mode(copy.card, mode)
    use_effects(course, copy.card, printed, Frame(copy.params, lens))


def use_effects(course: Course, card: str, printed: Mode, frame: Frame) -> None:
    """What using or copying a card does; refused if it does nothing (R-12)."""
    start, rest = len(course.events), len(course.agenda)
    if not course.state.switches.null_action_allowed:
        refuse_lost_steps(course.state, course.seat, printed.effects)
    course.push(tasks_of(printed.effects, card, frame))
    course.run(rest)
    if course.asked or course.effective_since(start):
        return
    if not course.state.switches.null_action_allowed:
        raise RuleViolation("no_effect")


def refuse_lost_steps(state: State, seat: int, effects: Effects) -> None:
    """At least one printed track step must be possible (7.4)."""
    steps = [effect for effect in effects if isinstance(effect, Advance)]
    problems = [obstacle_to(state, seat, (step,)) for step in steps]
    if problems and problems[0] and all(problems):
        raise problems[0]


@grows(CopyCard, "copy")
def more_copies(course: Course, task: Task) -> Growth:
    """Cards that would do something, or can be told more so that they do."""
    if task.given("copy") is not None:
        return Growth((), True)
    more = [copy for copy in copyable(course.state, task.effect) if _leads_on(course, copy)]
    return Growth(more, True)


def _leads_on(course: Course, copy: Copy) -> bool:
    tried = Course(course.state, course.seat, drafting=True)
    printed = course.state.catalog.card_mode(copy.card, copied_mode(course.state, copy))
    try:
        use_effects(tried, copy.card, printed, Frame(copy.params))
    except (Incomplete, RuleViolation):
        return any(longer for _, longer in tried.grown)
    return True
