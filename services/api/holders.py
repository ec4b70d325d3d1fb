"""Those whose token or key may end while they still watch."""

from collections.abc import Collection
from typing import TypeAlias

from msgspec import Struct

from infra.access import Holder
from infra.arbiters import Arbiters
from infra.game_log import GameLog


class ArbiterKey(Struct, frozen=True):
    """Whoever rules, known by the digest of the key."""

    digest: str


AnyHolder: TypeAlias = Holder | ArbiterKey


class Holders:
    def __init__(self, log: GameLog, arbiters: Arbiters) -> None:
        self._log, self._arbiters = log, arbiters

    async def former(self, game_id: str, holders: Collection[AnyHolder]) -> set[AnyHolder]:
        """Those of them who hold nothing any more, as the server has it now."""
        former: set[AnyHolder] = set()
        seats = {holder for holder in holders if isinstance(holder, Holder)}
        if seats:
            access = await self._log.access(game_id)
            former |= {holder for holder in seats if not access.holds(holder)}
        keys = {holder.digest for holder in holders if isinstance(holder, ArbiterKey)}
        if keys:
            former |= {ArbiterKey(digest) for digest in await self._arbiters.without_key(keys)}
        return former
