"""Two JSON Schemas compared: what a property may be, however it is written."""

from typing import Any, get_args

from domain.tournament.actions import TOURNAMENT_ACTIONS
from domain.tournament.events import AnyTournamentEvent

Json = dict[str, Any]
REF = "#/components/schemas/"
OF_EACH_GAME = {
    *("Action", "Draft", "Event", "View", "Options"),
    *("CreateGame", "EraseNames", "Settle", "NamesErased"),
    *(kind.__name__ for kind in (*TOURNAMENT_ACTIONS, *get_args(AnyTournamentEvent))),
}
"""What the client leaves to the caller: plain JSON."""
ENTRIES = frozenset({"EventEntry", ("list", frozenset({"EventEntry"}))})
ANY_JSON = frozenset({"object"})


def shape(schema: Json) -> Any:
    """What may stand there: names of types and of other schemas, and what is in lists and maps."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REF).rpartition(".")[2]
        if name == "Entries":
            return ENTRIES
        return ANY_JSON if name in OF_EACH_GAME else frozenset({name})
    if "anyOf" in schema:
        return frozenset().union(*(shape(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return frozenset({_type_of(value) for value in schema["enum"]})
    if "const" in schema:
        return frozenset({_type_of(schema["const"])})
    kind = schema.get("type")
    if kind == "array":
        parts = [shape(part) for part in schema.get("prefixItems", ())]
        inner = tuple(parts) or shape(schema.get("items") or {})
        return frozenset({("list", inner)})
    if (
        kind == "object"
        and isinstance(inside := schema.get("additionalProperties"), dict)
        and inside
    ):
        return frozenset({("map", shape(inside))})
    return frozenset({kind})


def properties(schema: Json) -> dict[str, tuple[Any, bool]]:
    """By name: what it may be, and whether it is always there. What may be absent may be null."""
    required = set(schema.get("required", ()))
    return {
        name: (
            shape(inner) if name in required else shape(inner) - {"null"},
            name in required,
        )
        for name, inner in schema.get("properties", {}).items()
    }


def _type_of(value: Any) -> str:
    return {str: "string", int: "integer", bool: "boolean", type(None): "null"}[type(value)]
