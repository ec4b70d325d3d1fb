"""A client that plays a game to its end over HTTP, whatever happens to the service meanwhile.

It uses nothing but the documented calls: choices, actions with an idempotency key, and patience.
Now and then its players call the arbiter or take a move back; where there is a clock, one leaves.
"""

import random
import time
import uuid
from typing import Any

import httpx

TOO_LATE = {"clock_over", "seat_stood_in"}
"""A clock fell meanwhile, as it may while the service is down."""
AGAIN = 0.1
"""How often a player wants to do something else before moving, once everybody has."""
STAYS = 3
"""Actions after which a player leaves where there is a clock, so that it falls."""


class StubbornClient:
    def __init__(
        self,
        url: str,
        seats: list[dict[str, str]],
        seed: int,
        game: str,
        patience: float,
        clock: dict[str, Any] | None = None,
    ) -> None:
        self._http = httpx.Client(base_url=f"{url}/api/v1", timeout=5)
        self._luck = random.Random(seed)
        self._give_up = time.monotonic() + patience
        self._leaves = clock is not None
        wish = {"game": game, "seats": seats, **({"clock": clock} if clock else {})}
        created = self.create(wish, uuid.uuid4().hex)
        self.game_id: str = created["id"]
        self._tokens = [seat["token"] for seat in created["seats"]]
        self._wishes = [self._claim, self._take_back]
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
                time.sleep(0.02)  # the service is to move, or somebody's clock runs out
                continue
            if self._luck.random() < AGAIN:
                self._wishes.append(self._luck.choice([self._claim, self._take_back]))
            if self._wishes and self._wishes[0](token, summary["version"]):
                self._wishes.pop(0)
            self._move(seat, token)
            if self._leaves and len(self.acknowledged) >= STAYS:
                self._tokens[seat], self._leaves = None, False

    def close(self) -> None:
        self._http.close()

    def _claim(self, token: str, version: int) -> bool:
        """There may be claims enough already."""
        self._act(token, {"type": "table_claim", "about": str(version), "text": "Really?"})
        return True

    def _take_back(self, token: str, version: int) -> bool:
        """False if it cannot be, because something hidden was seen: then another time."""
        asked = self._act(token, {"type": "table_ask_take_back", "to": version - 1})
        if asked.status_code != 201:
            return False
        for other in self._tokens:
            if other and other != token:
                self._act(other, {"type": "table_answer_take_back", "agree": True})
        return True

    def _move(self, seat: int, token: str) -> None:
        choices = self._insist("GET", f"/games/{self.game_id}/choices", headers=_bearer(token))
        offered = choices.json()["choices"]
        action = self._grown(offered, _bearer(token))
        if action is None:
            if not offered:
                time.sleep(0.02)  # a bot plays on in this seat, or a take-back is being asked for
            return
        answer = self._act(token, action)
        if answer.status_code != 201:
            assert answer.json()["code"] in TOO_LATE, answer.text
            self._tokens[seat] = None

    def _act(self, token: str, action: Any) -> httpx.Response:
        key = uuid.uuid4().hex
        answer = self._insist(
            "POST",
            f"/games/{self.game_id}/actions",
            json=action,
            headers={**_bearer(token), "Idempotency-Key": key},
        )
        assert answer.status_code in (201, 422), answer.text
        if answer.status_code == 201:
            self.acknowledged[answer.json()["v"]] = (key, answer.text)
        return answer

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


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
