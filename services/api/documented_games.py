"""The types of every game for the documentation: actions, events, views and options."""

import re
from typing import Any

from domain.kernel.decider import AnyGame
from domain.kernel.options import DIGITS, OptionKind
from domain.registry import GAMES
from domain.table.actions import AnyTableAction
from domain.table.events import AnyTableEvent
from domain.table.glossary import GLOSSARY
from services.api.descriptions import described
from services.api.http.links import TABLE
from services.api.rulesets import view_type

REF = "#/components/schemas/"
UNIONS = {
    "Action": "An action of one of the games or of the table, as the log has it.",
    "Draft": "An action on the board of one of the games, as it is sent.",
    "Event": "An event of one of the games or of the table.",
    "View": "What somebody may see of one of the games.",
    "Options": "The options of one of the games.",
}


def of_games() -> dict[str, Any]:
    """Two games may use one name for different things, so each has its own prefix."""
    schemas: dict[str, Any] = {}
    unions: dict[str, list[Any]] = {name: [] for name in UNIONS}
    for game in GAMES.values():
        parts, tops = _of_game(game)
        schemas |= parts
        for union, top in zip(unions.values(), tops, strict=True):
            union.append(top)
    [action, event], parts = described(
        [AnyTableAction, AnyTableEvent], f"{REF}{TABLE}.{{name}}", GLOSSARY
    )
    schemas |= {f"{TABLE}.{name}": part for name, part in parts.items()}
    unions["Action"].append(action)
    unions["Event"].append(event)
    for name, members in unions.items():
        schemas[name] = {"anyOf": members, "description": UNIONS[name]}
    sent = {"$ref": f"{REF}SentAction"}
    schemas["SentAction"] = {
        "anyOf": [{"$ref": f"{REF}Draft"}, action],
        "description": "An action of one of the games or of the table, as it is sent.",
    }
    several = {"type": "array", "items": sent, "minItems": 1, "maxItems": 100}
    schemas["Actions"] = {"anyOf": [sent, several], "description": "One action, or several."}
    return schemas


def _of_game(game: AnyGame) -> tuple[dict[str, Any], list[Any]]:
    """All its types by name, and those of the unions."""
    kinds = [game.actions, game.sent, game.events, view_type(game)]
    tops, parts = described(kinds, f"{REF}{game.name}.{{name}}", game.glossary)
    parts = {**parts, "Options": _options(game)}
    named = {f"{game.name}.{name}": part for name, part in parts.items()}
    return named, [*tops, {"$ref": f"{REF}{game.name}.Options"}]


def _options(game: AnyGame) -> dict[str, Any]:
    kinds = game.option_kinds(game.catalog)
    return {
        "title": "Options",
        "type": "object",
        "properties": {name: _option(kind) for name, kind in kinds.items()},
        "additionalProperties": False,
    }


def _option(kind: OptionKind) -> dict[str, Any]:
    values = list(kind.values or ())
    if kind.type == "integer":
        # Not the option's own maximum: what a release has documented is not narrowed.
        bounds = {"minimum": kind.minimum, "maximum": 10**DIGITS - 1}
        return {"description": kind.description, "type": "integer", **bounds}
    if kind.type == "list":
        one = "|".join(re.escape(str(value)) for value in values)
        pattern = f"^({one})(,({one}))*$"
        return {"description": kind.description, "type": "string", "pattern": pattern}
    if kind.type == "boolean":
        return {"description": kind.description, "type": "boolean"}
    return {"description": kind.description, "enum": values}
