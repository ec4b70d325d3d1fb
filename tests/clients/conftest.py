"""The client against a real service: server, API and workers, one of each per process."""

from collections.abc import Iterator

import pytest

from schichtbuch_client import Client
from tests.services.api.house import House, LiveApi
from tests.services.webhooks.subscribing import ALLOWED, start_webhook_worker


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    built = House(tmp_path_factory.mktemp("client"))
    built.start_workers()
    yield built
    built.close()


@pytest.fixture(scope="session")
def api(house: House) -> LiveApi:
    return house.open_api(webhook_allow=ALLOWED)


@pytest.fixture(scope="session")
def webhook_worker(house: House) -> None:
    start_webhook_worker(house)


@pytest.fixture
def client(api: LiveApi) -> Iterator[Client]:
    with Client(api.url) as opened:
        yield opened


@pytest.fixture
def organizer(house: House, api: LiveApi) -> Iterator[Client]:
    with Client(api.url, house.organizer_key) as opened:
        yield opened
