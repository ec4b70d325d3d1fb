"""What there is to know of a game's rules without playing it, asked of the game itself."""

from functools import cache
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

from domain.bots import bots_for
from domain.kernel.actions import CreateGame, SeatSetup
from domain.kernel.chance import CommittedChance
from domain.kernel.decider import AnyGame
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.events import GameCreated
from domain.kernel.versions import FIRST, rules_name
from domain.registry import GAMES

SEATS = range(1, 9)


class RefusalCode(Struct):
    section: str
    sentences: dict[str, str]


class Option(Struct):
    default: str
    values: list[str] | None
    """None: the sentence of `invalid_setup` says what it can be."""


class RuleSet(Struct):
    game: str
    player_counts: list[int]
    editions: list[str]
    default_edition: str
    options: dict[str, Option]
    bots: list[str]
    catalog: str
    """The digest of the built-in catalog."""
    catalogs: list[str]
    """The digests of all that were ever built in, oldest first; games stay with theirs."""
    rules: list[str]
    """The versions of the rules, oldest first; new games get the last unless they name another."""
    refusals: dict[str, RefusalCode]
    schemas: dict[str, Any]
    """JSON Schemas of actions as they are sent, of events and view."""


def created(game: AnyGame, seats: int) -> GameCreated | None:
    """The game's own word on whether so many may play, and on what holds by default."""
    setup = tuple(SeatSetup(f"Player {seat}") for seat in range(seats))
    action = CreateGame("asked", game.name, setup)
    try:
        chance = CommittedChance(b"")
        events = game.decide(game.initial(game.catalog), "service", action, chance)
    except (RuleViolation, InvalidSetup):
        return None
    return next(event for event in events if isinstance(event, GameCreated))


@cache
def rule_set(game_name: str) -> RuleSet:
    game = GAMES[game_name]
    tried = {seats: created(game, seats) for seats in SEATS}
    possible = {seats: event for seats, event in tried.items() if event}
    default = next(iter(possible.values()))
    listed = _listed(game)
    return RuleSet(
        game=game.name,
        player_counts=list(possible),
        editions=list(listed["presets"]) or [default.edition],
        default_edition=default.edition,
        options={
            name: Option(value, listed["options"].get(name))
            for name, value in {**default.options, **game.options_if_set}.items()
        },
        bots=list(bots_for(game)),
        catalog=game.catalog.digest,
        catalogs=game.catalogs.digests,
        rules=[rules_name(game.name, n) for n in range(FIRST, game.newest_rules + 1)],
        refusals={
            code: RefusalCode(
                refusal.section,
                {str(language): said for language, said in refusal.sentence.items()},
            )
            for code, refusal in game.refusals.items()
        },
        schemas={
            "actions": msgspec.json.schema(game.sent),
            "events": msgspec.json.schema(game.events),
            "view": msgspec.json.schema(view_type(game)),
        },
    )


def view_type(game: AnyGame) -> Any:
    return get_type_hints(game.view)["return"]


def _listed(game: AnyGame) -> dict[str, Any]:
    """Editions and values of options, where the catalog has a list of them."""
    listed = game.catalog.content.get("rules_editions")
    return listed if isinstance(listed, dict) else {"presets": {}, "options": {}}
