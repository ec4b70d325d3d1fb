"""Plans in which every pair meets equally often, for the numbers of people that have one [C5].

By people and the sizes of a round's tables, smallest number 0. Those of 7 and 13 turn one round
around: round r adds r to each number.
"""

from collections.abc import Iterator, Sequence

Round = list[tuple[int, ...]]

TURNED: dict[tuple[int, tuple[int, ...]], Round] = {
    # The squares modulo 7 and the rest; whoever is 0 has the bye. Every pair meets twice.
    (7, (3, 3)): [(1, 2, 4), (3, 5, 6)],
    # A line of the plane of order 2 and the four people off it. Every pair meets three times.
    (7, (4, 3)): [(0, 3, 5, 6), (1, 2, 4)],
    # The cubes modulo 13, twice and four times them. Every pair meets three times.
    (13, (4, 4, 4)): [(1, 5, 8, 12), (2, 3, 10, 11), (4, 6, 7, 9)],
    # A line of the plane of order 3, and the other three lines through one of its points without
    # that point. Every pair meets twice or three times.
    (13, (4, 3, 3, 3)): [(0, 1, 3, 9), (2, 8, 12), (6, 10, 11), (4, 5, 7)],
}


def design(people: int, sizes: Sequence[int]) -> list[Round] | None:
    """All rounds until everybody has met equally often, or as nearly as that can be."""
    key = people, tuple(sorted(sizes, reverse=True))
    if key in TURNED:
        return [
            [tuple((one + turn) % people for one in table) for table in TURNED[key]]
            for turn in range(people)
        ]
    for size in (3, 4):
        if key == (size * size, (size,) * size):
            return list(_affine(size))
    return None


def _affine(size: int) -> Iterator[Round]:
    """The lines of the affine plane of order 3 or 4, one direction per round: all meet once."""
    cells = range(size)
    yield [tuple(size * x + y for y in cells) for x in cells]
    for slope in cells:
        yield [
            tuple(size * x + _plus(_times(slope, x, size), shift, size) for x in cells)
            for shift in cells
        ]


def _plus(one: int, other: int, size: int) -> int:
    return one ^ other if size == 4 else (one + other) % size


def _times(one: int, other: int, size: int) -> int:
    """In the field of 3 or of 4 elements."""
    if size == 3 or 0 in (one, other):
        return one * other % size if size == 3 else 0
    return (one + other - 2) % 3 + 1
