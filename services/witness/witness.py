"""The witness itself: one request at a time, stored before it is answered."""

import time
from collections.abc import Callable, Sequence
from threading import Lock

import structlog

from replays.checkpoint import Signer, VerifierKey
from replays.tlog.note import Note, Signature, cosign, witness_key
from replays.tlog.tree_head import TreeHead
from services.witness.judging import check_extends, read_request, signed_by_log
from services.witness.refusals import NotConsistent
from services.witness.seen_heads import SeenHeads

log = structlog.get_logger("witness")


class Witness:
    def __init__(
        self,
        signer: Signer,
        logs: Sequence[VerifierKey],
        seen: SeenHeads,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._signer, self._logs, self._seen, self._clock = signer, tuple(logs), seen, clock
        self._one_at_a_time = Lock()

    @property
    def key(self) -> VerifierKey:
        """To check what it cosigns."""
        return witness_key(self._signer)

    def add_checkpoint(self, body: bytes) -> Signature:
        """The cosignature; Refused if the head does not extend the last one, or is not signed."""
        request = read_request(body)
        checkpoint = signed_by_log(request, self._logs)
        # From looking at the last head to having stored the next: else a slower request could put
        # a smaller one over a larger one.
        with self._one_at_a_time:
            known = self._seen.last(request.head.origin)
            try:
                check_extends(request, TreeHead.parse(known.text) if known else None)
            except NotConsistent:
                _warn(known, checkpoint)
                raise
            if known is None or known.text != checkpoint.text:
                self._seen.keep(checkpoint)
            return cosign(self._signer, checkpoint.text, int(self._clock()))


def _warn(known: Note | None, shown: Note) -> None:
    """If both are of one size, they prove that the log forked: keep these lines."""
    log.warning("not consistent", known=str(known or ""), shown=str(shown))
