"""What a table is worth to those who sat there, in twelfths [A1, A18]."""

from collections.abc import Iterable, Mapping, Sequence

from domain.tournament.regulation import Scoring
from domain.tournament.state import Played

WHOLE = 1200
"""Twelfths: a hundred points."""
TableKey = tuple[int, int]
"""Round and table."""


def all_table_points(scoring: Scoring, tables: Sequence[Played]) -> dict[TableKey, tuple[int, ...]]:
    """By round and table, in turn order."""
    if scoring.kind == "duplicate":
        return duplicate_points(tables)
    return {
        (table.round, table.table): table_points(scoring, table.points, table.places)
        for table in tables
    }


def table_points(scoring: Scoring, points: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """Of one table; `duplicate` needs the others, too."""
    if scoring.kind == "rank":
        return by_rank(scoring.points, places)
    own = lowered(points)
    if scoring.kind == "share":
        total = sum(own)
        return tuple(WHOLE * mine // total if total else WHOLE // len(own) for mine in own)
    best = max(own)
    return tuple(WHOLE * mine // best if best else WHOLE for mine in own)


def by_rank(points: Mapping[str, Sequence[int]], places: Sequence[int]) -> tuple[int, ...]:
    """Those who share the places p … p+k−1 each get the sum of these k entries divided by k."""
    entries = points[str(len(places))]
    return tuple(
        sum(entries[place - 1 : place - 1 + places.count(place)]) // places.count(place)
        for place in places
    )


def lowered(points: Sequence[int]) -> list[int]:
    """By the smallest, if it is negative."""
    least = min(0, *points)
    return [mine - least for mine in points]


def duplicate_points(tables: Iterable[Played]) -> dict[TableKey, tuple[int, ...]]:
    """Everybody is compared with those in the same seat at tables of the same size and round."""
    deals: dict[tuple[int, int], list[Played]] = {}
    for table in tables:
        deals.setdefault((table.round, len(table.seats)), []).append(table)
    return {
        (table.round, table.table): tuple(
            _matchpoints(mine, [other.points[seat] for other in deal])
            for seat, mine in enumerate(table.points)
        )
        for deal in deals.values()
        for table in deal
    }


def _matchpoints(mine: int, all_there: Sequence[int]) -> int:
    """2 for each beaten, 1 for each equal, scaled; `all_there` holds `mine`, too."""
    others = len(all_there) - 1
    if not others:
        return WHOLE // 2
    won = sum(2 * (mine > other) + (mine == other) for other in all_there) - 1
    return WHOLE * won // (2 * others)
