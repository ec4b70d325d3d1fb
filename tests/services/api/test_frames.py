"""Frames: a sentence and a view per event, the view as a patch to the one before."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import msgspec
import pytest

from domain.registry import GAMES
from domain.table.events import HandedOver
from replays.aggregate import Aggregate
from replays.entry import Entry
from replays.file import read_replay
from replays.history import History
from replays.samples import samples
from services.api import ranges
from services.api.calls import frames as calls
from services.api.frames import Frame, Showing, made_frames
from services.api.json_patch import json_patch
from services.api.ranges import Kind
from services.api.reading import PUBLIC
from tests.replays.playing import played
from tests.replays.telling_samples import telling_samples
from tests.services.api.house import House
from tests.services.api.importing import imported
from tests.services.api.patches import patched
from tests.services.api.table import Json, Table

SAMPLES = dict(samples())
SEEN_BY_SEATS = ("gluck_auf/two-players", "kartenspiel/every-kind-of-event")
"""In the third game everybody sees the same."""


def drawn(answer: Json) -> Iterator[tuple[str, Any]]:
    """Every frame with its whole view, which the next one changes."""
    view: Any = None
    for frame in answer["frames"]:
        view = patched(view, frame["patch"]) if "patch" in frame else frame["view"]
        yield frame["at"], view


def all_drawn(http: httpx.Client, game_id: str, query: str = "") -> Iterator[tuple[str, Any]]:
    where = f"/games/{game_id}/frames{query}"
    while where:
        answer = http.get(where).json()
        yield from drawn(answer)
        where = (answer["next"] or "").removeprefix("/api/v1")


def views(history: History, seat: int | None) -> Iterator[tuple[str, Any]]:
    """The view after every event, as the rules have it and JSON writes it."""
    names = list(history.names)
    for (moment, event), (_, _, state) in zip(history.events(), played(history), strict=True):
        if isinstance(event, HandedOver):
            names[event.seat] = event.name
        view = history.game.view(state, seat, names)
        yield str(moment), msgspec.json.decode(msgspec.json.encode(view))


@pytest.mark.parametrize("sample", telling_samples())
def test_the_patches_of_the_samples_give_exactly_the_views(
    house: House, http: httpx.Client, sample: str
) -> None:
    """Nulls included: a member that is null is there, one that is missing is not."""
    history = History(SAMPLES[sample])
    imported(house, SAMPLES[sample])
    frames = all_drawn(http, history.game_id)
    for frame, expected in zip(frames, views(history, None), strict=True):
        assert frame == expected


@pytest.mark.parametrize("sample", SEEN_BY_SEATS)
def test_so_do_those_of_a_seat(house: House, http: httpx.Client, sample: str) -> None:
    history = History(SAMPLES[sample])
    imported(house, SAMPLES[sample])
    frames = all_drawn(http, history.game_id, "?seat=1")
    for frame, expected in zip(frames, views(history, 1), strict=True):
        assert frame == expected


def test_the_views_are_what_state_says(finished: Table) -> None:
    for number, (at, view) in enumerate(all_drawn(finished.http, finished.id)):
        if number % 40 == 0:
            assert view == finished.get(f"/state?at={at}").json()


def test_the_first_frame_of_a_range_is_whole(finished: Table) -> None:
    answer = finished.get("/frames?from=10&to=12&lang=de").json()
    first, *rest = answer["frames"]
    assert first["at"] == "10.1"
    assert "patch" not in first
    assert all("view" not in frame and "patch" in frame for frame in rest)
    assert answer["next"] is None
    assert list(drawn(answer))[-1][1] == finished.get("/state?at=12").json()


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
    cards = list(drawn(own.json()))[-1][1]["look_area"]["cards"]
    assert cards
    for answer in (other, public):
        assert not any(card in answer.text for card in cards)
    assert own.json()["frames"][-1]["text"] != public.json()["frames"][-1]["text"]
    organizer = table.http.get(table.path(part), headers=house.organizer).json()
    assert organizer["frames"][-1]["text"] == own.json()["frames"][-1]["text"]


def test_frames_beyond_the_game(table: Table) -> None:
    assert table.get("/frames?from=2").json()["code"] == "moment_unknown"


def replace(path: str, value: Any) -> Json:
    return {"op": "replace", "path": path, "value": value}


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, [replace("/a", 2)]),
        ({"a": 1}, {"a": None}, [replace("/a", None)]),
        ({"a": None}, {}, [{"op": "remove", "path": "/a"}]),
        ({}, {"a": None}, [{"op": "add", "path": "/a", "value": None}]),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, [replace("/a/c", 3)]),
        ({"a": [1]}, {"a": [1, 2]}, [replace("/a", [1, 2])]),
        ({"a": [1, 2]}, {"a": [1, 3]}, [replace("/a/1", 3)]),
        ({"a": [1, 2, 3]}, {"a": [2, 3, 3]}, [replace("/a", [2, 3, 3])]),
        ({"a": [{"b": 1}, {"b": 1}]}, {"a": [{"b": 1}, {"b": 2}]}, [replace("/a/1/b", 2)]),
        ({"a": 1}, {"a": True}, [replace("/a", True)]),
        ({"a": [1]}, {"a": [True]}, [replace("/a/0", True)]),
        ({"a": None}, {"a": {"b": 1}}, [replace("/a", {"b": 1})]),
        ({"a": {}}, {"a": None}, [replace("/a", None)]),
        ({"a/b": 1, "~": 1}, {"a/b": 2, "~": 2}, [replace("/a~1b", 2), replace("/~0", 2)]),
    ],
)
def test_a_patch_makes_the_new_out_of_the_old(old: Json, new: Json, patch: list[Json]) -> None:
    assert msgspec.to_builtins(json_patch(old, new)) == patch
    assert patched(old, patch) == new


def test_a_patch_looks_at_every_part_once() -> None:
    class Counted(int):
        looked = 0

        def __eq__(self, other: object) -> bool:
            Counted.looked += 1
            return int(self) == int(other)  # type: ignore[call-overload, no-any-return]  # it is one

        __hash__ = int.__hash__

    def deep(leaf: int) -> Any:
        return [[[Counted(leaf)] * 10 for _ in range(10)] for _ in range(10)]

    json_patch(deep(1), deep(1))
    assert Counted.looked == 1000


def test_nobody_else_waits_for_frames(http: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.open(http)
    begun, go_on = threading.Event(), threading.Event()

    def slowly(
        past: Aggregate, entries: Sequence[Entry], showing: Showing, given_up: threading.Event
    ) -> list[Frame]:
        begun.set()
        go_on.wait(30)
        return made_frames(past, entries, showing, given_up)

    monkeypatch.setattr(calls, "made_frames", slowly)
    with ThreadPoolExecutor(1) as pool:
        frames = pool.submit(table.get, "/frames")
        try:
            assert begun.wait(30)
            seat, move = table.first_move()
            assert table.act(seat, move).status_code == 201, "not even those of the same game"
        finally:
            go_on.set()
        answer = frames.result().json()
    assert answer["version"] == 1
    assert {frame["at"].partition(".")[0] for frame in answer["frames"]} == {"1"}


def test_frames_are_not_made_for_somebody_who_has_gone() -> None:
    history = History(SAMPLES["gluck_auf/two-players"])
    entries = read_replay(SAMPLES["gluck_auf/two-players"]).entries
    past = Aggregate.begin(history.game_id, entries[0], b"")
    showing = Showing(PUBLIC, "en", named=True)
    begun, ended = threading.Event(), threading.Event()
    found: list[list[Frame]] = []

    def watched(
        past: Aggregate, entries: Sequence[Entry], showing: Showing, given_up: threading.Event
    ) -> list[Frame]:
        begun.set()
        given_up.wait(30)
        found.append(made_frames(past, entries, showing, given_up))
        ended.set()
        return found[0]

    async def hang_up() -> None:
        kind = Kind("frames", calls.MOST_VERSIONS, watched, calls.Frames)
        making = asyncio.create_task(ranges._in_a_thread(kind, past, entries[1:], showing))
        await asyncio.to_thread(begun.wait, 30)
        making.cancel()
        with pytest.raises(asyncio.CancelledError):
            await making

    asyncio.run(hang_up())
    assert ended.wait(30)
    assert found == [[]]
