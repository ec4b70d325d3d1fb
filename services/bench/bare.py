"""The bare endpoints: what the same framework and server do when there is no game behind them.

`python -m services.bench.bare --fd N` serves them on a socket that listens already.
"""

import os
import socket
import sys
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, Response, get, post
from litestar.response import Stream
from redis.asyncio import Redis

from domain.gluck_auf.actions import Action
from services.api.http.server import SETTINGS

CHUNK = 500


def application(pool: Any) -> Litestar:
    constants: dict[str, bytes] = {}

    @get("/")
    async def alive() -> str:
        return "alive"

    @post("/games/{game_id:str}/actions")
    async def act(game_id: str, data: Action) -> dict[str, str]:
        """Parses the same body, and appends it."""
        at = await pool.xadd(f"bare:{game_id}", {"line": msgspec.json.encode(data)})
        return {"at": at.decode()}

    @get("/games/{game_id:str}/log", media_type="application/x-ndjson")
    async def log(game_id: str) -> Stream:
        """Streams the same XRANGE."""
        return Stream(_lines(pool, f"schichtbuch:{{{game_id}}}:log"), media_type="text/plain")

    @get("/games/{game_id:str}/constant")
    async def constant(game_id: str) -> Response[bytes]:
        """Bytes that lie ready."""
        body = constants.get(game_id)
        if body is None:
            body = constants[game_id] = await pool.get(f"bare:{game_id}:constant")
        return Response(body, media_type="application/octet-stream")

    return Litestar([alive, act, log, constant], logging_config=None, openapi_config=None)


async def _lines(pool: Any, key: str) -> AsyncIterator[bytes]:
    """Without a question too many: a part that is not full is the last."""
    begin, is_full = "-", True
    while is_full:
        entries = await pool.xrange(key, begin, "+", CHUNK)
        yield b"".join(fields[b"line"] + b"\n" for _, fields in entries)
        is_full = len(entries) == CHUNK
        begin = "(" + entries[-1][0].decode() if is_full else ""


def main(fd: int) -> None:
    pool = Redis.from_url(os.environ["SCHICHTBUCH_REDIS_URL"], max_connections=1000)
    config = uvicorn.Config(application(pool), **SETTINGS)
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=fd)])


if __name__ == "__main__":
    main(int(sys.argv[sys.argv.index("--fd") + 1]))
