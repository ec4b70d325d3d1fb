"""However a witness is asked, what it cosigned is one log that only grew."""

from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replays.checkpoint import COSIGNATURE, Signer
from replays.tlog.merkle import EMPTY_ROOT
from replays.tlog.note import Note
from replays.tlog.tree_head import TreeHead
from replays.tlog.witness_request import WitnessRequest
from services.witness import seen_heads
from services.witness.identity import load_or_create
from services.witness.refusals import Refused
from services.witness.seen_heads import SeenHeads, UnusableFolder
from services.witness.witness import Witness
from tests.replays.tlog.growing import tree_hash
from tests.services.witness.dishonest_log import (
    BRANCHES,
    LARGEST,
    LOG,
    STRANGER,
    ask,
    head,
    signed,
)

sizes = st.integers(0, LARGEST)
branches = st.sampled_from(sorted(BRANCHES))


@st.composite
def requests(draw: st.DrawFn) -> WitnessRequest:
    """Honest ones mostly; others with a proof, head or signature from elsewhere."""
    old, size = draw(sizes), draw(sizes)
    signer = draw(st.sampled_from([LOG, LOG, LOG, STRANGER]))
    honest = ask(min(old, size), size, draw(branches), signer)
    proof = draw(st.just(honest) | st.builds(ask, sizes, sizes, branches)).proof
    return WitnessRequest(draw(st.just(honest.old) | sizes), proof, honest.checkpoint)


def status(witness: Witness, request: WitnessRequest) -> int:
    try:
        signature = witness.add_checkpoint(request.body())
    except Refused as refused:
        return refused.status
    assert signature.fits(witness.key, request.checkpoint.text)
    return 200


def extends(old: TreeHead, new: TreeHead) -> bool:
    """By looking at the leaves: no proofs."""
    return any(
        root(tree.entries, new) and root(tree.entries, old) and old.size <= new.size
        for tree in BRANCHES.values()
    )


def root(entries: list[bytes], of: TreeHead) -> bool:
    return tree_hash(entries[: of.size]) == of.root


def expected(request: WitnessRequest, known: TreeHead) -> set[int]:
    """What the specification says, without a look at how it is done."""
    if not request.checkpoint.signed_by([LOG.key]):
        return {403}
    if request.old > request.head.size:
        return {400}
    if request.old != known.size:
        return {409}
    return {200, 422} if extends(known, request.head) else {422}


@settings(max_examples=60)
@given(st.lists(requests(), min_size=1, max_size=25), st.booleans())
def test_random_requests(asked: list[WitnessRequest], restarted: bool) -> None:
    with TemporaryDirectory() as folder:
        cosigned = [TreeHead(LOG.name, 0, EMPTY_ROOT)]
        seen = SeenHeads(Path(folder))
        signer = load_or_create(Path(folder), None, "w")
        for request in asked:
            if restarted:
                seen.close()
                seen = SeenHeads(Path(folder))
            got = status(Witness(signer, [LOG.key], seen), request)
            assert got in expected(request, cosigned[-1])
            if got == 200:
                cosigned.append(request.head)
        assert all(extends(old, new) for old, new in combinations(cosigned, 2))
        seen.close()


@settings(max_examples=30)
@given(st.lists(sizes, min_size=1, max_size=12))
def test_an_honest_log_is_always_cosigned(steps: list[int]) -> None:
    with TemporaryDirectory() as folder:
        seen = SeenHeads(Path(folder))
        witness = Witness(load_or_create(Path(folder), None, "w"), [LOG.key], seen)
        old = 0
        for size in sorted(steps):
            assert status(witness, ask(old, size)) == 200
            old = size
        seen.close()


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_garbage_is_a_bad_request(body: bytes) -> None:
    with pytest.raises(Refused) as refused:
        Witness(LOG, [LOG.key], None).add_checkpoint(body)  # type: ignore[arg-type]
    assert refused.value.status == 400


@given(st.data())
def test_a_damaged_request_is_never_cosigned_as_another(data: st.DataObject) -> None:
    body = ask(0, 9).body()
    at = data.draw(st.integers(0, len(body) - 1))
    damaged = body[:at] + data.draw(st.binary(max_size=2)) + body[at + 1 :]
    with TemporaryDirectory() as folder:
        seen = SeenHeads(Path(folder))
        witness = Witness(LOG, [LOG.key], seen)
        try:
            signature = witness.add_checkpoint(damaged)
        except Refused:
            assert seen.last(LOG.name) is None
        else:
            assert signature.fits(witness.key, head(9).text())
        seen.close()


def test_what_cannot_be_stored_is_not_cosigned(tmp_path: Path) -> None:
    seen = SeenHeads(tmp_path)
    witness = Witness(LOG, [LOG.key], seen)
    assert status(witness, ask(0, 3)) == 200
    with (
        patch.object(seen_heads, "write_private", side_effect=OSError("disk full")),
        pytest.raises(OSError, match="disk full"),
    ):
        witness.add_checkpoint(ask(3, 9).body())
    assert seen.last(LOG.name) == signed(head(3).text())
    assert status(witness, ask(3, 12)) == 200
    seen.close()


def test_it_is_on_the_disk_before_it_is_signed(tmp_path: Path) -> None:
    seen = SeenHeads(tmp_path)

    def clock() -> float:
        """Asked for when it signs."""
        (kept,) = tmp_path.glob("*.checkpoint")
        assert TreeHead.parse(Note.parse(kept.read_text()).text) == head(7)
        return 5.0

    witness = Witness(LOG, [LOG.key], seen, clock)
    assert witness.add_checkpoint(ask(0, 7).body()).time == 5
    seen.close()


def test_a_folder_that_cannot_be_read_is_not_begun_anew(tmp_path: Path) -> None:
    seen = SeenHeads(tmp_path)
    Witness(LOG, [LOG.key], seen).add_checkpoint(ask(0, 7).body())
    seen.close()
    (kept,) = tmp_path.glob("*.checkpoint")
    kept.write_bytes(kept.read_bytes()[:20])
    with pytest.raises(UnusableFolder, match="bring it back from a copy"):
        SeenHeads(tmp_path)


def test_the_name_stays(tmp_path: Path) -> None:
    first = load_or_create(tmp_path, None, "me.example/w")
    assert load_or_create(tmp_path, None, None).key == first.key
    with pytest.raises(UnusableFolder, match=r"called me\.example/w, not you"):
        load_or_create(tmp_path, None, "you")


def test_two_logs_are_apart(tmp_path: Path) -> None:
    other = Signer("other.example/tlog", STRANGER.private)
    seen = SeenHeads(tmp_path)
    witness = Witness(LOG, [LOG.key, other.key], seen)
    text = head(9, 5, other.name).text()
    assert status(witness, ask(0, 20)) == 200
    assert status(witness, WitnessRequest(0, (), signed(text, other))) == 200
    # With the key of the other log, under the name of the first, and the other way round.
    for signer, origin in ((other, LOG.name), (LOG, other.name)):
        text = head(20, 0, origin).text()
        note = Note(text, tuple(s._replace(name=origin) for s in signed(text, signer).signatures))
        assert status(witness, WitnessRequest(20, (), note)) == 403
    unknown = signed(head(9, 0, "third.example").text())
    assert status(witness, WitnessRequest(0, (), unknown)) == 404
    assert witness.key.kind == COSIGNATURE
    seen.close()
