"""The scripts and styles of a page, each as one file: a browser asks for two instead of eighty.

The modules stay as they are and where they are; what a page needs at once is put behind each other,
what it needs later comes as a part of its own, without what is there already.
"""

import posixpath
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from litestar import Response, get
from litestar.exceptions import NotFoundException

from domain.kernel.texts import LANGUAGES, Language
from domain.registry import GAMES
from services.api.http.caching import lasting
from services.web.picture.linking import EXPORTED, IMPORT, NotLinkable
from services.web.static_files import DIGEST, FILES, ROOT, TYPES, FilePath, Version

MAIN = "main.js"
PAGE = re.compile(r'^  (\w+): \(\) => import\("\./([^"]+)"\),$', re.MULTILINE)
PAGES = dict(PAGE.findall(FILES[MAIN].decode()))
"""Which module shows which page, as `main.js` says it."""
EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function\*?) (\w+))", re.MULTILINE)
ALONE = re.compile(r'^import "([^"]+)";$', re.MULTILINE)
LATE = re.compile(r'\bimport\((?:"(\.{1,2}/[^"]+)"|`(\.{1,2}/[^`]+)`)\)')
LEFT = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
WAITS = re.compile(r"^\S.*\bawait\b", re.MULTILINE)
SPOKEN = "import(`./words/${language}.js`)"
KEY = re.compile(r"([a-z]+)(?:\.([a-z-]+))?\.([a-z]{2})")
MOST_KEPT = 400


def script_of(page: str, game: str, language: Language) -> str:
    """Where the script of a page is; the game is that of its board, if it has one."""
    key = ".".join([page, *([game] if game in GAMES else []), language])
    try:
        _script(f"{key}.js")
    except NotLinkable:  # a new way to write a module: it works, and a test says so
        return f"{ROOT}/{MAIN}"
    return f"{ROOT}/bundles/{key}.js"


def styles_of(names: Sequence[str]) -> str:
    """Where these styles are, in this order."""
    return f"{ROOT}/bundles/{'+'.join(name.removesuffix('.css') for name in names)}.css"


@get("/web/{version:str}/bundles/{name:path}", include_in_schema=False)
async def bundle(version: Version, name: FilePath) -> Response[bytes]:
    path = name.lstrip("/")
    try:
        content = _styles(path) if path.endswith(".css") else _script(path)
    except (KeyError, NotLinkable) as error:
        raise NotFoundException from error
    kept = lasting(personal=False) if version == DIGEST else "no-cache"
    kind = TYPES[path[path.rindex(".") :]]
    return Response(content, media_type=kind, headers={"Cache-Control": kept})


@lru_cache(MOST_KEPT)
def _styles(path: str) -> bytes:
    names = path.removesuffix(".css").split("+")
    if len(set(names)) < len(names):  # no page names one twice, and the answer stays bounded
        raise KeyError(path)
    return b"".join(FILES[f"{name}.css"] for name in names)


@lru_cache(MOST_KEPT)
def _script(path: str) -> bytes:
    """`game.gluck-auf.de.js` is what that page needs at once, `game.gluck-auf.de/x.js` more."""
    key, _, later = path.partition("/")
    base = _base(key.removesuffix(".js"))
    wanted = [one for one in _in_order([later]) if one not in base] if later else list(base)
    begin = f"""const modules = globalThis.schichtbuchModules ??= {{}};
const late = async (name) => {{
  if (!(name in modules)) await import(`{ROOT}/bundles/{key.removesuffix(".js")}/${{name}}`);
  return modules[name];
}};
"""
    return (begin + "\n".join(map(_wrapped, wanted)) + "\n").encode()


@lru_cache(MOST_KEPT)
def _base(key: str) -> dict[str, None]:
    """The modules of a page in order; KeyError if there is no such page."""
    found = KEY.fullmatch(key)
    if not found or found[3] not in LANGUAGES or (found[2] or "") not in ("", *GAMES):
        raise KeyError(key)
    page, game, language = found.groups()
    entries = [PAGES[page]] if page in PAGES else []
    own = [f"boards/{game}.js"] if game else []
    known = _in_order([*entries, *own, MAIN])
    folders = {posixpath.dirname(one) for one in known if SPOKEN in _source(one)}
    folders |= {f"boards/{game.replace('-', '_')}"} if game else set()
    words = [posixpath.join(folder, f"words/{language}.js") for folder in sorted(folders)]
    # The last begins the page: all that it asks for is there then.
    return dict.fromkeys(_in_order([*words, *own, *entries, MAIN]))


def _in_order(entries: Iterable[str]) -> list[str]:
    """Everything that is needed, what is imported before whoever imports it."""
    order: dict[str, None] = {}

    def visit(name: str, around: tuple[str, ...]) -> None:
        if name in around:
            raise NotLinkable(f"{name} imports itself by way of {', '.join(around)}")
        if name in order:
            return
        source = _source(name)
        for found in (*IMPORT.finditer(source), *ALONE.finditer(source)):
            visit(_target(name, found[found.re.groups]), (*around, name))
        order[name] = None

    for entry in entries:
        visit(entry, ())
    return list(order)


def _source(name: str) -> str:
    return FILES[name].decode()


def _target(name: str, specifier: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), specifier))


@cache
def _wrapped(name: str) -> str:
    """The module as a function that answers what it exports."""
    source = _source(name)
    exports = [*EXPORT.findall(source)]
    for found in EXPORTED.finditer(source):
        exports += [each.strip() for each in found[1].split(",") if each.strip()]

    def imported(found: re.Match[str]) -> str:
        wanted = found[1].replace(" as ", ": ")
        return f'const {{{wanted}}} = modules["{_target(name, found[2])}"];'

    def later(found: re.Match[str]) -> str:
        if found[1]:
            return f'late("{_target(name, found[1])}")'
        return f"late(`{_target(name, found[2])}`)"

    body = EXPORTED.sub("", EXPORT.sub("", ALONE.sub("", IMPORT.sub(imported, source))))
    body = LATE.sub(later, body)
    body = body.replace("import.meta.url", f'new URL("{ROOT}/{name}", location.href).href')
    left = LEFT.search(re.sub(r"^\s*//.*$", "", body, flags=re.MULTILINE))
    if left:
        raise NotLinkable(f"{name}: {left[0]}")
    waits = WAITS.search(body)
    begin = "await (async () => {" if waits else "(() => {"
    return f'modules["{name}"] ??= {begin}\n{body}\nreturn {{ {", ".join(exports)} }};\n}})();'
