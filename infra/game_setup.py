"""What is stored beside the entries of a game: whose tokens are whose, and where it came from."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from infra.access import CREATOR, SEATS, seat_field
from infra.kept_proof import PROOF, KeptProof, read_proof

CATALOG = "catalog"
REQUEST = "request"
IMPORTED = "imported"
INVITES = "invite:"


class Imported(Struct, frozen=True):
    """Where a log came from that was not written here."""

    version: int
    """Of the last entry that came."""
    footer: str
    """The line as it stood in the file, with the signature of whoever wrote the log."""
    signed_by: str
    """The public key, written `name+id+base64`."""
    trusted: bool
    """Whether that key was trusted here when the game came."""


class GameSetup(Struct, frozen=True):
    """What is stored beside the entries when a game begins."""

    access: Mapping[str, str]
    """The digest of each seat's token."""
    catalog: bytes = b""
    """Only if it is not the built-in one."""
    creator: str = ""
    """The digest of the creator's key."""
    request: str = ""
    """What was asked for, if it was asked for with an idempotency key: a keyed digest."""
    imported: Imported | None = None
    invites: Mapping[str, str] = {}
    """The digests of invitations by which seats were taken: whoever comes again hears so."""
    proof: KeptProof | None = None
    """Of a finished game, for its replay."""


def written_setup(setup: GameSetup) -> list[Any]:
    """Names and values in turn, as `read_setup` reads them."""
    fields: list[Any] = [CATALOG, setup.catalog]
    for seat, digest in setup.access.items():
        fields += [seat_field(seat), digest]
    if setup.creator:
        fields += [CREATOR, setup.creator]
    if setup.request:
        fields += [REQUEST, setup.request]
    if setup.imported:
        fields += [IMPORTED, msgspec.json.encode(setup.imported)]
    return fields


def read_setup(stored: Mapping[bytes, bytes]) -> GameSetup:
    fields = {name.decode(): value for name, value in stored.items()}
    access = {
        name.removeprefix(SEATS): value.decode()
        for name, value in fields.items()
        if name.startswith(SEATS)
    }
    creator, request = (fields.get(name, b"").decode() for name in (CREATOR, REQUEST))
    imported = fields.get(IMPORTED)
    return GameSetup(
        access,
        fields.get(CATALOG, b""),
        creator,
        request,
        msgspec.json.decode(imported, type=Imported) if imported else None,
        {
            name.removeprefix(INVITES): value.decode()
            for name, value in fields.items()
            if name.startswith(INVITES)
        },
        read_proof(fields.get(PROOF)),
    )
