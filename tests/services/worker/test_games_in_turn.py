"""Every game has its turn, and an idle service looks at them seldom."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from services.worker import games_in_turn
from services.worker.games_in_turn import REST, GamesInTurn


async def three() -> AsyncIterator[str]:
    for name in ("a", "b", "c"):
        yield name


def test_after_the_last_game_there_is_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    time = 1000.0
    monkeypatch.setattr(games_in_turn, "monotonic", lambda: time)

    async def rounds() -> None:
        nonlocal time
        in_turn = GamesInTurn(three)

        async def some(most: int) -> list[str]:
            return [name async for name in in_turn.some(most)]

        assert await some(2) == ["a", "b"]
        assert await some(2) == ["c"]
        time += REST - 1
        assert await some(2) == []
        time += 1
        assert await some(3) == ["a", "b", "c"]
        time += 3 * REST  # a pass that takes longer than a rest is followed by the next
        assert await some(3) == []
        assert await some(3) == ["a", "b", "c"]

    asyncio.run(rounds())
