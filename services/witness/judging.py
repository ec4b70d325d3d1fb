"""Whether a head may be cosigned: pure, so that every way to ask can be tried."""

from collections.abc import Iterable

from replays.checkpoint import VerifierKey
from replays.tlog.malformed import Malformed
from replays.tlog.merkle import EMPTY_ROOT, check_consistency
from replays.tlog.note import Note, WrongSignature
from replays.tlog.tree_head import TreeHead
from replays.tlog.witness_request import WitnessRequest
from services.witness.refusals import BadRequest, NotConsistent, NotSigned, OtherSize, UnknownLog


def read_request(body: bytes) -> WitnessRequest:
    try:
        return WitnessRequest.parse(body)
    except Malformed as error:
        raise BadRequest(str(error)) from error


def signed_by_log(request: WitnessRequest, logs: Iterable[VerifierKey]) -> Note:
    """The checkpoint with the signatures of its log alone; refused unless there is one."""
    origin = request.head.origin
    keys = [key for key in logs if key.name == origin]
    if not keys:
        raise UnknownLog("this witness does not know the log")
    try:
        signatures = request.checkpoint.signed_by(keys)
    except WrongSignature as error:
        raise NotSigned(str(error)) from error
    if not signatures:
        raise NotSigned("no key that this witness knows of the log has signed")
    return Note(request.checkpoint.text, tuple(signatures.values()))


def check_extends(request: WitnessRequest, known: TreeHead | None) -> None:
    """Refused unless the head is the one we saw last, or proven to begin with it."""
    head = request.head
    size, root = (known.size, known.root) if known else (0, EMPTY_ROOT)
    if request.old > head.size:
        raise BadRequest("the old size is above that of the checkpoint")
    if request.old != size:
        raise OtherSize(size)
    if not check_consistency(size, head.size, request.proof, root, head.root):
        raise NotConsistent("the checkpoint is not proven to extend the one seen before")
