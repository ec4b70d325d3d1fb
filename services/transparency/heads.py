"""Whether the leaves contain what was signed: the head that others see, and the one on disk."""

import asyncio
from pathlib import Path

from infra.head_file import HeadFile, UnreadableHead
from infra.settings import Settings
from infra.transparency_log import ORIGIN, DamagedLeaves, Head, TransparencyLog
from replays.tlog.tree_head import TreeHead
from services.transparency.refusal import (
    another_tree,
    damaged,
    leaves_missing,
    other_origin,
    unreadable_file,
)
from services.transparency.tree import CheckedTree


class Heads:
    def __init__(self, log: TransparencyLog, data: Path) -> None:
        self._log = log
        self.file, self.tree = HeadFile(data), CheckedTree(log)

    async def proven(self, origin: str) -> tuple[Head, int]:
        """The head that others see, and how many leaves there are; Refused unless these contain
        it, and the one on disk."""
        head, size, filed = await asyncio.gather(self._log.head(), self._log.size(), self._filed())
        if filed and filed.origin != origin:
            raise other_origin(self.file.path, filed.origin, origin)
        signed = [(head.size, head.root, "in Redis")]
        if filed:
            signed.append((filed.size, filed.root, str(self.file.path)))
        for leaves, root, where in sorted(signed):
            if leaves > size:
                raise leaves_missing(size, leaves, where)
            if await self.root_at(leaves) != root:
                self.tree.begin_again()  # others may be there when it is looked at next
                raise another_tree(leaves, where)
        return head, size

    async def root_at(self, size: int) -> bytes:
        try:
            return await self.tree.root_at(size)
        except DamagedLeaves as error:
            self.tree.begin_again()
            raise damaged(error) from error

    async def _filed(self) -> TreeHead | None:
        try:
            return await asyncio.to_thread(self.file.read)
        except UnreadableHead as error:
            raise unreadable_file(error, self.file.path) from error


async def proven_head(log: TransparencyLog, settings: Settings) -> Head:
    """From the first leaf on; Refused if it is not proven."""
    origin = await log.fact(ORIGIN) or settings.wanted_origin
    head, _ = await Heads(log, settings.data).proven(origin)
    return head
