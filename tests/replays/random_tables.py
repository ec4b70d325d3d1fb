"""Random games with all that can happen around a board, and a model that simply keeps all states.

The model is told what each entry says, and knows of take-backs only this: after one, the state is
the one that it kept of the version named.
"""

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any, get_args

from domain.kernel.clock import Clock, OnFlag
from domain.kernel.errors import RuleViolation
from domain.kernel.seals import Seat
from domain.table import actions as a
from domain.table.state import Table
from replays.entry import read_entry
from tests.domain.table.paper_game import at, per_game, per_move
from tests.replays.tables import go_on, sit_down

UNCOVERING = {
    "gluck-auf": {"factory_space_filled", "order_space_filled", "draft_display_revealed"},
    "kartenspiel": {"train_dispatched", "innovation_played"},
    "schichtwechsel": {"round_card_revealed", "bundle_drawn"},
}
LONGEST_STEP = 4_000
"""Milliseconds; a clock of half a minute is over in some of the games."""


class Story:
    """A random game; of every version the state, the table and the line as it was written."""

    def __init__(self, game: str, seed: int, steps: int, clock: Clock | None = None) -> None:
        """With this clock, or else with any or none."""
        self.luck = random.Random(f"{game}/{seed}")
        bots, any_clock = self._bots(), self._clock()
        self.record = sit_down(game, *bots, clock=clock or any_clock, secret=seed % 256)
        self.now = 0
        self.states: list[Any] = [None]
        self.tables: list[Table] = [Table()]
        self.lines: list[dict[str, Any]] = [{}]
        self._keep()
        for _ in range(steps):
            if self.record.over:
                break
            self._step()

    def _bots(self) -> list[str | None]:
        return self.luck.choice([[None] * 3, [None, None, "random"], [None, "random"]])

    def _clock(self) -> Clock | None:
        on_flag = self.luck.choice(get_args(OnFlag))
        seconds, increment = self.luck.choice([6, 30]), self.luck.choice([0, 2])
        clocks = [None, per_move(seconds, on_flag), per_game(seconds, increment, on_flag)]
        return self.luck.choice(clocks)

    def _step(self) -> None:
        self.now += self.luck.choice([0, 1, self.luck.randrange(LONGEST_STEP)])
        try:
            self._try()
        except RuleViolation as refusal:
            if refusal.code == "clock_over":
                self._flag(refusal.facts["seat"])
        if len(self.lines) == self.record.version:
            self._keep()

    def _flag(self, seat: Any) -> None:
        """Unless only a ruling was refused for its time."""
        with suppress(RuleViolation):
            self.record.flag(seat, at(self.now))

    def _try(self) -> None:
        chance, record = self.luck.random(), self.record
        if record.table.request and chance < 0.8:
            record.act(self._seat(), a.AnswerTakeBack(self.luck.random() < 0.95), at(self.now))
        elif chance < 0.25:
            record.act(self._seat(), self._of_a_seat(), at(self.now))
        elif chance < 0.4:
            record.rule(self._ruling(), at(self.now), "Ria")
        elif record.table.is_paused:
            record.rule(a.Resume("go on", self._left()), at(self.now))
        else:
            go_on(record, self.now, str(self.now))

    def _seat(self) -> Seat:
        return self.luck.randrange(len(self.record.table.seats))

    def _of_a_seat(self) -> a.TableAction:
        if self.luck.random() < 0.03:
            return a.Resign()
        return self.luck.choice([a.Claim("1", "Look!"), *[a.AskTakeBack(self._version())] * 5])

    def _ruling(self) -> a.TableAction:
        back = a.TakeBack(self._version(), "a slip", left_ms=self._left())
        rare = [
            a.StandIn(self._seat(), "random", "asleep"),
            a.HandOver(self._seat(), "Eva", "a guest", self._left()),
        ]
        usual = [*[back] * 5, a.Note("so it was"), a.Pause("a fire")]
        return self.luck.choice([*usual * 2, *rare])

    def _version(self) -> int:
        """Rather a recent one."""
        last = self.record.version
        return max(0, last - int(abs(self.luck.gauss(0, 4)))) if self.luck.random() < 0.8 else 1

    def _left(self) -> tuple[int | None, ...] | None:
        if self.record.table.clock is None or self.luck.random() < 0.5:
            return None
        seats = len(self.record.table.seats)
        return tuple(self.luck.choice([None, 0, 500, 20_000]) for _ in range(seats))

    def _keep(self) -> None:
        """The model's own state of the new version, which must be the one of the record."""
        entry = self.record.entries[-1]
        line: dict[str, Any] = json.loads(entry.line)
        game, catalog = self.record.game, self.record.catalog
        taken_back = [e["to"] for e in line["events"] if e["type"] == "table_taken_back"]
        if taken_back:
            state = self.states[taken_back[0]]
        elif line["v"] == 1 or not line["action"]["type"].startswith("table_"):
            events = [
                event
                for event in read_entry(game, entry).events
                if not str(event.__struct_config__.tag).startswith("table_")
            ]
            state = deepcopy(self.states[-1]) if line["v"] > 1 else game.initial(catalog)
            game.evolve.all(state, events)
        else:
            state = self.states[-1]
        assert self.record.state == state
        self.states.append(state)
        self.tables.append(deepcopy(self.record.table))
        self.lines.append(line)

    def line_of(self, version: int) -> list[int]:
        """[A1], word by word."""
        line = []
        while version:
            line.append(version)
            back = [e["to"] for e in self.lines[version]["events"] if "over_hidden" in e]
            version = back[0] if back else version - 1
        return line[::-1]

    def uncovers(self, version: int) -> bool:
        """[A3], word by word."""
        line = self.lines[version]
        if version == 1:
            return False
        return bool(line["seals"]) or any(
            event["type"] in UNCOVERING[self.record.game.name]
            or isinstance(event.get("top_after"), str)
            or (event["type"] == "workers_placed" and "innovation." in json.dumps(event))
            for event in line["events"]
        )

    def take_backs(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """The versions that take back, each with its event."""
        for line in self.lines[1:]:
            for event in line["events"]:
                if event["type"] == "table_taken_back":
                    yield line["v"], event

    def moments(self, most: int) -> list[int]:
        """Versions around take-backs, and some others."""
        last = self.record.version
        near = {version + d for version, _ in self.take_backs() for d in (-1, 0, 1)}
        near |= {event["to"] for _, event in self.take_backs()}
        chosen = {version for version in near if version <= last} | {1, last}
        return sorted(self.luck.sample(sorted(chosen), min(most, len(chosen))))
