"""Das große Kartenspiel: the standing after a shift, and the final scoring (sections 10 and 11).

Both count the same five categories. The final scoring also says what each card gives.
"""

from collections.abc import Iterator, Sequence

from domain.kartenspiel import events as e
from domain.kartenspiel.words import Speaker
from domain.kernel.scorings import (
    ElementScoring,
    Reason,
    ScoringTable,
    Settlement,
    notes,
    numbered,
    scorings_by,
    settlement,
    table,
)
from domain.kernel.seals import Fact

CATEGORIES = ("lorries", "orders", "shares", "markers", "objectives")
SILENT: frozenset[type[Fact]] = frozenset(
    {e.PlayerScored, e.ShiftScoringComputed, e.WorkersReturned, e.TurnStarted}
)
Scored = Sequence[tuple[int, e.Standing | e.PlayerScored]]
"""By seat, with the number of the event."""


def _settlement(say: Speaker, events: Sequence[Fact]) -> Settlement:
    return settlement([*_tables(say, events)], notes(events, SILENT))


def _tables(say: Speaker, events: Sequence[Fact]) -> Iterator[ScoringTable]:
    final = sorted(numbered(events, e.PlayerScored), key=lambda scored: scored[1].seat)
    if final:
        yield _table(say, say("scoring.final"), "11", final)
        return
    for at, event in numbered(events, e.ShiftScoringComputed):
        standings = sorted(event.scores, key=lambda standing: standing.seat)
        title = say("scoring.shift", shift=event.shift)
        yield _table(say, title, "10", [(at, standing) for standing in standings])


def _table(say: Speaker, title: str, section: str, scored: Scored) -> ScoringTable:
    elements = [_category(say, category, scored) for category in CATEGORIES]
    return table(title, section, elements)


def _category(say: Speaker, category: str, scored: Scored) -> ElementScoring:
    return ElementScoring(
        element=category,
        name=say(f"scoring.{category}"),
        counts=None,
        places=None,
        points=tuple(getattr(score, category) for _, score in scored),
        events=tuple(at for at, _ in scored),
        why="",
        reasons=tuple(
            reason
            for _, score in scored
            if isinstance(score, e.PlayerScored)
            for reason in _reasons(say, category, score)
        ),
    )


def _reasons(say: Speaker, category: str, score: e.PlayerScored) -> Iterator[Reason]:
    if category == "objectives":
        for line in score.lines:
            aim = say.aim(line.objective)
            yield Reason(score.seat, line.objective, aim, line.count, line.vp)
        return
    tokens = {token.id: number for number, token in say.catalog.markers.items()}
    for card in score.cards:
        if card.category == category:
            marker = tokens.get(card.card)
            name = say.card(card.card) if marker is None else say("scoring.marker", marker=marker)
            yield Reason(score.seat, card.card, name, None, card.vp)


scorings = scorings_by(Speaker, _settlement)
