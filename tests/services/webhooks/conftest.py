"""A house whose worker may send to loopback, and a receiver there."""

from collections.abc import Iterator

import pytest

from tests.services.api.house import House, LiveApi
from tests.services.webhooks.receiver import Receiver
from tests.services.webhooks.subscribing import ALLOWED, start_webhook_worker


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """With workers of games and of webhooks."""
    built = House(tmp_path_factory.mktemp("webhooks"))
    built.start_worker()
    start_webhook_worker(built)
    yield built
    built.close()


@pytest.fixture(scope="session")
def api(house: House) -> LiveApi:
    return house.open_api(webhook_allow=ALLOWED)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    opened = Receiver()
    yield opened
    opened.close()
