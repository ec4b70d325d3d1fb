"""Glück Auf: a shift scoring, and the final scoring, element by element (sections 9 and 11)."""

from collections.abc import Iterator, Sequence

from domain.gluck_auf import events as e
from domain.gluck_auf.texts import places
from domain.gluck_auf.words import Speaker
from domain.kernel.scorings import (
    ElementScoring,
    ScoringTable,
    Settlement,
    notes,
    numbered,
    scored_at_once,
    scorings_by,
    settlement,
    table,
)
from domain.kernel.seals import Fact

SILENT: frozenset[type[Fact]] = frozenset(
    {e.ElementScored, e.ShiftScored, e.FinalScoreComputed, e.DeliveredOrdersConcealed}
)


def _settlement(say: Speaker, events: Sequence[Fact]) -> Settlement:
    tables = [*_shift(say, events), *_final(say, events)]
    return settlement(tables, notes(events, SILENT))


def _shift(say: Speaker, events: Sequence[Fact]) -> Iterator[ScoringTable]:
    elements = [_element(say, at, event) for at, event in numbered(events, e.ElementScored)]
    for _, event in numbered(events, e.ShiftScored):
        title = say("scoring.shift", shift=event.shift)
        yield table(title, "9", elements, event.vp_totals)


def _element(say: Speaker, at: int, event: e.ElementScored) -> ElementScoring:
    seats = range(len(event.counts))
    placed = {**dict.fromkeys(event.second, 2), **dict.fromkeys(event.first, 1)}
    worth = {1: event.first_vp, 2: event.second_vp}
    return scored_at_once(
        at,
        event.element_id,
        say.element(event.element_id),
        counts=event.counts,
        places=tuple(placed.get(seat) for seat in seats),
        points=tuple(worth[placed[seat]] if seat in placed else 0 for seat in seats),
        why="; ".join(places(say, event)),
    )


def _final(say: Speaker, events: Sequence[Fact]) -> Iterator[ScoringTable]:
    for at, event in numbered(events, e.FinalScoreComputed):
        scores, end = event.players, say.catalog.end_game
        elements = [
            _part(say, at, "money", [(s.marks, s.money_vp) for s in scores], end.marks_per_vp),
            _part(say, at, "cubes", [(s.cubes, s.cube_vp) for s in scores], end.cubes_per_vp),
            _part(
                say,
                at,
                "outstanding",
                [(s.outstanding, s.outstanding_vp) for s in scores],
                end.vp_per_outstanding_order,
            ),
            _part(
                say,
                at,
                "balance",
                [(abs(s.light - s.dark), s.balance_vp) for s in scores],
                end.vp_per_tile_of_imbalance,
                sides=_sides(say, scores),
            ),
        ]
        totals = tuple(score.total for score in scores)
        yield table(say("scoring.final"), "11", elements, totals)


def _part(
    say: Speaker,
    at: int,
    element: str,
    scores: Sequence[tuple[int, int]],
    number: int,
    **gaps: object,
) -> ElementScoring:
    counts, points = zip(*scores, strict=True)
    why = say(f"scoring.{element}.why", number=number, **gaps)
    name = say(f"scoring.{element}")
    return scored_at_once(at, element, name, counts=counts, points=points, why=why)


def _sides(say: Speaker, scores: Sequence[e.FinalScore]) -> str:
    return "; ".join(
        say("scoring.sides", player=say.player(seat), light=score.light, dark=score.dark)
        for seat, score in enumerate(scores)
    )


scorings = scorings_by(Speaker, _settlement)
