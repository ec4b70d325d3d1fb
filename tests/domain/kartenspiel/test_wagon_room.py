"""What wagons take at once is the same, whether it is counted or every card is given a wagon."""

import random

import pytest

from domain.kartenspiel.actions.wagon_room import (
    MOST_COUNTED,
    AssignedRoom,
    CountedRoom,
    room_of,
)


@pytest.mark.parametrize("seed", range(40))
def test_counted_and_assigned_agree(seed: int) -> None:
    luck = random.Random(seed)
    crests = luck.randint(1, 6)
    wagons = [luck.randrange(1 << crests) for _ in range(luck.randint(0, 8))]
    counted, assigned = CountedRoom(crests, wagons), AssignedRoom(wagons)
    for _ in range(10):
        cards = tuple(luck.randint(0, 3) for _ in range(crests))
        assert counted.most(cards) == assigned.most(cards)


def test_no_catalog_makes_it_count_by_too_many_sets() -> None:
    assert isinstance(room_of(MOST_COUNTED, []), CountedRoom)
    room = room_of(250, [1 << at | 1 << (at + 1) for at in range(249)])
    assert room.most((1,) * 250) == 249
