"""What strangers record is shown within limits, or refused; whoever waits too long comes again."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from litestar.plugins.problem_details import ProblemDetailsException

from replays.samples import samples
from services.api.recorded_file import MISSING, MOST_FRAMES, SAID, answered
from services.api.turns import MOST_WAITING, file_turns
from tests.replays import hostile

SHOWN: dict[str, Any] = {
    "where": "",
    "until": None,
    "seat": None,
    "language": "en",
    "together": False,
}
LONG = {name: data for name, data in hostile.long_games() if name.startswith("turns: sch")}
GREEDY = dict(hostile.greedy_events())


def ask(folder: Path, data: bytes, question: str, **facts: Any) -> bytes:
    file = folder / "file"
    file.write_bytes(data)
    return answered(file, question, facts)


@pytest.mark.parametrize("name", LONG)
def test_an_answer_holds_only_so_many_frames_and_says_where_to_go_on(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.api.recorded_file.MOST_FRAMES", 100)
    seen: list[str] = []
    first: int | None = 1
    while first is not None and len(seen) < 400:
        found = json.loads(ask(tmp_path, LONG[name], "frames", first=first, **SHOWN)[1:])
        assert len(found["frames"]) <= 100
        seen += [frame["at"] for frame in found["frames"]]
        following = found["next"]
        first = int(following.partition("from=")[2].partition("&")[0]) if following else None
    assert len(seen) == len(set(seen)) > 100


@pytest.mark.parametrize("name", GREEDY)
def test_events_that_no_game_has_are_shown_or_refused(tmp_path: Path, name: str) -> None:
    for question, facts in {"summary": {"where": ""}, "frames": {"first": 1, **SHOWN}}.items():
        assert ask(tmp_path, GREEDY[name], question, **facts)[:1] in (SAID, MISSING)


def test_no_sample_comes_near_the_limit(tmp_path: Path) -> None:
    data = dict(samples())["kartenspiel/four-players-two-trains-at-once"]
    found = json.loads(ask(tmp_path, data, "frames", first=101, **SHOWN)[1:])
    assert 100 < len(found["frames"]) < MOST_FRAMES / 3


def test_whoever_finds_too_many_waiting_is_asked_to_come_again() -> None:
    async def crowded() -> str:
        turns, all_there = file_turns(), asyncio.Event()

        async def wait() -> None:
            async with turns.take():
                await all_there.wait()

        waiting = [asyncio.create_task(wait()) for _ in range(MOST_WAITING + 1)]
        await asyncio.sleep(0)
        with pytest.raises(ProblemDetailsException) as refused:
            async with turns.take():
                pass
        all_there.set()
        await asyncio.gather(*waiting)
        async with turns.take():
            extra: Any = refused.value.extra
            return str(extra["code"])

    assert asyncio.run(crowded()) == "files_busy"
