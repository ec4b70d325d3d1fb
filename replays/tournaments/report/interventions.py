"""Everything that touched an event from outside its rules, in words."""

from domain.tournament.state import IntegrityEvent, State
from domain.tournament.words import shown
from replays.tournaments.report.words import Say


def interventions(state: State, say: Say) -> list[str]:
    """A sentence or two for each, with its reason; penalties last."""
    told = [_intervention(one, say) for one in state.integrity]
    for penalty in state.penalties:
        points = say("penalty", points=shown(penalty.twelfths).replace("-", "−"))
        said = say("reason", reason=penalty.reason)
        told.append(f"{say.numbered(penalty.entrant)}: {points}. {said}")
    return told


def _intervention(one: IntegrityEvent, say: Say) -> str:
    where = [say(f"integrity.{one.kind}")]
    if one.round is not None:
        where.append(say("round", round=one.round))
    if one.table is not None:
        where.append(say("table", table=one.table))
    if one.entrant is not None:
        where.append(say.numbered(one.entrant))
    entry, reason = say("integrity.entry", version=one.version), say("reason", reason=one.reason)
    return f"{entry}: {', '.join(where)}. {reason}"
