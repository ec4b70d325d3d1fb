"""Another log in place of one that has ended: under another name, with leaves of all games again.

What the old one has signed stays true: its key stays listed, proofs that were taken of it hold. Its
keys in Redis and its head on disk are put aside, not deleted; its leaves in the archive lie under
its name.
"""

import hashlib
from typing import Any

from infra.head_file import HeadFile
from infra.transparency_log import FACTS, ORIGIN, PREFIX
from services.bootstrap import Resources


class SameName(Exception):
    """Under the old name it would be a fork."""


async def begin_anew(resources: Resources, origin: str) -> str:
    """What the old one was called; SameName if the new one is called so, too."""
    log, client = resources.transparency, _client(resources)
    file = HeadFile(resources.settings.data)
    filed = file.path.read_bytes() if file.path.exists() else b""
    before = await log.fact(ORIGIN) or filed.decode(errors="replace").partition("\n")[0]
    if origin == before or filed.startswith(f"{origin}\n".encode()):
        raise SameName(origin)
    aside = hashlib.sha256(f"{before}\n{(await log.head()).note}".encode()).hexdigest()[:8]
    if filed:
        file.path.rename(file.path.with_name(f"{file.path.name}.{aside}"))
    async for key in client.scan_iter(match=f"{PREFIX}*"):
        name = key.decode().removeprefix(PREFIX)
        if not name.startswith("ended:"):
            await client.rename(key, f"{PREFIX}ended:{aside}:{name}")
    await client.hset(FACTS, ORIGIN, origin)
    return before


def _client(resources: Resources) -> Any:
    client: Any = resources.redis
    return client
