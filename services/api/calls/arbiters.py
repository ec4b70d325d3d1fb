"""`/arbiters`: the organizer makes keys for those who rule, and revokes them."""

from typing import Annotated, Any

from litestar import Controller, Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import PathParameter
from msgspec import Meta, Struct
from msgspec.structs import asdict

from domain.kernel.names import LONGEST
from infra.arbiters import Arbiter
from infra.clock import now
from services.api.arbiter_names import arbiter_name
from services.api.backend import Backend
from services.api.http.bodies import read_body
from services.api.http.callers import check_organizer
from services.api.http.languages import language_of
from services.api.http.problems import problem
from services.tokens import digest_of, new_token

NO_STORE = {"Cache-Control": "no-store"}
ORGANIZER_ONLY = "Keys of arbiters are made, listed and revoked with the organizer key."

ArbiterIdentity = Annotated[str, PathParameter(description="The id of an arbiter.")]


class NewArbiter(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST})]
    """What stands in the log with every ruling; it has to be as a player's name has to be."""


class ArbiterMade(Arbiter, frozen=True, kw_only=True):
    key: str
    """Shown once. Whoever has it rules under this name, in all games."""


class AllArbiters(Struct):
    arbiters: list[Arbiter]
    """Those whose keys hold, oldest first."""


class ArbitersController(Controller):
    path = "/arbiters"
    tags = ("operations",)

    @post(operation_id="createArbiter", summary="A key for somebody who rules")
    async def create(
        self, request: Request[Any, Any, Any], backend: NamedDependency[Backend]
    ) -> Response[ArbiterMade]:
        await check_organizer(request, backend, ORGANIZER_ONLY)
        wish = await read_body(request, NewArbiter)
        name, key = arbiter_name(wish.name, language_of(request)), new_token()
        made = await backend.arbiters.add(name, digest_of(key), now())
        answer = ArbiterMade(**asdict(made), key=key)
        return Response(answer, status_code=201, headers=NO_STORE)

    @get(operation_id="listArbiters", summary="Those who may rule")
    async def arbiters(
        self, request: Request[Any, Any, Any], backend: NamedDependency[Backend]
    ) -> Response[AllArbiters]:
        await check_organizer(request, backend, ORGANIZER_ONLY)
        return Response(AllArbiters(await backend.arbiters.all()), headers=NO_STORE)

    @delete(
        "/{arbiter_id:str}",
        operation_id="revokeArbiter",
        summary="Revoke the key of an arbiter, at once",
        status_code=204,
    )
    async def revoke(
        self,
        request: Request[Any, Any, Any],
        arbiter_id: ArbiterIdentity,
        backend: NamedDependency[Backend],
    ) -> None:
        await check_organizer(request, backend, ORGANIZER_ONLY)
        if not await backend.arbiters.revoke(arbiter_id):
            raise problem(404, "arbiter_unknown", "There is no arbiter with this id.")
