"""`/keys`: the public keys that sign checkpoints here, as JSON and as text for `verify --key`."""

from typing import Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from replays.checkpoint import VerifierKey
from replays.samples import sample_keys
from services.api.backend import Backend


class PublicKey(Struct):
    name: str
    """Of the key."""
    id: str
    """The beginning of its hash, lower-case hex."""
    key: str
    """`name+id+base64`, as in C2SP signed notes."""


class Keys(Struct):
    keys: list[PublicKey]
    """Those that sign here."""
    trusted: list[PublicKey]
    """Those of others that are believed here, too: of the sample games."""


class KeysController(Controller):
    path = "/keys"
    tags = ("rules",)

    @get(operation_id="getKeys", summary="The keys that sign replays here")
    async def keys(
        self, request: Request[Any, Any, Any], backend: NamedDependency[Backend]
    ) -> Response[bytes]:
        key = backend.signer.key
        headers = {"Cache-Control": "public, max-age=300", "Vary": "Accept"}
        if _wants_text(request.headers.get("accept", "")):
            return Response(f"{key}\n".encode(), media_type="text/plain", headers=headers)
        listed = Keys([_public(key)], list(map(_public, sample_keys())))
        body = msgspec.json.encode(listed)
        return Response(body, media_type="application/json", headers=headers)


def _public(key: VerifierKey) -> PublicKey:
    return PublicKey(key.name, key.key_id.hex(), str(key))


def _wants_text(accept: str) -> bool:
    return "text/plain" in accept and "json" not in accept
