"""The viewer's own files, under an address that changes with them, so that they keep for ever."""

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter

from services.api.http.caching import lasting

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".html": "text/html; charset=utf-8",
}


def _read(folder: Traversable, path: str = "") -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for part in sorted(folder.iterdir(), key=lambda part: part.name):
        if part.is_dir():
            found |= _read(part, f"{path}{part.name}/")
        elif any(part.name.endswith(ending) for ending in TYPES):
            found[path + part.name] = part.read_bytes()
    return found


FILES = _read(files(__package__).joinpath("static"))
DIGEST = hashlib.sha256(repr(sorted(FILES.items())).encode()).hexdigest()[:12]
ROOT = f"/web/{DIGEST}"

Version = Annotated[str, PathParameter(description="Which edition of the files.")]
FilePath = Annotated[str, PathParameter(description="Which of them.")]


@get("/web/{version:str}/{name:path}", include_in_schema=False)
async def static_file(version: Version, name: FilePath) -> Response[bytes]:
    path = name.lstrip("/")
    content = FILES.get(path)
    if content is None:
        raise NotFoundException
    # Whoever still has yesterday's page gets today's files, but must not keep them under that name.
    kept = lasting(personal=False) if version == DIGEST else "no-cache"
    kind = TYPES[path[path.rindex(".") :]]
    return Response(content, media_type=kind, headers={"Cache-Control": kept})


@get("/embed.js", include_in_schema=False)
async def embed_script() -> Response[bytes]:
    """Under an address that stays: it leads pages of others to today's files."""
    script = FILES["embed/embed.js"].replace(b"{root}", ROOT.encode())
    return Response(script, media_type=TYPES[".js"], headers={"Cache-Control": "no-cache"})
