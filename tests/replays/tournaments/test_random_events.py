"""Whole events with people who come and go: each log is decided again, fact by fact."""

import os

import pytest

from replays.tournaments.file import write_tournament
from replays.tournaments.simulation import EventPlan, Simulation, told_only
from replays.tournaments.verify import verify_event_log
from tests.replays.tournaments.test_bundle import SIGNER, pair

EVENTS = (int(os.environ.get("SCHICHTBUCH_SOAK", "0")) and 1_000) or 20


@pytest.mark.parametrize("seed", range(EVENTS))
def test_a_random_event_verifies(seed: int) -> None:
    entrants, size = 4 + seed % 6, 2 + seed % 3
    plan = EventPlan(entrants, 1 + seed % 4, seed, size=size, final=4 * (seed % 5 == 0))
    made = Simulation(plan, pair, told_only).run()
    data = write_tournament(plan.tournament, made.entries, SIGNER, open_all=True)
    report = verify_event_log(data, [SIGNER.key])
    assert report.ok, report
    assert report.is_over
    assert report.verdicts["pairing"].verdict == report.verdicts["standings"].verdict == "holds"
