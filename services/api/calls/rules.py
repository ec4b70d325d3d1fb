"""`/rules`: the games there are, their editions, options, refusal codes, schemas and catalogs.

`/rules/{game}/text`, the rules document, is a page too: see `services/web/rules_pages.py`.
"""

import hashlib
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.params import PathParameter
from msgspec import Struct

from domain.kernel.decider import AnyGame
from domain.registry import GAMES
from services.api.http.caching import conditional, json_answer
from services.api.http.links import PREFIX, TABLE
from services.api.http.problems import problem
from services.api.rulesets import RuleSet, rule_set, table_rules

GameName = Annotated[str, PathParameter(name="game", description="A name of `GET /rules`.")]
HOUR = {"Cache-Control": "public, max-age=3600"}


class GameRules(Struct):
    game: str
    """Its name, as `POST /games` takes it."""
    player_counts: list[int]
    """How many can play."""
    editions: list[str]
    """Of the rules."""
    bots: list[str]
    """Those that can play it."""
    links: dict[str, str]
    """Where its rules, its catalog and its rules document are."""


class AllRules(Struct):
    games: list[GameRules]
    """All games that can be played here."""
    table: dict[str, str]
    """Where the rules of the table are, which hold around any game."""


class RulesController(Controller):
    path = "/rules"
    tags = ("rules",)

    @get(operation_id="listRules", summary="The games there are")
    async def all_rules(self, request: Request[Any, Any, Any]) -> Response[Any]:
        body, etag = _listed()
        return conditional(request, etag, HOUR) or json_answer(body, etag, HOUR)

    @get(f"/{TABLE}", operation_id="getTableRules", summary="Everything on the table around a game")
    async def table(self, request: Request[Any, Any, Any]) -> Response[Any]:
        body, etag = _of_table()
        return conditional(request, etag, HOUR) or json_answer(body, etag, HOUR)

    @get("/{game:str}", operation_id="getRules", summary="Everything on one game")
    async def one(self, request: Request[Any, Any, Any], game: GameName) -> Response[Any]:
        body, etag = _whole(known_game(game).name)
        return conditional(request, etag, HOUR) or json_answer(body, etag, HOUR)

    @get("/{game:str}/catalog", operation_id="getCatalog", summary="The components of one game")
    async def catalog(self, request: Request[Any, Any, Any], game: GameName) -> Response[Any]:
        found = known_game(game)
        etag = f'W/"{found.catalog.named_digest}"'
        unchanged = conditional(request, etag, HOUR)
        body = msgspec.json.encode(found.catalog.named)
        return unchanged or json_answer(body, etag, HOUR)


def every_game() -> AllRules:
    return AllRules([_short(rule_set(name)) for name in GAMES], table_rules().links)


@cache
def _listed() -> tuple[bytes, str]:
    """All games as they are sent, and a tag."""
    return _tagged(msgspec.json.encode(every_game()))


@cache
def _of_table() -> tuple[bytes, str]:
    return _tagged(msgspec.json.encode(table_rules()))


@cache
def _whole(name: str) -> tuple[bytes, str]:
    """Everything on one game as it is sent, and its tag."""
    return _tagged(msgspec.json.encode(rule_set(name)))


def _tagged(body: bytes) -> tuple[bytes, str]:
    return body, f'W/"rules-{hashlib.sha256(body).hexdigest()[:16]}"'


def known_game(name: str) -> AnyGame:
    game = GAMES.get(name)
    if game is None:
        raise problem(404, "rules_unknown", f"There are rules of: {', '.join(GAMES)}.")
    return game


def _short(rules: RuleSet) -> GameRules:
    here = f"{PREFIX}/rules/{rules.game}"
    links = {"self": here, "catalog": f"{here}/catalog", "text": f"{here}/text"}
    return GameRules(rules.game, rules.player_counts, rules.editions, rules.bots, links)
