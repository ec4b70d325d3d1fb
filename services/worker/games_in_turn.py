"""Every game in turn, whatever the index says of it: some per round, then a rest before all anew.

Where there are few games each round would else look at all of them: an idle service spent a tenth
of a core on games that nobody had touched.
"""

from collections.abc import AsyncIterator, Callable
from time import monotonic

REST = 10.0
"""Seconds from the beginning of one pass to that of the next, if it does not take longer."""


class GamesInTurn:
    def __init__(self, every_game: Callable[[], AsyncIterator[str]]) -> None:
        self._every_game = every_game
        self._begun = -REST
        self._pass: AsyncIterator[str] | None = None

    async def some(self, most: int) -> AsyncIterator[str]:
        """The next of them; fewer at the end of a pass, none while it rests."""
        if self._pass is None:
            if monotonic() - self._begun < REST:
                return
            self._begun, self._pass = monotonic(), self._every_game()
        for _ in range(most):
            game_id = await anext(self._pass, None)
            if game_id is None:
                self._pass = None
                return
            yield game_id
