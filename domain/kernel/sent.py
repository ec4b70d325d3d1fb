"""Actions as they must be sent. What reads the log stays looser, for ever.

A struct that reads stored actions may give a default to a field that the rules never allowed to be
left out. Such a field is demanded where actions come in: `demanding(Mine, "steps")` is a twin of
`Mine` that decodes alike, but refuses what lacks the field, and its schema says so. What it decoded
becomes the action itself by `as_stored`.
"""

from functools import reduce
from operator import or_
from typing import Any, get_args

import msgspec
from msgspec import Struct


def demanding(kind: type[Struct], *names: str, **types: Any) -> Any:
    """The twin of a struct without defaults for these fields; some may get another type as well."""
    known = {field.name: field.type for field in msgspec.structs.fields(kind)}
    return msgspec.defstruct(
        f"Sent{kind.__name__}",
        [*((name, known[name]) for name in names), *types.items()],
        bases=(kind,),
        namespace={"__doc__": kind.__doc__, "twin_of": kind},
        module=kind.__module__,
        kw_only=True,
        frozen=True,
        tag=kind.__struct_config__.tag,
    )


def with_twins(union: Any, *twins: Any) -> Any:
    """The union with twins in the place of what they are twins of."""
    twin_of = {twin.twin_of: twin for twin in twins}
    return reduce(or_, (twin_of.get(kind, kind) for kind in get_args(union)))


def as_stored(sent: Any) -> Any:
    """What was sent, as the struct that the rules and the log know."""
    kind = getattr(type(sent), "twin_of", None)
    if kind is None:
        return sent
    return kind(**{name: as_stored(getattr(sent, name)) for name in kind.__struct_fields__})
