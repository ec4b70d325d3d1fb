"""A game in one HTML file that opens from disk: the viewer's modules, its moments and its verdicts.

Browsers load no modules from disk. So each of ours stands in the page as an address of its own
(`data:`), under a name that an import map gives it; nothing else of a module is changed.
"""

import base64
import posixpath
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

import msgspec

from domain.kernel.texts import Language
from replays.moment import Moment
from replays.verify import Report
from services.api.calls.scored_now import MOST_VERSIONS
from services.api.frames import Frame
from services.api.recorded_file import RecordedFile, catalog, frames, scored_now, summary
from services.api.scored_now import EntryScored
from services.web.static_files import FILES, TYPES

ENTRY = "embed/file.js"
NAMES = "schichtbuch/"
STATIC = re.compile(r'^((?:import|export) (?:[^"]*? from )?)"(\.{1,2}/[^"]+)"', re.MULTILINE)
LATE = re.compile(r'\bimport\((["`])(\.{1,2}/)')
NOWHERE = "file"


def html_file(
    file: RecordedFile,
    name: str,
    report: Report,
    at: Moment | int | None,
    seat: int | None,
    language: Language,
) -> str:
    """`report` is what the file proves; NotThere if it has no such moment or seat."""
    file.reader(seat)
    moment = Moment(1, 1) if at is None else file.moment(at)
    game = summary(file, NOWHERE)
    shown = {
        "name": name,
        "at": str(moment),
        "seat": seat,
        "game": game,
        "version": file.end.version,
        "frames": _perspectives(file, seat, language, over=game.status == "finished"),
        "scored": list(_scored(file, language, over=game.status == "finished")),
        "catalog": catalog(file),
        "report": report.told(language),
    }
    return _page(game.game, language, shown)


def _perspectives(
    file: RecordedFile, seat: int | None, language: Language, *, over: bool
) -> dict[str, list[Frame]]:
    """By the seat, `all` or nobody: those that see something else than the public."""
    public = list(_all(file, None, language))
    seats = range(file.created.count) if over else [seat] if seat is not None else []
    found = {str(one): list(_all(file, one, language)) for one in seats}
    found |= {"all": list(_all(file, None, language, together=True))} if over else {}
    asked = "" if seat is None else str(seat)
    return {"": public} | {
        name: seen
        for name, seen in found.items()
        if name == asked or any(map(_differ, seen, public))
    }


def _differ(one: Frame, other: Frame) -> bool:
    """In more than through whose eyes it is seen."""
    return (one.text, one.patch, _unseated(one)) != (other.text, other.patch, _unseated(other))


def _unseated(frame: Frame) -> Any:
    return {**frame.view, "seat": None} if isinstance(frame.view, dict) else None


def _all(
    file: RecordedFile, seat: int | None, language: Language, *, together: bool = False
) -> Iterator[Frame]:
    first = 1
    while first <= file.end.version:
        part = frames(
            file,
            where=NOWHERE,
            first=first,
            until=None,
            seat=seat,
            language=language,
            together=together,
        ).frames
        if not part:
            return
        yield from part
        first = int(part[-1].at.partition(".")[0]) + 1


def _scored(file: RecordedFile, language: Language, *, over: bool) -> Iterator[EntryScored]:
    """Once a game is over nothing is hidden any more from who looks through nobody's eyes."""
    asked = {"where": NOWHERE, "until": None, "seat": None, "language": language}
    first: int | None = 1
    while first:
        part = scored_now(file, **asked, first=first, together=over)
        yield from part.entries
        first = first + MOST_VERSIONS if part.next else None


def _page(game: str, language: Language, shown: Mapping[str, Any]) -> str:
    folder = game.replace("-", "_")
    styles = (
        *("style.css", "viewer.css", "board.css", f"boards/{folder}.css"),
        *("audit.css", "embed/embed.css"),
    )
    spoken = ("", f"boards/{folder}/", "audits/")
    modules = [ENTRY, f"boards/{game}.js", *(f"{part}words/{language}.js" for part in spoken)]
    names = {NAMES + module: _address(module) for module in sorted(_needed(modules))}
    icon = base64.b64encode(FILES["icon.svg"]).decode()
    return f"""<!doctype html>
<html lang="{language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>{escape(str(shown["name"]))} · Schichtbuch</title>
  <link rel="icon" href="data:image/svg+xml;base64,{icon}">
  <style>{"".join(FILES[style].decode() for style in styles)}</style>
  <script>globalThis.schichtbuch = {_json({"language": language, "origin": ""})};</script>
  <script type="importmap">{_json({"imports": names})}</script>
</head>
<body>
  <main><noscript>This file needs JavaScript to be shown.</noscript></main>
  <script type="application/json" id="file">{_json(shown)}</script>
  <script type="module">import "{NAMES}{ENTRY}";</script>
</body>
</html>
"""


def _json(value: Any) -> str:
    """Within a script, which only a `<` could end."""
    return msgspec.json.encode(value).decode().replace("<", "\\u003c")


def _needed(modules: list[str]) -> set[str]:
    found: set[str] = set()
    while modules:
        module = modules.pop()
        if module not in found:
            found.add(module)
            modules += [_target(module, part[2]) for part in STATIC.finditer(_source(module))]
    return found


def _address(module: str) -> str:
    """The module itself, which asks for others by their names."""
    source = STATIC.sub(
        lambda part: f'{part[1]}"{NAMES}{_target(module, part[2])}"', _source(module)
    )
    source = LATE.sub(lambda part: f"import({part[1]}{NAMES}{_folder(module, part[2])}", source)
    encoded = base64.b64encode(source.encode()).decode()
    return f"data:{TYPES['.js'].replace(' ', '')};base64,{encoded}"


def _source(module: str) -> str:
    return FILES[module].decode()


def _target(module: str, specifier: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), specifier))


def _folder(module: str, specifier: str) -> str:
    found = _target(module, specifier)
    return "" if found == "." else f"{found}/"
