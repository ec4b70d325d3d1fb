"""Calls of one tournament. What they answer is the service's own, as plain JSON."""

from collections.abc import Sequence
from typing import Any

import msgspec

from schichtbuch_client.call import Call, delete, get, part, post, post_once
from schichtbuch_client.calls import game
from schichtbuch_client.calls.game import LINES
from schichtbuch_client.models.json import Json


def summary() -> Call[Json]:
    return get("", Json)


def act(
    actions: Json | Sequence[Json], *, at: int | None = None, key: str | None = None
) -> Call[Any]:
    """With the tournament's key. Of a list all are accepted, or none."""
    headers = {} if at is None else {"If-Match": f'"{at}"'}
    kind: type[Any] = object
    return post_once("/actions", kind, actions, key, headers)


def state(*, at: str | int | None = None) -> Call[Json]:
    return get("/state", Json, {"at": at})


def round_of(number: int) -> Call[Json]:
    return get(f"/rounds/{part(number)}", Json)


def standings(*, after: int | None = None) -> Call[Json]:
    return get("/standings", Json, {"after": after})


def entrant(number: int) -> Call[Json]:
    return get(f"/entrants/{part(number)}", Json)


def boards(number: int) -> Call[Json]:
    """How far each table of a round is."""
    return get(f"/rounds/{part(number)}/boards", Json)


def why(number: int, entrant: int) -> Call[Json]:
    """Why somebody sits where."""
    return get(f"/rounds/{part(number)}/why", Json, {"entrant": entrant})


def what_if(number: int, by_hand: Json) -> Call[Json]:
    """What other tables would be worth; nothing is written."""
    return post(f"/rounds/{part(number)}/what-if", Json, by_hand, repeatable=True)


def open_table_again(number: int, table: int) -> Call[None]:
    path = f"/rounds/{part(number)}/tables/{part(table)}/open"
    return post(path, type(None), repeatable=True)


def own_entrant() -> Call[Json]:
    """The page of whoever's token it is, with the tokens of their seats."""
    return get("/me", Json)


def renew_entrant_token(number: int) -> Call[Json]:
    """It is answered once, so this is not repeated by itself."""
    return post(f"/entrants/{part(number)}/token", Json)


def erase_entrant_name(number: int) -> Call[None]:
    return delete(f"/entrants/{part(number)}/name")


def create_key(name: str) -> Call[Json]:
    """For somebody who helps. It is answered once, so this is not repeated by itself."""
    return post("/keys", Json, {"name": name})


def list_keys() -> Call[Json]:
    return get("/keys", Json)


def revoke_key(key_id: str) -> Call[None]:
    return delete(f"/keys/{part(key_id)}")


def audit(*, lang: str | None = None) -> Call[Json]:
    """The verdicts; as long as a worker is at it, `status` is `pending`."""
    return get("/audit", Json, {"lang": lang})


def sheet(
    name: str, *, round: int | None = None, format: str | None = None, lang: str | None = None
) -> Call[bytes]:
    """A sheet for the printer, a page or, with `format="pdf"`, PDF."""
    asked = {"round": round, "format": format, "lang": lang}
    return get(f"/sheets/{part(name)}", bytes, asked, accept="*/*")


def stream(after: int) -> Call[bytes]:
    """Events that come by and by: see `stream.py`."""
    listened = game.stream(after)
    return msgspec.structs.replace(listened, query={})


def log(*, since: int | None = None, until: int | None = None) -> Call[bytes]:
    return get("/log", bytes, {"from": since, "to": until}, accept=LINES)


def proof(*, version: int | None = None) -> Call[bytes]:
    """That the transparency log contains an entry of the event, or the last one."""
    return get("/proof", bytes, {"version": version}, accept="text/plain")


def replay() -> Call[bytes]:
    return get("/replay", bytes, accept=LINES)


def bundle(*, names: bool | None = None) -> Call[bytes]:
    """The whole event as one file."""
    return get("/bundle", bytes, {"names": names}, accept="*/*")
