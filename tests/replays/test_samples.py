"""Every sample folds, verifies, and shows what its name says; together they reach everything."""

from collections.abc import Callable, Iterator
from typing import get_args

import pytest

from domain.gluck_auf import events as e
from domain.kernel.seals import Fact
from domain.kernel.texts import LANGUAGES
from domain.table.events import TABLE_EVENTS, Adjudicated, Voided
from replays.history import History
from replays.samples import sample_keys, samples
from replays.verify import verify
from tests.replays.verdicts import judged

SAMPLES = dict(samples())
GLUCK_AUF = {
    name.removeprefix("gluck_auf/"): History(data)
    for name, data in SAMPLES.items()
    if name.startswith("gluck_auf/")
}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_holds_in_everything(name: str) -> None:
    report = verify(SAMPLES[name], sample_keys())
    assert judged(report) == {"holds"}, report.verdicts


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_can_be_told_and_drawn(name: str) -> None:
    history = History(SAMPLES[name])
    view = history.game.view(history.state_at(history.end), None)
    for language in LANGUAGES:
        assert history.game.draw(view, language, history.catalog)
        assert all(said for _, _, said in history.told(language))


def test_there_are_enough_samples() -> None:
    assert len(GLUCK_AUF) >= 8


def events(history: History) -> Iterator[Fact]:
    return (event for _, event in history.events())


def has(event_type: type[Fact]) -> Callable[[History], bool]:
    return lambda history: any(isinstance(event, event_type) for event in events(history))


def final(history: History) -> e.GameFinished:
    [over] = [event for event in events(history) if isinstance(event, e.GameFinished)]
    return over


def options(history: History) -> dict[str, str]:
    return dict(history.state_at(history.end).options)


def short_of_coal(history: History) -> bool:
    acquired = [ev for ev in events(history) if isinstance(ev, e.TunnelTileAcquired)]
    another = any(any(ev.substituted) and None not in ev.cubes for ev in acquired)
    return another or any(None in ev.cubes for ev in acquired)


def hungarian_second_places(history: History) -> bool:
    return any(
        isinstance(ev, e.ElementScored) and ev.second and (ev.element_id, ev.second_vp) == paid
        for ev in events(history)
        for paid in (("vehicle-motorcar", 3), ("vehicle-engine", 3))
    )


def won_by_marks_left(history: History) -> bool:
    first, second, *_ = final(history).ranking
    return first.vp == second.vp and first.marks_left > second.marks_left


def every_option_set(history: History) -> bool:
    defaults = History(SAMPLES["gluck_auf/two-players"])
    house = [name for name in options(history) if name not in EDITION_OPTIONS]
    return all(options(history)[name] != options(defaults)[name] for name in house)


def every_table_event_but_other_endings(history: History) -> bool:
    reached = {type(event) for event in events(history)}
    return set(TABLE_EVENTS) - reached == {Adjudicated, Voided}


EDITION_OPTIONS = ("second_place_points", "scoring_eligibility")

SHOWS: dict[str, Callable[[History], bool]] = {
    "two-players": lambda history: history.seats == 2,
    "three-players-one-beginner": lambda history: history.seats == 3,
    "four-players-beyond-100-points": lambda history: final(history).ranking[0].vp > 100,
    "hungarian-edition": hungarian_second_places,
    "house-options": every_option_set,
    "order-stack-exhausted": has(e.OrderSpaceLeftEmpty),
    "tile-stack-exhausted": has(e.FactorySpaceLeftEmpty),
    "coal-shortage": short_of_coal,
    "shared-victory": lambda history: len(final(history).winners) == 2,
    "won-by-marks-left": won_by_marks_left,
    "negative-points": lambda history: final(history).ranking[-1].vp < 0,
    "with-a-clock-and-rulings": every_table_event_but_other_endings,
}


def test_every_sample_says_what_it_shows() -> None:
    assert set(SHOWS) == set(GLUCK_AUF)


@pytest.mark.parametrize("name", SHOWS)
def test_a_sample_shows_what_its_name_says(name: str) -> None:
    assert SHOWS[name](GLUCK_AUF[name])


def test_the_samples_reach_every_event_type() -> None:
    reached = {type(event) for history in GLUCK_AUF.values() for event in events(history)}
    assert reached - set(TABLE_EVENTS) == set(get_args(e.Event))


def test_the_samples_reach_every_way_a_game_can_end() -> None:
    endings = {
        "alone": any(len(final(h).winners) == 1 for h in GLUCK_AUF.values()),
        "by Marks left": any(map(won_by_marks_left, GLUCK_AUF.values())),
        "shared": any(len(final(h).winners) > 1 for h in GLUCK_AUF.values()),
    }
    assert all(endings.values()), endings
