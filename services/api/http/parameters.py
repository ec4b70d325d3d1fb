"""Parameters that several calls have."""

from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.params import PathParameter, QueryParameter

from domain.kernel.texts import Language
from services.api.http.problems import parameter_problem

GameIdentity: TypeAlias = Annotated[str, PathParameter(description="The id of a game.")]
TournamentIdentity: TypeAlias = Annotated[str, PathParameter(description="The id of a tournament.")]
ForSeat: TypeAlias = Annotated[
    int | None,
    QueryParameter(
        name="seat",
        ge=0,
        le=99,
        description="Look through the eyes of this seat: for arbiters and the organizer, who else "
        "see what all seats see, and for anybody once the game is over.",
    ),
]
ForAll: TypeAlias = Annotated[
    bool | None,
    QueryParameter(
        name="all",
        description="See what all seats together see: for anybody once the game is over, and for "
        "arbiters and the organizer. A `seat` beside it says through whose eyes after all.",
    ),
]
InLanguage: TypeAlias = Annotated[
    Language | None,
    QueryParameter(name="lang", description="Language of the sentences; else Accept-Language."),
]
HIGHEST = 10**12
"""More versions than a game can have; still a number that Redis takes for one."""
Since: TypeAlias = Annotated[
    int | None,
    QueryParameter(name="from", ge=1, le=HIGHEST, description="The first version; else 1."),
]
Until: TypeAlias = Annotated[
    int | None,
    QueryParameter(name="to", ge=1, le=HIGHEST, description="The last version; else the newest."),
]


FREE = ("player", "search")
"""Here `null` is a word like any other."""


async def check_query(request: Request[Any, Any, Any]) -> None:
    """Litestar would take the last of two values, and the word `null` for nothing."""
    if not request.scope["query_string"]:
        return
    named: set[str] = set()
    for name, value in request.query_params.multi_items():
        if name in named or (value == "null" and name not in FREE):
            raise parameter_problem(name, "Give it once, with a value.")
        named.add(name)
