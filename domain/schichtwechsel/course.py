"""The course of one action: effects happen one after the other, depth first, on a copy of the game.

Every operation says what happens by emitting events, which the copy takes in at once. An operation
that needs to know more asks; then the course stops, and everything that is still to happen is
recorded in the decision itself (R-11). While a player is still drafting an action, operations also
say how it could grow.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from domain.kernel.chance import Chance
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.seals import Fact
from domain.schichtwechsel import events as e
from domain.schichtwechsel.effects import Effect, Effects, Operation
from domain.schichtwechsel.effort import count_course
from domain.schichtwechsel.fold import evolve
from domain.schichtwechsel.params import NOTHING, Params
from domain.schichtwechsel.state import Player, State

T = TypeVar("T", bound=Operation)
Lens: TypeAlias = Callable[[Params], Params]


SAYABLE = frozenset(Params.__struct_fields__) - {"order"}


class Frame(Struct, frozen=True):
    """What was said with an action, for the effects that it is about."""

    params: Params
    lens: Lens = lambda params: params  # a field's default, not a name for it
    """From changed params of this frame to those of the whole action."""
    command: bool = True
    """Whether this is the whole of what the player could say, so that nothing is asked later."""
    sayable: frozenset[str] = SAYABLE
    """What the action has words for; about anything else the effect asks."""
    strict: bool = True
    """Whether an effect that is impossible is refused, as on cards; on row fields it is lost."""


class Task(Struct, frozen=True):
    """An effect that is about to happen, and what was said about it."""

    planned: e.Planned
    frame: Frame | None = None
    fields: frozenset[str] = frozenset()
    """Which of the frame's params are about this effect."""

    @property
    def effect(self) -> Any:
        return self.planned.effect

    @property
    def cause(self) -> str:
        return self.planned.cause

    @property
    def direct(self) -> bool:
        return self.frame is not None and self.frame.command

    def given(self, field: str) -> Any:
        """What was said, or the default of the field if nothing was."""
        said = self.frame.params if self.frame and field in self.fields else NOTHING
        return getattr(said, field)

    def refuse_said(self) -> None:
        """For an effect that does nothing, whatever it is told."""
        for field in sorted(self.fields):
            if self.given(field) != getattr(NOTHING, field):
                raise RuleViolation("option_impossible", option=field)


MOST_EVENTS = 500
"""Of one action; a real one has about fifty at most."""


class Endless(InvalidSetup):
    """No action of a real game causes so much: the state comes from a forged record, or chains of
    effects in an own catalog are longer than anybody would wait for."""


class Incomplete(Exception):
    """A draft ends here: something that must be said is still missing."""


class Growth(Struct, frozen=True):
    """How what was said about an effect could go on."""

    more: Sequence[Any]
    """The longer values of its field."""
    complete: bool
    """Whether the effect can do with what was said."""


NO_GROWTH = Growth((), True)
INEFFECTIVE: frozenset[type[Fact]] = frozenset(
    {e.CardPaid, e.OwnCardPaid, e.CardCopied, e.CopyDeclined, e.BarrierCrossed}
)
"""Payment and notes for the record: an action that causes nothing else has no effect (R-12)."""

Runner: TypeAlias = Callable[["Course", Task], None]
Grower: TypeAlias = Callable[["Course", Task], Growth]
Obstacle: TypeAlias = Callable[[State, int, Any], RuleViolation | None]

RUNNERS: dict[type[Operation], Runner] = {}
GROWERS: dict[type[Operation], tuple[str, Grower]] = {}
OBSTACLES: dict[type[Operation], Obstacle] = {}


class Course:
    def __init__(
        self, state: State, seat: int, chance: Chance | None = None, *, drafting: bool = False
    ) -> None:
        count_course()
        self.state = state.copied()
        self.seat = seat
        self.chance = chance
        self.events: list[e.Event] = []
        self.agenda: list[Task] = []
        """What is still to happen, the next thing last."""
        self.asked = False
        self.drafting = drafting
        self.grown: list[tuple[bool, list[Params]]] = []
        """Per effect that could grow: whether it was told anything, and how that could go on."""

    @property
    def player(self) -> Player:
        return self.state.players[self.seat]

    def emit(self, event: e.Event) -> None:
        if len(self.events) == MOST_EVENTS:
            raise Endless(f"by this catalog more than {MOST_EVENTS} events follow from one action")
        evolve(self.state, event)
        self.events.append(event)

    def push(self, tasks: Iterable[Task]) -> None:
        """These happen next, the first of them first."""
        self.agenda.extend(reversed(list(tasks)))

    def push_effects(self, effects: Iterable[Effect], cause: str) -> None:
        self.push(Task(e.Planned(effect, cause)) for effect in effects)

    def run(self, down_to: int = 0) -> None:
        while len(self.agenda) > down_to and not self.asked:
            task = self.agenda.pop()
            kind = type(task.effect)
            if self.drafting and task.direct and kind in GROWERS:
                self._note_growth(task, *GROWERS[kind])
            RUNNERS[kind](self, task)

    def perform(self, seat: int, effects: Effects, cause: str) -> None:
        """Effects that ask nobody anything, for any seat."""
        self.seat = seat
        self.push_effects(effects, cause)
        self.run()

    def ask(self, kind: e.DecisionKind, options: Iterable[str | int], task: Task) -> None:
        then = (task.planned, *(later.planned for later in reversed(self.agenda)))
        number = self.state.decision_count + 1
        self.emit(e.DecisionRequested(number, self.seat, kind, tuple(options), then))
        self.agenda.clear()
        self.asked = True

    def effective_since(self, start: int) -> bool:
        return any(type(event) not in INEFFECTIVE for event in self.events[start:])

    def may_be_left(self, task: Task) -> bool:
        """Whether an effect that was told nothing may do nothing (R-12)."""
        if self.state.switches.null_action_allowed:
            return True
        lost = task.frame is not None and not task.frame.strict
        return lost and obstacle_to(self.state, self.seat, (task.effect,)) is not None

    def _note_growth(self, task: Task, field: str, grow: Grower) -> None:
        frame, growth = task.frame, grow(self, task)
        assert frame is not None, "only what was said can grow"
        longer = [frame.lens(_replaced(frame.params, field, value)) for value in growth.more]
        said = task.given(field) != getattr(NOTHING, field)
        self.grown.append((said, longer))
        if not growth.complete:
            raise Incomplete


def _replaced(params: Params, field: str, value: Any) -> Params:
    # Faster than msgspec.structs.replace on a struct of this many fields, and choices do it often.
    values = {name: getattr(params, name) for name in Params.__struct_fields__}
    values[field] = value
    return Params(**values)


def runs(kind: type[T]) -> Callable[[Runner], Runner]:
    def register(runner: Runner) -> Runner:
        RUNNERS[kind] = runner
        return runner

    return register


def grows(kind: type[T], field: str) -> Callable[[Grower], Grower]:
    def register(grower: Grower) -> Grower:
        GROWERS[kind] = (field, grower)
        return grower

    return register


def hindered_by(kind: type[T]) -> Callable[[Obstacle], Obstacle]:
    """The function says why the effect is impossible now, or None (21.7, "Possible")."""

    def register(obstacle: Obstacle) -> Obstacle:
        OBSTACLES[kind] = obstacle
        return obstacle

    return register


def obstacle_to(state: State, seat: int, effects: Effects) -> RuleViolation | None:
    """Why these effects are impossible as one option: each of its parts must be possible."""
    for effect in effects:
        obstacle = OBSTACLES.get(type(effect))
        problem = obstacle(state, seat, effect) if obstacle else None
        if problem:
            return problem
    return None
