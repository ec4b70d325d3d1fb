"""Calls of one tournament."""

from collections.abc import Sequence

import msgspec

from schichtbuch_client.call import Call, delete, get, part, post, post_once
from schichtbuch_client.calls import game
from schichtbuch_client.calls.game import ACTIONS, LINES, only_at
from schichtbuch_client.models.json import Json
from schichtbuch_client.models.organizing import ByHand, TournamentAction
from schichtbuch_client.models.tournaments import (
    AllEventKeys,
    Boards,
    EntrantPage,
    EventEntry,
    KeyMade,
    NewToken,
    RoundView,
    StandingsView,
    TournamentNow,
    TournamentView,
    Why,
)


def summary() -> Call[TournamentNow]:
    return get("", TournamentNow)


def act(
    action: Json | TournamentAction, *, at: int | None = None, key: str | None = None
) -> Call[EventEntry]:
    """With a key of the event, an arbiter's, or an entrant's token. `at`: only if the event is at
    this version. `key`: the idempotency key."""
    return post_once(ACTIONS, EventEntry, action, key, only_at(at))


def act_all(
    actions: Sequence[Json | TournamentAction], *, at: int | None = None, key: str | None = None
) -> Call[list[EventEntry]]:
    """All of them are accepted, or none."""
    return post_once(ACTIONS, list[EventEntry], actions, key, only_at(at))


def state(*, at: str | int | None = None) -> Call[TournamentView]:
    return get("/state", TournamentView, {"at": at})


def round_of(number: int) -> Call[RoundView]:
    return get(f"/rounds/{part(number)}", RoundView)


def standings(*, after: int | None = None) -> Call[StandingsView]:
    return get("/standings", StandingsView, {"after": after})


def entrant(number: int) -> Call[EntrantPage]:
    return get(f"/entrants/{part(number)}", EntrantPage)


def boards(number: int) -> Call[Boards]:
    """How far each table of a round is."""
    return get(f"/rounds/{part(number)}/boards", Boards)


def why(number: int, entrant: int) -> Call[Why]:
    """Why somebody sits where."""
    return get(f"/rounds/{part(number)}/why", Why, {"entrant": entrant})


def what_if(number: int, by_hand: ByHand) -> Call[dict[str, dict[str, int]]]:
    """What other tables would be worth: `recorded`, `by_hand` and the `difference`, by term.
    Nothing is written."""
    where = f"/rounds/{part(number)}/what-if"
    return post(where, dict[str, dict[str, int]], by_hand, repeatable=True)


def open_table_again(number: int, table: int) -> Call[None]:
    path = f"/rounds/{part(number)}/tables/{part(table)}/open"
    return post(path, type(None), repeatable=True)


def own_entrant() -> Call[EntrantPage]:
    """The page of whoever's token it is, with the tokens of their seats."""
    return get("/me", EntrantPage)


def renew_entrant_token(number: int) -> Call[NewToken]:
    """It is answered once, so this is not repeated by itself."""
    return post(f"/entrants/{part(number)}/token", NewToken)


def erase_entrant_name(number: int) -> Call[None]:
    return delete(f"/entrants/{part(number)}/name")


def create_key(name: str) -> Call[KeyMade]:
    """For somebody who helps. It is answered once, so this is not repeated by itself."""
    return post("/keys", KeyMade, {"name": name})


def list_keys() -> Call[AllEventKeys]:
    return get("/keys", AllEventKeys)


def revoke_key(key_id: str) -> Call[None]:
    return delete(f"/keys/{part(key_id)}")


def audit(*, lang: str | None = None) -> Call[msgspec.Raw]:
    """Verdicts, a failure, or that a worker is still at it."""
    return get("/audit", msgspec.Raw, {"lang": lang})


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
