"""A replay played through, event by event, take-backs included."""

from collections.abc import Iterator
from typing import Any

from domain.kernel.seals import Fact
from domain.table.events import TakenBack
from replays.entry import AnyLine
from replays.history import History
from replays.position import Position, Recall


def played(history: History) -> Iterator[tuple[AnyLine, Fact, Any]]:
    """Every event with its entry and the state after it, which changes with the next one."""
    events = (event for _, event in history.events())
    position = Position(history.game, history.catalog)
    position.recall = Recall(event.to for event in events if isinstance(event, TakenBack))
    for line in history.lines:
        for event in line.events:
            position.play_event(event)
            yield line, event, position.state
        position.complete(line.action, line.events, line.by, line.at, has_seals=bool(line.seals))
