"""Moments of a game: `17` is after version 17, `17.3` after three of its events."""

from replays.aggregate import Aggregate
from replays.history import Moment
from services.api.backend import Backend
from services.api.http.parameters import HIGHEST
from services.api.http.problems import problem
from services.api.reading import whole_line


def read_moment(at: str) -> Moment | int:
    try:
        moment = Moment.parse(at)
        version = moment if isinstance(moment, int) else moment.version
        if len(at) > 30 or version > HIGHEST:
            raise _unknown()
    except ValueError as error:
        said = "A moment is a version, like 17, or a version and an event, like 17.3."
        raise problem(400, "moment_invalid", said) from error
    return moment


async def game_at(backend: Backend, game_id: str, moment: Moment | int) -> tuple[Aggregate, Moment]:
    """A copy of the game as it was then, and the moment in full."""
    version = moment if isinstance(moment, int) else moment.version
    if not 1 <= version <= await backend.version(game_id):
        raise _unknown()
    if isinstance(moment, int):
        past = await backend.games.at(game_id, version)
        [entry] = await backend.log.read(game_id, version, version)
        return past, Moment(version, len(whole_line(past.game, game_id, entry).events))
    return await _between(backend, game_id, moment), moment


async def _between(backend: Backend, game_id: str, moment: Moment) -> Aggregate:
    """The version before, and so many events of this one."""
    past = await before(backend, game_id, moment.version)
    [entry] = await backend.log.read(game_id, moment.version, moment.version)
    events = whole_line(past.game, game_id, entry).events
    if moment.event > len(events):
        raise _unknown()
    past.game.evolve.all(past.state, events[: moment.event])
    return past


async def before(backend: Backend, game_id: str, version: int) -> Aggregate:
    """The game before a version; before the first there is an empty table."""
    past = await backend.games.at(game_id, max(1, version - 1))
    if version == 1:
        past.state, past.version = past.game.initial(past.catalog), 0
    return past


def _unknown() -> Exception:
    return problem(404, "moment_unknown", "The game has no such moment.")
