"""Every sample shows what its name says; together they reach every event and every ending."""

from functools import cache

import pytest

from domain.kartenspiel import KARTENSPIEL
from domain.kernel.seals import Fact
from replays.file import replay_of
from replays.history import History
from replays.samples import sample_keys, samples
from replays.simulation import simulate
from replays.verify import verify
from tests.domain.kartenspiel.sample_plans import SAMPLES, events, final, shared, won_by_the_marker
from tests.replays.games import SIGNER
from tests.replays.verdicts import judged

STORED = {
    name.removeprefix("kartenspiel/"): data
    for name, data in samples()
    if name.startswith("kartenspiel/")
}


@cache
def history(name: str) -> History:
    record = simulate(KARTENSPIEL, SAMPLES[name].plan, 0)
    return History(replay_of(record, None, SIGNER))


@pytest.mark.parametrize("name", SAMPLES)
def test_the_plan_gives_what_the_name_says(name: str) -> None:
    assert SAMPLES[name].shows(history(name))


def test_the_samples_reach_every_event_type() -> None:
    reached: set[type[Fact]] = {type(event) for name in SAMPLES for event in events(history(name))}
    assert reached == set(KARTENSPIEL.evolve.writers)


def test_the_samples_reach_every_way_a_game_can_end() -> None:
    told_apart = {
        "alone": any(
            final(history(name)).ranking[0].total > final(history(name)).ranking[1].total
            for name in SAMPLES
        ),
        "by the shift marker": any(won_by_the_marker(history(name)) for name in SAMPLES),
        "shared": any(shared(history(name)) for name in SAMPLES),
    }
    assert all(told_apart.values()), told_apart


def test_the_stored_samples_hold_and_show_what_their_names_say() -> None:
    assert set(STORED) <= set(SAMPLES)
    for name, data in STORED.items():
        report = verify(data, sample_keys())
        assert judged(report) == {"holds"}, name
        assert SAMPLES[name].shows(History(data)), name
