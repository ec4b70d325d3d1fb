"""Arbiters as a client meets them."""

from typing import Any, NamedTuple

import httpx

from tests.services.api.house import House
from tests.services.api.table import Table, bearer


class Arbiter(NamedTuple):
    id: str
    name: str
    key: dict[str, str]

    def rule(self, table: Table, action: Any, **headers: str) -> httpx.Response:
        """Any action with the arbiter's key."""
        dashed = {name.replace("_", "-"): value for name, value in headers.items()}
        return table.http.post(table.path("/actions"), json=action, headers={**self.key, **dashed})


def new_arbiter(house: House, http: httpx.Client, name: str = "Ria") -> Arbiter:
    answer = http.post("/arbiters", json={"name": name}, headers=house.organizer)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Arbiter(made["id"], made["name"], bearer(made["key"]))
