"""The sample games as the viewer's tests need them: ids, and what the API says of them."""

import json
from typing import Any

import httpx

from replays.samples import samples

FOURS = {
    "gluck-auf": "gluck_auf/four-players-beyond-100-points",
    "kartenspiel": "kartenspiel/four-players-two-trains-at-once",
    "schichtwechsel": "schichtwechsel/chain-of-decisions",
}
"""A sample of each game with four players."""


def game_id(name: str) -> str:
    """Of a sample of Glück Auf, or of any game if it is named like `kartenspiel/two-players`."""
    data = dict(samples())[name if "/" in name else f"gluck_auf/{name}"]
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


def seen_by_all(api: httpx.Client, game: str, at: str) -> dict[str, Any]:
    """What the public sees, and of every player what this player sees of it."""
    view = state(api, game, at)
    own = [state(api, game, at, seat=player["seat"]) for player in view["players"]]
    view["players"] = [seen["players"][seat] for seat, seen in enumerate(own)]
    for looked in ("look_area", "pending"):
        shown = [seen[looked] for seen in own if (seen.get(looked) or {}).get("cards")]
        if shown:
            view[looked] = shown[0]
    return view


def scorings(api: httpx.Client, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api.get(f"/games/{game}/scorings").json()["scorings"]
    return found


def scores(view: dict[str, Any]) -> list[str]:
    """As people read them: with a true minus sign."""
    return [written(player["points"]) for player in view["players"]]


def written(number: int) -> str:
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else written(number)
