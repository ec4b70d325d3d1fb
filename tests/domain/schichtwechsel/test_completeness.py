"""Nothing is left out: every event, every ending and every kind of decision comes up in games.

The games are those of the samples; what each sample is named for is checked here as well.
"""

from collections.abc import Callable
from functools import cache
from typing import cast, get_args

import pytest

from domain.schichtwechsel import SCHICHTWECHSEL
from domain.schichtwechsel import events as e
from domain.schichtwechsel.fold import evolve
from domain.schichtwechsel.switches import as_options
from replays.history import History
from replays.samples import samples

Log = list[e.Event]


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


SHOWN: dict[str, Callable[[Log], bool]] = {
    "chain-of-decisions": has_chain,
    "pit-cube-drawn-twice": has_pit_cube,
    "exit-gate-and-overrun": has_overrun,
    "last-miner-moves": has_last_moves,
    "loading-site-sells-at-the-end": has_final_sale,
    "tie-broken-by-the-marker": has_tie,
    "two-discs-on-one-goal": has_goals,
    "headframe-fills-an-oven": has_headframe_coke,
    "declined-copies-and-sales": has_everything_declined,
    "other-rule-switches": has_other_switches,
}
"""By the name of the sample's file: what it shows."""
RECORDED = dict(samples())


@cache
def log_of(name: str) -> Log:
    """As it was recorded: bots may play better by now."""
    history = History(RECORDED[f"schichtwechsel/{name}"])
    return cast("Log", [event for _, event in history.events()])


@pytest.mark.parametrize("name", SHOWN)
def test_the_sample_shows_what_it_is_named_for(name: str) -> None:
    log = log_of(name)
    assert SHOWN[name](log)
    assert isinstance(log[-1], e.GameFinished)


def test_every_event_comes_up_in_the_samples() -> None:
    happened = {type(event) for name in SHOWN for event in log_of(name)}
    assert happened == set(get_args(e.Event))
    assert happened == set(evolve.writers)


def test_every_kind_of_decision_comes_up() -> None:
    """The last six kinds need a corrected catalog: `test_catalog` has them."""
    kinds = {
        event.kind
        for name in SHOWN
        for event in log_of(name)
        if isinstance(event, e.DecisionRequested)
    }
    assert kinds == set(get_args(e.DecisionKind)[:8])


def test_every_ending_comes_up() -> None:
    ties = {has_tie(log_of(name)) for name in SHOWN}
    last_moves = {has_last_moves(log_of(name)) for name in SHOWN}
    assert ties == last_moves == {True, False}


def test_every_draw_is_recorded_as_one() -> None:
    log = log_of("pit-cube-drawn-twice")
    draws = [event for event in log if type(event) in SCHICHTWECHSEL.dealt]
    assert len(draws) == 1 + 5 + 5 * 2
