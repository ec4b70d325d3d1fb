"""`/keys`: the public keys of this installation by use, as JSON and as text for `verify --key`."""

import asyncio
from typing import Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from msgspec import Struct, field

from infra.known_keys import KnownKey, Use, known_keys, note_keys, read_key
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


class UsedKey(PublicKey):
    use: Use
    """`replay` signs footers of games and events, `log` the heads of the transparency log,
    `witness` is of somebody else who cosigns them."""
    since: str = field(name="from")
    """When it was first used here."""
    until: str | None
    """When another one took its place; null while it is used."""


class Keys(Struct):
    keys: list[UsedKey]
    """Those of this installation: the one that signs replays first, those that are not used any
    more last."""
    trusted: list[PublicKey]
    """Those of others that are believed here, too: of the sample games."""


class KeysController(Controller):
    path = "/keys"
    tags = ("rules",)

    @get(operation_id="getKeys", summary="The keys of this installation, by use")
    async def keys(
        self, request: Request[Any, Any, Any], backend: NamedDependency[Backend]
    ) -> Response[bytes]:
        known = await asyncio.to_thread(_keys_of, backend)
        headers = {"Cache-Control": "public, max-age=300", "Vary": "Accept"}
        if _wants_text(request.headers.get("accept", "")):
            lines = "".join(f"{one.key}\n" for one in known)
            return Response(lines.encode(), media_type="text/plain", headers=headers)
        listed = Keys(list(map(_used, known)), list(map(_public, sample_keys())))
        body = msgspec.json.encode(listed)
        return Response(body, media_type="application/json", headers=headers)


def _keys_of(backend: Backend) -> list[KnownKey]:
    folder = backend.settings.data
    note_keys(folder, "replay", [backend.signer.key])
    order = ("replay", "log", "witness")
    return sorted(known_keys(folder), key=lambda one: (one.until is not None, order.index(one.use)))


def _public(key: VerifierKey) -> PublicKey:
    return PublicKey(key.name, key.key_id.hex(), str(key))


def _used(known: KnownKey) -> UsedKey:
    key = read_key(known.key)
    return UsedKey(key.name, key.key_id.hex(), known.key, known.use, known.since, known.until)


def _wants_text(accept: str) -> bool:
    return "text/plain" in accept and "json" not in accept
