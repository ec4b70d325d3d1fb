"""JSON Schemas that say what every property means.

msgspec makes schemas of types, but does not know the docstrings under their fields. They are read
from the source; fields that need none, because every event has a `seat`, are in a game's glossary.
"""

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, get_origin

import msgspec
from msgspec import inspect as types

Schemas = dict[str, Any]
NESTED = ("type", "item_type", "key_type", "value_type")


def described(
    kinds: Sequence[Any], ref_template: str, glossary: Mapping[str, str] | None = None
) -> tuple[Sequence[Any], Schemas]:
    """Like `msgspec.json.schema_components`, every property with a description."""
    structs = list(_structs(kinds))
    wanted = [*kinds, *(struct.cls for struct in structs)]
    tops, parts = msgspec.json.schema_components(wanted, ref_template=ref_template)
    before, after = ref_template.split("{name}")
    for struct, top in zip(structs, tops[len(kinds) :], strict=True):
        name = top["$ref"].removeprefix(before).removesuffix(after)
        _describe(parts[name], struct, glossary or {})
    return tops[: len(kinds)], parts


def described_schema(kind: Any, glossary: Mapping[str, str]) -> Schemas:
    """Like `msgspec.json.schema`: one type, with all that it needs."""
    [top], parts = described([kind], "#/$defs/{name}", glossary)
    return {**top, "$defs": parts}


def _describe(schema: Schemas, struct: types.StructType, glossary: Mapping[str, str]) -> None:
    cls, properties = get_origin(struct.cls) or struct.cls, schema["properties"]
    said, classes = field_docs(cls), [part.__name__ for part in cls.__mro__]
    for field in struct.fields:
        name = field.encode_name
        terms = (*(f"{part}.{name}" for part in classes), name)
        meanings = (glossary[term] for term in terms if term in glossary)
        text = said.get(field.name) or next(meanings, None)
        if text:
            properties[name]["description"] = text
    if struct.tag_field is not None:
        properties[struct.tag_field]["description"] = f"Always `{struct.tag}`."


@cache
def field_docs(cls: type) -> dict[str, str]:
    """The docstrings under the fields of a class and of what it is made of."""
    found: dict[str, str] = {}
    for part in reversed(cls.__mro__):
        if issubclass(part, msgspec.Struct) and part is not msgspec.Struct:
            found |= _docs_of_module(part.__module__).get(part.__qualname__, {})
    return found


@cache
def _docs_of_module(name: str) -> dict[str, dict[str, str]]:
    """By class. Each module is read once: `inspect` would read it anew for every class."""
    tree = ast.parse(inspect.getsource(sys.modules[name]))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return {each.name: dict(_docs_in(each.body)) for each in classes}


def _docs_in(body: Sequence[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, doc in pairwise(body):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(doc, ast.Expr)
            and isinstance(doc.value, ast.Constant)
        ):
            yield field.target.id, " ".join(str(doc.value.value).split())


def _structs(kinds: Sequence[Any]) -> Iterator[types.StructType]:
    """Every struct that one of these types is made of, once."""
    seen: set[Any] = set()
    waiting: list[Any] = list(types.multi_type_info(kinds))
    while waiting:
        info = waiting.pop()
        if isinstance(info, types.StructType):
            if info.cls in seen:
                continue
            seen.add(info.cls)
            yield info
            waiting += [field.type for field in info.fields]
        waiting += _inside(info)


def _inside(info: Any) -> Iterator[Any]:
    for name in NESTED:
        if isinstance(getattr(info, name, None), types.Type):
            yield getattr(info, name)
    yield from getattr(info, "types", ())
    yield from getattr(info, "item_types", ())
