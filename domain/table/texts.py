"""What happened around the board, in words; `tell` also tells what happened on it."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.kernel.catalog import Catalog
from domain.kernel.clock import Clock
from domain.kernel.decider import AnyGame
from domain.kernel.names import in_sentence, named, shown
from domain.kernel.seals import Fact, Seat
from domain.kernel.texts import Count, Language, fill, sentences
from domain.table import events as e

PHRASES = sentences(__package__, "phrases")
UNITS = (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1))


def tell(
    game: AnyGame,
    event: Fact,
    language: Language,
    names: Sequence[str] = (),
    catalog: Catalog | None = None,
) -> str:
    """Any event of a log, as a sentence."""
    if isinstance(event, e.TableEvent):
        return _sentences[type(event)](Say(language, names), event)
    return game.tell(event, language, names, catalog)


class Say:
    """The phrases of one language, with the players' names."""

    def __init__(self, language: Language, names: Sequence[str]) -> None:
        self._phrases, self._names = PHRASES[language], names

    def __call__(self, phrase: str, **gaps: object) -> str:
        return fill(self._phrases[phrase], gaps)

    def player(self, seat: Seat) -> str:
        name = named(self._names, seat) if seat >= 0 else ""
        return in_sentence(name) if name else self("player", number=seat + 1)

    def players(self, seats: Sequence[Seat]) -> str:
        *others, last = map(self.player, seats)
        return self("and", others=", ".join(others), last=last) if others else last

    def sections(self, sections: Sequence[str]) -> str:
        return self("sections", sections=", ".join(map(shown, sections))) if sections else ""


def duration(seconds: int) -> str:
    """`1 h 30 min`; signs that all languages share."""
    parts, left = [], seconds
    for unit, length in UNITS:
        count, left = divmod(left, length)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts) or "0 s"


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(f"{Count(number)}" for number in numbers)


def _clock_set(say: Say, event: e.ClockSet) -> str:
    clock: Clock = event.clock
    time, increment = duration(clock.seconds), duration(clock.increment)
    variant = "game_plain" if clock.kind == "game" and not clock.increment else clock.kind
    return say(f"table_clock_set.{variant}", time=time, increment=increment)


def _claimed(say: Say, event: e.Claimed) -> str:
    text, seat = shown(event.text), say.player(event.seat)
    return say("table_claimed", seat=seat, about=shown(event.about), text=text)


def _asked(say: Say, event: e.TakeBackAsked) -> str:
    seat = say.player(event.seat)
    if not event.asked:
        return say("table_take_back_asked.nobody", seat=seat, to=event.to)
    return say("table_take_back_asked", seat=seat, to=event.to, asked=say.players(event.asked))


def _answered(say: Say, event: e.TakeBackAnswered) -> str:
    variant = "yes" if event.agree else "no"
    return say(f"table_take_back_answered.{variant}", seat=say.player(event.seat))


def _taken_back(say: Say, event: e.TakenBack) -> str:
    if event.reason is None:
        return say("table_taken_back", to=event.to)
    variant = "hidden" if event.over_hidden else "ruled"
    return say(f"table_taken_back.{variant}", to=event.to, reason=shown(event.reason))


def _resigned(say: Say, event: e.Resigned) -> str:
    return say("table_resigned", seat=say.player(event.seat), bot=shown(event.bot))


def _noted(say: Say, event: e.Noted) -> str:
    return say("table_noted", text=shown(event.text))


def _warned(say: Say, event: e.Warned) -> str:
    return say("table_warned", seat=say.player(event.seat), reason=shown(event.reason))


def _paused(say: Say, event: e.Paused) -> str:
    return say("table_paused", reason=shown(event.reason))


def _resumed(say: Say, event: e.Resumed) -> str:
    return say("table_resumed", reason=shown(event.reason))


def _stood_in(say: Say, event: e.StoodIn) -> str:
    seat, bot, reason = say.player(event.seat), shown(event.bot), shown(event.reason)
    return say("table_stood_in", seat=seat, bot=bot, reason=reason)


def _handed_over(say: Say, event: e.HandedOver) -> str:
    seat, name, reason = say.player(event.seat), in_sentence(event.name), shown(event.reason)
    return say("table_handed_over", seat=seat, name=name, reason=reason)


def _corrected(say: Say, event: e.ResultCorrected) -> str:
    return say(
        "table_result_corrected",
        points=_numbers(event.points),
        places=_numbers(event.places),
        reason=shown(event.reason),
        sections=say.sections(event.sections),
    )


def _adjudicated(say: Say, event: e.Adjudicated) -> str:
    return say("table_adjudicated", places=_numbers(event.places), reason=shown(event.reason))


def _voided(say: Say, event: e.Voided) -> str:
    return say("table_voided", reason=shown(event.reason))


def _claim_answered(say: Say, event: e.ClaimAnswered) -> str:
    return say(
        f"table_claim_answered.{'upheld' if event.upheld else 'rejected'}",
        claim=event.claim,
        reason=shown(event.reason),
        sections=say.sections(event.sections),
    )


def _flagged(say: Say, event: e.Flagged) -> str:
    seat, bot = say.player(event.seat), shown(event.bot or "")
    return say(f"table_flagged.{event.on_flag}", seat=seat, bot=bot)


_sentences: dict[type[e.TableEvent], Callable[[Say, Any], str]] = {
    e.ClockSet: _clock_set,
    e.Claimed: _claimed,
    e.TakeBackAsked: _asked,
    e.TakeBackAnswered: _answered,
    e.TakenBack: _taken_back,
    e.Resigned: _resigned,
    e.Noted: _noted,
    e.Warned: _warned,
    e.Paused: _paused,
    e.Resumed: _resumed,
    e.StoodIn: _stood_in,
    e.HandedOver: _handed_over,
    e.ResultCorrected: _corrected,
    e.Adjudicated: _adjudicated,
    e.Voided: _voided,
    e.ClaimAnswered: _claim_answered,
    e.Flagged: _flagged,
}
