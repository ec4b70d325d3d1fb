"""Adds leaves and signs heads, and refuses to sign a tree that does not contain what was signed.

Several processes may try. Leaves are added behind the one that was last (`XADD` with its id), and
a head takes the place of the one that it was proven to extend; whoever comes second begins again
with what is there. The order of a new head is: sign it, write it to the file outside Redis, have it
cosigned, and only then let others see it. So whatever was ever seen is in the file.
"""

import asyncio
import secrets
from collections.abc import Sequence
from time import monotonic

import structlog

from infra import log_key
from infra.clock import now
from infra.head_file import Backwards
from infra.known_keys import note_keys
from infra.leaf_bundles import AnotherBundle, UnreadableBundle
from infra.signing_key import UnusableKey
from infra.transparency_log import (
    ORIGIN,
    Batch,
    DamagedLeaves,
    Head,
    LeavesMoved,
    TransparencyLog,
)
from infra.witnesses import Witnesses
from replays.checkpoint import Signer
from replays.tlog.malformed import Malformed
from replays.tlog.merkle import consistency_proof
from replays.tlog.note import Note, Signature, sign
from replays.tlog.tiles import FULL
from replays.tlog.tree_head import TreeHead
from services.bootstrap import Resources
from services.transparency.collecting import Collecting
from services.transparency.heads import Heads
from services.transparency.refusal import Refused, damaged, too_few_witnesses, unusable_key
from services.transparency.tiles import LogTiles
from services.transparency.tree import is_as_signed, root_of_bundle

log = structlog.get_logger()

TURN_MS = 1500
"""So long a sequencer that has died holds up another one."""
STREAMS = 100
"""Logs whose leaves are added together."""
ROUNDS = 10
"""So often leaves are added before a head is signed."""
STAY = FULL
"""Signed leaves that stay in Redis at least: those that are asked for most."""
MOVED = 16
"""Bundles that move to the archive in one round of the sweep."""
PATIENCE = 5.0
"""Seconds before what was refused is looked at again."""
EVENTS = "tournament/"
COMPLETE = "complete"
"""The fact when all logs that were there had been taken for the first time."""


class Sequencer:
    def __init__(self, resources: Resources) -> None:
        self._log: TransparencyLog = resources.transparency
        self._settings = resources.settings
        self._heads = Heads(self._log, resources.settings.data)
        self._collecting = Collecting(resources)
        self._witnesses = Witnesses(resources.settings.witnesses, resources.settings.witness_quorum)
        self._token = secrets.token_hex(16)
        self._key: Signer | None = None
        self._looked_at = -1
        self._is_contradicted = False
        """The archive holds other leaves than Redis."""
        self._said = ""
        """Why nothing is signed."""
        self._look_again = 0.0

    async def close(self) -> None:
        await self._witnesses.close()

    async def turn(self) -> int | None:
        """Add what is due and sign it: how many leaves are new. None if it is not our turn, or
        nothing may be signed."""
        if not await self._log.claim(self._token, TURN_MS):
            return None
        if self._said and monotonic() < self._look_again:
            return None
        try:
            return await self._add_and_sign()
        except (LeavesMoved, Backwards) as error:
            log.info("another sequencer was faster", error=str(error))
        except Refused as refused:
            await self._refuse(refused)
        return None

    async def sweep(self) -> bool:
        """Look for what nobody has noted, and at some old leaves; True if all logs that are older
        than this one have been looked at."""
        await self._look_at_old_leaves()
        try:
            await self._move_out()
        except Refused as refused:
            await self._refuse(refused)
        if await self._collecting.sweep() and not await self._log.fact(COMPLETE):
            await self._log.set_fact(COMPLETE, now())
        return bool(await self._log.fact(COMPLETE))

    async def _add_and_sign(self) -> int:
        signer = await self._signer()
        before, size = await self._heads.proven(signer.name)
        if self._is_contradicted:
            await self._move_out()
        await self._keep_hashes()
        first = size
        for _ in range(ROUNDS):
            batches = await self._collecting.batches(STREAMS)
            if not batches:
                break
            size = await self._add(size, batches)
        if size > before.size:
            await self._sign(before, size, signer)
        await self._accept()
        return size - first

    async def _signer(self) -> Signer:
        origin = await self._log.fact(ORIGIN) or self._settings.wanted_origin
        if self._key is None or self._key.name != origin:
            self._key = await asyncio.to_thread(self._load_key, origin)
        return self._key

    def _load_key(self, origin: str) -> Signer:
        """From now on `/keys` tells it, so that witnesses can know it before the first leaf."""
        try:
            key = log_key.load_or_create(self._settings.data, origin)
        except UnusableKey as error:
            raise unusable_key(error) from error
        note_keys(self._settings.data, "log", [key.key])
        witnesses = [witness.key for witness in self._settings.witnesses]
        note_keys(self._settings.data, "witness", witnesses)
        return key

    async def _add(self, size: int, batches: Sequence[Batch]) -> int:
        if any(batch.leaves for batch in batches):
            await self._log.fix(ORIGIN, self._settings.wanted_origin)
        size = await self._log.add(size, batches)
        for batch in batches:
            if batch.stream.startswith(EVENTS):
                await self._log.let_go(batch.stream)
        return size

    async def _sign(self, before: Head, size: int, signer: Signer) -> None:
        root = await self._heads.root_at(size)
        await self._keep_hashes()
        text = TreeHead(signer.name, size, root).text()
        note = Note(text, (sign(signer, text),))
        await asyncio.to_thread(self._heads.file.write, str(note))
        seen = note.with_signatures(await self._cosignatures(note, size, root))
        await self._log.advance(before, Head(size, root, str(seen), now()))

    async def _keep_hashes(self) -> None:
        """They are forgotten only once they are stored: the server may be away."""
        tree = self._heads.tree
        await self._log.keep_hashes(tree.hashes)
        tree.hashes.clear()

    async def _cosignatures(self, note: Note, size: int, root: bytes) -> list[Signature]:
        """Refused if they are too few for others to see the head."""
        tiles, head = LogTiles(self._log, remembered=0), Head(size, root)

        async def prove(old: int, new: int) -> list[bytes]:
            reader = await tiles.reader(head, max(old - 1, 0))
            return consistency_proof(old, new, reader.read)

        given = await self._witnesses.collect(note, prove)
        if len(given) < self._witnesses.quorum:
            raise too_few_witnesses(len(given), self._witnesses.quorum)
        return given

    async def _look_at_old_leaves(self) -> None:
        """One bundle after the other, for ever: whoever changes a leaf that was signed is found."""
        head = await self._log.head()
        if head.size == 0:
            return
        self._looked_at = (self._looked_at + 1) % (head.size // FULL + 1)
        if not await is_as_signed(self._log, head, self._looked_at):
            self._heads.tree.begin_again()

    async def _move_out(self) -> None:
        """Old leaves, to the archive; Refused if that holds others."""
        if self._settings.archive_after is None:
            return
        head, first = await self._log.head(), await self._log.oldest()
        due = range(first // FULL, (head.size - STAY) // FULL)
        if first % FULL:
            return  # something is wrong with the stream, and said by whoever reads it
        try:
            for n in due[:MOVED]:
                await self._log.move_out(n, await root_of_bundle(self._log, head, n))
        except (AnotherBundle, UnreadableBundle) as error:
            self._is_contradicted = True
            raise damaged(error) from error
        except (DamagedLeaves, Malformed):
            self._heads.tree.begin_again()
            return
        self._is_contradicted = False

    async def _refuse(self, refused: Refused) -> None:
        """Said once; games go on."""
        self._look_again = monotonic() + PATIENCE
        if str(refused) != self._said:
            log.error("the transparency log is not signed", why=refused.said, mend=refused.mend)
        self._said = str(refused)
        await self._log.refuse(self._said)

    async def _accept(self) -> None:
        if self._said or await self._log.refused():
            self._said = ""
            await self._log.accept()
