"""The tree: published vectors, the words of RFC 6962, every proof at every size, forged proofs."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.tlog.merkle import (
    EMPTY_ROOT,
    MAX_SIZE,
    check_consistency,
    check_inclusion,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    root,
)
from tests.replays.tlog.growing import GrowingTree, path, subproof, tree_hash

SIZES = 70

# The sample tree of the Certificate Transparency reference implementation.
SAMPLE = [
    bytes.fromhex(entry)
    for entry in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
SAMPLE_ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
LEAF_1 = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
LEAF_4 = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
LEAVES_2_3 = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
LEAVES_4_5 = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
LEAVES_6_7 = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
LEAVES_4_7 = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
SAMPLE_PATHS = [
    (0, 1, []),
    (0, 8, [LEAF_1, LEAVES_2_3, LEAVES_4_7]),
    (5, 8, [LEAF_4, LEAVES_6_7, SAMPLE_ROOTS[4]]),
    (2, 3, [SAMPLE_ROOTS[2]]),
    (1, 5, [SAMPLE_ROOTS[1], LEAVES_2_3, LEAF_4]),
]
SAMPLE_CONSISTENCY = [
    (1, 1, []),
    (1, 8, [LEAF_1, LEAVES_2_3, LEAVES_4_7]),
    (6, 8, [LEAVES_4_5, LEAVES_6_7, SAMPLE_ROOTS[4]]),
    (2, 5, [LEAVES_2_3, LEAF_4]),
]

hashes = st.binary(min_size=32, max_size=32)
sizes = st.integers(0, MAX_SIZE) | st.integers(-3, 2**65)


@cache
def grown() -> GrowingTree:
    return GrowingTree([f"entry {index}\n".encode() for index in range(SIZES)])


@cache
def head(size: int) -> bytes:
    return root(size, grown().read)


def test_roots_of_the_reference_implementation() -> None:
    tree = GrowingTree(SAMPLE)
    assert [root(size, tree.read).hex() for size in range(9)] == SAMPLE_ROOTS


@pytest.mark.parametrize(("index", "size", "expected"), SAMPLE_PATHS)
def test_inclusion_proofs_of_the_reference_implementation(
    index: int, size: int, expected: list[str]
) -> None:
    proof = inclusion_proof(index, size, GrowingTree(SAMPLE).read)
    assert [value.hex() for value in proof] == expected
    leaf, root_hash = leaf_hash(SAMPLE[index]), bytes.fromhex(SAMPLE_ROOTS[size])
    assert check_inclusion(leaf, index, size, proof, root_hash)


@pytest.mark.parametrize(("old", "new", "expected"), SAMPLE_CONSISTENCY)
def test_consistency_proofs_of_the_reference_implementation(
    old: int, new: int, expected: list[str]
) -> None:
    proof = consistency_proof(old, new, GrowingTree(SAMPLE).read)
    assert [value.hex() for value in proof] == expected
    roots = bytes.fromhex(SAMPLE_ROOTS[old]), bytes.fromhex(SAMPLE_ROOTS[new])
    assert check_consistency(old, new, proof, *roots)


def test_every_leaf_at_every_size() -> None:
    tree = grown()
    for size in range(1, SIZES + 1):
        assert head(size) == tree_hash(tree.entries[:size])
        for index in range(size):
            proof = inclusion_proof(index, size, tree.read)
            leaf = leaf_hash(tree.entries[index])
            assert check_inclusion(leaf, index, size, proof, head(size))
            assert not check_inclusion(leaf, index + 1, size, proof, head(size))


def test_every_size_extends_every_smaller_one() -> None:
    for new in range(SIZES + 1):
        for old in range(new + 1):
            proof = consistency_proof(old, new, grown().read)
            assert check_consistency(old, new, proof, head(old), head(new))
            assert not check_consistency(old, new, proof, bytes(32), head(new))
            assert old == 0 or not check_consistency(old, new, proof, head(old), bytes(32))


@given(st.lists(st.binary(max_size=40), min_size=1, max_size=40), st.data())
def test_as_the_rfc_words_it(entries: list[bytes], data: st.DataObject) -> None:
    tree = GrowingTree(entries)
    index = data.draw(st.integers(0, len(entries) - 1))
    assert root(len(entries), tree.read) == tree_hash(entries)
    assert inclusion_proof(index, len(entries), tree.read) == path(index, entries)
    assert consistency_proof(index + 1, len(entries), tree.read) == subproof(
        index + 1, entries, True
    )


def changed(proof: list[bytes], data: st.DataObject) -> list[bytes]:
    """Another list of hashes: one cut, added, doubled, exchanged, or with one bit turned."""
    at = data.draw(st.integers(0, len(proof)))
    how = data.draw(st.sampled_from(["cut", "add", "turn", "swap", "short"]))
    some = proof[at] if at < len(proof) else bytes(32)
    bit = data.draw(st.integers(0, 255))
    turned = (int.from_bytes(some, "big") ^ 1 << bit).to_bytes(32, "big")
    return {
        "cut": [*proof[:at], *proof[at + 1 :]],
        "add": [*proof[:at], data.draw(hashes), *proof[at:]],
        "turn": [*proof[:at], turned, *proof[at + 1 :]],
        "swap": proof[::-1],
        "short": [*proof[:at], some[:31], *proof[at + 1 :]],
    }[how]


@given(st.integers(1, SIZES), st.data())
def test_a_changed_inclusion_proof_is_refused(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    proof = inclusion_proof(index, size, grown().read)
    forged = changed(proof, data)
    leaf = leaf_hash(grown().entries[index])
    assert check_inclusion(leaf, index, size, forged, head(size)) == (forged == proof)


@given(st.integers(1, SIZES), st.data())
def test_a_changed_consistency_proof_is_refused(new: int, data: st.DataObject) -> None:
    old = data.draw(st.integers(1, new))
    proof = consistency_proof(old, new, grown().read)
    forged = changed(proof, data)
    assert check_consistency(old, new, forged, head(old), head(new)) == (forged == proof)


@given(st.integers(2, SIZES), st.data())
def test_a_fork_is_never_consistent(new: int, data: st.DataObject) -> None:
    """Whatever tree the operator made instead, no honest proof of it extends the first one."""
    old = data.draw(st.integers(1, new - 1))
    at = data.draw(st.integers(0, old - 1))
    entries = list(grown().entries[:new])
    entries[at] += b"!"
    fork = GrowingTree(entries)
    proof = consistency_proof(old, new, fork.read)
    assert not check_consistency(old, new, proof, head(old), root(new, fork.read))


@given(sizes, sizes, st.lists(hashes, max_size=80), hashes, hashes)
def test_nothing_random_is_accepted(
    one: int, other: int, proof: list[bytes], first: bytes, second: bytes
) -> None:
    assert not check_inclusion(first, one, other, proof, second)
    assert not check_consistency(one, other, proof, first, second) or one == other


def test_a_very_long_proof_costs_nothing() -> None:
    endless = [bytes(32)] * 10**6
    assert not check_inclusion(bytes(32), MAX_SIZE - 1, MAX_SIZE, endless, bytes(32))
    assert not check_consistency(2**62 + 1, MAX_SIZE, endless, bytes(32), bytes(32))


def test_the_longest_proofs_fit_the_longest_trees() -> None:
    """A tree so large that only its right edge is looked at."""

    def read(level: int, index: int) -> bytes:
        return leaf_hash(f"{level}/{index}".encode())

    size = MAX_SIZE
    proof = inclusion_proof(size - 1, size, read)
    assert check_inclusion(read(0, size - 1), size - 1, size, proof, root(size, read))
    proof = consistency_proof(size - 1, size, read)
    roots = root(size - 1, read), root(size, read)
    assert check_consistency(size - 1, size, proof, *roots)
    assert len(proof) <= 63


def test_what_no_tree_has_is_not_proven() -> None:
    with pytest.raises(IndexError):
        inclusion_proof(3, 3, grown().read)
    with pytest.raises(IndexError):
        consistency_proof(4, 3, grown().read)
    assert check_consistency(0, 0, [], EMPTY_ROOT, EMPTY_ROOT)
    assert not check_consistency(0, 0, [], EMPTY_ROOT, bytes(32))
    assert not check_consistency(0, 3, [], bytes(32), head(3))
