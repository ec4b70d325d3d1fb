"""What whoever opens a game or a waiting room is told, once."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from infra.game_log import UnknownGame
from infra.rooms import Plan, Room
from services.api.backend import Backend
from services.api.http.links import game_links
from services.api.rooms import expiry
from services.games import CreationKeyReused
from services.rooms import commitment_of
from services.tokens import Seed, digest_of, same


class SeatToken(Struct):
    seat: int
    """Counted from 0, clockwise."""
    name: str
    """Of the player."""
    token: str | None
    """Shown once. Whoever has it acts for the seat; a seat that a bot holds has none, nor has one
    that is open."""
    invite: str | UnsetType | None = UNSET
    """Of a waiting room only: shown once, of an open seat; whoever has it may take the seat."""


class GameBegun(Struct):
    id: str
    """Of the new game."""
    version: int
    """1: its log has one entry; or 0, if it is a waiting room."""
    commitment: str
    """SHA-256 of the sealed secret from which every deal of this game comes; of a waiting room, of
    the secret itself."""
    seats: list[SeatToken]
    """In clockwise order."""
    key: str
    """The creator's key, shown once: it makes tokens of this game anew."""
    links: dict[str, str]
    """Where everything of this game is."""
    status: Literal["waiting", "running"] | UnsetType = UNSET
    """If there were open seats: `waiting` until all of them are taken."""
    expires: str | UnsetType = UNSET
    """When a waiting room is gone, unless somebody takes a seat before."""


async def opened(backend: Backend, seed: Seed, plan: Plan, catalog: bytes, asked: str) -> GameBegun:
    """A new room; or what the same request has opened before, for as long as it waits."""
    waiting, game_id = backend.resources.waiting, seed.game_id
    await waiting.open(seed, plan, catalog, asked, backend.settings.room_limit)
    room = await waiting.rooms.find(game_id)
    if room is None:
        return await _begun_since(backend, seed, plan, asked)
    if asked and not same(room.request, asked):
        raise CreationKeyReused(game_id)
    return _told(seed, room)


async def _begun_since(backend: Backend, seed: Seed, plan: Plan, asked: str) -> GameBegun:
    """The room is a game by now: the invitations open nothing any more."""
    created = await backend.games.created_before(seed, asked)
    if created is None:  # the room has just expired
        raise UnknownGame(seed.game_id)
    seats = [
        SeatToken(at, name, seed.token(at) if planned.name and not planned.bot else None, None)
        for at, (name, planned) in enumerate(zip(created.aggregate.names, plan.seats, strict=True))
    ]
    links = game_links(seed.game_id, plan.game)
    first = (await backend.origin(seed.game_id)).commitment
    return GameBegun(seed.game_id, 1, first, seats, seed.creator_key, links, "running")


def _told(seed: Seed, room: Room) -> GameBegun:
    seats = [
        SeatToken(at, seat.name or "", *_secrets(seed, room, at))
        for at, seat in enumerate(room.seats)
    ]
    return GameBegun(
        room.game_id,
        0,
        commitment_of(room.plan),
        seats,
        seed.creator_key,
        game_links(room.game_id, room.plan.game),
        "waiting",
        expiry(room),
    )


def _secrets(seed: Seed, room: Room, seat: int) -> tuple[str | None, str | None]:
    """The seat's token and its invitation, as far as they are the creator's to give."""
    planned, token, invite = room.plan.seats[seat], seed.token(seat), seed.invite(seat)
    if planned.name is None:
        holds = seat not in room.taken and room.invites[seat] == digest_of(invite)
        return None, invite if holds else None
    return token if digest_of(token) in room.tokens else None, None
