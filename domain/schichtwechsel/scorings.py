"""Schichtwechsel: what a round's card gives, and the final scoring (sections 14.2 and 16)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

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
from domain.schichtwechsel import events as e
from domain.schichtwechsel.components import (
    Block,
    FinalLoadingAndSale,
    HeapPoints,
    PerCoke,
    PerLeadingDisc,
    PerSpoil,
    PerTrackFields,
    SitePoints,
    Track,
)
from domain.schichtwechsel.words import Speaker

SILENT: frozenset[type[Fact]] = frozenset(
    {e.RoundScored, e.FinalStepScored, e.TurnStarted, e.StepStarted}
)


def _settlement(say: Speaker, events: Sequence[Fact]) -> Settlement:
    tables = [*_rounds(say, events), *_final(say, events)]
    scored = {element.element for table in tables for element in table.elements}
    in_tables = {at for at, event in numbered(events, e.PointsScored) if event.cause in scored}
    told = (at for at in notes(events, SILENT) if at not in in_tables)
    return settlement(tables, told, _tie_break(say, events))


def _rounds(say: Speaker, events: Sequence[Fact]) -> Iterator[ScoringTable]:
    for at, event in numbered(events, e.RoundScored):
        element = _element(event.card, say.card(event.card), _rule(say, event.card), at, event)
        yield table(say("scoring.round", round=event.round), "14.2", [element])


def _final(say: Speaker, events: Sequence[Fact]) -> Iterator[ScoringTable]:
    blocks = {block.id: block for block in say.catalog.final_blocks}
    before = say("cause.final", what="")  # which the title of the table says already
    elements = [
        _element(
            event.step,
            say.cause(event.step).removeprefix(before),
            _why(say, blocks.get(event.step)),
            at,
            event,
        )
        for at, event in numbered(events, e.FinalStepScored)
    ]
    if elements:
        yield table(say("scoring.final"), "16", elements)


def _element(
    element: str, name: str, why: str, at: int, event: e.RoundScored | e.FinalStepScored
) -> ElementScoring:
    title = name[:1].upper() + name[1:]
    return scored_at_once(at, element, title, counts=event.counts, points=event.points, why=why)


def _fields(say: Speaker, scoring: PerTrackFields) -> str:
    return say("why.fields", **{**asdict(scoring), "track": say.track(scoring.track)})


ROUND: Mapping[type, Callable[[Speaker, Any], str]] = {
    PerTrackFields: _fields,
    PerLeadingDisc: lambda say, scoring: say("why.leading", **asdict(scoring)),
    PerSpoil: lambda say, scoring: say("why.spoil", **asdict(scoring)),
    PerCoke: lambda say, scoring: say("why.coke", **asdict(scoring)),
}


def _rule(say: Speaker, card: str) -> str:
    known = say.catalog.round_cards.get(card)
    return ROUND[type(known.scoring)](say, known.scoring) if known else ""


def _why(say: Speaker, block: Block | None) -> str:
    """The rule that a block of the final scoring follows."""
    if block is None:
        return ""
    catalog, scored = say.catalog, block.id.removeprefix("final_")
    if scored in catalog.tracks:
        return _track(say, catalog.tracks[scored])
    if scored in catalog.sites:
        return _site(say, catalog.sites[scored].scoring)
    if block.id == "final_miner":
        return say("why.exit", **asdict(catalog.shift.exit_points))
    if block.id == "final_sold_coke":
        points = ", ".join(str(column.points) for column in catalog.columns)
        return say("why.columns", points=points)
    return say("why.each", points=block.points_each or block.points)


def _track(say: Speaker, track: Track) -> str:
    milestones = ", ".join(
        say("why.milestone", field=milestone.at_least, points=milestone.points)
        for milestone in track.milestones
    )
    return say("why.track", **asdict(track.goal_points), milestones=milestones)


def _site(say: Speaker, scoring: object) -> str:
    if isinstance(scoring, SitePoints):
        return say("why.house", points=scoring.points)
    if isinstance(scoring, HeapPoints):
        each = scoring.points_per_spoil_on_heap
        return say("why.heap", points=scoring.points, each=each)
    return say("why.loading") if isinstance(scoring, FinalLoadingAndSale) else ""


def _tie_break(say: Speaker, events: Sequence[Fact]) -> str:
    for _, event in numbered(events, e.GameFinished):
        if len({place.points for place in event.ranking}) < len(event.ranking):
            return say("why.tie")
    return ""


scorings = scorings_by(Speaker, _settlement)
