"""Whether a newer OpenAPI document still keeps what an older one promised.

Nothing removed, nothing narrowed. What callers send (`Sent`) must be accepted as before; what they
are answered (`Answered`) must have all that it had, and what webhooks tell likewise. New calls,
optional parameters, properties of answers, values of words and kinds of events may come: clients
ignore what they do not know.
"""

from collections.abc import Iterator
from typing import Any, Literal

Json = dict[str, Any]
Way = Literal["sent", "answered"]
LOWER = ("minimum", "minLength", "minItems", "exclusiveMinimum")
UPPER = ("maximum", "maxLength", "maxItems", "exclusiveMaximum")
NEW_BOUNDS = ("pattern", "format", "multipleOf", "uniqueItems", "contentEncoding")
"""What narrows if it is there, and was not there or was another."""
METHODS = ("get", "put", "post", "delete", "patch")


def breaks(old: Json, new: Json) -> list[str]:
    """Every promise that the new document does not keep, as a sentence."""
    comparison = Comparison(old, new)
    return sorted({*comparison.calls(), *comparison.webhooks()})


class Comparison:
    def __init__(self, old: Json, new: Json) -> None:
        self._old, self._new = old, new
        self._under_way: set[tuple[str, str, Way]] = set()

    def calls(self) -> Iterator[str]:
        for path, methods in self._old["paths"].items():
            for method in METHODS:
                if method in methods:
                    there = self._new["paths"].get(path, {}).get(method)
                    where = f"{method.upper()} {path}"
                    if there is None:
                        yield f"{where} is gone"
                    else:
                        yield from self._call(where, methods[method], there)

    def webhooks(self) -> Iterator[str]:
        """What is sent here is read elsewhere."""
        for kind, message in self._old.get("webhooks", {}).items():
            there = self._new.get("webhooks", {}).get(kind)
            where = f"the message {kind}"
            if there is None:
                yield f"{where} is gone"
                continue
            old, new = message["post"], there["post"]
            bodies = old["requestBody"], new["requestBody"]
            yield from self._contents(where, *bodies, "answered")
            before, now = ({each["name"] for each in call["parameters"]} for call in (old, new))
            yield from _gone(where, before, now)

    def _call(self, where: str, old: Json, new: Json) -> Iterator[str]:
        if old.get("operationId") != new.get("operationId"):
            yield f"{where} is not called {old['operationId']} any more"
        if {} in old.get("security", [{}]) and {} not in new.get("security", [{}]):
            yield f"{where} needs a token"
        yield from self._parameters(where, old, new)
        yield from self._body(where, old.get("requestBody"), new.get("requestBody"))
        for status, answer in old["responses"].items():
            there = new["responses"].get(status)
            if there is None:
                yield f"{where} does not answer {status} any more"
            else:
                yield from self._answer(f"{where} {status}", answer, there)

    def _answer(self, where: str, old: Json, new: Json) -> Iterator[str]:
        for part in ("headers", "links"):
            yield from _gone(where, set(old.get(part, ())), set(new.get(part, ())))
        yield from self._contents(where, old, new, "answered")

    def _parameters(self, where: str, old: Json, new: Json) -> Iterator[str]:
        before, now = (
            {(each["in"], each["name"]): each for each in call.get("parameters", ())}
            for call in (old, new)
        )
        for key, parameter in before.items():
            there = now.get(key)
            if there is None:
                yield f"{where} takes no {key[1]} any more"
                continue
            if there.get("required") and not parameter.get("required"):
                yield f"{where} needs {key[1]}"
            schemas = parameter["schema"], there["schema"]
            yield from self._schema(f"{where} {key[1]}", *schemas, "sent")
            if parameter["schema"].get("default") != there["schema"].get("default"):
                yield f"{where} {key[1]}: the default is another one"
        for key in now.keys() - before.keys():
            if now[key].get("required"):
                yield f"{where} needs {key[1]}"

    def _body(self, where: str, old: Json | None, new: Json | None) -> Iterator[str]:
        if old is None and new is not None and new.get("required"):
            yield f"{where} needs a body"
        elif old is not None and new is None:
            yield f"{where} takes no body any more"
        elif old is not None and new is not None:
            if new.get("required") and not old.get("required"):
                yield f"{where} needs a body"
            yield from self._contents(f"{where} body", old, new, "sent")

    def _contents(self, where: str, old: Json, new: Json, way: Way) -> Iterator[str]:
        there = new.get("content", {})
        for kind, content in old.get("content", {}).items():
            if kind not in there:
                yield f"{where} has no {kind} any more"
            else:
                yield from self._schema(where, content["schema"], there[kind]["schema"], way)

    def _schema(self, where: str, old: Json, new: Json, way: Way) -> Iterator[str]:
        key = (str(old), str(new), way)
        if key in self._under_way:
            return  # a schema that holds itself, or that was looked at already
        self._under_way.add(key)
        before, now = _kinds(old, self._old), _kinds(new, self._new)
        if way == "answered":
            for name in _unknown(now, before):
                yield f"{where} may be {name}"
        for kind, inner in before:
            found = [each for name, each in now if name == kind or name == "anything"]
            if not found:
                yield f"{where} cannot be {kind} any more"
                continue
            faults = [list(self._alike(where, inner, each, way)) for each in found]
            yield from min(faults, key=len)

    def _alike(self, where: str, old: Json, new: Json, way: Way) -> Iterator[str]:
        """Two schemas of the same kind."""
        yield from _bounds(where, old, new) if way == "sent" else ()
        if "properties" in old:
            yield from self._properties(where, old, new, way)
        for part in ("items", "additionalProperties", "contentSchema"):
            if isinstance(old.get(part), dict) and isinstance(new.get(part), dict):
                yield from self._schema(f"{where}[]", old[part], new[part], way)
        pairs = zip(old.get("prefixItems", ()), new.get("prefixItems", ()), strict=False)
        for index, (one, other) in enumerate(pairs):
            yield from self._schema(f"{where}[{index}]", one, other, way)

    def _properties(self, where: str, old: Json, new: Json, way: Way) -> Iterator[str]:
        before, now = old["properties"], new.get("properties", {})
        must, must_now = set(old.get("required", ())), set(new.get("required", ()))
        for name, inner in before.items():
            if name not in now:
                yield f"{where}.{name} is gone"
            else:
                yield from self._schema(f"{where}.{name}", inner, now[name], way)
        if way == "sent":
            yield from (f"{where}.{name} is needed" for name in must_now - must)
        else:
            yield from (f"{where}.{name} may be missing" for name in (must & now.keys()) - must_now)


def _kinds(schema: Json, document: Json) -> list[tuple[str, Json]]:
    """What may stand there, one by one: by the type, or by the tag or the value of a word."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return _kinds(document["components"]["schemas"][name], document)
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return [kind for part in schema[several] for kind in _kinds(part, document)]
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return [(f"the value {value!r}", {}) for value in values]
    kinds = schema.get("type", "anything")
    return [
        (_tagged(kind, schema), schema) for kind in ([kinds] if isinstance(kinds, str) else kinds)
    ]


def _tagged(kind: str, schema: Json) -> str:
    said = schema.get("properties", {}).get("type", {})
    tags = [said["const"]] if "const" in said else said.get("enum", ())
    return f"{kind} {tags[0]}" if len(tags) == 1 else kind


def _unknown(now: list[tuple[str, Json]], before: list[tuple[str, Json]]) -> Iterator[str]:
    """Kinds that a reader of the old document does not reckon with; words and events may come."""
    known = {name for name, _ in before}
    words = {"string"} if any(name.startswith("the value ") for name in known) else set()
    for name, _ in now:
        open_ended = name.startswith("the value ") or " " in name or name in words
        if name not in known and "anything" not in known and not open_ended:
            yield name


def _bounds(where: str, old: Json, new: Json) -> Iterator[str]:
    for name in LOWER:
        if name in new and new[name] > old.get(name, float("-inf")):
            yield f"{where}: {name} is higher"
    for name in UPPER:
        if name in new and new[name] < old.get(name, float("inf")):
            yield f"{where}: {name} is lower"
    for name in NEW_BOUNDS:
        if name in new and new[name] != old.get(name):
            yield f"{where}: the {name} is another one"
    closed = new.get("additionalProperties") is False
    if closed and old.get("additionalProperties", True) is not False:
        yield f"{where} takes nothing else any more"


def _gone(where: str, old: set[str], new: set[str]) -> Iterator[str]:
    yield from (f"{where} has no {name} any more" for name in old - new)
