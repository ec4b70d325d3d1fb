"""Modules of the viewer as one script, for an engine that loads no modules.

Our own modules only, which import and export in few ways; whatever else one of them does is said
aloud, when the script is made, instead of being left out.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class) (\w+))", re.MULTILINE)
EXPORTED = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\(.*|^.*\bawait\b.*", re.MULTILINE)


class NotLinkable(Exception):
    """A module does what a plain script cannot do."""


def linked(files: Mapping[str, bytes], entries: Sequence[str]) -> str:
    """A script after which `modules["path/of/entry.js"]` holds what that module exports."""
    parts = [_linked(name, files[name].decode()) for name in _in_order(files, entries)]
    return "\n".join(['"use strict";', "const modules = {};", *parts])


def _in_order(files: Mapping[str, bytes], entries: Sequence[str]) -> list[str]:
    """Everything that is needed, what is imported before whoever imports it."""
    order: dict[str, None] = {}

    def visit(name: str, around: tuple[str, ...]) -> None:
        if name in around:
            raise NotLinkable(f"{name} imports itself by way of {', '.join(around)}")
        if name not in order:
            for needed in _imports(name, files[name].decode()):
                visit(needed, (*around, name))
            order[name] = None

    for entry in entries:
        visit(entry, ())
    return list(order)


def _imports(name: str, source: str) -> Iterator[str]:
    return (_target(name, found[2]) for found in IMPORT.finditer(source))


def _target(name: str, specifier: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), specifier))


def _linked(name: str, source: str) -> str:
    exports = [*EXPORT.findall(source)]
    for found in EXPORTED.finditer(source):
        exports += [each.strip() for each in found[1].split(",") if each.strip()]

    def imported(found: re.Match[str]) -> str:
        wanted = found[1].replace(" as ", ": ")
        return f'const {{{wanted}}} = modules["{_target(name, found[2])}"];'

    body = EXPORTED.sub("", EXPORT.sub("", IMPORT.sub(imported, source)))
    other = OTHER.search(re.sub(r"^\s*//.*$", "", body, flags=re.MULTILINE))
    if other:
        raise NotLinkable(f"{name}: {other[0]}")
    return f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {", ".join(exports)} }};\n}})();'
