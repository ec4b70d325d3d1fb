"""One house for all tests of the API in a process: server, API and worker are real."""

import random
from collections.abc import Iterator

import httpx
import pytest

from tests.services.api.house import House
from tests.services.api.table import Table


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    built = House(tmp_path_factory.mktemp("house"))
    built.start_workers()
    yield built
    built.close()


@pytest.fixture(scope="session")
def http(house: House) -> httpx.Client:
    return house.open_api().http


@pytest.fixture
def table(http: httpx.Client) -> Table:
    """A fresh game of two."""
    return Table.open(http)


@pytest.fixture(scope="session")
def finished(http: httpx.Client) -> Table:
    """A game of two, played to its end over HTTP."""
    played = Table.open(http)
    played.play_on(random.Random(2))
    played.until_proven()
    return played


@pytest.fixture(scope="session")
def looked(http: httpx.Client) -> tuple[Table, int]:
    """A game in which a seat holds cards that nobody else may see, and that seat."""
    table = Table.open(http)
    luck = random.Random(1)
    while table.summary()["phase"] == "draft":
        table.play_on(luck, 1)
    seat = table.summary()["turn"]
    assert table.act(seat, {"type": "look_at_orders"}).status_code == 201
    return table, seat
