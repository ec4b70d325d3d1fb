"""The sample games as the viewer's tests need them: ids, and what the API says of them."""

import json
from typing import Any

import httpx

from replays.samples import samples


def game_id(name: str) -> str:
    data = dict(samples())[f"gluck_auf/{name}"]
    return str(json.loads(data.split(b"\n", 1)[0])["game"])


def all_frames(api: httpx.Client, game: str, language: str = "en") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    path: str | None = f"/api/v1/games/{game}/frames?lang={language}"
    while path:
        answer = api.get(str(api.base_url.join(path))).json()
        found += answer["frames"]
        path = answer["next"]
    return found


def state(api: httpx.Client, game: str, at: str, **query: Any) -> dict[str, Any]:
    answer: dict[str, Any] = api.get(f"/games/{game}/state", params={"at": at, **query}).json()
    return answer


def scores(view: dict[str, Any]) -> list[str]:
    """As people read them: with a true minus sign."""
    return [str(player["vp"]).replace("-", "−") for player in view["players"]]
