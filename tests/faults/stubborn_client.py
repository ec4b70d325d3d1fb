"""A client that plays a game to its end over HTTP, whatever happens to the service meanwhile.

It uses nothing but the documented calls: choices, actions with an idempotency key, and patience.
"""

import random
import time
import uuid
from typing import Any

import httpx


class StubbornClient:
    def __init__(
        self, url: str, seats: list[dict[str, str]], seed: int, game: str, patience: float
    ) -> None:
        self._http = httpx.Client(base_url=f"{url}/api/v1", timeout=5)
        self._luck = random.Random(seed)
        self._give_up = time.monotonic() + patience
        created = self.create({"game": game, "seats": seats}, uuid.uuid4().hex)
        self.game_id: str = created["id"]
        self._tokens = [seat["token"] for seat in created["seats"]]
        self.acknowledged: dict[int, tuple[str, str]] = {}
        """By version: the key it was sent with, and the answer."""

    def create(self, wish: Any, key: str) -> Any:
        answer = self._insist("POST", "/games", json=wish, headers={"Idempotency-Key": key})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def play(self) -> None:
        while True:
            summary = self._insist("GET", f"/games/{self.game_id}").json()
            if summary["status"] == "finished":
                self.close()
                return
            seat = summary["turn"]
            token = self._tokens[seat] if seat is not None else None
            if token is None:
                time.sleep(0.02)  # the service is to move: a worker scores, or a bot plays
                continue
            self._move(token)

    def close(self) -> None:
        self._http.close()

    def _move(self, token: str) -> None:
        seat = {"Authorization": f"Bearer {token}"}
        choices = self._insist("GET", f"/games/{self.game_id}/choices", headers=seat)
        action = self._grown(choices.json()["choices"], seat)
        if action is None:
            return
        key = uuid.uuid4().hex
        answer = self._insist(
            "POST",
            f"/games/{self.game_id}/actions",
            json=action,
            headers={**seat, "Idempotency-Key": key},
        )
        assert answer.status_code == 201, answer.text
        self.acknowledged[answer.json()["v"]] = (key, answer.text)

    def _grown(self, choices: list[Any], seat: dict[str, str]) -> Any:
        """Any complete action; drafts are grown until they are."""
        while choices:
            choice = self._luck.choice(choices)
            if choice["complete"] and (not choice["open"] or self._luck.random() < 0.5):
                return choice["action"]
            answer = self._insist(
                "POST", f"/games/{self.game_id}/choices", json=choice["action"], headers=seat
            )
            if answer.status_code != 200:
                return None  # somebody else has moved on; look again
            choices = answer.json()["choices"]
        return None

    def _insist(self, method: str, path: str, **request: Any) -> httpx.Response:
        """Again and again while the service is down: the key makes an action happen once."""
        while True:
            try:
                answer = self._http.request(method, path, **request)
                if answer.status_code < 500:
                    return answer
                assert answer.status_code == 503, answer.text
            except httpx.TransportError:
                pass
            assert time.monotonic() < self._give_up, "the service did not come back"
            time.sleep(0.05)
