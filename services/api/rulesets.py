"""What there is to know of a game's rules without playing it, asked of the game itself."""

from collections.abc import Mapping
from functools import cache
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

from domain.bots import bots_for
from domain.kernel.actions import CreateGame, OptionValue, SeatSetup
from domain.kernel.chance import CommittedChance
from domain.kernel.decider import AnyGame
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.events import GameCreated
from domain.kernel.options import OptionKind
from domain.kernel.refusals import Refusal
from domain.kernel.texts import LANGUAGES
from domain.kernel.versions import FIRST, rules_name
from domain.registry import GAMES
from domain.table.actions import AnyTableAction
from domain.table.events import AnyTableEvent
from domain.table.glossary import GLOSSARY
from domain.table.refusals import REFUSALS
from services.api.descriptions import described_schema
from services.api.http.links import PREFIX, TABLE

SEATS = range(1, 9)


class RefusalCode(Struct):
    section: str
    """Of the rules document."""
    sentences: dict[str, str]
    """By language; names in braces are the `facts`."""


class Option(OptionKind, frozen=True, kw_only=True):
    """What an option can be, and what holds if it is not set."""

    default: OptionValue | None
    """`null` if nothing holds, because another option has to ask for it first."""
    names: dict[str, str]
    """What it is called, by language."""
    value_names: dict[str, dict[str, str]]
    """What each value is called, by the value as text and then by language; none for numbers."""


class TableRules(Struct):
    refusals: dict[str, RefusalCode]
    """Everything that the rules of the table can forbid, by its code."""
    schemas: dict[str, Any]
    """JSON Schemas of actions as they are sent, and of events."""
    links: dict[str, str]
    """Where this and the rules document are."""


class RuleSet(Struct):
    game: str
    """Its name, as `POST /games` takes it."""
    player_counts: list[int]
    """How many can play."""
    editions: list[str]
    """Of the rules."""
    default_edition: str
    """What is played if none is asked for."""
    options: dict[str, Option]
    """By name, as `POST /games` takes them, with the defaults of the default edition."""
    options_of_editions: dict[str, dict[str, OptionValue]]
    """By edition: what holds there if an option is not set; lists depend on who plays."""
    bots: list[str]
    """Those that can play it."""
    catalog: str
    """The digest of the built-in catalog."""
    catalogs: list[str]
    """The digests of all that were ever built in, oldest first; games stay with theirs."""
    rules: list[str]
    """The versions of the rules, oldest first; new games get the last unless they name another."""
    refusals: dict[str, RefusalCode]
    """Everything that a rule can forbid, by its code."""
    schemas: dict[str, Any]
    """JSON Schemas of actions as they are sent, of events and view."""
    places: dict[str, str]
    """The names of places on the board that choices touch, each with what it is; `<…>` is an id or
    a number of the view."""


def created(game: AnyGame, seats: int, edition: str | None = None) -> GameCreated | None:
    """The game's own word on whether so many may play, and on what holds by default."""
    setup = tuple(SeatSetup(f"Player {seat}") for seat in range(seats))
    action = CreateGame("asked", game.name, setup, edition)
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
    least, default = next(iter(possible.items()))
    editions = _editions(game) or [default.edition]
    return RuleSet(
        game=game.name,
        player_counts=list(possible),
        editions=editions,
        default_edition=default.edition,
        options=_options(game, default.options),
        options_of_editions={name: _options_of(game, least, name) for name in editions},
        bots=list(bots_for(game)),
        catalog=game.catalog.digest,
        catalogs=game.catalogs.digests,
        rules=[rules_name(game.name, n) for n in range(FIRST, game.newest_rules + 1)],
        refusals=_codes(game.refusals),
        schemas={
            "actions": described_schema(game.sent, game.glossary),
            "events": described_schema(game.events, game.glossary),
            "view": described_schema(view_type(game), game.glossary),
        },
        places=dict(game.places),
    )


@cache
def table_rules() -> TableRules:
    here = f"{PREFIX}/rules/{TABLE}"
    return TableRules(
        refusals=_codes(REFUSALS),
        schemas={
            "actions": described_schema(AnyTableAction, GLOSSARY),
            "events": described_schema(AnyTableEvent, GLOSSARY),
        },
        links={"self": here, "text": f"{here}/text"},
    )


def _codes(refusals: Mapping[str, Refusal]) -> dict[str, RefusalCode]:
    return {
        code: RefusalCode(refusal.section, dict(refusal.sentence.items()))
        for code, refusal in refusals.items()
    }


def _options(game: AnyGame, recorded: Mapping[str, str]) -> dict[str, Option]:
    kinds = game.option_kinds(game.catalog)
    return {name: _option(game, name, kind, recorded.get(name)) for name, kind in kinds.items()}


def _option(game: AnyGame, name: str, kind: OptionKind, recorded: str | None) -> Option:
    words, values = game.option_words, [str(value) for value in kind.values or ()]
    if kind.type == "boolean":
        values = ["true", "false"]
    facts = {
        **msgspec.structs.asdict(kind),
        "default": kind.default if recorded is None else kind.read(recorded),
    }
    return Option(
        **facts,
        names={language: words.name(name, language) for language in LANGUAGES},
        value_names={
            value: {language: words.value(name, value, language) for language in LANGUAGES}
            for value in values
        },
    )


def _options_of(game: AnyGame, seats: int, edition: str) -> dict[str, OptionValue]:
    event = created(game, seats, edition)
    assert event is not None, "the edition is one of the game's"
    kinds = game.option_kinds(game.catalog)
    said = {name: value for name, value in event.options.items() if kinds[name].type != "list"}
    return {name: kinds[name].read(value) for name, value in said.items()}


def view_type(game: AnyGame) -> Any:
    return get_type_hints(game.view)["return"]


def _editions(game: AnyGame) -> list[str]:
    """Where the catalog has a list of them."""
    listed = game.catalog.content.get("rules_editions")
    return list(listed["presets"]) if isinstance(listed, dict) else []
