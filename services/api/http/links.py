"""Where things are: the paths of the API, as answers link to them."""

from collections.abc import Mapping
from typing import Any

PREFIX = "/api/v1"
TABLE = "table"
"""Whose rules hold around any game; it stands where else the name of a game stands."""
TOURNAMENT = "tournament"
"""Likewise, of events."""
PARTS = (
    "actions",
    "choices",
    "hint",
    "rematch",
    "state",
    "log",
    "frames",
    "picture",
    "stream",
    "scorings",
    "scored-now",
    "catalog",
    "replay",
    "audit",
)


def next_page(where: str, last: int, until: int | None, asked: Mapping[str, Any]) -> str:
    """Where the versions after `last` are, asked for in the same way."""
    wanted = {"from": last + 1, "to": until, **asked}
    written = {name: "true" if value is True else value for name, value in wanted.items()}
    query = "&".join(f"{name}={value}" for name, value in written.items() if value is not None)
    return f"{where}?{query}"


def rule_link(game: str, section: str) -> str:
    """Where the rules document says so; of `13, R-05` the ruling."""
    return f"{PREFIX}/rules/{game}/text#{section.rpartition(', ')[2]}"


def game_links(game_id: str, game: str) -> dict[str, str]:
    here = f"{PREFIX}/games/{game_id}"
    parts = {part: f"{here}/{part}" for part in PARTS}
    return {"self": here, **parts, "rules": f"{PREFIX}/rules/{game}"}


TOURNAMENT_PARTS = (
    "actions",
    "state",
    "standings",
    "log",
    "stream",
    "replay",
    "audit",
    "bundle",
)


def tournament_links(tournament_id: str) -> dict[str, str]:
    here = f"{PREFIX}/tournaments/{tournament_id}"
    return {"self": here, **{part: f"{here}/{part}" for part in TOURNAMENT_PARTS}}
