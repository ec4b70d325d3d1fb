"""Where a game may go back to, and what would be known that was hidden then [A3, B6]."""

from collections.abc import Sequence

from domain.table.line_of_play import Span, difference
from domain.table.state import IS_GAME_ACTION, UNCOVERS, Table

WITH = {UNCOVERS: (1, 3), IS_GAME_ACTION: (2, 3)}
"""The bytes of `Table.marks` that hold a mark: searched for, not looped over, as logs are long."""


def is_back(table: Table, to: int) -> bool:
    """Whether version `to` is there, and the game was another one then."""
    if not table.has_entry(to):
        return False
    dropped, taken_up = _difference(table, to)
    return _has(table, dropped, IS_GAME_ACTION) or _has(table, taken_up, IS_GAME_ACTION)


def is_on_line(table: Table, to: int) -> bool:
    """Whether the state after `to` has led to the one of now."""
    _, taken_up = _difference(table, to)
    return not taken_up


def crosses_hidden(table: Table, to: int) -> bool:
    """Whether an entry that would be undone uncovered something."""
    dropped, _ = _difference(table, to)
    return _has(table, dropped, UNCOVERS)


def _difference(table: Table, to: int) -> tuple[list[Span], list[Span]]:
    """What is only in the line of now, and what is only in the line of `to`."""
    return difference(table.take_backs, table.version, to)


def _has(table: Table, spans: Sequence[Span], mark: int) -> bool:
    return any(
        byte in table.marks[span.first - 1 : span.last] for span in spans for byte in WITH[mark]
    )
