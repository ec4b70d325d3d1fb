"""`/tournaments/{id}/keys`: whoever runs an event makes keys for helpers, and revokes them."""

from typing import Annotated, Any

from litestar import Controller, Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import PathParameter
from msgspec import Struct

from infra.tournament_log import KEY
from services.api.arbiter_names import arbiter_name
from services.api.backend import Backend
from services.api.calls.arbiters import NewArbiter
from services.api.http.bodies import read_body
from services.api.http.languages import language_of
from services.api.http.parameters import TournamentIdentity
from services.api.http.problems import problem
from services.api.tournaments.callers import check_runs_event, event_caller_of
from services.tokens import digest_of, new_token

NO_STORE = {"Cache-Control": "no-store"}
RUNNING = "Only whoever runs the event may do this, with a key of it."
SHORT = 16
"""Characters of a key's digest that name the key."""

KeyIdentity = Annotated[str, PathParameter(description="The id of a key of the event.")]


class EventKey(Struct):
    id: str
    """Tells nothing about the key."""
    name: str
    """Of whoever has it, as it stands in the log."""


class KeyMade(EventKey):
    key: str
    """Shown once. Whoever has it runs this event under that name."""


class AllEventKeys(Struct):
    keys: list[EventKey]
    """Of helpers, by name; the one that came with the event is not among them."""


class TournamentKeysController(Controller):
    path = "/tournaments/{tournament_id:str}/keys"
    tags = ("tournaments",)

    @post(operation_id="createEventKey", summary="A key for somebody who helps")
    async def create(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[KeyMade]:
        await _helpers(request, backend, tournament_id)
        wish = await read_body(request, NewArbiter)
        name, key = arbiter_name(wish.name, language_of(request)), new_token()
        digest = digest_of(key)
        await backend.resources.tournament_log.change(tournament_id, f"{KEY}{digest}", name)
        return Response(KeyMade(digest[:SHORT], name, key), status_code=201, headers=NO_STORE)

    @get(operation_id="listEventKeys", summary="Who helps with a key")
    async def keys(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        backend: NamedDependency[Backend],
    ) -> Response[AllEventKeys]:
        found = await _helpers(request, backend, tournament_id)
        rows = [EventKey(digest[:SHORT], name) for digest, name in found.items()]
        rows.sort(key=lambda one: (one.name, one.id))
        return Response(AllEventKeys(rows), headers=NO_STORE)

    @delete(
        "/{key_id:str}",
        operation_id="revokeEventKey",
        summary="Revoke the key of a helper, at once",
        status_code=204,
    )
    async def revoke(
        self,
        request: Request[Any, Any, Any],
        tournament_id: TournamentIdentity,
        key_id: KeyIdentity,
        backend: NamedDependency[Backend],
    ) -> None:
        found = await _helpers(request, backend, tournament_id)
        digest = next((digest for digest in found if digest[:SHORT] == key_id), None)
        if digest is None:
            raise problem(404, "key_unknown", "The event has no key with this id.")
        await backend.resources.tournament_log.change(tournament_id, f"{KEY}{digest}", None)


async def _helpers(
    request: Request[Any, Any, Any], backend: Backend, tournament_id: str
) -> dict[str, str]:
    """Their names by the digests of their keys, for whoever runs the event."""
    caller, setup = await event_caller_of(request, backend, tournament_id)
    check_runs_event(caller, RUNNING)
    return dict(setup.keys)
