"""Subscribing as an organizer, an event's helper or a player does it: over HTTP."""

from collections.abc import Callable
from typing import Any

import httpx

from tests.services.api.house import House
from tests.services.api.table import Json
from tests.services.webhooks.receiver import Receiver
from tests.waiting import eventually

ALLOWED = ("127.0.0.0/8",)
QUICK = {"webhook_allow": "127.0.0.0/8", "webhook_timeout": "1", "webhook_backoff": "0.05"}
"""Settings of a worker that need not be patient."""


def soon(condition: Callable[[], object]) -> None:
    """Behind a queue and a pause, and perhaps on a busy machine."""
    eventually(condition, 90)


def start_webhook_worker(house: House, **settings: str) -> None:
    house.start_worker("webhooks", **(QUICK | settings))


def subscribe(
    http: httpx.Client,
    receiver: Receiver,
    key: dict[str, str],
    scope: Json,
    *kinds: str,
) -> Json:
    """The webhook; the receiver knows its secret."""
    wish: Json = {"url": receiver.url, "scope": scope, **({"kinds": kinds} if kinds else {})}
    answer = http.post("/webhooks", json=wish, headers=key)
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    receiver.secret = made["secret"]
    return made


def webhook(http: httpx.Client, made: Json, key: dict[str, str]) -> Json:
    answer = http.get(f"/webhooks/{made['id']}", headers=key)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def deliveries(http: httpx.Client, made: Json, key: dict[str, str]) -> list[Any]:
    answer = http.get(f"/webhooks/{made['id']}/deliveries", headers=key)
    assert answer.status_code == 200, answer.text
    found: list[Any] = answer.json()["deliveries"]
    return found


def delete(http: httpx.Client, made: Json, key: dict[str, str]) -> None:
    assert http.delete(f"/webhooks/{made['id']}", headers=key).status_code == 204
