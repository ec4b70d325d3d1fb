"""Tiles: names, which belong to a size, bundles, and a reader that believes nothing."""

from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from replays.tlog.malformed import Malformed
from replays.tlog.merkle import MAX_SIZE, consistency_proof, inclusion_proof, root
from replays.tlog.tiles import (
    ENTRIES,
    FULL,
    Tile,
    TileReader,
    belongs,
    parse_tile_path,
    partial_tiles,
    read_bundle,
    tile_path,
    tiles_of,
    write_bundle,
)
from tests.replays.tlog.growing import GrowingTree

LARGE = 66_200  # three levels of tiles

tiles = st.builds(
    Tile,
    st.just(ENTRIES) | st.integers(0, 63),
    st.integers(0, MAX_SIZE),
    st.integers(1, FULL),
)


@cache
def large() -> GrowingTree:
    return GrowingTree([str(index).encode() for index in range(LARGE)])


@pytest.mark.parametrize(
    ("path", "tile"),
    [
        ("tile/0/000", Tile(0, 0)),
        ("tile/0/x001/x234/067", Tile(0, 1234067)),
        ("tile/0/x001/x234/067.p/255", Tile(0, 1234067, 255)),
        ("tile/63/999.p/1", Tile(63, 999, 1)),
        ("tile/entries/x001/000", Tile(ENTRIES, 1000)),
        ("tile/entries/000.p/8", Tile(ENTRIES, 0, 8)),
    ],
)
def test_paths(path: str, tile: Tile) -> None:
    assert tile.path() == path
    assert parse_tile_path(path) == tile


@pytest.mark.parametrize(
    "path",
    [
        "tile/0/000.p/0",
        "tile/0/000.p/256",
        "tile/0/000.p/257",
        "tile/0/000.p/01",
        "tile/0/000.p/",
        "tile/0/000.p",
        "tile/0/0",
        "tile/0/x000/001",
        "tile/0/001/001",
        "tile/0/x001",
        "tile/00/000",
        "tile/100/000",
        "tile/-1/000",
        "tile/data/000",
        "tile/0/000/",
        "/tile/0/000",
        "tile/0/٠٠٠",
        "tile/0/000\n",
        "tile/0/x999/x999/x999/x999/x999/x999/999",
        "tile/0/" + "x001/" * 500 + "001",
    ],
)
def test_paths_that_do_not_exist(path: str) -> None:
    with pytest.raises(Malformed):
        parse_tile_path(path)


@given(tiles)
def test_every_tile_has_one_path(tile: Tile) -> None:
    assert parse_tile_path(tile.path()) == tile


@given(st.text("tile/entrsx.p0123456789", max_size=30))
def test_a_path_that_is_read_is_written_the_same(text: str) -> None:
    try:
        tile = parse_tile_path(f"tile/{text}")
    except Malformed:
        return
    assert tile_path(*tile) == f"tile/{text}"


def test_the_tiles_of_the_specification() -> None:
    """Its example: a tree of 70,000, and one of 256."""
    of_hashes = [tile for tile in tiles_of(70_000) if tile.level != ENTRIES]
    assert sum(tile.level == 0 and tile.width == FULL for tile in of_hashes) == 273
    assert [tile for tile in of_hashes if tile.width < FULL] == [
        Tile(0, 273, 112),
        Tile(1, 1, 17),
        Tile(2, 0, 1),
    ]
    assert Tile(1, 0) in of_hashes
    assert list(tiles_of(256)) == [Tile(ENTRIES, 0), Tile(0, 0), Tile(1, 0, 1)]
    assert list(tiles_of(0)) == []


@given(st.integers(0, 1500), st.integers(0, 1500))
def test_which_tiles_are_new(one: int, other: int) -> None:
    old, new = sorted((one, other))
    assert set(tiles_of(new, old)) == set(tiles_of(new)) - set(tiles_of(old))
    assert all(belongs(tile, new) for tile in tiles_of(new))


@given(tiles, st.integers(0, MAX_SIZE))
def test_what_belongs_is_bounded_and_exact(tile: Tile, size: int) -> None:
    assert len(partial_tiles(size)) <= 9
    if tile.width < FULL:
        assert belongs(tile, size) == (tile in partial_tiles(size))


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=20))
def test_bundles(entries: list[bytes]) -> None:
    data = write_bundle(entries)
    tile = Tile(ENTRIES, 0, len(entries))
    assert read_bundle(tile, data) == entries
    for wrong in (data[:-1], data + b"\0", data + b"\0\0"):
        with pytest.raises(Malformed):
            read_bundle(tile, wrong)


@given(st.binary(max_size=700), st.integers(1, FULL))
def test_a_bundle_that_is_read_is_written_the_same(data: bytes, width: int) -> None:
    try:
        entries = read_bundle(Tile(ENTRIES, 0, width), data)
    except Malformed:
        return
    assert write_bundle(entries) == data


@pytest.mark.parametrize("size", [1, 2, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537, LARGE])
def test_proofs_out_of_tiles_are_those_of_the_tree(size: int) -> None:
    tree = large()
    head = root(size, tree.read)
    reader = TileReader(size, head, tree.tile)
    for index in {0, size // 3, size // 2, size - 1}:
        expected = inclusion_proof(index, size, tree.read)
        assert inclusion_proof(index, size, reader.read) == expected
        expected = consistency_proof(index + 1, size, tree.read)
        assert consistency_proof(index + 1, size, reader.read) == expected


@given(st.data())
def test_a_forged_tile_is_not_believed(data: st.DataObject) -> None:
    """Whichever hash of whichever tile is changed: the reader fails, or never looks at it."""
    tree = large()
    size = data.draw(st.sampled_from([300, 66_000, LARGE]))
    index = data.draw(st.integers(0, size - 1))
    level = data.draw(st.integers(0, 2))
    at = index >> 8 * level
    wrong = data.draw(st.sampled_from(["turned", "cut", "longer"]))

    def forged(tile: Tile) -> bytes:
        right = tree.tile(tile)
        if (tile.level, tile.n) != (level, at // FULL):
            return right
        place = at % FULL * 32 % len(right)
        turned = bytes([right[place] ^ 1])
        return {
            "turned": right[:place] + turned + right[place + 1 :],
            "cut": right[:-32],
            "longer": right + bytes(32),
        }[wrong]

    head = root(size, tree.read)
    assume(size >= FULL**level)
    with pytest.raises(Malformed):
        TileReader(size, head, forged).read(0, index)


def test_what_is_no_complete_subtree_is_not_read() -> None:
    tree = large()
    reader = TileReader(300, root(300, tree.read), tree.tile)
    for level, index in [(0, 300), (9, 0), (8, 1), (3, 37), (60, 0)]:
        with pytest.raises(IndexError):
            reader.read(level, index)
