"""A tournament goes on whoever of the house is killed in the middle of a round."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.tournament_chores import PAIRING
from tests.services.api.events import Event
from tests.services.api.house import House
from tests.waiting import eventually


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Without a worker."""
    built = House(tmp_path)
    yield built
    built.close()


def kill_worker(house: House) -> None:
    """With -9."""
    worker = house.workers.pop()
    worker.kill()
    worker.wait()


def test_a_worker_killed_while_it_pairs_or_opens_games_is_replaced(house: House) -> None:
    event = Event.create(house, house.open_api().http, 6)
    event.act("close_registration")
    event.act("pair_round")
    house.start_worker()
    eventually(lambda: house.has(f"{PAIRING}{event.id}"), 60)
    kill_worker(house)
    assert event.phase() == "asked"
    house.start_worker()
    eventually(lambda: event.phase() == "paired", 60)
    assert len(event.facts("round_paired")) == 1

    event.act("publish_round")
    event.act("start_round")
    eventually(lambda: event.facts("game_opened"), 60)
    kill_worker(house)
    house.start_worker()
    games = {table.id for table in event.opened()}
    assert sorted(fact["game"] for fact in event.facts("game_opened")) == sorted(games)
    assert len(games) == 3
