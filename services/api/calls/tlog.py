"""`/tlog/…`: the transparency log as C2SP tlog-tiles serves it, for tools that we did not write.

Tiles never change, so they may be kept for ever; that there is none may be untrue in a moment.
"""

from typing import Annotated

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter

from replays.tlog.malformed import Malformed
from replays.tlog.tiles import Tile, parse_tile_path
from services.api.backend import Backend
from services.api.http.problems import problem

FOR_A_MOMENT = {"Cache-Control": "public, max-age=1"}
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
NOT_KEPT = {"Cache-Control": "no-store"}
TilePath = Annotated[str, PathParameter(description="Level and number, and a width if partial.")]


class TransparencyLogController(Controller):
    path = "/tlog"
    include_in_schema = False

    @get("/checkpoint")
    async def checkpoint(self, backend: NamedDependency[Backend]) -> Response[bytes]:
        head = await backend.resources.transparency.head()
        if not head.note:
            raise problem(404, "log_empty", "Nothing has been signed yet.", headers=NOT_KEPT)
        return Response(head.note.encode(), media_type="text/plain", headers=FOR_A_MOMENT)

    @get("/tile/{where:path}")
    async def tile(self, where: TilePath, backend: NamedDependency[Backend]) -> Response[bytes]:
        tile = _tile(where)
        data = await backend.resources.proofs.tiles.served(tile) if tile else None
        if data is None:
            raise problem(404, "tile_unknown", "There is no such tile.", headers=NOT_KEPT)
        return Response(data, media_type="application/octet-stream", headers=FOR_EVER)


def _tile(where: str) -> Tile | None:
    try:
        return parse_tile_path(f"tile{where}")
    except Malformed:
        return None
