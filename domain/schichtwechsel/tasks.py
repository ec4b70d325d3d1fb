"""From effects and what was said to tasks: which part of the params is about which effect."""

from collections import Counter

from msgspec.structs import replace

from domain.kernel.errors import RuleViolation
from domain.schichtwechsel import effects as f
from domain.schichtwechsel.course import SAYABLE, Frame, Task
from domain.schichtwechsel.events import Context, Planned
from domain.schichtwechsel.params import NOTHING, Params

FIELD: dict[type[f.Operation], str] = {
    f.RaiseLorries: "lorries",
    f.ProcessWagons: "conversions",
    f.LoadCoke: "ovens",
    f.Choose: "choice",
    f.TileLowerBonus: "choice",
    f.MoveMiner: "steps",
    f.AdvanceUpTo: "steps",
    f.Water: "amount",
    f.WaterDown: "amount",
    f.ToolReturn: "amount",
    f.MoveHeadframe: "moves",
    f.MoveHeadframes: "moves",
    f.CopyCard: "copy",
    f.PlaceHouse: "house",
    f.GainCube: "place",
    f.GainCoke: "place",
}


def tasks_of(effects: f.Effects, cause: str, frame: Frame, context: Context = "") -> list[Task]:
    """The first effect that can use a param has it; what nobody can use is refused."""
    effects = in_order(effects, frame.params.order)
    unclaimed = frame.sayable
    tasks = []
    for effect in effects:
        fields = wanted(effect) & unclaimed
        unclaimed -= fields
        planned = Planned(effect, cause, context)
        own_field = FIELD.get(type(effect))
        # A second effect of a kind cannot be told anything beforehand: it will ask.
        mute = own_field is not None and own_field not in fields
        tasks.append(Task(planned) if mute else Task(planned, frame, fields))
    if frame.params != NOTHING:
        _refuse_unused(frame.params, unclaimed | (SAYABLE - frame.sayable))
    return tasks


def _refuse_unused(params: Params, fields: frozenset[str]) -> None:
    for field in fields:
        if getattr(params, field) != getattr(NOTHING, field):
            raise RuleViolation("option_impossible", option=field)


def wanted(effect: f.Effect) -> frozenset[str]:
    if isinstance(effect, f.TileLowerBonus):
        return SAYABLE
    if isinstance(effect, f.Choose):
        parts = (wanted(part) for option in effect.options for part in option)
        return frozenset({"choice"}).union(*parts)
    if isinstance(effect, f.Water) and not effect.optional:
        return frozenset()
    field = FIELD.get(type(effect))
    return frozenset({field}) if field else frozenset()


def track_steps(effects: f.Effects) -> tuple[str, ...]:
    """The track of every printed step of a card."""
    moves = [effect for effect in effects if isinstance(effect, f.Advance)]
    return tuple(move.track for move in moves for _ in range(move.n))


def in_order(effects: f.Effects, order: tuple[str, ...]) -> f.Effects:
    """The track steps one by one in another order than the printed one (7.4)."""
    if not order:
        return effects
    if Counter(order) != Counter(track_steps(effects)):
        raise RuleViolation("option_impossible", option="order")
    first = next(at for at, effect in enumerate(effects) if isinstance(effect, f.Advance))
    others = [effect for effect in effects[first:] if not isinstance(effect, f.Advance)]
    return (*effects[:first], *(f.Advance(track, 1) for track in order), *others)


def without(params: Params, *fields: str) -> Params:
    return replace(params, **{field: getattr(NOTHING, field) for field in fields})
