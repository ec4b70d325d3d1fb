"""Places by seat, and what set players with equal points apart."""

import pytest

from domain.kernel.standings import FinalPlace, Standings, TieBreak, standings
from replays.history import History
from replays.samples import samples

SAMPLES = dict(samples())
BROKEN = {
    "gluck_auf/won-by-marks-left": "marks_left",
    "kartenspiel/won-by-the-shift-marker": "highest_marker",
    "schichtwechsel/tie-broken-by-the-marker": "seats_after_start_player",
}


def ended(sample: str) -> tuple[tuple[int, ...], Standings | None]:
    history = History(SAMPLES[sample])
    state = history.state_at(history.end)
    return history.game.points(state), history.game.standings(state)


@pytest.mark.parametrize(("sample", "code"), BROKEN.items())
def test_a_broken_tie_is_told_with_what_broke_it(sample: str, code: str) -> None:
    points, found = ended(sample)
    assert found
    assert found.tie_break
    assert found.tie_break.code == code
    first, second = (found.places.index(place) for place in (1, 2))
    assert points[first] == points[second]
    values = [value or 0 for value in found.tie_break.values]
    assert values[first] > values[second]


def test_a_shared_victory_is_two_first_places() -> None:
    points, found = ended("gluck_auf/shared-victory")
    assert found
    assert found.places.count(1) == 2
    assert 2 not in found.places
    assert found.tie_break is None
    assert len({points[seat] for seat, place in enumerate(found.places) if place == 1}) == 1


@pytest.mark.parametrize("sample", SAMPLES)
def test_places_are_one_more_than_those_placed_better(sample: str) -> None:
    points, found = ended(sample)
    assert found
    assert len(found.places) == len(points)
    for place in found.places:
        assert place == 1 + sum(other < place for other in found.places)
    order = sorted(range(len(points)), key=lambda seat: found.places[seat])
    assert [points[seat] for seat in order] == sorted(points, reverse=True)


def test_there_are_none_before_the_end() -> None:
    history = History(SAMPLES["gluck_auf/two-players"])
    assert history.game.standings(history.game.initial(history.catalog)) is None


def test_only_a_tie_that_had_to_be_broken_is_told() -> None:
    lone = [FinalPlace(1, 10, 1, 3), FinalPlace(0, 9, 2, 4)]
    assert standings("x", lone) == Standings((2, 1), None)
    last = [FinalPlace(0, 9, 1, 0), FinalPlace(1, 5, 3, None), FinalPlace(2, 5, 2, 1)]
    assert standings("x", last) == Standings((1, 3, 2), TieBreak("x", (0, None, 1)))
