"""A game or a waiting room at a glance."""

from msgspec.structs import replace

from services.api.backend import Backend
from services.api.rooms import room_summary
from services.api.summaries import Summary, summary
from services.rooms import GameWaiting
from services.tokens import Seed


async def glance(backend: Backend, game_id: str) -> Summary:
    """Of a game, and what comes after it; or of a room."""
    try:
        found = await summary(backend, game_id)
    except GameWaiting as waiting:
        return room_summary(waiting.room)
    if found.status != "finished":
        return found
    following = Seed.of_rematch(backend.organizer, game_id).game_id
    return replace(found, rematch=following) if await backend.is_known(following) else found
