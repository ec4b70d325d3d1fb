"""A game as a client sees it who has read the design and nothing else."""

import random
from collections.abc import Iterator
from typing import Any

import httpx

from tests.waiting import eventually

Json = dict[str, Any]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


class Table:
    def __init__(self, http: httpx.Client, begun: Json) -> None:
        self.http, self.begun = http, begun
        self.id: str = begun["id"]
        self.tokens = [bearer(seat["token"]) for seat in begun["seats"]]

    @classmethod
    def open(
        cls, http: httpx.Client, game: str = "gluck-auf", players: int = 2, **more: Any
    ) -> "Table":
        seats = [{"name": name} for name in ("Anna", "Béla", "Cili", "Dora")[:players]]
        answer = http.post("/games", json={"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        return cls(http, answer.json())

    def through(self, http: httpx.Client) -> "Table":
        return Table(http, self.begun)

    def path(self, part: str = "") -> str:
        return f"/games/{self.id}{part}"

    def get(self, part: str = "", seat: int | None = None, **headers: str) -> httpx.Response:
        token = {} if seat is None else self.tokens[seat]
        return self.http.get(self.path(part), headers={**token, **_dashed(headers)})

    def summary(self, seat: int | None = None) -> Json:
        """As the seat sees it, where others see nothing."""
        answer = self.get(seat=seat)
        assert answer.status_code == 200, answer.text
        summary: Json = answer.json()
        return summary

    def choices(self, seat: int, draft: Json | None = None) -> list[Json]:
        where, token = self.path("/choices"), self.tokens[seat]
        if draft is None:
            answer = self.http.get(where, headers=token)
        else:
            answer = self.http.post(where, headers=token, json=draft)
        assert answer.status_code == 200, answer.text
        offered: list[Json] = answer.json()["choices"]
        return offered

    def act(self, seat: int, action: Any, **headers: str) -> httpx.Response:
        token = self.tokens[seat]
        return self.http.post(
            self.path("/actions"), headers={**token, **_dashed(headers)}, json=action
        )

    def pick(self, seat: int, luck: random.Random) -> Json:
        """Any complete action, drafts grown part by part."""
        choice = luck.choice(self.choices(seat))
        while choice["open"] and (not choice["complete"] or luck.random() < 0.7):
            choice = luck.choice(self.choices(seat, choice["action"]))
        action: Json = choice["action"]
        return action

    def first_move(self) -> tuple[int, Json]:
        seat = self.summary()["turn"]
        return seat, next(c["action"] for c in self.choices(seat) if c["complete"])

    def play(self, luck: random.Random, moves: int | None = None) -> Iterator[httpx.Response]:
        """So many moves, or to the end of the game; waits for the service where it must."""
        while moves is None or moves > 0:
            summary = self.summary()
            if summary["status"] == "finished":
                return
            if summary["turn"] is None:
                eventually(lambda: self.summary()["status"] != "scoring")
                continue
            seat = summary["turn"]
            answer = self.act(seat, self.pick(seat, luck), if_match=f'"{summary["version"]}"')
            assert answer.status_code == 201, answer.text
            moves = None if moves is None else moves - 1
            yield answer

    def until_proven(self) -> None:
        """Until the replay of a finished game has its proof, and stays as it is."""
        eventually(lambda: b',"proof":"' in self.get("/replay").content.splitlines()[-1], 60)

    def play_on(self, luck: random.Random, moves: int | None = None) -> None:
        for _ in self.play(luck, moves):
            pass


def _dashed(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
