"""What effects do, in a few words: on cards, tiles, fields and in options to choose from."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import asdict

from domain.schichtwechsel import effects as f
from domain.schichtwechsel.words import Speaker


def spoken(say: Speaker, effects: Sequence[f.Effect]) -> str:
    return ", ".join(_spoken(say, effect) for effect in effects) or say("op.nothing")


def _spoken(say: Speaker, effect: f.Effect) -> str:
    word = WORDS.get(type(effect))
    if word:
        return word(say, effect)
    counts = {name: value for name, value in asdict(effect).items() if isinstance(value, int)}
    return say(f"op.{f.op_of(effect)}", **counts)


def _water(say: Speaker, effect: f.Water) -> str:
    return say("op.water.up" if effect.delta > 0 else "op.water.down", n=abs(effect.delta))


def _cube(say: Speaker, effect: f.GainCube) -> str:
    return say("op.gain_cube", n=effect.n, cube=say.cube(effect.cube))


def _advance(say: Speaker, effect: f.Advance) -> str:
    return say("op.advance", n=effect.n, track=say.track(effect.track))


def _advance_up_to(say: Speaker, effect: f.AdvanceUpTo) -> str:
    return say("op.advance_up_to", track=say.track(effect.track))


def _choose(say: Speaker, effect: f.Choose) -> str:
    return f" {say('op.or')} ".join(spoken(say, option) for option in effect.options)


WORDS: dict[type[f.Operation], Callable[[Speaker, Any], str]] = {
    f.Water: _water,
    f.GainCube: _cube,
    f.Advance: _advance,
    f.AdvanceUpTo: _advance_up_to,
    f.Choose: _choose,
}
