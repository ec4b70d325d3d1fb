"""Why something may not be played: what would refuse it, asked without playing it."""

from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.consequences import would_cause
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Fact, Seat
from domain.kernel.texts import Language
from domain.table.clock import milliseconds, not_before
from domain.table.decide import check_game_action, check_person
from replays.aggregate import Aggregate
from services.api.http.problems import explained


class Refused(Struct):
    code: str
    """What is wrong; stable."""
    detail: str
    """What is wrong, as a sentence."""
    facts: dict[str, Any]
    """What the sentence speaks of."""
    game: str
    """Whose rules; `table` for those around any game."""
    section: str
    """The section of the rules document that forbids it."""
    rule: str
    """The game and the section together."""
    rule_url: str
    """Where the rules document says so."""


class Explained(Struct):
    version: int
    """Of the game."""
    seat: int
    """Who would play it."""
    refusal: Refused | None
    """`null` if it could be played as it stands."""


def explanation(
    aggregate: Aggregate, seat: Seat, action: Fact, language: Language, at: str
) -> Explained:
    """On what the seat may see, so that no refusal tells more; nothing is written."""
    refusal = None
    try:
        _refuse(aggregate, seat, action, at)
    except RuleViolation as violation:
        facts = explained(aggregate.game, violation, language)
        refusal = msgspec.convert(facts, Refused)
    return Explained(aggregate.version, seat, refusal)


def _refuse(aggregate: Aggregate, seat: Seat, action: Fact, at: str) -> None:
    game, table, phase = aggregate.game, aggregate.table, aggregate.state.phase
    when = not_before(at, aggregate.updated_at)
    check_game_action(table, phase, seat, lambda: milliseconds(when))
    check_person(table, phase, seat, action)
    would_cause(game, game.seen(aggregate.state, seat), seat, action)
