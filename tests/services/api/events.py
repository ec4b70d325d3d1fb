"""A tournament as a client sees it who has read the contract and nothing else."""

from collections.abc import Sequence
from typing import Any, Protocol

import httpx

from tests.services.api.table import Json, Table, bearer
from tests.waiting import eventually

PEOPLE = ("Anna", "Béla", "Cili", "Dora", "Emil", "Flóra")
REGULATION: Json = {
    "title": "Zeche Open",
    "game": "gluck-auf",
    "tables": {"size": 2},
    "stages": [{"kind": "swiss", "rounds": 3}],
    "scoring": {"kind": "rank", "points": {"2": [60, 24]}, "bye": 48},
    "ranking": ["points", "wins", "places", "share", "opponents", "lots"],
}


class Organizes(Protocol):
    """Wherever an event is held."""

    organizer: dict[str, str]


class TableOfEvent(Table):
    """Asked about with a token of it: others may be told nothing."""

    def summary(self, seat: int | None = 0) -> Json:
        return super().summary(seat)


class Event:
    def __init__(self, house: Organizes, http: httpx.Client, begun: Json) -> None:
        self.house, self.http, self.begun = house, http, begun
        self.id: str = begun["id"]
        self.key = bearer(begun["key"])
        self.tokens: dict[int, dict[str, str]] = {}
        """Of the entrants, by number."""

    @classmethod
    def create(cls, house: Organizes, http: httpx.Client, people: int = 0, **rules: Any) -> "Event":
        """With so many entrants; the regulation differs from the usual one as said."""
        answer = http.post("/tournaments", json=REGULATION | rules, headers=house.organizer)
        assert answer.status_code == 201, answer.text
        event = cls(house, http, answer.json())
        if people:
            event.register(*PEOPLE[:people])
        return event

    def path(self, part: str = "") -> str:
        return f"/tournaments/{self.id}{part}"

    def get(self, part: str = "", key: dict[str, str] | None = None) -> Any:
        answer = self.http.get(self.path(part), headers=key or {})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def send(
        self, action: Json | Sequence[Json], key: dict[str, str] | None = None, **headers: str
    ) -> httpx.Response:
        """With the event's key, if no other is given; `{}` is nobody's."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        held = self.key if key is None else key
        return self.http.post(self.path("/actions"), json=action, headers={**held, **named})

    def act(self, kind: str, key: dict[str, str] | None = None, **fields: Any) -> Json:
        answer = self.send({"type": kind, **fields}, key)
        assert answer.status_code == 201, answer.text
        entry: Json = answer.json()
        return entry

    def register(self, *names: str, **more: Any) -> None:
        sent = [{"type": "register", "name": name, **more} for name in names]
        answer = self.send(sent)
        assert answer.status_code == 201, answer.text
        for entry in answer.json():
            if entry["token"]:
                self.tokens[entry["events"][0]["entrant"]] = bearer(entry["token"])

    def lines(self) -> list[Json]:
        return [httpx.Response(200, content=line).json() for line in self.log().splitlines()]

    def log(self) -> bytes:
        return self.http.get(self.path("/log")).content

    def facts(self, *kinds: str) -> list[Json]:
        """All of these kinds, in order."""
        found = [event for line in self.lines() for event in line["events"]]
        return [event for event in found if event["type"] in kinds]

    def version(self) -> int:
        version: int = self.get()["version"]
        return version

    def phase(self) -> str:
        phase: str = self.get()["phase"]
        return phase

    def begin_round(self, *tables: list[int]) -> list[Table]:
        """Paired by hand, so that nobody waits for a solver; the games of the tables."""
        if self.phase() == "registration":
            self.act("close_registration")
        self.act("pair_by_hand", tables=tables, reason="A test.")
        self.act("publish_round")
        self.act("start_round")
        return self.opened()

    def opened(self) -> list[Table]:
        """The games of the latest round, once the worker has opened them all."""
        eventually(lambda: all(table["game"] for table in self.tables()))
        return [self.table(table) for table in self.tables()]

    def tables(self) -> list[Json]:
        found: list[Json] = self.get()["state"]["rounds"][-1]["tables"]
        return found

    def table(self, found: Json) -> Table:
        """With the tokens that the entrants' own pages tell."""
        seats = [{"token": self._seat_token(number)} for number in found["seats"]]
        return TableOfEvent(self.http, {"id": found["game"], "seats": seats})

    def _seat_token(self, number: int) -> str:
        page = self.get(f"/entrants/{number}", self.tokens[number])
        token: str = page["tables"][0]["token"]
        return token

    def end(self, table: Table, places: tuple[int, ...] = (1, 2)) -> None:
        """By a ruling, and the event has read it."""
        self.adjudicate(table, places)
        eventually(lambda: any(one["result"] and one["game"] == table.id for one in self.tables()))

    def adjudicate(self, table: Table, places: tuple[int, ...] = (1, 2)) -> None:
        """The game is over; while others play the deal the event is not told."""
        self.rule(table, type="table_adjudicate", places=places, reason="Time is up.")

    def rule(self, table: Table, **action: Any) -> None:
        answer = self.http.post(table.path("/actions"), json=action, headers=self.house.organizer)
        assert answer.status_code == 201, answer.text
