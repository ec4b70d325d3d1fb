"""Asks the witnesses of the log to cosign a checkpoint, all at the same time and not for long.

One that is away, slow, or tells lies costs its own cosignature and nobody else's: it is waited for
half a second, and then left alone for a while; what it sends is bounded and checked under its known
key, and its redirects are not followed.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

import httpx
import structlog

from infra.witness_addresses import WitnessAddress
from replays.tlog.decimal_text import read_number
from replays.tlog.malformed import Malformed
from replays.tlog.note import Note, Signature
from replays.tlog.tree_head import TreeHead
from replays.tlog.witness_request import WitnessRequest

Prove = Callable[[int, int], Awaitable[Sequence[bytes]]]
"""The consistency proof between two sizes of the log, the smaller one first."""

GRACE = 0.5
"""Seconds that all of them get; longer only while there are too few cosignatures."""
TIMEOUT = 5.0
"""Seconds that the quorum is waited for."""
PAUSE = 30.0
"""Seconds for which a witness that took too long is not asked again."""
LONGEST_ANSWER = 16 * 1024
CLOCK_AHEAD = 300
"""Seconds that a witness's clock may be ahead of ours."""

log = structlog.get_logger("witnesses")


class NoCosignature(Exception):
    """Why there is none; the message says it for a log line."""


class Witnesses:
    def __init__(
        self,
        known: Sequence[WitnessAddress],
        quorum: int = 0,
        *,
        grace: float = GRACE,
        timeout: float = TIMEOUT,
        pause: float = PAUSE,
    ) -> None:
        self._known, self.quorum = tuple(known), quorum
        self._grace, self._timeout, self._pause = grace, timeout, pause
        self._sizes: dict[WitnessAddress, int] = {}
        self._away_until: dict[WitnessAddress, float] = {}
        self._were_too_few = False
        self._http = httpx.AsyncClient(
            timeout=timeout,
            follow_redirects=False,
            trust_env=False,
            headers={"accept-encoding": "identity"},
        )

    async def close(self) -> None:
        await self._http.aclose()

    def sizes(self) -> dict[WitnessAddress, int]:
        """What each was last known to have seen; those that were never reached are missing."""
        return dict(self._sizes)

    async def collect(self, checkpoint: Note, prove: Prove) -> list[Signature]:
        """The cosignatures of those who gave one in time, in the order in which they are set.

        They may be fewer than the quorum: then nobody should see this checkpoint yet. Whoever is
        asked again for the same one cosigns it again.
        """
        asked = {
            asyncio.create_task(self._ask_politely(witness, checkpoint, prove)): witness
            for witness in self._worth_asking()
        }
        try:
            await self._wait(set(asked))
        finally:
            for task, witness in asked.items():
                if task.cancel():
                    self._leave_alone(witness, "it took too long")
            await asyncio.gather(*asked, return_exceptions=True)
        answers = (None if task.cancelled() else task.result() for task in asked)
        given = [signature for signature in answers if signature]
        self._were_too_few = len(given) < self.quorum
        return given

    def _worth_asking(self) -> Sequence[WitnessAddress]:
        """Those who were there lately; all, if these are too few for the quorum, or were the last
        time: one that lies is there, too."""
        now = time.monotonic()
        there = [one for one in self._known if now >= self._away_until.get(one, 0.0)]
        is_enough = len(there) >= self.quorum and not self._were_too_few
        return there if is_enough else self._known

    async def _wait(self, asked: set["asyncio.Task[Signature | None]"]) -> None:
        """For all of them a little, and longer while there is no quorum."""
        end = time.monotonic() + self._timeout
        waiting, patience = asked, self._grace
        while waiting and patience > 0:
            _, waiting = await asyncio.wait(waiting, timeout=patience)
            given = sum(task.done() and task.result() is not None for task in asked)
            if given >= self.quorum:
                return
            patience = min(self._grace, end - time.monotonic())

    async def _ask_politely(
        self, witness: WitnessAddress, checkpoint: Note, prove: Prove
    ) -> Signature | None:
        """None if it gives none, whatever it does instead."""
        try:
            signature = await self._ask(witness, checkpoint, prove)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            self._leave_alone(witness, repr(error))
            return None
        except (NoCosignature, Malformed) as error:
            log.warning("not cosigned", witness=witness.key.name, why=str(error))
            return None
        self._sizes[witness] = TreeHead.parse(checkpoint.text).size
        return signature

    def _leave_alone(self, witness: WitnessAddress, why: str) -> None:
        self._away_until[witness] = time.monotonic() + self._pause
        log.warning("witness away", witness=witness.key.name, why=why)

    async def _ask(self, witness: WitnessAddress, checkpoint: Note, prove: Prove) -> Signature:
        """Asked twice at most: the first answer may teach which size it saw last."""
        size = TreeHead.parse(checkpoint.text).size
        old = min(self._sizes.get(witness, 0), size)
        status, body = await self._post(witness, old, checkpoint, prove)
        if status == 409:
            old = self._sizes[witness] = read_number(body.removesuffix("\n"), "the known size")
            if old > size:
                raise NoCosignature(f"it has seen {old} leaves, and there are {size}")
            status, body = await self._post(witness, old, checkpoint, prove)
        if status != 200:
            raise NoCosignature(f"it answered {status}: {body[:200]!r}")
        return _cosignature(witness, checkpoint, body)

    async def _post(
        self, witness: WitnessAddress, old: int, checkpoint: Note, prove: Prove
    ) -> tuple[int, str]:
        size = TreeHead.parse(checkpoint.text).size
        request = WitnessRequest(old, tuple(await prove(old, size)), checkpoint)
        url = f"{witness.url}/add-checkpoint"
        async with self._http.stream("POST", url, content=request.body()) as answer:
            body = b""
            async for part in answer.aiter_raw():
                body += part
                if len(body) > LONGEST_ANSWER:
                    raise NoCosignature("its answer is too long")
            return answer.status_code, body.decode(errors="replace")


def _cosignature(witness: WitnessAddress, checkpoint: Note, body: str) -> Signature:
    """The one of its known key: others that it sends are nobody's word."""
    for line in body.removesuffix("\n").split("\n"):
        signature = Signature.parse(line)
        if (signature.name, signature.key_id) != (witness.key.name, witness.key.key_id):
            continue
        if not signature.fits(witness.key, checkpoint.text):
            raise NoCosignature("its signature does not fit")
        if signature.time > time.time() + CLOCK_AHEAD:
            raise NoCosignature("its clock is ahead")
        return signature
    raise NoCosignature("it did not sign with its key")
