"""docs/proofs.md: the script that it prints, run as it stands on true and forged games."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from replays.checkpoint import Signer
from replays.entry import sha256
from replays.tlog.leaf import Leaf
from replays.tlog.merkle import inclusion_proof, root
from replays.tlog.note import Note, cosign, sign, witness_key
from replays.tlog.proof import Proof
from replays.tlog.tree_head import TreeHead
from tests.replays.tlog.growing import GrowingTree
from tests.replays.tlog.test_notes_and_proofs import LOG, OTHER

PROJECT = Path(__file__).parents[3]
SAMPLE = PROJECT / "replays/samples/gluck_auf/two-players.schicht"
LINES = SAMPLE.read_bytes().splitlines()
GAME = "sim-8345118f94c3"
ENTRIES = [line for line in LINES if line.startswith(b'{"v":')]
VERSION = 12
LEAF = Leaf(f"game/{GAME}", VERSION, sha256(ENTRIES[VERSION - 1])).entry()


def with_plus(name: str) -> Signer:
    """A witness whose key has a + in its base64, too."""
    seeds = (bytes([number]) * 32 for number in range(256))
    signers = (Signer(name, Ed25519PrivateKey.from_private_bytes(seed)) for seed in seeds)
    return next(one for one in signers if str(witness_key(one)).count("+") > 2)


WITNESSES = [with_plus(f"witness{number}.example") for number in (1, 2, 3)]
needs_openssl = pytest.mark.skipif(
    not (shutil.which("openssl") and shutil.which("basenc")),
    reason="needs openssl 3 and GNU coreutils, like whoever follows docs/proofs.md",
)
pytestmark = needs_openssl
Check = Callable[..., str]


def proof(index: int, size: int, by: Note | None = None) -> Proof:
    tree = GrowingTree([LEAF if at == index else b"%d" % at for at in range(size)])
    text = TreeHead(LOG.name, size, root(size, tree.read)).text()
    signatures = (sign(LOG, text), *(cosign(one, text, 1679315147) for one in WITNESSES[:2]))
    return Proof(
        index, tuple(inclusion_proof(index, size, tree.read)), by or Note(text, signatures)
    )


def run_script(folder: Path, game: bytes, version: int, made: str, *keys: str) -> str:
    """What it says; the first key is the log's."""
    document = (PROJECT / "docs/proofs.md").read_text("utf-8")
    [script] = re.findall(r"```sh\n(.*?)```", document, re.DOTALL)
    (folder / "check.sh").write_text(script, "utf-8")
    (folder / "game.schicht").write_bytes(game)
    (folder / "proof").write_text(made, "utf-8")
    command = ["sh", "check.sh", "game.schicht", str(version), "proof", *keys]
    ran = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )
    assert ran.stderr == ""
    assert ran.returncode == ("DOES NOT HOLD" in ran.stdout)
    return ran.stdout


@pytest.fixture
def check(tmp_path: Path) -> Check:
    def run(made: str, game: bytes = SAMPLE.read_bytes(), key: str = str(LOG.key)) -> str:
        witnesses = [str(witness_key(one)) for one in WITNESSES]
        return run_script(tmp_path, game, VERSION, made, key, *witnesses)

    return run


@pytest.mark.parametrize(("index", "size"), [(0, 1), (0, 2), (6, 7), (5, 12), (4, 5)])
def test_a_true_proof_holds(check: Check, index: int, size: int) -> None:
    assert check(proof(index, size).text()).splitlines() == [
        f"holds: entry {VERSION} of {GAME} is in {LOG.name}, which then had {size} leaves",
        "seen by witness1.example at 2023-03-20T12:25:47Z",
        "seen by witness2.example at 2023-03-20T12:25:47Z",
        "not seen by witness3.example",
    ]


def test_forgeries(check: Check) -> None:
    made = proof(5, 12)
    text, note = made.text(), made.checkpoint
    head = TreeHead.parse(note.text)
    other = head._replace(root=bytes(32)).text()
    wrong_root = Note(other, note.signatures)
    not_the_log = Note(note.text, note.signatures[1:])
    bad_witness = Note(note.text, (note.signatures[0], cosign(WITNESSES[0], other, 5)))
    refused = {
        check(proof(4, 12).text().replace("index 4", "index 5")),
        check(proof(5, 12, wrong_root).text()),
        check(proof(5, 12, not_the_log).text()),
        check(text, key=str(OTHER.key)),
        check(text.replace("tlog-proof@v1", "tlog-proof@v2")),
        check(text.replace("index 5", "index 12")),
        check(text, game=SAMPLE.read_bytes().replace(b'"Anna"', b'"Anja"')),
        check(text, game=b"\n".join(LINES[:VERSION])),
    }
    assert all(said.startswith("DOES NOT HOLD") for said in refused)
    assert "a signature of witness1.example is wrong" in check(proof(5, 12, bad_witness).text())
