"""What `GET /games` is asked for: checked before anything is looked up."""

import re
from datetime import UTC, datetime, time
from typing import Annotated, Literal, TypeAlias

from litestar.params import QueryParameter

from domain.kernel.actions import GAME_ID
from domain.registry import GAMES
from infra.games_index import Search, plain_name
from services.api.http.problems import parameter_problem, problem
from services.api.summaries import Status

CURSOR = re.compile(rf"[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T[0-9:.]{{8,20}}Z/{GAME_ID}", re.ASCII)
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
LONGEST_NAME = 200

OfGame: TypeAlias = Annotated[
    str | None, QueryParameter(description="Only of this game: a name of `GET /rules`.")
]
InStatus: TypeAlias = Annotated[Status | None, QueryParameter(description="Only in this status.")]
WithPlayer: TypeAlias = Annotated[
    str | None,
    QueryParameter(description="Only those in which somebody of this name plays; whole, any case."),
]
CreatedSince: TypeAlias = Annotated[
    str | None,
    QueryParameter(description="Only those created then or later: a time (RFC 3339) or a day."),
]
CreatedUntil: TypeAlias = Annotated[
    str | None,
    QueryParameter(description="Only those created then or earlier: a time (RFC 3339) or a day."),
]
Cursor: TypeAlias = Annotated[
    str | None, QueryParameter(description="Where the page before has ended: its `cursor`.")
]

WithWords: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="search",
        description="Only those in which somebody of this name plays (whole), or whose `title` "
        "has all these words, in any language; any case. Those with the title come first.",
    ),
]
InOrder: TypeAlias = Annotated[
    Literal["newest", "oldest"], QueryParameter(description="Which come first, by their creation.")
]


def read_search(
    game: str | None,
    status: str | None,
    player: str | None,
    words: str | None,
    since: str | None,
    until: str | None,
    cursor: str | None,
    sort: str,
) -> Search:
    if game is not None and game not in GAMES:
        raise parameter_problem(
            "game", f"There is no game {game!r}; there are: {', '.join(GAMES)}."
        )
    for parameter, name in (("player", player), ("search", words)):
        if name is not None and not (plain_name(name) and len(name) <= LONGEST_NAME):
            raise parameter_problem(parameter, f"A name has 1 to {LONGEST_NAME} characters.")
    if cursor is not None and not CURSOR.fullmatch(cursor):
        said = "This is no cursor of a page; take the one that the page before has answered."
        raise problem(400, "cursor_invalid", said)
    begin, end = _moment("since", since, time.min), _moment("until", until, time.max)
    return Search(game, status, words or player, begin, end, cursor, sort == "oldest")


def _moment(name: str, text: str | None, of_day: time) -> str | None:
    """As the log writes it; a day stands for its first or its last moment."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text.upper())
        if DAY.fullmatch(text):
            moment = datetime.combine(moment, of_day, UTC)
        if moment.tzinfo is None:
            raise ValueError(text)
        utc = moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        said = "Give a time with its zone, like 2026-11-16T12:00:00Z, or a day, like 2026-11-16."
        raise parameter_problem(name, said) from error
    return f"{utc.replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"
