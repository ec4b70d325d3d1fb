"""Walking a draft: what effects would do with what has been said so far, and how it could go on.

The walk is the course itself on a copy of the game, so a draft that is called complete is one that
the rules accept.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from msgspec.structs import replace

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel.catalog import SchichtwechselCatalog
from domain.schichtwechsel.components import Mode
from domain.schichtwechsel.course import GROWERS, Course, Frame, Incomplete
from domain.schichtwechsel.effects import CopyCard, Effects
from domain.schichtwechsel.operations.copying import use_effects
from domain.schichtwechsel.params import NOTHING, Params
from domain.schichtwechsel.state import State
from domain.schichtwechsel.tasks import tasks_of, track_steps

Walker: TypeAlias = Callable[[Params], "Walk"]


@dataclass(frozen=True, slots=True)
class Walk:
    complete: bool
    more: tuple[Params, ...] = ()
    refusal: RuleViolation | None = None
    """Why the draft cannot be played as it stands, if anything but incompleteness keeps it."""


def walk_card(state: State, seat: int, card: str, printed: Mode, frame: Frame) -> Walk:
    """A card that is used: refused if it has no effect."""

    def go(course: Course) -> None:
        use_effects(course, card, printed, frame)

    walk = _walked(state, seat, go)
    orders = _orders(printed.effects, frame.params) if walk.complete else ()
    return Walk(walk.complete, (*walk.more, *orders), walk.refusal)


def walk_effects(
    state: State, seat: int, effects: Effects, frame: Frame, *, optional: bool = False
) -> Walk:
    """Effects that need not change anything: row fields, exchanges, answers."""

    def go(course: Course) -> None:
        course.push(tasks_of(effects, "", frame))
        course.run()

    walk = _walked(state, seat, go)
    skipped = optional and frame.params == NOTHING
    return Walk(True, walk.more) if skipped else walk


def _walked(state: State, seat: int, go: Callable[[Course], None]) -> Walk:
    course = Course(state, seat, drafting=True)
    try:
        go(course)
    except Incomplete:
        more = tuple(_growing(course))
        return Walk(False, more, None if more else _refused(state, seat, go))
    except RuleViolation as violation:
        return Walk(False, tuple(_growing(course)), violation)
    return Walk(True, tuple(_growing(course)))


def _refused(state: State, seat: int, go: Callable[[Course], None]) -> RuleViolation | None:
    """What the rules say to a draft that nothing can complete."""
    try:
        go(Course(state, seat))
    except RuleViolation as violation:
        return violation
    return None


def _growing(course: Course) -> Iterator[Params]:
    """What was said last grows on, and what comes after it; what was said before is fixed."""
    last = max((at for at, (said, _) in enumerate(course.grown) if said), default=0)
    for _, longer in course.grown[last:]:
        yield from longer


def _orders(effects: Effects, params: Params) -> tuple[Params, ...]:
    """The other orders of a card's track steps; the printed one goes without saying."""
    printed = track_steps(effects)
    if params.order or len(set(printed)) < 2:
        return ()
    others = (order for order in _arranged(printed) if order != printed)
    return tuple(replace(params, order=order) for order in others)


def _arranged(steps: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The steps in every order, none twice; the catalog's checks see to it that they are few."""
    if not steps:
        yield ()
    for track in dict.fromkeys(steps):
        at = steps.index(track)
        for rest in _arranged(steps[:at] + steps[at + 1 :]):
            yield (track, *rest)


def several_inputs(catalog: SchichtwechselCatalog, effects: Effects) -> bool:
    """Whether what is said about one effect could leave nothing to say about another."""
    asking = [effect for effect in effects if type(effect) in GROWERS]
    if len(asking) > 1:
        return True
    if not any(isinstance(effect, CopyCard) for effect in asking):
        return False
    copied = [card.effects for card in catalog.cards.values() if not card.copy_protected]
    return any(sum(type(effect) in GROWERS for effect in card) > 1 for card in copied)


def leads_somewhere(walker: Walker, walk: Walk) -> bool:
    """Whether an unfinished draft can be finished."""
    return walk.complete or any(leads_somewhere(walker, walker(more)) for more in walk.more)


def extensions(walker: Walker, walk: Walk, *, deep: bool) -> Iterator[tuple[Params, bool, bool]]:
    """Every longer draft with whether it is complete and whether it can grow on."""
    for params in walk.more:
        longer = walker(params)
        more = grows_on(walker, longer, deep=deep)
        if longer.complete or more:
            yield params, longer.complete, more


def grows_on(walker: Walker, walk: Walk, *, deep: bool) -> bool:
    return any(not deep or leads_somewhere(walker, walker(more)) for more in walk.more)
