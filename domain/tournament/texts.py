"""What happened in an event, in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import UnsetType

from domain.kernel.names import in_sentence, shown
from domain.kernel.texts import Language, fill, sentences
from domain.tournament import events as e
from domain.tournament.pairing.question import Entrant
from domain.tournament.words import shown as points_shown

PHRASES = sentences(__package__, "phrases")


def tell(
    event: e.TournamentEvent, language: Language, names: Mapping[Entrant, str] | None = None
) -> str:
    """One sentence; whoever has no name, or none any more, is called by number."""
    say = Say(language, names or {})
    teller = _tellers.get(type(event))
    return teller(say, event) if teller else say.plainly(event)


class Say:
    """The phrases of one language, with the entrants' names."""

    def __init__(self, language: Language, names: Mapping[Entrant, str]) -> None:
        self._phrases, self._names = PHRASES[language], names

    def __call__(self, phrase: str, **gaps: object) -> str:
        return fill(self._phrases[phrase], gaps)

    def entrant(self, number: Entrant) -> str:
        name = self._names.get(number)
        if name:
            return self("named", name=in_sentence(name), number=number)
        return self("entrant", number=number)

    def entrants(self, numbers: Sequence[Entrant]) -> str:
        *others, last = map(self.entrant, numbers)
        return self("and", others=", ".join(others), last=last) if others else last

    def because(self, reason: str) -> str:
        return self("because", reason=shown(reason)) if reason.strip() else self("full_stop")

    def plainly(self, event: e.TournamentEvent, variant: str = "", **gaps: object) -> str:
        """The event's sentence, filled from its own fields and from what is given."""
        tag = str(event.__struct_config__.tag)
        found: dict[str, object] = {}
        for field in event.__struct_fields__:
            value = getattr(event, field)
            if field == "entrant":
                found[field] = self.entrant(value)
            elif isinstance(value, str):
                found[field] = shown(value)
            elif isinstance(value, int):
                found[field] = value
        return self(f"{tag}.{variant}" if variant else tag, **{**found, **gaps})


def _registered(say: Say, event: e.Registered) -> str:
    return say.plainly(event, "late" if event.late is True else "")


def _with_reason(say: Say, event: e.AbsentMarked | e.Withdrawn | e.Returned) -> str:
    return say.plainly(event, because=say.because(event.reason))


def _name_erased(say: Say, event: e.NameErased) -> str:
    return say("name_erased", number=event.entrant)


def _pair_forbidden(say: Say, event: e.PairForbidden) -> str:
    return say.plainly(event, entrants=say.entrants(event.entrants))


def _penalty_given(say: Say, event: e.PenaltyGiven) -> str:
    points = say("points", shown=points_shown(abs(event.twelfths)))
    return say.plainly(event, "" if event.twelfths > 0 else "bonus", points=points)


def _pairing_asked(say: Say, event: e.PairingAsked) -> str:
    if event.repair is True:
        return say.plainly(event, "repair")
    return say.plainly(event, "" if isinstance(event.pinned, UnsetType) else "pinned")


def _schedule_planned(say: Say, event: e.SchedulePlanned) -> str:
    return say("schedule_planned", rounds=len(event.rounds))


def _round_paired(say: Say, event: e.RoundPaired) -> str:
    if event.status in ("by_hand", "repaired"):
        return say.plainly(event, event.status)
    return say.plainly(event, tables=len(event.tables), quality=say(f"quality.{event.status}"))


def _result_read(say: Say, event: e.ResultRead) -> str:
    if not event.places:
        return say.plainly(event, "void")
    return say.plainly(event, places=_numbers(event.places), points=_numbers(event.points))


def _result_corrected(say: Say, event: e.ResultCorrected) -> str:
    return say.plainly(event, places=_numbers(event.places))


def _standings_settled(say: Say, event: e.StandingsSettled) -> str:
    return say.plainly(event, entrant=say.entrants(event.order[:1]))


def _finished(say: Say, event: e.TournamentFinished) -> str:
    return say.plainly(event, "" if isinstance(event.reason, UnsetType) else "early")


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(str(number).replace("-", "−") for number in numbers)


_tellers: dict[type[e.TournamentEvent], Callable[[Say, Any], str]] = {
    e.Registered: _registered,
    e.AbsentMarked: _with_reason,
    e.Withdrawn: _with_reason,
    e.Returned: _with_reason,
    e.NameErased: _name_erased,
    e.PairForbidden: _pair_forbidden,
    e.PenaltyGiven: _penalty_given,
    e.PairingAsked: _pairing_asked,
    e.SchedulePlanned: _schedule_planned,
    e.RoundPaired: _round_paired,
    e.ResultRead: _result_read,
    e.ResultCorrected: _result_corrected,
    e.StandingsSettled: _standings_settled,
    e.TournamentFinished: _finished,
}
