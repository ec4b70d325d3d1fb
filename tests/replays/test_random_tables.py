"""Random games with take-backs and clocks, against models that are written from RULES.md alone.

`pytest --hypothesis-profile=soak tests/replays/test_random_tables.py` plays hundreds of them.
"""

from datetime import datetime
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.kernel.clock import Clock
from domain.registry import GAMES
from domain.table.clock import is_over
from replays.aggregate import Aggregate
from replays.history import History
from replays.position import NotRecalled
from tests.domain.table.paper_game import per_game, per_move
from tests.replays.games import check
from tests.replays.random_tables import Story
from tests.replays.tables import opened

FEW = max(1, settings().max_examples // 100)
WITH_ALL_KINDS = 15
"""A seed with agreed and ruled take-backs in every game, and flags in two."""
STEPS = 60
SEEDS = st.integers(0, 10**6)


@pytest.mark.parametrize("game", GAMES)
@given(seed=SEEDS)
@example(seed=WITH_ALL_KINDS)
@settings(max_examples=FEW)
def test_take_backs_and_clocks_of_a_random_game(game: str, seed: int) -> None:
    story = Story(game, seed, STEPS)
    if seed == WITH_ALL_KINDS:
        assert len({event["reason"] for _, event in story.take_backs()}) == 2
    check_take_backs(story)
    check_clocks(story)
    check_histories(story)
    check_aggregates(story)
    verdicts = check(opened(story.record)).verdicts
    assert verdicts["clock"].verdict == verdicts["rulings"].verdict == "holds"


@pytest.mark.parametrize("clock", [per_game(20, 2), per_move(4)], ids=["game", "move"])
@pytest.mark.parametrize("game", GAMES)
def test_clocks_of_both_kinds(game: str, clock: Clock) -> None:
    check_clocks(Story(game, 1, STEPS, clock))


def check_take_backs(story: Story) -> None:
    for version, event in story.take_backs():
        undone = set(story.line_of(version - 1)) - set(story.line_of(event["to"]))
        assert event["over_hidden"] == any(map(story.uncovers, undone))
        if event["reason"] is None:
            assert not event["over_hidden"], "the players agreed"


def check_histories(story: Story) -> None:
    history = History(opened(story.record))
    for version in story.moments(8):
        position = history.at(history.moment(version))
        assert position.state == story.states[version]
        assert position.table == story.tables[version]


def check_aggregates(story: Story) -> None:
    entries = story.record.entries
    for cut in (1, story.luck.randint(1, len(entries))):
        folded = Aggregate.before(story.record.game_id, entries[0])
        folded.follow_all(entries[:cut])
        assert (folded.state, folded.table) == (story.states[cut], story.tables[cut])
        try:
            folded.follow_all(entries[cut:])
        except NotRecalled:
            assert any(e["to"] < cut < version for version, e in story.take_backs())
        else:
            assert (folded.state, folded.table) == (story.states[-1], story.tables[-1])


class ClockModel:
    """[A4] to [A7], word by word."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.left: list[int] = []
        self.running: list[int] = []
        self.bots = [seat.get("bot") for seat in story.lines[1]["action"]["seats"]]
        self.clock: dict[str, Any] | None = None
        self.paused = self.ended = False
        self.time = 0

    def follow(self, line: dict[str, Any]) -> None:
        game, state = self.story.record.game, self.story.states[line["v"]]
        events = [event for event in line["events"] if event["type"].startswith("table_")]
        awaited = game.awaited(state)
        d, self.time = self._d(line), milliseconds(line["at"])
        if self.clock:
            for seat in self.running:
                self.left[seat] = max(0, self.left[seat] - d)
            self._give(line, awaited)
            self._begin_anew(events, awaited)
            self._set(events)
        for event in events:
            self._happen(event)
        self.ended |= state.phase == "finished"
        runs = self.clock and not self.paused and not self.ended and state.phase != "scoring"
        self.running = [s for s in sorted(awaited) if self.bots[s] is None] if runs else []

    def _d(self, line: dict[str, Any]) -> int:
        return milliseconds(line["at"]) - self.time

    def _give(self, line: dict[str, Any], awaited: tuple[int, ...]) -> None:
        assert self.clock
        seat = line["by"]
        if line["action"]["type"].startswith("table_") or seat not in self.running:
            return
        if self.clock["kind"] == "move":
            self.left[seat] = 1000 * self.clock["seconds"]
        elif seat not in awaited:
            self.left[seat] += 1000 * self.clock["increment"]

    def _begin_anew(self, events: list[dict[str, Any]], awaited: tuple[int, ...]) -> None:
        assert self.clock
        if self.clock["kind"] == "move":
            is_back = any(event["type"] == "table_taken_back" for event in events)
            for seat in range(len(self.left)):
                if is_back or seat not in awaited:
                    self.left[seat] = 1000 * self.clock["seconds"]

    def _set(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            for seat, left in enumerate(event.get("left_ms") or ()):
                self.left[seat] = self.left[seat] if left is None else left

    def _happen(self, event: dict[str, Any]) -> None:
        what = event["type"].removeprefix("table_")
        if what == "clock_set":
            self.clock = event["clock"]
            self.left = [1000 * event["clock"]["seconds"]] * len(self.bots)
        elif what in ("resigned", "stood_in") or (what == "flagged" and event["bot"]):
            self.bots[event["seat"]] = event["bot"]
        elif what == "handed_over":
            self.bots[event["seat"]] = None
        self.paused |= what == "paused" or (what == "flagged" and event["bot"] is None)
        self.paused &= what != "resumed"
        self.ended |= what in ("adjudicated", "voided")

    def over(self, seat: int, after: int) -> bool:
        return seat in self.running and self.left[seat] - after <= 0


def milliseconds(written: str) -> int:
    return round(datetime.fromisoformat(written).timestamp() * 1000)


def check_clocks(story: Story) -> None:
    model = ClockModel(story)
    for line, table in zip(story.lines[1:], story.tables[1:], strict=True):
        for seat in [line["by"]] if isinstance(line["by"], int) and model.clock else []:
            late = model.over(seat, milliseconds(line["at"]) - model.time)
            assert not late or line["action"]["type"].startswith("table_")
        if line["action"]["type"] == "table_flag":
            assert model.over(line["action"]["seat"], milliseconds(line["at"]) - model.time)
        model.follow(line)
        assert (list(table.left_ms), list(table.running)) == (model.left, model.running), line["v"]
        for seat in range(len(model.left)):
            for after in (0, model.left[seat] - 1, model.left[seat]):
                assert is_over(table, seat, model.time + after) == model.over(seat, after)
