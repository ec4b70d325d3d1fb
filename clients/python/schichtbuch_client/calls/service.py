"""Calls of the service as a whole: games, files, arbiters, rules, keys, tournaments."""

from collections.abc import Sequence

from schichtbuch_client.call import Call, delete, get, part, post, post_once
from schichtbuch_client.models.arbiters import AllArbiters, ArbiterMade, Waiting
from schichtbuch_client.models.audits import Keys, Pending
from schichtbuch_client.models.games import Games
from schichtbuch_client.models.json import Json
from schichtbuch_client.models.opening import Clock, GameBegun, NewGame, SeatWish
from schichtbuch_client.models.regulation import Regulation
from schichtbuch_client.models.rules import AllRules, AllSchemas, RuleSet, TableRules
from schichtbuch_client.models.tournaments import AllTournaments, TournamentBegun

GAMES, SCHEMAS, TOURNAMENTS = "/games", "/schemas", "/tournaments"


def create_game(
    game: str,
    seats: Sequence[SeatWish],
    *,
    edition: str | None = None,
    options: Json | None = None,
    catalog: Json | None = None,
    rules: str | None = None,
    clock: Clock | None = None,
    hints: bool = False,
    key: str | None = None,
) -> Call[GameBegun]:
    """`key` is the idempotency key: the same one with the same wish answers the same game."""
    wish = NewGame(game, list(seats), edition, options or {}, catalog, rules, clock, hints)
    return post_once(GAMES, GameBegun, wish, key)


def page_of_games(
    *,
    game: str | None = None,
    status: str | None = None,
    player: str | None = None,
    search: str | None = None,
    since: str | None = None,
    until: str | None = None,
    sort: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[Games]:
    asked = {
        "game": game,
        "status": status,
        "player": player,
        "search": search,
        "since": since,
        "until": until,
        "sort": sort,
        "limit": limit,
        "cursor": cursor,
    }
    return get(GAMES, Games, asked)


def upload_replay(data: bytes) -> Call[Pending]:
    """The same file is the same audit, so it may be sent twice."""
    headers = {"Content-Type": "application/octet-stream"}
    return Call(method="POST", path="/audits", kind=Pending, headers=headers, body=data)


def create_arbiter(name: str) -> Call[ArbiterMade]:
    """With the organizer key. Its key is answered once, so this is not repeated by itself."""
    return post("/arbiters", ArbiterMade, {"name": name})


def list_arbiters() -> Call[AllArbiters]:
    return get("/arbiters", AllArbiters)


def revoke_arbiter(arbiter_id: str) -> Call[None]:
    return delete(f"/arbiters/{part(arbiter_id)}")


def attention() -> Call[Waiting]:
    """What waits for an arbiter: claims, paused games, clocks about to fall."""
    return get("/attention", Waiting)


def list_rules() -> Call[AllRules]:
    return get("/rules", AllRules)


def rules(game: str) -> Call[RuleSet]:
    return get(f"/rules/{part(game)}", RuleSet)


def table_rules() -> Call[TableRules]:
    return get("/rules/table", TableRules)


def rules_text(game: str) -> Call[str]:
    """The rules document of a game, or of the `table`, as Markdown."""
    return get(f"/rules/{part(game)}/text", str, accept="text/markdown")


def catalog(game: str) -> Call[Json]:
    return get(f"/rules/{part(game)}/catalog", Json)


def keys() -> Call[Keys]:
    return get("/keys", Keys)


def list_schemas() -> Call[AllSchemas]:
    """Where the JSON Schemas of all actions, events and views are."""
    return get(SCHEMAS, AllSchemas)


def schema(rules: str, kind: str, type: str | None = None) -> Call[Json]:
    """Of one action or event by its `type`, or of all of a kind: `actions`, `events`, `view`."""
    path = f"{SCHEMAS}/{part(rules)}/{part(kind)}"
    return get(path if type is None else f"{path}/{part(type)}", Json)


def create_tournament(
    regulation: Json | Regulation, *, key: str | None = None
) -> Call[TournamentBegun]:
    """With the organizer key. `key` is the idempotency key."""
    return post_once(TOURNAMENTS, TournamentBegun, regulation, key)


def page_of_tournaments(
    cursor: str | None = None, *, limit: int | None = None
) -> Call[AllTournaments]:
    return get(TOURNAMENTS, AllTournaments, {"cursor": cursor, "limit": limit})
