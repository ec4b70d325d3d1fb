"""An entry is exact bytes: key order, hash chain, seals, checked with tools that are not ours."""

import hashlib
import json

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from replays.checkpoint import BadCheckpoint, Checkpoint, Signer, VerifierKey, open_note
from tests.replays.games import SIGNER, finished, record

KEYS = ["v", "at", "by", "key", "action", "events", "seals", "prev"]


def test_a_line_has_its_keys_in_order_and_no_spaces() -> None:
    for entry in record(upto=30).entries:
        parsed = json.loads(entry.line)
        assert list(parsed) == KEYS
        assert json.dumps(parsed, ensure_ascii=False, separators=(",", ":")).encode() == entry.line


def test_versions_have_no_gaps_and_every_line_carries_the_hash_of_the_one_before() -> None:
    prev = "0" * 64
    for version, entry in enumerate(record().entries, 1):
        line = json.loads(entry.line)
        assert (line["v"], line["prev"]) == (version, prev)
        prev = hashlib.sha256(entry.line).hexdigest()


def test_a_seal_hashes_to_what_its_line_promises() -> None:
    sealed = [entry for entry in record().entries if entry.seals]
    assert len(sealed) > 1
    for entry in sealed:
        line = json.loads(entry.line)
        promised = [(note["for"], note["sha256"]) for note in line["seals"]]
        opened = [(json.loads(s)["for"], hashlib.sha256(s).hexdigest()) for s in entry.seals]
        assert promised == opened
        assert all(list(json.loads(s)) == ["seal", "for", "salt", "data"] for s in entry.seals)


def test_the_public_line_holds_nothing_that_is_sealed() -> None:
    entry = record(upto=1).entries[0]
    hidden = json.loads(entry.seals[0])["data"]["events"]
    orders = [fields["order"] for fields in hidden.values()]
    assert [len(order) for order in orders] == [48, 44]
    for order in orders:
        assert json.dumps(order[20:], separators=(",", ":"))[1:-1].encode() not in entry.line


def test_salts_differ_from_seal_to_seal() -> None:
    salts = [json.loads(seal)["salt"] for e in record().entries for seal in e.seals]
    assert len(set(salts)) == len(salts)


def test_a_file_is_header_lines_with_seals_and_footer() -> None:
    header, *body, footer = finished().splitlines()
    assert list(json.loads(header)) == ["format", "game", "rules"]
    assert json.loads(header)["format"] == "schichtbuch-replay/2"
    assert body[0].startswith(b'{"v":1,')
    assert body[1].startswith(b'{"seal":1,')
    assert list(json.loads(footer)) == ["checkpoint", "key"]


def test_the_checkpoint_can_be_checked_by_hand() -> None:
    """As C2SP signed-note says, with nothing but the Ed25519 of the library."""
    import base64

    *_, footer = finished().splitlines()
    note = json.loads(footer)["checkpoint"]
    text, signature = note.split("\n\n")
    dash, name, encoded = signature.removesuffix("\n").split(" ")
    raw = base64.b64decode(encoded)
    key = SIGNER.key
    assert (dash, name) == ("—", "tests")
    assert raw[:4] == hashlib.sha256(b"tests\n\x01" + key.public).digest()[:4]
    Ed25519PublicKey.from_public_bytes(key.public).verify(raw[4:], (text + "\n").encode())
    last = [li for li in finished().splitlines() if li.startswith(b'{"v":')][-1]
    game = json.loads(finished().splitlines()[0])["game"]
    version = json.loads(last)["v"]
    assert text.split("\n") == [
        f"schichtbuch/{game}",
        str(version),
        hashlib.sha256(last).hexdigest(),
    ]


def test_a_key_is_written_and_read_as_a_verifier_key() -> None:
    assert VerifierKey.parse(str(SIGNER.key)) == SIGNER.key


@given(st.text())
def test_no_text_crashes_the_reading_of_keys_and_notes(text: str) -> None:
    for read in (VerifierKey.parse, lambda note: open_note(note, SIGNER.key)):
        try:
            read(text)
        except BadCheckpoint:
            continue
        raise AssertionError(text)


def test_a_note_that_was_changed_is_refused() -> None:
    note = SIGNER.sign(Checkpoint("g", 3, "ab"))
    assert open_note(note, SIGNER.key) == ("g", 3, "ab")
    for forged in (note.replace("\n3\n", "\n4\n"), note.replace("/g", "/h"), note[:-5]):
        try:
            open_note(forged, SIGNER.key)
        except BadCheckpoint:
            continue
        raise AssertionError(forged)


def test_another_name_makes_another_key() -> None:
    assert Signer("other", SIGNER.private).key.key_id != SIGNER.key.key_id
