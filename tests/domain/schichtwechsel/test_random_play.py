"""What must hold in games of Schichtwechsel played at random, beside what must hold in any game."""

from collections import Counter

from domain.schichtwechsel.events import FinalStepScored, GameFinished, PointsScored, RoundScored
from tests.domain.kit.game import recorded
from tests.domain.schichtwechsel.random_games import Setup


def test_what_was_scored_is_what_the_breakdown_says() -> None:
    """Round and final scorings name the points that follow them, for every seat."""
    for game in recorded(Setup):
        said: Counter[tuple[int, str]] = Counter()
        given: Counter[tuple[int, str]] = Counter()
        for event in game.events:
            if isinstance(event, RoundScored | FinalStepScored):
                cause = event.card if isinstance(event, RoundScored) else event.step
                for seat, points in enumerate(event.points):
                    said[seat, cause] += points
            if isinstance(event, PointsScored):
                given[event.seat, event.cause] += event.points
        for (seat, cause), points in said.items():
            assert given[seat, cause] == points
        assert len({cause for _, cause in said}) == 5 + 13
        assert isinstance(game.events[-1], GameFinished)
