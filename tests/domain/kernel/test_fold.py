"""The fold finds the writer of an event by its type."""

import pytest

from domain.kernel.fold import Fold
from domain.kernel.seals import Fact


class Added(Fact, frozen=True, tag="added"):
    amount: int


class Cleared(Fact, frozen=True, tag="cleared"):
    pass


class Unheard(Fact, frozen=True, tag="unheard"):
    pass


def fold_of_sums() -> Fold[list[int]]:
    evolve = Fold[list[int]]()

    @evolve.on(Added)
    def added(state: list[int], event: Added) -> None:
        state.append(event.amount)

    @evolve.on(Cleared)
    def cleared(state: list[int], _: Cleared) -> None:
        state.clear()

    return evolve


def test_every_event_is_written_by_its_own_writer() -> None:
    evolve, state = fold_of_sums(), [1]
    evolve(state, Added(2))
    assert state == [1, 2]
    evolve(state, Cleared())
    assert state == []


def test_the_fold_gives_back_the_state_it_wrote_into() -> None:
    evolve, state = fold_of_sums(), [1]
    assert evolve(state, Added(2)) is state


def test_many_events_at_once_are_the_same_as_one_by_one() -> None:
    evolve, events = fold_of_sums(), [Added(1), Cleared(), Added(2), Added(3)]
    one_by_one: list[int] = []
    for event in events:
        evolve(one_by_one, event)
    at_once: list[int] = []
    assert evolve.all(at_once, iter(events)) is at_once
    assert at_once == one_by_one == [2, 3]


def test_the_registered_writer_stays_a_function_of_its_own() -> None:
    evolve = Fold[list[int]]()

    def added(state: list[int], event: Added) -> None:
        state.append(event.amount)

    assert evolve.on(Added)(added) is added
    assert evolve.writers == {Added: added}


def test_an_event_without_a_writer_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        fold_of_sums()([], Unheard())
