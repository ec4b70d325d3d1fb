"""The witness over HTTP: C2SP tlog-witness, one call; and who it is, for people."""

import asyncio
from http import HTTPStatus
from typing import Any

import structlog
from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.exceptions import HTTPException

from replays.tlog.witness_request import LONGEST
from services.witness.refusals import OtherSize, Refused
from services.witness.witness import Witness

SIZE_TYPE = "text/x.tlog.size"
log = structlog.get_logger("witness")


def create_app(witness: Witness) -> Litestar:
    @get("/", media_type=MediaType.TEXT, sync_to_thread=False)
    def who() -> str:
        return f"{witness.key}\n"

    @post("/add-checkpoint", media_type=MediaType.TEXT, status_code=200)
    async def add_checkpoint(request: Request[Any, Any, Any]) -> str:
        body = await request.body()
        # In a thread: it waits for the disk.
        return (await asyncio.to_thread(witness.add_checkpoint, body)).line()

    return Litestar(
        [who, add_checkpoint],
        openapi_config=None,
        request_max_body_size=LONGEST,
        exception_handlers={
            Refused: _refused,
            OSError: _not_stored,
            HTTPException: _said_by_litestar,
        },
        logging_config=None,
        debug=False,
    )


def _refused(_: Request[Any, Any, Any], refused: Refused) -> Response[str]:
    # As a header, because Litestar would add a charset, which the specification does not have.
    kind = {"content-type": SIZE_TYPE} if isinstance(refused, OtherSize) else None
    return Response(
        f"{refused.said}\n",
        status_code=refused.status,
        media_type=MediaType.TEXT,
        headers=kind,
    )


def _not_stored(_: Request[Any, Any, Any], error: OSError) -> Response[str]:
    """Nothing was cosigned, because it could not be kept."""
    log.error("not stored", error=str(error))
    status = HTTPStatus.SERVICE_UNAVAILABLE
    return Response("the head could not be stored\n", status_code=status, media_type=MediaType.TEXT)


def _said_by_litestar(_: Request[Any, Any, Any], error: HTTPException) -> Response[str]:
    """Another address or method, or a body that is too long."""
    said = HTTPStatus(error.status_code).phrase
    return Response(
        f"{said}\n",
        status_code=error.status_code,
        media_type=MediaType.TEXT,
        headers=error.headers,
    )
