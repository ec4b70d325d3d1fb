"""Frames: a sentence and a view an event, the view as a merge patch to the one before."""

from typing import Any

import httpx
import pytest

from domain.registry import GAMES
from replays.history import History
from services.api.merge_patch import merge_patch
from tests.services.api.house import House
from tests.services.api.table import Json, Table


def patched(target: Any, patch: Any) -> Any:
    """RFC 7396, section 2, word for word."""
    if not isinstance(patch, dict):
        return patch
    target = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            target.pop(name, None)
        else:
            target[name] = patched(target.get(name), value)
    return target


def without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_nulls(inner) for name, inner in value.items() if inner is not None}
    return value


def drawn(answer: Json) -> list[tuple[str, Any]]:
    """Every frame with its whole view."""
    view: Any = None
    frames = []
    for frame in answer["frames"]:
        view = patched(view, frame["change"]) if "change" in frame else without_nulls(frame["view"])
        frames.append((frame["at"], view))
    return frames


def test_frames_draw_every_event_of_the_game(finished: Table) -> None:
    history = History(finished.get("/replay").content)
    frames: list[tuple[str, Any]] = []
    where = finished.path("/frames")
    while where:
        answer = finished.http.get(where).json()
        frames += drawn(answer)
        where = (answer["next"] or "").removeprefix("/api/v1")
    assert [at for at, _ in frames] == [str(moment) for moment, _ in history.events()]
    for at, view in frames[:: len(frames) // 15]:
        assert view == without_nulls(finished.get(f"/state?at={at}").json())


def test_the_first_frame_of_a_range_is_whole(finished: Table) -> None:
    answer = finished.get("/frames?from=10&to=12&lang=de").json()
    first, *rest = answer["frames"]
    assert first["at"] == "10.1"
    assert "change" not in first
    assert all("view" not in frame and "change" in frame for frame in rest)
    assert answer["next"] is None
    assert drawn(answer)[-1][1] == without_nulls(finished.get("/state?at=12").json())


@pytest.mark.parametrize("game", GAMES)
def test_frames_speak_three_languages(http: httpx.Client, game: str) -> None:
    table = Table.open(http, game)
    texts = {
        language: [
            frame["text"] for frame in table.get(f"/frames?lang={language}").json()["frames"]
        ]
        for language in ("en", "de", "hu")
    }
    assert "Béla" in texts["en"][0]
    assert texts["en"] != texts["de"] != texts["hu"]
    asked = table.get("/frames", accept_language="hu").json()
    assert [frame["text"] for frame in asked["frames"]] == texts["hu"]


def test_hidden_cards_are_told_to_their_seat_only(looked: tuple[Table, int], house: House) -> None:
    table, seat = looked
    last = table.summary()["version"]
    part = f"/frames?from={last}"
    own, other, public = table.get(part, seat), table.get(part, 1 - seat), table.get(part)
    cards = own.json()["frames"][-1]["change"]["look_area"]["cards"]
    assert cards
    for answer in (other, public):
        assert not any(card in answer.text for card in cards)
    assert own.json()["frames"][-1]["text"] != public.json()["frames"][-1]["text"]
    organizer = table.http.get(table.path(part), headers=house.organizer).json()
    assert organizer["frames"][-1]["text"] == own.json()["frames"][-1]["text"]


def test_frames_beyond_the_game(table: Table) -> None:
    assert table.get("/frames?from=2").json()["code"] == "moment_unknown"


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        ({"a": 1}, {"a": 1}, {}),
        ({"a": 1}, {"a": 2}, {"a": 2}),
        ({"a": 1}, {"a": None}, {"a": None}),
        ({"a": 1}, {}, {"a": None}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, {"a": {"c": 3}}),
        ({"a": [1]}, {"a": [1, 2]}, {"a": [1, 2]}),
        ({"a": 1}, {"a": True}, {"a": True}),
        ({"a": None}, {"a": {"b": 1}}, {"a": {"b": 1}}),
        ({"a": {}}, {"a": None}, {"a": None}),
    ],
)
def test_a_patch_makes_the_new_out_of_the_old(old: Json, new: Json, patch: Json) -> None:
    assert merge_patch(old, new) == patch
    assert patched(old, patch) == without_nulls(new)
