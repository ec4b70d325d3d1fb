"""Nothing is left out: every event, every ending and every kind of decision comes up in games.

The games are those of the samples; what each sample is named for is checked here as well.
"""

from collections.abc import Callable
from functools import cache
from typing import cast, get_args

import pytest

from domain.kernel.actions import OptionValue
from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel import events as e
from domain.schichtwechsel.fold import evolve
from domain.schichtwechsel.switches import as_options
from replays.file import replay_of
from replays.history import History
from replays.simulation import Plan, simulate
from tests.replays.games import SIGNER

Log = list[e.Event]


def _plan(players: int, bots: tuple[str, ...], seed: int, **options: OptionValue) -> Plan:
    return Plan("schichtwechsel", players, bots, seed, None, options)


def all_of(log: Log, kind: type[object]) -> list[e.Event]:
    return [event for event in log if isinstance(event, kind)]


def stacked(log: Log) -> int:
    """The longest chain of decisions within one turn."""
    longest = run = 0
    for event in log:
        if isinstance(event, e.DecisionRequested):
            run += 1
            longest = max(longest, run)
        elif isinstance(event, e.TurnEnded):
            run = 0
    return longest


def has_chain(log: Log) -> bool:
    return stacked(log) >= 4


def has_pit_cube(log: Log) -> bool:
    drawn = [event for event in log if isinstance(event, e.BundleDrawn) and "pit" in event.cubes]
    return len(drawn) >= 2 and bool(all_of(log, e.PitCubeReturned))


def has_overrun(log: Log) -> bool:
    return bool(all_of(log, e.ExitReached)) and bool(all_of(log, e.MinerOverran))


def has_last_moves(log: Log) -> bool:
    final = next((at for at, event in enumerate(log) if event == e.StepStarted("final")), len(log))
    movers = {event.seat for event in log[final:] if isinstance(event, e.TurnStarted)}
    return len(movers) >= 2


def has_final_sale(log: Log) -> bool:
    final = next((at for at, event in enumerate(log) if event == e.StepStarted("final")), 0)
    return bool(all_of(log[final:], e.CokeLoaded)) and bool(all_of(log[final:], e.CokeSold))


def has_goals(log: Log) -> bool:
    goals = [event for event in log if isinstance(event, e.GoalReached)]
    return any(event.rank == 2 for event in goals) and len({event.track for event in goals}) >= 2


def has_tie(log: Log) -> bool:
    [finished] = [event for event in log if isinstance(event, e.GameFinished)]
    first, second = finished.ranking[:2]
    return first.points == second.points


def has_other_switches(log: Log) -> bool:
    [created] = [event for event in log if isinstance(event, e.GameCreated)]
    printed = as_options(SCHICHTWECHSEL.catalog.switches)
    return sum(printed[name] != value for name, value in created.options.items()) == 4


def has_headframe_coke(log: Log) -> bool:
    """A headframe's bonus puts coke onto an oven."""
    return any(
        isinstance(event, e.HeadframeMoved) and isinstance(log[at + 1], e.CokePlaced)
        for at, event in enumerate(log[:-1])
    )


def has_everything_declined(log: Log) -> bool:
    return bool(all_of(log, e.CopyDeclined)) and bool(all_of(log, e.SaleDeclined))


SAMPLES: dict[str, tuple[Plan, int, Callable[[Log], bool]]] = {
    "chain-of-decisions": (_plan(4, ("greedy",), 1), 2, has_chain),
    "pit-cube-drawn-twice": (_plan(2, ("greedy",), 1), 3, has_pit_cube),
    "exit-gate-and-overrun": (_plan(4, ("greedy",), 1), 5, has_overrun),
    "last-miner-moves": (_plan(4, ("greedy", "random"), 1), 2, has_last_moves),
    "loading-site-sells-at-the-end": (_plan(3, ("greedy",), 1), 1, has_final_sale),
    "tie-broken-by-the-marker": (_plan(3, ("greedy",), 1), 2, has_tie),
    "two-discs-on-one-goal": (_plan(4, ("greedy", "random"), 1), 0, has_goals),
    "headframe-fills-an-oven": (_plan(3, ("greedy",), 1), 0, has_headframe_coke),
    "declined-copies-and-sales": (_plan(4, ("random",), 1), 5, has_everything_declined),
    "other-rule-switches": (
        _plan(
            3,
            ("greedy", "random"),
            2,
            bundle_assignment="all_at_once",
            house_removal="left_to_right",
            track_milestones="cumulative",
            round_card_progress="this_round",
        ),
        0,
        has_other_switches,
    ),
}
"""The sample games, by the name of their file: how each is simulated, and what it shows."""


@cache
def log_of(name: str) -> Log:
    plan, number, _ = SAMPLES[name]
    record = simulate(SCHICHTWECHSEL, plan, number)
    history = History(replay_of(record, None, SIGNER))
    return cast("Log", [event for _, event in history.events()])


@pytest.mark.parametrize("name", SAMPLES)
def test_the_sample_shows_what_it_is_named_for(name: str) -> None:
    _, _, shows = SAMPLES[name]
    log = log_of(name)
    assert shows(log)
    assert isinstance(log[-1], e.GameFinished)


def test_every_event_comes_up_in_the_samples() -> None:
    happened = {type(event) for name in SAMPLES for event in log_of(name)}
    assert happened == set(get_args(e.Event))
    assert happened == set(evolve.writers)


def test_every_kind_of_decision_comes_up() -> None:
    """The last six kinds need a corrected catalog: `test_catalog` has them."""
    kinds = {
        event.kind
        for name in SAMPLES
        for event in log_of(name)
        if isinstance(event, e.DecisionRequested)
    }
    assert kinds == set(get_args(e.DecisionKind)[:8])


def test_every_ending_comes_up() -> None:
    ties = {has_tie(log_of(name)) for name in SAMPLES}
    last_moves = {has_last_moves(log_of(name)) for name in SAMPLES}
    assert ties == last_moves == {True, False}


def test_every_draw_is_recorded_as_one() -> None:
    log = log_of("pit-cube-drawn-twice")
    draws = [event for event in log if type(event) in SCHICHTWECHSEL.dealt]
    assert len(draws) == 1 + 5 + 5 * 2
