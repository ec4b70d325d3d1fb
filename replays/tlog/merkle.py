"""The Merkle tree of RFC 6962 over any store of its complete subtrees, and the checks of its
proofs, which need no store.

A complete subtree is named by level and index: (0, 5) is the hash of leaf 5, (3, 1) that of the
leaves 8 to 15. Whatever sizes and proofs are given, the work is bounded by the bits of the size.
"""

import hashlib
from collections.abc import Callable, Sequence

HASH_BYTES = 32
EMPTY_ROOT = hashlib.sha256(b"").digest()
MAX_SIZE = 2**63 - 1
"""Leaves of a tree: what the tools that we did not write can count."""

ReadHash = Callable[[int, int], bytes]
"""The hash of the complete subtree at this level and index."""

StoredHash = tuple[int, int, bytes]
"""Level, index and hash of a complete subtree."""


def leaf_hash(entry: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def hashes_to_store(index: int, leaf: bytes, read: ReadHash) -> list[StoredHash]:
    """The complete subtrees that leaf hash `leaf`, appended at `index`, is the last leaf of."""
    level = 0
    known = [(level, index, leaf)]
    while index & 1:
        leaf = node_hash(read(level, index - 1), leaf)
        level, index = level + 1, index >> 1
        known.append((level, index, leaf))
    return known


def root(size: int, read: ReadHash) -> bytes:
    """The tree head's hash."""
    return _hash_of(0, size, read) if size else EMPTY_ROOT


def inclusion_proof(index: int, size: int, read: ReadHash) -> list[bytes]:
    """From the leaf's sibling up to the root's child: PATH of RFC 6962, section 2.1.1."""
    if not 0 <= index < size:
        raise IndexError(f"a tree of {size} has no leaf {index}")
    start, end = 0, size
    proof = []
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            proof.append(_hash_of(middle, end, read))
            end = middle
        else:
            proof.append(_hash_of(start, middle, read))
            start = middle
    return proof[::-1]


def consistency_proof(old: int, new: int, read: ReadHash) -> list[bytes]:
    """That the tree of `new` leaves begins with that of `old`: PROOF of RFC 6962, section 2.1.2.

    Empty if `old` is 0, or if they are the same.
    """
    if not 0 <= old <= new:
        raise IndexError(f"a tree of {new} does not extend one of {old}")
    if old == 0:
        return []
    start, end = 0, new
    proof = []
    while end != old:
        middle = start + _split(end - start)
        if old <= middle:
            proof.append(_hash_of(middle, end, read))
            end = middle
        else:
            proof.append(_hash_of(start, middle, read))
            start = middle
    if start:
        proof.append(_hash_of(start, end, read))
    return proof[::-1]


def check_inclusion(
    leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes
) -> bool:
    """Whether the leaf hash `leaf` is at `index` of this tree: RFC 9162, section 2.1.3.2."""
    if not 0 <= index < size <= MAX_SIZE or not _are_hashes([leaf, root, *proof[:64]]):
        return False
    place, last = index, size - 1
    reached = leaf
    for sibling in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            reached = node_hash(sibling, reached)
            place, last = _past_left_edge(place, last)
        else:
            reached = node_hash(reached, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and reached == root


def check_consistency(
    old: int, new: int, proof: Sequence[bytes], old_root: bytes, new_root: bytes
) -> bool:
    """Whether the new tree begins with the old one: RFC 9162, section 2.1.4.2."""
    if not 0 <= old <= new <= MAX_SIZE or not _are_hashes([old_root, new_root, *proof[:64]]):
        return False
    if old == 0 or old == new:
        same = old_root == (EMPTY_ROOT if old == 0 else new_root)
        return same and not proof and (new > 0 or new_root == EMPTY_ROOT)
    path = list(proof[:65])
    if old & (old - 1) == 0:  # the old tree is a complete subtree of the new one
        path.insert(0, old_root)
    return bool(path) and _leads_to_both(old, new, path, old_root, new_root)


def _leads_to_both(old: int, new: int, path: list[bytes], old_root: bytes, new_root: bytes) -> bool:
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    old_reached = new_reached = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            old_reached = node_hash(sibling, old_reached)
            new_reached = node_hash(sibling, new_reached)
            place, last = _past_left_edge(place, last)
        else:
            new_reached = node_hash(new_reached, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and old_reached == old_root and new_reached == new_root


def _past_left_edge(place: int, last: int) -> tuple[int, int]:
    """Past the levels at which the last, incomplete subtree has no sibling on its right."""
    while place and not place & 1:
        place, last = place >> 1, last >> 1
    return place, last


def _are_hashes(values: Sequence[bytes]) -> bool:
    return all(len(value) == HASH_BYTES for value in values)


def _split(count: int) -> int:
    """The largest power of two below the count."""
    return 1 << (count - 1).bit_length() - 1


def _hash_of(start: int, end: int, read: ReadHash) -> bytes:
    """The hash of the leaves from `start` up to before `end`.

    `start` is a multiple of a power of two that is no smaller than their number, as it is wherever
    RFC 6962 splits a tree, so that the complete subtrees in there are those that are stored.
    """
    hashes = []
    while start < end:
        level = (end - start).bit_length() - 1
        hashes.append(read(level, start >> level))
        start += 1 << level
    reached = hashes.pop()
    while hashes:
        reached = node_hash(hashes.pop(), reached)
    return reached
