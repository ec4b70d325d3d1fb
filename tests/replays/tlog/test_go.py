"""What we write, Go's `sumdb/tlog` and `sumdb/note` confirm; what was forged, they refuse."""

from pathlib import Path

import pytest

from replays.tlog.leaf import Leaf
from replays.tlog.merkle import inclusion_proof, root
from replays.tlog.note import Note, cosign, sign, witness_key
from replays.tlog.proof import Proof
from replays.tlog.tiles import tiles_of
from replays.tlog.tree_head import TreeHead
from tests.replays.tlog.go_check import CheckLog, needs_go
from tests.replays.tlog.growing import GrowingTree
from tests.replays.tlog.test_notes_and_proofs import LOG, OTHER, WITNESSES

pytestmark = needs_go
TREE = GrowingTree([Leaf("game/abc", n + 1, f"{n:064x}").entry() for n in range(600)])
KNOWN = ("-key", LOG.key, "-witnesses", ",".join(str(witness_key(one)) for one in WITNESSES))


@pytest.fixture(scope="module")
def checklog(tmp_path_factory: pytest.TempPathFactory) -> CheckLog:
    return CheckLog(tmp_path_factory.mktemp("go"))


def checkpoint(size: int, tree: GrowingTree = TREE) -> Note:
    text = TreeHead(LOG.name, size, root(size, tree.read)).text()
    return Note(text, (sign(LOG, text), cosign(WITNESSES[0], text, 1679315147)))


def write_log(folder: Path, size: int, tree: GrowingTree = TREE) -> None:
    """As it would be served."""
    (folder / "checkpoint").write_text(str(checkpoint(size, tree)), "utf-8")
    for tile in tiles_of(size):
        path = folder / tile.path()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(tree.tile(tile))


@pytest.mark.parametrize("size", [0, 1, 2, 255, 256, 257, 512, 600])
def test_every_hash_up_to_the_root(checklog: CheckLog, size: int, tmp_path: Path) -> None:
    write_log(tmp_path, size)
    said = checklog(*KNOWN, tmp_path)
    assert f"{size} leaves, signed, 1 witnesses" in said
    assert f"tree: {size} entries and" in said


def test_it_extends_what_was_kept(checklog: CheckLog, tmp_path: Path) -> None:
    write_log(tmp_path, 600)
    old = tmp_path / "old"
    for size in (0, 1, 100, 256, 600):
        old.write_text(str(checkpoint(size)), "utf-8")
        assert f"600 leaves begin with those {size}" in checklog(*KNOWN, "-old", old, tmp_path)
    fork = GrowingTree([*TREE.entries[:99], b"another"])
    old.write_text(str(checkpoint(100, fork)), "utf-8")
    said = checklog(*KNOWN, "-old", old, tmp_path)
    assert "DOES NOT HOLD: the log does not extend the old checkpoint" in said


@pytest.mark.parametrize("index", [0, 255, 256, 599])
def test_a_proof_alone(checklog: CheckLog, index: int, tmp_path: Path) -> None:
    made = Proof(index, tuple(inclusion_proof(index, 600, TREE.read)), checkpoint(600), b"extra")
    proof, entry = tmp_path / "proof", tmp_path / "entry"
    proof.write_text(made.text(), "utf-8")
    entry.write_bytes(TREE.entries[index])
    asked = ("-proof", proof, "-entry", entry)
    assert f"included: entry {index} of 600" in checklog(*KNOWN, *asked)
    assert "DOES NOT HOLD" in checklog("-key", OTHER.key, *asked)
    entry.write_bytes(TREE.entries[index] + b"\n")
    assert "DOES NOT HOLD" in checklog(*KNOWN, *asked)


@pytest.mark.parametrize(
    "name", ["tile/0/000", "tile/0/001", "tile/0/002.p/88", "tile/1/000.p/2", "tile/entries/001"]
)
def test_one_bit_anywhere(checklog: CheckLog, name: str, tmp_path: Path) -> None:
    """Releases before 0.40 of its own reader of tiles would not find all of them."""
    write_log(tmp_path, 600)
    data = bytearray((tmp_path / name).read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / name).write_bytes(data)
    assert "DOES NOT HOLD" in checklog(*KNOWN, tmp_path)


def test_a_full_tile_stands_for_a_partial_one(checklog: CheckLog, tmp_path: Path) -> None:
    """Which may go when the full one is there."""
    write_log(tmp_path, 600)
    old = tmp_path / "old"
    old.write_text(str(checkpoint(200)), "utf-8")
    assert "200 entries" in checklog(*KNOWN, "-checkpoint", old, tmp_path)


def test_a_cosignature_that_does_not_fit(checklog: CheckLog, tmp_path: Path) -> None:
    write_log(tmp_path, 3)
    note = checkpoint(3)._replace(signatures=checkpoint(2).signatures)
    (tmp_path / "checkpoint").write_text(str(note), "utf-8")
    assert "DOES NOT HOLD" in checklog(*KNOWN, tmp_path)
