"""Signed notes, checkpoints, leaves and proofs: published examples, round trips, forgeries."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from replays.checkpoint import COSIGNATURE, ED25519, Signer
from replays.tlog.leaf import Leaf
from replays.tlog.malformed import Malformed
from replays.tlog.merkle import MAX_SIZE, inclusion_proof, root
from replays.tlog.note import Note, Signature, WrongSignature, cosign, parse_key, sign, witness_key
from replays.tlog.proof import Proof, Verdict
from replays.tlog.tree_head import TreeHead
from tests.replays.tlog.growing import GrowingTree

# From the documentation of golang.org/x/mod/sumdb/note.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETERS_NOTE = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
    "\n"
    "— PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FF"
    "YC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
# From C2SP tlog-cosignature.
SOFA = (
    "example.com/behind-the-sofa\n"
    "20852163\n"
    "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
    "\n"
    "— example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4U"
    "RYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
    "— witness.example.com/w1 "
    "jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"
)

LOG = Signer("example.com/log", Ed25519PrivateKey.from_private_bytes(bytes(31) + b"\x01"))
OTHER = Signer("example.com/log", Ed25519PrivateKey.from_private_bytes(bytes(31) + b"\x02"))
WITNESSES = [
    Signer(f"witness{n}.example", Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32))
    for n in range(1, 4)
]
TREE = GrowingTree([Leaf("game/abc", n + 1, f"{n:064x}").entry() for n in range(20)])
HEAD = TreeHead(LOG.name, 20, root(20, TREE.read))


def checkpoint(witnesses: int = 0) -> Note:
    signatures = [sign(LOG, HEAD.text())]
    signatures += [cosign(witness, HEAD.text(), 1679315147) for witness in WITNESSES[:witnesses]]
    return Note(HEAD.text(), tuple(signatures))


def proof(index: int = 7, witnesses: int = 2) -> Proof:
    return Proof(index, tuple(inclusion_proof(index, 20, TREE.read)), checkpoint(witnesses))


def test_the_note_of_go_s_documentation() -> None:
    key = parse_key(PETER, ED25519)
    note = Note.parse(PETERS_NOTE)
    assert list(note.signed_by([key])) == [key]
    assert str(note) == PETERS_NOTE
    with pytest.raises(WrongSignature):
        Note.parse(PETERS_NOTE.replace("answer", "problem")).signed_by([key])


def test_the_checkpoint_of_the_specification() -> None:
    note = Note.parse(SOFA)
    head = TreeHead.parse(note.text)
    assert (head.origin, head.size) == ("example.com/behind-the-sofa", 20852163)
    assert head.text() == note.text
    assert note.signatures[1].time == 1679315147
    assert len(note.signatures[1].signed) == 72


def test_a_text_with_empty_lines_ends_at_the_last_one() -> None:
    note = Note("one\n\ntwo\n", (sign(LOG, "one\n\ntwo\n"),))
    assert Note.parse(str(note)) == note
    assert list(note.signed_by([LOG.key])) == [LOG.key]


def test_the_same_note_as_the_signer_of_games_writes() -> None:
    assert LOG.sign_text(HEAD.text()) == str(checkpoint())


def test_signatures_of_many() -> None:
    keys = [witness_key(witness) for witness in WITNESSES]
    assert list(checkpoint(2).signed_by([LOG.key, *keys])) == [LOG.key, *keys[:2]]
    assert checkpoint(2).signed_by([OTHER.key]) == {}
    # A cosignature is none of a log, though it be by the same bytes of a key.
    assert checkpoint(2).signed_by([witness.key for witness in WITNESSES]) == {}


def test_a_cosignature_is_over_its_time() -> None:
    signature = cosign(WITNESSES[0], HEAD.text(), 1000)
    later = signature._replace(signed=(1001).to_bytes(8, "big") + signature.signed[8:])
    far = signature._replace(signed=b"\xff" * 8 + signature.signed[8:])
    key = witness_key(WITNESSES[0])
    assert signature.fits(key, HEAD.text())
    assert not later.fits(key, HEAD.text())
    assert not far.fits(key, HEAD.text())
    assert not signature._replace(signed=b"short").fits(key, HEAD.text())


@pytest.mark.parametrize(
    "note",
    [
        "",
        "text\n",
        "text\n\n",
        "text\n\n— name AAAAAAA=",
        "text\n\n- name AAAAAAA=\n",
        "text\n\n— na+me AAAAAAA=\n",
        "text\n\n— na me AAAAAAA=\n",
        "text\n\n— na\u2003me AAAAAAA=\n",
        "text\n\n—  AAAAAAA=\n",
        "text\n\n— name AAAA\n",
        "text\n\n— name AAAAAAB=\n",
        "text\n\n— name AAAAAAA=\r\n",
        "te\txt\n\n— name AAAAAAA=\n",
        "text\n\n" + "— name AAAAAAA=\n" * 65,
        "t" * 70_000 + "\n\n— name AAAAAAA=\n",
    ],
)
def test_what_is_no_note(note: str) -> None:
    with pytest.raises(Malformed):
        Note.parse(note)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "log\n1\n",
        "log\n01\n" + "A" * 43 + "=\n",
        "log\n-1\n" + "A" * 43 + "=\n",
        f"log\n{MAX_SIZE + 1}\n" + "A" * 43 + "=\n",
        "log\n1\n" + "A" * 42 + "B=\n",
        "log\n1\nAAAA\n",
        "log\n1\n" + "A" * 43 + "=",
        "log\n1\n" + "A" * 43 + "=\n\n",
        "\n1\n" + "A" * 43 + "=\n",
        "log\n١\n" + "A" * 43 + "=\n",
    ],
)
def test_what_is_no_checkpoint(text: str) -> None:
    with pytest.raises(Malformed):
        TreeHead.parse(text)


@given(st.integers(0, MAX_SIZE), st.binary(min_size=32, max_size=32))
def test_checkpoints_round_trip(size: int, root_hash: bytes) -> None:
    for head in (TreeHead("a", size, root_hash), TreeHead("a", size, root_hash, ("more", "x y"))):
        assert TreeHead.parse(head.text()) == head


def test_leaves() -> None:
    leaf = Leaf("game/q3", 12, "ab" * 32)
    assert leaf.entry() == b"schichtbuch/leaf/1\ngame/q3\n12\n" + b"ab" * 32 + b"\n"
    assert Leaf.parse(leaf.entry()) == leaf
    for wrong in (
        leaf.entry()[:-1],
        leaf.entry() + b"\n",
        leaf.entry().replace(b"ab", b"AB"),
        leaf.entry().replace(b"\n12", b"\n012"),
        leaf.entry().replace(b"game/", b"room/"),
        leaf.entry().replace(b"leaf/1", b"leaf/2"),
        b"\xff",
        b"",
    ):
        with pytest.raises(Malformed):
            Leaf.parse(wrong)


def test_keys() -> None:
    for text, kind in ((str(LOG.key), ED25519), (str(witness_key(LOG)), COSIGNATURE)):
        assert str(parse_key(text, kind)) == text
    assert str(LOG.key) != str(witness_key(LOG))
    for wrong in (str(witness_key(LOG)), str(LOG.key) + "\n", f"a {LOG.key}", "a+b", ""):
        with pytest.raises(Malformed):
            parse_key(wrong, ED25519)


def test_a_proof_holds_under_known_keys() -> None:
    entry = TREE.entries[7]
    known = [witness_key(witness) for witness in WITNESSES]
    assert proof().check(entry, [LOG.key], known) == Verdict(True, 2, LOG.key)
    assert proof().check(entry, [LOG.key], known[:1]) == Verdict(True, 1, LOG.key)
    assert proof().check(entry, [LOG.key]) == Verdict(True, 0, LOG.key)
    assert proof().check(entry, [OTHER.key], known) == Verdict(False, 0, None)
    assert proof().check(TREE.entries[8], [LOG.key], known) == Verdict(False, 0, LOG.key)


def test_one_witness_under_two_names_is_one() -> None:
    again = Signer("another.example", WITNESSES[0].private)
    twice = checkpoint(1).with_signatures([cosign(again, HEAD.text(), 5)])
    made = Proof(7, proof().path, twice)
    known = [witness_key(WITNESSES[0]), witness_key(again)]
    assert made.check(TREE.entries[7], [LOG.key], known).witnesses == 1


def test_a_wrong_signature_spoils_the_proof() -> None:
    wrong = cosign(WITNESSES[0], "another\ntext\n", 5)
    made = Proof(7, proof().path, checkpoint().with_signatures([wrong]))
    key = witness_key(WITNESSES[0])
    assert made.check(TREE.entries[7], [LOG.key], [key]) == Verdict(False, 0, key)
    assert made.check(TREE.entries[7], [LOG.key]).included


def test_no_log_speaks_for_another() -> None:
    text = TreeHead("example.com/another", 20, HEAD.root).text()
    made = Proof(7, proof().path, Note(text, (sign(LOG, text),)))
    assert made.check(TREE.entries[7], [LOG.key]) == Verdict(False, 0, None)


def test_the_text_of_a_proof() -> None:
    lines = proof(witnesses=1).text().split("\n")
    assert lines[:2] == ["c2sp.org/tlog-proof@v1", "index 7"]
    assert [base64.b64decode(line) for line in lines[2:7]] == list(proof().path)
    assert lines[7:10] == ["", LOG.name, "20"]
    assert lines[12].startswith("— example.com/log ")
    assert lines[13].startswith("— witness1.example ")
    assert lines[14:] == [""]


@given(st.integers(0, 19), st.integers(0, 3), st.binary(max_size=40))
def test_proofs_round_trip(index: int, witnesses: int, extra: bytes) -> None:
    made = Proof(index, proof(index).path, checkpoint(witnesses), extra)
    assert Proof.parse(made.text()) == made


@given(st.data())
def test_a_changed_proof_is_malformed_or_refused(data: st.DataObject) -> None:
    text = proof().text()
    at = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.sampled_from("0A/=+\n— é") | st.just(""))
    changed = text[:at] + sign + text[at + 1 :]
    known = [witness_key(witness) for witness in WITNESSES]
    try:
        parsed = Proof.parse(changed)
    except Malformed:
        return
    verdict = parsed.check(TREE.entries[7], [LOG.key], known)
    # A name or number that is changed makes a cosignature one of somebody unknown.
    assert not verdict.included or verdict.witnesses < 2 or changed == text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("proof@v1", "proof@v2"),
        ("index 7", "index 07"),
        ("index 7", "index  7"),
        ("index 7", "extra \nindex 7"),
        ("index 7", "extra AA==\nextra AA==\nindex 7"),
        ("index 7", "index 7\nAAAA"),
        ("index 7", "index 7\n" + "\n".join(["A" * 43 + "="] * 63)),
        ("\n20\n", "\n020\n"),
    ],
)
def test_what_is_no_proof(old: str, new: str) -> None:
    text = proof().text()
    assert old in text
    with pytest.raises(Malformed):
        Proof.parse(text.replace(old, new, 1))


def test_signatures_are_parsed_as_written() -> None:
    signature = sign(LOG, "text\n")
    assert Signature.parse(signature.line().removesuffix("\n")) == signature
