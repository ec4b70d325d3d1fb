"""Scorings as data: what they say agrees with the points that the fold gives, in every sample."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import pytest

from domain.kernel.actions import Settle
from domain.kernel.scorings import Settlement
from domain.kernel.seals import Fact
from domain.kernel.texts import LANGUAGES, Language
from domain.schichtwechsel.events import PointsScored
from replays.history import History
from replays.samples import samples
from tests.replays.playing import played

SAMPLES = dict(samples())
AS_IF_OVER = "kartenspiel"
"""Its points are always those as if the game ended now, so a scoring counts them all."""


class Settled:
    def __init__(self, history: History, events: Sequence[Fact], before: Any, after: Any) -> None:
        self.history, self.events, self.before, self.after = history, events, before, after

    def told(self, language: Language = "en") -> Settlement:
        game, names = self.history.game, self.history.names
        told: Settlement = game.scorings(self.events, language, names, self.history.catalog)
        return told

    def given_beside(self, seat: int) -> int:
        """The next round may begin with points; the notes tell of them."""
        noted = (self.events[at - 1] for at in self.told().notes)
        given = (event for event in noted if isinstance(event, PointsScored))
        return sum(event.points for event in given if event.seat == seat)


def settlements(sample: str) -> Iterator[Settled]:
    history = History(SAMPLES[sample])
    points: Sequence[int] = ()
    for _, entry in groupby(played(history), key=lambda step: step[0].v):
        before = points
        for line, _, state in entry:
            points, last = history.game.points(state), line
        if isinstance(last.action, Settle):
            yield Settled(history, last.events, before, points)


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_points_of_the_tables_are_those_that_the_players_get(sample: str) -> None:
    for settled in settlements(sample):
        tables = settled.told().tables
        gained = [sum(points) for points in zip(*(one.points for one in tables), strict=True)]
        before = [0] * len(gained) if sample.startswith(AS_IF_OVER) else settled.before
        beside = [settled.given_beside(seat) for seat in range(len(gained))]
        assert [*map(sum, zip(before, gained, beside, strict=True))] == [*settled.after]
        for totals in (table.totals for table in tables[-1:] if table.totals):
            assert totals == settled.after


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_element_has_its_part_for_every_seat(sample: str) -> None:
    for settled in settlements(sample):
        told, seats = settled.told(), len(settled.after)
        assert told.tables
        assert told.title
        for element in (one for table in told.tables for one in table.elements):
            assert element.name
            assert len(element.points) == len(element.events) == seats
            assert all(1 <= event <= len(settled.events) for event in element.events)
            for by_seat in (element.counts, element.places):
                assert by_seat is None or len(by_seat) == seats
            for seat in range(seats):
                reasons = [reason.points for reason in element.reasons if reason.seat == seat]
                assert not reasons or sum(reasons) == element.points[seat]


@pytest.mark.parametrize("sample", SAMPLES)
def test_only_a_place_scores_and_equals_share_it(sample: str) -> None:
    for settled in settlements(sample):
        for element in (one for table in settled.told().tables for one in table.elements):
            if element.places is None or element.counts is None:
                continue
            for seat, place in enumerate(element.places):
                assert (place is None) == (element.points[seat] == 0)
                same = [other for other, at in enumerate(element.places) if at == place]
                assert place is None or len({element.counts[other] for other in same}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["gluck_auf", "kartenspiel", "schichtwechsel"])
def test_names_and_reasons_are_in_the_language_of_the_caller(game: str, language: Language) -> None:
    sample = next(name for name in SAMPLES if name.startswith(game))
    for settled in settlements(sample):
        told = settled.told(language)
        others = [settled.told(other) for other in LANGUAGES if other != language]
        assert all(told.title != other.title for other in others)
        assert "{" not in repr(told.tables).replace("\\u2068", "")


def test_a_broken_tie_is_explained_where_the_result_does_not() -> None:
    *_, last = settlements("schichtwechsel/tie-broken-by-the-marker")
    assert last.told().tie_break.startswith("Of players with equal points")
    assert all(
        not settled.told().tie_break
        for settled in settlements("schichtwechsel/two-discs-on-one-goal")
    )
