"""Moments of a game: `17` is after version 17, `17.3` after three of its events."""

from replays.aggregate import Aggregate
from replays.entry import Entry
from replays.moment import Moment
from services.api.backend import Backend
from services.api.http.parameters import HIGHEST
from services.api.http.problems import problem


def read_moment(at: str) -> Moment | int:
    try:
        moment = Moment.parse(at)
        version = moment if isinstance(moment, int) else moment.version
        if version > HIGHEST:
            raise unknown_moment()
    except ValueError as error:
        said = "A moment is a version, like 17, or a version and an event, like 17.3."
        raise problem(400, "moment_invalid", said) from error
    return moment


async def game_before(
    backend: Backend, game_id: str, moment: Moment | int, reached: int
) -> tuple[Aggregate, Entry]:
    """A copy of the game before the entry that the moment is in, and that entry."""
    version = moment if isinstance(moment, int) else moment.version
    if not 1 <= version <= reached:
        raise unknown_moment()
    past, [entry] = await backend.games.before(game_id, version, version)
    return past, entry


async def game_at(
    backend: Backend, game_id: str, moment: Moment | int, reached: int
) -> tuple[Aggregate, Moment]:
    """A copy of the game as it was then, and the moment in full; it has reached that version."""
    past, entry = await game_before(backend, game_id, moment, reached)
    if isinstance(moment, int):
        return past, Moment(moment, len(past.follow(entry).events))
    try:
        past.follow_partly(entry, moment.event)
    except ValueError as error:
        raise unknown_moment() from error
    return past, moment


def unknown_moment() -> Exception:
    return problem(404, "moment_unknown", "The game has no such moment.")
